//! Lagrange's equations of a Lagrangian that is expanded.

use super::equations::{ExpandedEquations, Variables};
use crate::lagrangian::{Lagrangian, Sums, euler_operator};
use multibody_algebra::polynomial::{Addend, Polynomial, Ring, RingTerm};
use multibody_passes::polynomials;
use multibody_program::exact::integer;
use multibody_program::ir::{Algebra, Input, InputKind};

/// Lagrange's equations in new coordinates x with the rates w = dx/dt. The x are sums of the coordinates q, see [`Sums`].
pub fn lagrange(lagrangian: &Lagrangian, sums: &Sums) -> ExpandedEquations {
    let mut differentiation = Differentiation {
        ring: lagrangian.ring.clone(),
        sums,
    };
    // M = d2T / dw dw
    let momenta = differentiation.gradient(&lagrangian.kinetic, InputKind::Qd);
    let mass_matrix = differentiation.jacobian(&momenta, InputKind::Qd);
    let christoffel = differentiation.christoffel(&mass_matrix);
    let momenta_at_rest = differentiation.momenta_at_rest(&momenta);
    let drive_at_rest = differentiation.time_rates(&momenta_at_rest);
    let drive_matrix = differentiation.drive_matrix(&mass_matrix, &momenta_at_rest);
    // V - T0. Its gradient counts as gravity, though that of T0 is centrifugal.
    let static_energy = differentiation
        .ring
        .sub(&lagrangian.potential, &lagrangian.kinetic_at_rest);
    let gravity = differentiation.gradient(&static_energy, InputKind::Q);
    let ring = differentiation.ring;
    let plain_data = |polynomial: &Polynomial| to_plain_data(&ring, polynomial);
    let vector = |v: &Vec<Polynomial>| -> Vec<_> { v.iter().map(plain_data).collect() };
    let matrix = |m: &Matrix| -> Vec<_> { m.iter().map(vector).collect() };
    ExpandedEquations {
        variables: Variables {
            nv: sums.len(),
            arguments: ring.arguments().to_vec(),
            inputs: ring.inputs().to_vec(),
        },
        sums: sums.clone(),
        mass_matrix: matrix(&mass_matrix),
        christoffel: christoffel.iter().map(matrix).collect(),
        gravity: vector(&gravity),
        momenta_at_rest: vector(&momenta_at_rest),
        drive_at_rest: vector(&drive_at_rest),
        drive_matrix: matrix(&drive_matrix),
        potential: plain_data(&lagrangian.potential),
        kinetic_at_rest: plain_data(&lagrangian.kinetic_at_rest),
        first_moment: lagrangian.first_moment.each_ref().map(plain_data),
        mass: plain_data(&lagrangian.mass),
    }
}

type Matrix = Vec<Vec<Polynomial>>;

/// Derivatives with respect to x. A sum is `x_v = q_v`, or `x_v = q_v + sign_v x_k` with the index `k = k(v)` of an earlier sum. So
/// `q_v = x_v - sign_v x_k`, and likewise for rates.
struct Differentiation<'a> {
    ring: Ring,
    sums: &'a Sums,
}

impl Differentiation<'_> {
    /// `d/dx_i = d/dq_i - sum of sign_v d/dq_v` over all v with `k(v) = i`; with the rates in place of x and q if `kind` is `Qd`.
    fn derivative(&mut self, function: &Polynomial, kind: InputKind, i: usize) -> Polynomial {
        let ring = &mut self.ring;
        let mut sum = ring.derivative(function, Input::new(kind, i));
        for (v, addend) in self.sums.iter().enumerate() {
            if let Some(Addend { index, sign }) = *addend
                && index == i
            {
                let part = ring.derivative(function, Input::new(kind, v));
                sum = if sign > 0 { ring.sub(&sum, &part) } else { ring.add(&sum, &part) };
            }
        }
        sum
    }

    fn gradient(&mut self, function: &Polynomial, kind: InputKind) -> Vec<Polynomial> {
        let indices = 0..self.sums.len();
        indices
            .map(|i| self.derivative(function, kind, i))
            .collect()
    }

    fn jacobian(&mut self, functions: &[Polynomial], kind: InputKind) -> Matrix {
        functions.iter().map(|f| self.gradient(f, kind)).collect()
    }

    fn time_rates(&self, functions: &[Polynomial]) -> Vec<Polynomial> {
        let time_derivative = |f: &Polynomial| self.ring.derivative(f, Input::TIME);
        functions.iter().map(time_derivative).collect()
    }

    /// The Christoffel symbols `G_kij = (dM_kj/dx_i + dM_ki/dx_j - dM_ij/dx_k) / 2`. For T2, the part of T that is quadratic in w:
    /// `d/dt dT2/dw_k - dT2/dx_k = sum_ij G_kij w_i w_j` where w and the explicit time are constant.
    fn christoffel(&mut self, mass_matrix: &Matrix) -> Vec<Matrix> {
        let n = self.sums.len();
        // gradients[i][j][k] = dM_ij / dx_k
        let gradients: Vec<Matrix> = (mass_matrix.iter())
            .map(|row| self.jacobian(row, InputKind::Q))
            .collect();
        let ring = &mut self.ring;
        let half = ring.constant(&(integer(1) / integer(2)));
        let mut symbol = |k: usize, i: usize, j: usize| {
            let sum = ring.add(&gradients[k][j][i], &gradients[k][i][j]);
            let difference = ring.sub(&sum, &gradients[i][j][k]);
            ring.mul(&half, &difference)
        };
        let mut row = |k, i| (0..n).map(|j| symbol(k, i, j)).collect();
        let mut matrix = |k| (0..n).map(|i| row(k, i)).collect();
        (0..n).map(&mut matrix).collect()
    }

    /// The momenta at w = 0. They are the coefficients of T1, the part of T that is linear in w. From each momentum, the part
    /// that is linear in w is subtracted, which the Euler operator gives.
    fn momenta_at_rest(&mut self, momenta: &[Polynomial]) -> Vec<Polynomial> {
        let n = self.sums.len();
        let at_rest = |momentum: &Polynomial| {
            let linear_part = euler_operator(&mut self.ring, n, momentum);
            self.ring.sub(momentum, &linear_part)
        };
        momenta.iter().map(at_rest).collect()
    }

    /// `dM/dt + dp/dx - (dp/dx)^T` with the momenta p at w = 0; `dM/dt` is the derivative by explicit time.
    fn drive_matrix(&mut self, mass_matrix: &Matrix, momenta_at_rest: &[Polynomial]) -> Matrix {
        let mut sum: Matrix = mass_matrix.iter().map(|row| self.time_rates(row)).collect();
        let jacobian = self.jacobian(momenta_at_rest, InputKind::Q);
        for (k, row) in sum.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                let difference = self.ring.sub(&jacobian[k][j], &jacobian[j][k]);
                *entry = self.ring.add(entry, &difference);
            }
        }
        sum
    }
}

/// A polynomial as plain data.
pub fn to_plain_data(ring: &Ring, polynomial: &Polynomial) -> polynomials::Polynomial {
    let term = |term: RingTerm| polynomials::Monomial {
        coefficient: term.coefficient,
        factors: (0..)
            .zip(term.exponents)
            .flat_map(|(variable, power)| std::iter::repeat_n(variable, usize::from(power)))
            .collect(),
    };
    ring.terms(polynomial).into_iter().map(term).collect()
}

//! Lagrange's equations of a Lagrangian that is expanded.

use super::equations::{ExpandedEquations, Variables};
use crate::lagrangian::{Lagrangian, Sums, euler_operator};
use multibody_algebra::polynomial::{Addend, Polynomial, Ring, RingTerm};
use multibody_passes::polynomials;
use multibody_program::exact::integer;
use multibody_program::ir::{Algebra, Input, InputKind};

/// Lagrange's equations for the chosen sums x of coordinates and their rates w.
pub fn lagrange(lagrangian: &Lagrangian, rates: &Sums) -> ExpandedEquations {
    let mut operator = Differentiation {
        ring: lagrangian.ring.clone(),
        rates,
    };
    // M = d2T / dw dw
    let momenta = operator.gradient(&lagrangian.kinetic, InputKind::Qd);
    let mass_matrix = operator.jacobian(&momenta, InputKind::Qd);
    let christoffel = operator.christoffel(&mass_matrix);
    let momenta_at_rest = operator.momenta_at_rest(&momenta);
    let drive_at_rest = operator.time_rates(&momenta_at_rest);
    let drive_matrix = operator.drive_matrix(&mass_matrix, &momenta_at_rest);
    let static_energy = operator
        .ring
        .sub(&lagrangian.potential, &lagrangian.kinetic_at_rest);
    let gravity = operator.gradient(&static_energy, InputKind::Q);
    let ring = operator.ring;
    let data_of = |polynomial: &Polynomial| plain(&ring, polynomial);
    let vector = |v: &Vec<Polynomial>| -> Vec<_> { v.iter().map(data_of).collect() };
    let matrix = |m: &Matrix| -> Vec<_> { m.iter().map(vector).collect() };
    ExpandedEquations {
        variables: Variables {
            nv: rates.len(),
            arguments: ring.arguments().to_vec(),
            inputs: ring.inputs().to_vec(),
        },
        rates: rates.clone(),
        mass_matrix: matrix(&mass_matrix),
        christoffel: christoffel.iter().map(matrix).collect(),
        gravity: vector(&gravity),
        momenta_at_rest: vector(&momenta_at_rest),
        drive_at_rest: vector(&drive_at_rest),
        drive_matrix: matrix(&drive_matrix),
        potential: data_of(&lagrangian.potential),
        kinetic_at_rest: data_of(&lagrangian.kinetic_at_rest),
        moment: lagrangian.moment.each_ref().map(data_of),
        mass: data_of(&lagrangian.mass),
    }
}

type Matrix = Vec<Vec<Polynomial>>;

/// Derivatives with respect to sums of coordinates: `q_v = x_v - sign x_index`, and likewise for rates.
struct Differentiation<'a> {
    ring: Ring,
    rates: &'a Sums,
}

impl Differentiation<'_> {
    /// `d/dx_i = d/dq_i - sum of sign d/dq_v` over the sums v that add x_i.
    fn derivative(&mut self, function: &Polynomial, kind: InputKind, i: usize) -> Polynomial {
        let ring = &mut self.ring;
        let mut sum = ring.derivative(function, Input::new(kind, i));
        for (v, addend) in self.rates.iter().enumerate() {
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
        let indices = 0..self.rates.len();
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

    /// The Christoffel symbols `(dM_kj/dx_i + dM_ki/dx_j - dM_ij/dx_k) / 2`: at constant w,
    /// `d/dt dT/dw_k - dT/dx_k` is their sum times `w_i w_j`.
    fn christoffel(&mut self, mass_matrix: &Matrix) -> Vec<Matrix> {
        let n = self.rates.len();
        // change[i][j][k] = dM_ij / dx_k
        let change: Vec<Matrix> = (mass_matrix.iter())
            .map(|row| self.jacobian(row, InputKind::Q))
            .collect();
        let ring = &mut self.ring;
        let half = ring.constant(&(integer(1) / integer(2)));
        let mut symbol = |k: usize, i: usize, j: usize| {
            let sum = ring.add(&change[k][j][i], &change[k][i][j]);
            let difference = ring.sub(&sum, &change[i][j][k]);
            ring.mul(&half, &difference)
        };
        let mut row = |k, i| (0..n).map(|j| symbol(k, i, j)).collect();
        let mut matrix = |k| (0..n).map(|i| row(k, i)).collect();
        (0..n).map(&mut matrix).collect()
    }

    /// The coefficients of T1, which are the momenta at rest. The Euler operator gives the rest of each momentum, which is
    /// linear in the rates.
    fn momenta_at_rest(&mut self, momenta: &[Polynomial]) -> Vec<Polynomial> {
        let n = self.rates.len();
        let at_rest = |momentum: &Polynomial| {
            let linear_part = euler_operator(&mut self.ring, n, momentum);
            self.ring.sub(momentum, &linear_part)
        };
        momenta.iter().map(at_rest).collect()
    }

    /// `dM/dt + dp/dx - (dp/dx)^T`, with p the momenta at rest.
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
pub fn plain(ring: &Ring, polynomial: &Polynomial) -> polynomials::Polynomial {
    let term = |term: RingTerm| polynomials::Monomial {
        coefficient: term.coefficient,
        factors: (0..)
            .zip(term.exponents)
            .flat_map(|(variable, power)| std::iter::repeat_n(variable, usize::from(power)))
            .collect(),
    };
    ring.terms(polynomial).into_iter().map(term).collect()
}

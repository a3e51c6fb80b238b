//! The mass matrix, its inverse, and the matrix and the symbols of the Coriolis terms.

use super::{Degree, EquationCheck, Proof, dot, times};
use crate::arithmetic::{Jet, Residue, SECOND};
use crate::lagrangian::{Displacement, LagrangianPart, Path};
use multibody_program::ir::{InputKind, evaluate};

/// `tr(X' P X'^T)`, where a moment of P is `m c c`, along two vectors.
pub(super) const MASS_MATRIX: Degree = Degree {
    placements: 2,
    derivatives: 2,
    numbers: 3,
    vectors: 2,
    expressions: 1,
    ..Degree::OF_VALUE
};
/// The same, of a vector and what the program makes of another.
pub(super) const INVERSE: Degree = Degree {
    at_returned_rates: true,
    ..MASS_MATRIX
};
/// M, differentiated once more. Symbols are multiplied by two rates or vectors, and contracted.
pub(super) const CHRISTOFFEL: Degree = Degree {
    derivatives: 3,
    vectors: 3,
    ..MASS_MATRIX
};
/// Besides, C at two vectors of rates is compared: each product has one value, but their denominators differ.
pub(super) const CORIOLIS: Degree = Degree {
    evaluations: 2,
    ..CHRISTOFFEL
};

impl Proof<'_> {
    pub(super) fn mass_matrix(&mut self, m: &[Residue]) -> EquationCheck {
        let diagonal: Vec<Residue> = m.iter().step_by(self.nv() + 1).copied().collect();
        let (u, w) = (self.factors(&diagonal), self.vector());
        let expected = self.mass_along(&u, &w);
        self.equal(
            &[dot(&u, &times(m, &w))],
            &[expected],
            "u . M w = d2T/dqd2 (u, w)",
        )
    }

    pub(super) fn mass_matrix_inverse(&mut self, inverse: &[Residue]) -> EquationCheck {
        let (u, w) = (self.vector(), self.vector());
        let product = self.mass_along(&w, &times(inverse, &u));
        self.equal(&[dot(&w, &u)], &[product], "M M^-1 = 1")
    }

    /// `u . M w`
    pub(crate) fn mass_along(&mut self, u: &[Residue], w: &[Residue]) -> Residue {
        let (x, y) = (self.trajectory(u), self.trajectory(w));
        let half = self.lagrangian.kinetic(&x, &y).0[0];
        half + half
    }

    /// `u . C qd`
    pub(crate) fn coriolis_along(&mut self, u: &[Residue]) -> Residue {
        let qd = &self.values(InputKind::Qd);
        let zeros = vec![Residue::ZERO; qd.len()];
        self.lagrangian
            .equations(u, qd, &zeros, LagrangianPart::Quadratic)
    }

    pub(super) fn coriolis_matrix(&mut self, c: &[Residue]) -> EquationCheck {
        self.coriolis_terms(c)?;
        match Residue::are_floats() {
            true => Ok(()),
            false => self.christoffel(),
        }
    }

    /// Checks C qd, and that C + C^T is dM/dt.
    fn coriolis_terms(&mut self, c: &[Residue]) -> EquationCheck {
        let qd = &self.values(InputKind::Qd);
        let velocity = times(c, qd);
        let w = self.factors(&velocity);
        let expected = self.coriolis_along(&w);
        self.equal(
            &[dot(&w, &velocity)],
            &[expected],
            "C qd = d/dt dT/dqd - dT/dq at qdd = 0",
        )?;
        // dM/dt along the motion, contracted with two directions.
        let u = self.vector();
        let along = |rates: &[Residue]| {
            let mut path = Path::<8>::shift(SECOND, qd);
            path.rate = rates.iter().map(|&x| Jet::constant(x)).collect();
            path
        };
        let x = self
            .lagrangian
            .trajectory(&along(&u), Displacement::Successive);
        let y = self
            .lagrangian
            .trajectory(&along(&w), Displacement::Successive);
        let change = self.lagrangian.kinetic(&x, &y).0[SECOND];
        let sum = dot(&u, &times(c, &w)) + dot(&w, &times(c, &u));
        self.equal(&[sum], &[change + change], "C + C^T = dM/dt")
    }

    /// Checks that the symbols, contracted with any rates, give C. If rates are derivatives of positions, also checks that
    /// the symbols are symmetric.
    pub(super) fn christoffel_symbols(&mut self, values: &[Residue]) -> EquationCheck {
        let qd = self.values(InputKind::Qd);
        self.coriolis_terms(&times(values, &qd))?;
        if self.lagrangian.has_quasi_rates() {
            return Ok(());
        }
        let (u, w) = (self.vector(), self.vector());
        let along = |first: &[Residue], second: &[Residue]| times(&times(values, first), second);
        let covector = self.vector();
        let [left, right] = [[&u, &w], [&w, &u]].map(|[a, b]| dot(&covector, &along(a, b)));
        self.equal(&[left], &[right], "C_ijk = C_ikj")
    }

    /// Checks C(q, u) w = C(q, w) u, if rates are derivatives of positions.
    fn christoffel(&mut self) -> EquationCheck {
        if self.lagrangian.has_quasi_rates() {
            return Ok(());
        }
        let (u, w) = (self.vector(), self.vector());
        let qd = self.values(InputKind::Qd);
        let mut at = |rates: &[Residue]| {
            self.lagrangian.state.set(InputKind::Qd, rates.to_vec());
            evaluate(self.program, &mut self.lagrangian.state)
        };
        let (c_u, c_w) = (at(&u), at(&w));
        self.lagrangian.state.set(InputKind::Qd, qd);
        let covector = self.vector();
        let [left, right] = [(c_u, w), (c_w, u)].map(|(c, x)| dot(&covector, &times(&c, &x)));
        self.equal(&[left], &[right], "C(q, u) w = C(q, w) u")
    }
}

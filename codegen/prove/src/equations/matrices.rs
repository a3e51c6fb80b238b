//! The mass matrix, its inverse, and the matrix and the symbols of the Coriolis terms.

use super::{EquationCheck, Proof, check_equal, check_equation, dot, times};
use crate::arithmetic::{DrawResidues, Jet, Residue, SECOND};
use crate::lagrangian::{Displacement, LagrangianPart, Path};
use multibody_program::ir::{InputKind, evaluate};

impl Proof<'_> {
    pub(super) fn mass_matrix(&mut self, m: &[Residue]) -> EquationCheck {
        let nv = self.nv();
        let diagonal: Vec<Residue> = m.iter().step_by(nv + 1).copied().collect();
        let (u, w) = (self.factors(&diagonal), self.random.residues(nv));
        check_equal(
            &[dot(&u, &times(m, &w))],
            &[self.mass_along(&u, &w)],
            "u . M w = d2T/dqd2 (u, w)",
        )
    }

    pub(super) fn mass_matrix_inverse(&mut self, inverse: &[Residue]) -> EquationCheck {
        let nv = self.nv();
        let (u, w) = (self.random.residues(nv), self.random.residues(nv));
        let product = self.mass_along(&w, &times(inverse, &u));
        check_equal(&[dot(&w, &u)], &[product], "M M^-1 = 1")
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
        let (nv, qd) = (self.nv(), &self.values(InputKind::Qd));
        let velocity = times(c, qd);
        let w = self.factors(&velocity);
        check_equal(
            &[dot(&w, &velocity)],
            &[self.coriolis_along(&w)],
            "C qd = d/dt dT/dqd - dT/dq at qdd = 0",
        )?;
        // dM/dt along the motion, contracted with two directions.
        let u = self.random.residues(nv);
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
        check_equal(&[sum], &[change + change], "C + C^T = dM/dt")
    }

    /// Checks that the symbols, contracted with any rates, give C. If rates are derivatives of positions, also checks that
    /// the symbols are symmetric.
    pub(super) fn christoffel_symbols(&mut self, values: &[Residue]) -> EquationCheck {
        let qd = self.values(InputKind::Qd);
        self.coriolis_terms(&times(values, &qd))?;
        if self.lagrangian.has_quasi_rates() {
            return Ok(());
        }
        let (u, w) = (
            self.random.residues(qd.len()),
            self.random.residues(qd.len()),
        );
        let along = |first: &[Residue], second: &[Residue]| times(&times(values, first), second);
        let covector = self.random.residues(qd.len());
        let equal = dot(&covector, &along(&u, &w)) == dot(&covector, &along(&w, &u));
        check_equation(equal, "C_ijk = C_ikj")
    }

    /// Checks C(q, u) w = C(q, w) u, if rates are derivatives of positions.
    fn christoffel(&mut self) -> EquationCheck {
        let nv = self.nv();
        if self.lagrangian.has_quasi_rates() {
            return Ok(());
        }
        let (u, w) = (self.random.residues(nv), self.random.residues(nv));
        let qd = self.values(InputKind::Qd);
        let mut at = |rates: &[Residue]| {
            self.lagrangian.state.set(InputKind::Qd, rates.to_vec());
            evaluate(self.program, &mut self.lagrangian.state)
        };
        let (c_u, c_w) = (at(&u), at(&w));
        self.lagrangian.state.set(InputKind::Qd, qd);
        let covector = self.random.residues(nv);
        let equal = dot(&covector, &times(&c_u, &w)) == dot(&covector, &times(&c_w, &u));
        check_equation(equal, "C(q, u) w = C(q, w) u")
    }
}

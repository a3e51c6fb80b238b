//! The mass matrix, its inverse, and the matrix and the symbols of the Coriolis terms.

use super::{Degree, Entries, Equation, EquationCheck, Proof, ResultEntry, dot, times};
use crate::arithmetic::{Jet, Residue, direction};
use crate::lagrangian::{Displacement, LagrangianPart, Path};
use multibody_program::ir::{InputKind, evaluate};

/// `tr(X' P X'^T)` along two vectors, where P are the mass moments of a link, such as `m c c`.
const MASS_MATRIX: Degree = Degree {
    placements: 2,
    derivatives: 2,
    numbers: 3,
    vectors: 2,
    expressions: 1,
    ..Degree::ONE_VALUE
};
/// M along one vector and along the program's product with another.
const INVERSE: Degree = Degree {
    has_returned_rates: true,
    ..MASS_MATRIX
};
/// M, differentiated once more. Symbols are multiplied by two rates or vectors, and contracted.
const CHRISTOFFEL: Degree = Degree {
    derivatives: 3,
    vectors: 3,
    ..MASS_MATRIX
};
/// In addition, C is compared at two vectors of rates. Each product has one value of the program, but values at different rates
/// have different denominators.
const CORIOLIS: Degree = Degree {
    evaluations: 2,
    ..CHRISTOFFEL
};

pub(super) fn mass_matrix() -> Equation {
    let sides = |p: &mut Proof<'_>, m: &[Residue], entry: &ResultEntry| {
        let [row, column] = [0, 1].map(|at| p.unit(entry.indices[at]));
        Some([m[entry.index], p.mass_along(&row, &column)])
    };
    let check = |p: &mut Proof<'_>, m: &[Residue]| {
        let diagonal: Vec<Residue> = m.iter().step_by(p.nv() + 1).copied().collect();
        let (u, w) = (p.balanced_vector(&diagonal), p.random_vector());
        let expected = p.mass_along(&u, &w);
        p.check_equal(
            &[dot(&u, &times(m, &w))],
            &[expected],
            "u . M w = d2T/dqd2 (u, w)",
        )
    };
    Equation::new(MASS_MATRIX, check, Entries::all(sides))
}

pub(super) fn mass_matrix_inverse() -> Equation {
    let sides = |p: &mut Proof<'_>, inverse: &[Residue], entry: &ResultEntry| {
        let [row, column] = [0, 1].map(|at| p.unit(entry.indices[at]));
        let product = p.mass_along(&row, &times(inverse, &column));
        Some([product, dot(&row, &column)])
    };
    let check = |p: &mut Proof<'_>, inverse: &[Residue]| {
        let (u, w) = (p.random_vector(), p.random_vector());
        let product = p.mass_along(&w, &times(inverse, &u));
        p.check_equal(&[dot(&w, &u)], &[product], "M M^-1 = 1")
    };
    Equation::new(
        INVERSE,
        check,
        Entries::all(sides).with_subject("M times output,"),
    )
}

pub(super) fn coriolis_matrix() -> Equation {
    let sides = |p: &mut Proof<'_>, c: &[Residue], at: usize| p.coriolis_row(c, at);
    let entries = Entries::of_rates(sides).with_subject("output times qd,");
    Equation::new(CORIOLIS, |p, c| p.check_coriolis_matrix(c), entries)
}

pub(super) fn christoffel_symbols() -> Equation {
    let sides = |p: &mut Proof<'_>, symbols: &[Residue], row: usize| {
        let qd = p.values(InputKind::Qd);
        p.coriolis_row(&times(symbols, &qd), row)
    };
    let check = |p: &mut Proof<'_>, symbols: &[Residue]| p.check_christoffel_symbols(symbols);
    let entries = Entries::of_rates(sides).with_subject("output times qd, times qd,");
    Equation::new(CHRISTOFFEL, check, entries)
}

impl Proof<'_> {
    /// `u . M w`
    pub(crate) fn mass_along(&mut self, u: &[Residue], w: &[Residue]) -> Residue {
        let (x, y) = (self.trajectory(u), self.trajectory(w));
        let half = self.lagrangian.kinetic(&x, &y).0[0];
        half + half
    }

    /// A row of C qd.
    fn coriolis_row(&mut self, c: &[Residue], row: usize) -> [Residue; 2] {
        let qd = self.values(InputKind::Qd);
        let unit = self.unit(row);
        [times(c, &qd)[row], self.coriolis_along(&unit)]
    }

    /// `u . C qd`
    fn coriolis_along(&mut self, u: &[Residue]) -> Residue {
        let qd = &self.values(InputKind::Qd);
        let zeros = vec![Residue::ZERO; qd.len()];
        self.lagrangian
            .equations(u, qd, &zeros, LagrangianPart::Quadratic)
    }

    /// Checks C qd and C + C^T, and except in floats that C is made of symmetric symbols.
    fn check_coriolis_matrix(&mut self, c: &[Residue]) -> EquationCheck {
        self.check_coriolis_terms(c)?;
        if Residue::are_floats() { Ok(()) } else { self.check_christoffel() }
    }

    /// Checks C qd, and that C + C^T is dM/dt.
    fn check_coriolis_terms(&mut self, c: &[Residue]) -> EquationCheck {
        let qd = &self.values(InputKind::Qd);
        let velocity = times(c, qd);
        let w = self.balanced_vector(&velocity);
        let expected = self.coriolis_along(&w);
        self.check_equal(
            &[dot(&w, &velocity)],
            &[expected],
            "C qd = d/dt dT/dqd - dT/dq at qdd = 0",
        )?;
        // dM/dt along the motion, contracted with two directions.
        let u = self.random_vector();
        let motion = |rates: &[Residue]| {
            let mut path = Path::<8>::from_shift(direction::SECOND, qd);
            path.rates = rates.iter().map(|&x| Jet::constant(x)).collect();
            path
        };
        let x = self
            .lagrangian
            .trajectory(&motion(&u), Displacement::Successive);
        let y = self
            .lagrangian
            .trajectory(&motion(&w), Displacement::Successive);
        let change = self.lagrangian.kinetic(&x, &y).0[direction::SECOND];
        let sum = dot(&u, &times(c, &w)) + dot(&w, &times(c, &u));
        self.check_equal(&[sum], &[change + change], "C + C^T = dM/dt")
    }

    /// Checks that the symbols, contracted with any rates, give C. If rates are derivatives of positions, also checks that
    /// the symbols are symmetric.
    fn check_christoffel_symbols(&mut self, values: &[Residue]) -> EquationCheck {
        let qd = self.values(InputKind::Qd);
        self.check_coriolis_terms(&times(values, &qd))?;
        if self.lagrangian.has_quasi_rates() {
            return Ok(());
        }
        let (u, w) = (self.random_vector(), self.random_vector());
        let apply = |first: &[Residue], second: &[Residue]| times(&times(values, first), second);
        let covector = self.random_vector();
        let [left, right] = [[&u, &w], [&w, &u]].map(|[a, b]| dot(&covector, &apply(a, b)));
        self.check_equal(&[left], &[right], "C_ijk = C_ikj")
    }

    /// Checks C(q, u) w = C(q, w) u, if rates are derivatives of positions.
    fn check_christoffel(&mut self) -> EquationCheck {
        if self.lagrangian.has_quasi_rates() {
            return Ok(());
        }
        let (u, w) = (self.random_vector(), self.random_vector());
        let qd = self.values(InputKind::Qd);
        let mut matrix = |rates: &[Residue]| {
            self.lagrangian.state.set(InputKind::Qd, rates.to_vec());
            evaluate(self.program, &mut self.lagrangian.state)
        };
        let (c_u, c_w) = (matrix(&u), matrix(&w));
        self.lagrangian.state.set(InputKind::Qd, qd);
        let covector = self.random_vector();
        let [left, right] = [(c_u, w), (c_w, u)].map(|(c, x)| dot(&covector, &times(&c, &x)));
        self.check_equal(&[left], &[right], "C(q, u) w = C(q, w) u")
    }
}

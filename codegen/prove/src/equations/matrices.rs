//! The mass matrix, its inverse, and the matrix and the symbols of the Coriolis terms.

use super::{CheckResult, Degree, EntrySides, Equation, ResultEntry, Trial, dot, times};
use crate::arithmetic::{Jet, Residue, direction, residues_are_floats};
use crate::lagrangian::{Displacement, LagrangianPart, Path};
use multibody_program::ir::{InputKind, evaluate};

/// `tr(X' P X'^T)` along two vectors, where P are the mass moments of a link, such as `m c c`.
const MASS_MATRIX_DEGREE: Degree = Degree {
    placements: 2,
    derivatives: 2,
    constants: 3,
    vector_entries: 2,
    expressions: 1,
    ..Degree::ONE_EVALUATION
};
/// M along one vector and along the program's product with another.
const INVERSE_DEGREE: Degree = Degree {
    has_returned_rates: true,
    ..MASS_MATRIX_DEGREE
};
/// M, differentiated once more. Symbols are multiplied by two rates or vectors, and contracted.
const CHRISTOFFEL_DEGREE: Degree = Degree {
    derivatives: 3,
    vector_entries: 3,
    ..MASS_MATRIX_DEGREE
};
/// As [`CHRISTOFFEL_DEGREE`], but C is also compared at two vectors of rates. Each product has one value of the program, but values
/// at different rates have different denominators.
const CORIOLIS_DEGREE: Degree = Degree {
    evaluations: 2,
    ..CHRISTOFFEL_DEGREE
};

pub(super) fn mass_matrix() -> Equation {
    let sides = |trial: &mut Trial<'_>, m: &[Residue], entry: &ResultEntry| {
        let [row, column] = [0, 1].map(|level| trial.unit(entry.indices[level]));
        Some([m[entry.index], trial.mass_along(&row, &column)])
    };
    let check = |trial: &mut Trial<'_>, m: &[Residue]| {
        let diagonal: Vec<Residue> = m.iter().step_by(trial.nv() + 1).copied().collect();
        let (u, w) = (trial.balanced_vector(&diagonal), trial.random_vector());
        let expected = trial.mass_along(&u, &w);
        trial.check_equal(
            &[dot(&u, &times(m, &w))],
            &[expected],
            "u . M w = d2T/dqd2 (u, w)",
        )
    };
    Equation::new(MASS_MATRIX_DEGREE, check, EntrySides::all(sides))
}

pub(super) fn mass_matrix_inverse() -> Equation {
    let sides = |trial: &mut Trial<'_>, inverse: &[Residue], entry: &ResultEntry| {
        let [row, column] = [0, 1].map(|level| trial.unit(entry.indices[level]));
        let product = trial.mass_along(&row, &times(inverse, &column));
        Some([product, dot(&row, &column)])
    };
    let check = |trial: &mut Trial<'_>, inverse: &[Residue]| {
        let (u, w) = (trial.random_vector(), trial.random_vector());
        let product = trial.mass_along(&w, &times(inverse, &u));
        trial.check_equal(&[dot(&w, &u)], &[product], "M M^-1 = 1")
    };
    Equation::new(
        INVERSE_DEGREE,
        check,
        EntrySides::all(sides).with_subject("M times output,"),
    )
}

pub(super) fn coriolis_matrix() -> Equation {
    let sides = |trial: &mut Trial<'_>, c: &[Residue], row: usize| trial.coriolis_row(c, row);
    let entry_sides = EntrySides::of_rates(sides).with_subject("output times qd,");
    Equation::new(
        CORIOLIS_DEGREE,
        |trial, c| trial.check_coriolis_matrix(c),
        entry_sides,
    )
}

pub(super) fn christoffel_symbols() -> Equation {
    let sides = |trial: &mut Trial<'_>, symbols: &[Residue], row: usize| {
        let qd = trial.values(InputKind::Qd);
        trial.coriolis_row(&times(symbols, &qd), row)
    };
    let check =
        |trial: &mut Trial<'_>, symbols: &[Residue]| trial.check_christoffel_symbols(symbols);
    let entry_sides = EntrySides::of_rates(sides).with_subject("output times qd, times qd,");
    Equation::new(CHRISTOFFEL_DEGREE, check, entry_sides)
}

impl Trial<'_> {
    /// `u . M w`
    pub(crate) fn mass_along(&mut self, u: &[Residue], w: &[Residue]) -> Residue {
        let (x, y) = (self.trajectory(u), self.trajectory(w));
        let half = self.system_at_state.kinetic(&x, &y).value();
        half + half
    }

    /// Both sides of one row of `C qd`.
    fn coriolis_row(&mut self, c: &[Residue], row: usize) -> [Residue; 2] {
        let qd = self.values(InputKind::Qd);
        let unit = self.unit(row);
        [times(c, &qd)[row], self.coriolis_along(&unit)]
    }

    /// `u . C qd`
    fn coriolis_along(&mut self, u: &[Residue]) -> Residue {
        let qd = &self.values(InputKind::Qd);
        let zeros = vec![Residue::ZERO; qd.len()];
        self.system_at_state
            .equations(u, qd, &zeros, LagrangianPart::Quadratic)
    }

    /// Checks C qd and C + C^T. Except in floats, also checks that C is a contraction of symmetric symbols.
    fn check_coriolis_matrix(&mut self, c: &[Residue]) -> CheckResult {
        self.check_coriolis_terms(c)?;
        if residues_are_floats() { Ok(()) } else { self.check_coriolis_symmetry() }
    }

    /// Checks C qd, and that C + C^T is dM/dt.
    fn check_coriolis_terms(&mut self, c: &[Residue]) -> CheckResult {
        let qd = &self.values(InputKind::Qd);
        let coriolis_force = times(c, qd);
        let w = self.balanced_vector(&coriolis_force);
        let expected = self.coriolis_along(&w);
        self.check_equal(
            &[dot(&w, &coriolis_force)],
            &[expected],
            "C qd = d/dt dT/dqd - dT/dq at qdd = 0",
        )?;
        // dM/dt along the motion, contracted with two directions.
        let u = self.random_vector();
        let path_with = |rates: &[Residue]| {
            let mut path = Path::<8>::along(direction::SECOND, qd);
            path.rates = rates.iter().map(|&x| Jet::constant(x)).collect();
            path
        };
        let x = self
            .system_at_state
            .trajectory(&path_with(&u), Displacement::ShiftThenRate);
        let y = self
            .system_at_state
            .trajectory(&path_with(&w), Displacement::ShiftThenRate);
        let change = self
            .system_at_state
            .kinetic(&x, &y)
            .coefficient(direction::SECOND);
        let sum = dot(&u, &times(c, &w)) + dot(&w, &times(c, &u));
        self.check_equal(&[sum], &[change + change], "C + C^T = dM/dt")
    }

    /// Checks that the symbols, contracted with the state's rates, satisfy the equations of C. If rates are derivatives of
    /// positions, also checks that the symbols are symmetric.
    fn check_christoffel_symbols(&mut self, values: &[Residue]) -> CheckResult {
        let qd = self.values(InputKind::Qd);
        self.check_coriolis_terms(&times(values, &qd))?;
        if self.system_at_state.has_quasi_rates() {
            return Ok(());
        }
        let (u, w) = (self.random_vector(), self.random_vector());
        let apply = |first: &[Residue], second: &[Residue]| times(&times(values, first), second);
        let covector = self.random_vector();
        let [left, right] = [[&u, &w], [&w, &u]].map(|[a, b]| dot(&covector, &apply(a, b)));
        self.check_equal(&[left], &[right], "C_ijk = C_ikj")
    }

    /// Checks C(q, u) w = C(q, w) u, if rates are derivatives of positions.
    fn check_coriolis_symmetry(&mut self) -> CheckResult {
        if self.system_at_state.has_quasi_rates() {
            return Ok(());
        }
        let (u, w) = (self.random_vector(), self.random_vector());
        let qd = self.values(InputKind::Qd);
        let mut matrix = |rates: &[Residue]| {
            self.system_at_state
                .state
                .set(InputKind::Qd, rates.to_vec());
            evaluate(self.program, &mut self.system_at_state.state)
        };
        let (c_u, c_w) = (matrix(&u), matrix(&w));
        self.system_at_state.state.set(InputKind::Qd, qd);
        let covector = self.random_vector();
        let [left, right] = [(c_u, w), (c_w, u)].map(|(c, x)| dot(&covector, &times(&c, &x)));
        self.check_equal(&[left], &[right], "C(q, u) w = C(q, w) u")
    }
}

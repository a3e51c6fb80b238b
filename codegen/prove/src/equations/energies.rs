//! The kinetic energy, the potential energy and the energy of springs.

use super::{Degree, Equation};
use multibody_program::ir::InputKind;

/// `tr(X' P X'^T)`, where X is the placement of a link with the mass m and the centre of mass c, X' its derivative
/// along the rates, and P the matrix of its mass moments, such as `m c c`. An entry of M has the same degree.
pub const KINETIC_DEGREE: Degree = Degree {
    placements: 2,
    derivatives: 2,
    constants: 3,
    vector_entries: 2,
    expressions: 1,
    ..Degree::ONE_EVALUATION
};
/// `m g X c`
const POTENTIAL_DEGREE: Degree = Degree {
    placements: 1,
    constants: 3,
    expressions: 1,
    ..Degree::ONE_EVALUATION
};
const SPRINGS_DEGREE: Degree = Degree {
    expressions: 1,
    ..Degree::ONE_EVALUATION
};

pub(super) fn kinetic() -> Equation {
    let equation = "T = sum of tr(X' P X'^T) / 2 + sum of a s'^2 / 2";
    Equation::of_values(KINETIC_DEGREE, equation, |trial| {
        let qd = trial.values(InputKind::Qd);
        // Bodies placed by expressions of t move also if the rates are 0.
        let trajectory = trial.trajectory_in_time(&qd);
        vec![trial.system_at_state.energy(&trajectory).value()]
    })
}

pub(super) fn potential() -> Equation {
    Equation::of_values(POTENTIAL_DEGREE, "V = -sum of m g . r", |trial| {
        let qd = trial.values(InputKind::Qd);
        let trajectory = trial.trajectory(&qd);
        vec![trial.system_at_state.potential(&trajectory).value()]
    })
}

pub(super) fn spring() -> Equation {
    Equation::of_values(
        SPRINGS_DEGREE,
        "energy = sum of those of springs",
        |trial| vec![trial.system_at_state.spring_energy()],
    )
}

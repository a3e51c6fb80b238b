//! Energies.

use super::{Degree, Equation};
use multibody_program::ir::InputKind;

/// `tr(X' P X'^T)` at the rates, where P are the mass moments of a link, such as `m c c`. An entry of M has the same degree.
pub const KINETIC: Degree = Degree {
    placements: 2,
    derivatives: 2,
    numbers: 3,
    vectors: 2,
    expressions: 1,
    ..Degree::ONE_VALUE
};
/// `m g X c`
const POTENTIAL: Degree = Degree {
    placements: 1,
    numbers: 3,
    expressions: 1,
    ..Degree::ONE_VALUE
};
const SPRINGS: Degree = Degree {
    expressions: 1,
    ..Degree::ONE_VALUE
};

pub(super) fn kinetic() -> Equation {
    let equation = "T = sum of tr(X' P X'^T) / 2 + sum of a s'^2 / 2";
    Equation::of_values(KINETIC, equation, |p| {
        let qd = p.values(InputKind::Qd);
        let trajectory = p.trajectory_in_time(&qd);
        vec![p.lagrangian.energy(&trajectory).0[0]]
    })
}

pub(super) fn potential() -> Equation {
    Equation::of_values(POTENTIAL, "V = -sum of m g . r", |p| {
        let qd = p.values(InputKind::Qd);
        let trajectory = p.trajectory(&qd);
        vec![p.lagrangian.potential(&trajectory).0[0]]
    })
}

pub(super) fn spring() -> Equation {
    Equation::of_values(SPRINGS, "energy = sum of those of springs", |p| {
        vec![p.lagrangian.spring_energy()]
    })
}

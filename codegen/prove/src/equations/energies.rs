//! Energies.

use super::{Degree, EquationCheck, Proof};
use crate::arithmetic::Residue;
use multibody_program::ir::InputKind;

/// `tr(X' P X'^T)`, where a moment of P is `m c c`, at the rates.
pub(super) const KINETIC: Degree = Degree {
    placements: 2,
    derivatives: 2,
    numbers: 3,
    vectors: 2,
    expressions: 1,
    ..Degree::OF_VALUE
};
/// `m g X c`
pub(super) const POTENTIAL: Degree = Degree {
    placements: 1,
    numbers: 3,
    expressions: 1,
    ..Degree::OF_VALUE
};
pub(super) const SPRINGS: Degree = Degree {
    expressions: 1,
    ..Degree::OF_VALUE
};

impl Proof<'_> {
    pub(super) fn kinetic_energy(&mut self, value: &[Residue]) -> EquationCheck {
        let qd = self.values(InputKind::Qd);
        let trajectory = self.in_time(&qd);
        let energy = self.lagrangian.energy(&trajectory).0[0];
        self.equal(
            value,
            &[energy],
            "T = sum of tr(X' P X'^T) / 2 + sum of a s'^2 / 2",
        )
    }

    pub(super) fn potential_energy(&mut self, value: &[Residue]) -> EquationCheck {
        let qd = self.values(InputKind::Qd);
        let trajectory = self.trajectory(&qd);
        let energy = self.lagrangian.potential(&trajectory).0[0];
        self.equal(value, &[energy], "V = -sum of m g . r")
    }

    pub(super) fn spring_energy(&mut self, value: &[Residue]) -> EquationCheck {
        let energy = self.lagrangian.spring_energy();
        self.equal(value, &[energy], "energy = sum of those of springs")
    }
}

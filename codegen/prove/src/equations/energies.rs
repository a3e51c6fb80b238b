//! Energies.

use super::{EquationCheck, Proof, check_equal};
use crate::arithmetic::Residue;
use multibody_program::ir::InputKind;

impl Proof<'_> {
    pub(super) fn kinetic_energy(&mut self, value: Residue) -> EquationCheck {
        let qd = self.values(InputKind::Qd);
        let trajectory = self.in_time(&qd);
        let energy = self.lagrangian.energy(&trajectory).0[0];
        check_equal(
            &[value],
            &[energy],
            "T = sum of tr(X' P X'^T) / 2 + sum of a s'^2 / 2",
        )
    }

    pub(super) fn potential_energy(&mut self, value: Residue) -> EquationCheck {
        let qd = self.values(InputKind::Qd);
        let trajectory = self.trajectory(&qd);
        let energy = self.lagrangian.potential(&trajectory).0[0];
        check_equal(&[value], &[energy], "V = -sum of m g . r")
    }

    pub(super) fn spring_energy(&mut self, value: Residue) -> EquationCheck {
        check_equal(
            &[value],
            &[self.lagrangian.spring_energy()],
            "energy = sum of those of springs",
        )
    }
}

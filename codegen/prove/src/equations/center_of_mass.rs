//! The mass, and the position, velocity and acceleration of its centre.

use super::{EquationCheck, Proof, check_equation};
use crate::arithmetic::{Affine, Residue, SECOND, TIME};
use multibody_program::ir::InputKind;

impl Proof<'_> {
    pub(super) fn total_mass(&mut self, value: Residue) -> EquationCheck {
        check_equation(value == self.lagrangian.mass(), "mass = sum of m")
    }

    pub(super) fn center_of_mass(&mut self, values: &[Residue]) -> EquationCheck {
        let qd = self.values(InputKind::Qd);
        let placements = self.trajectory(&qd).links;
        let equal = self.is_mean(values, &placements, 0);
        check_equation(equal, "(sum of m) com = sum of m r")
    }

    pub(super) fn center_of_mass_velocity(&mut self, values: &[Residue]) -> EquationCheck {
        let qd = self.values(InputKind::Qd);
        let placements = self.in_time(&qd).links;
        let equal = self.is_mean(values, &placements, TIME);
        check_equation(equal, "(sum of m) v = d/dt (sum of m r)")
    }

    pub(super) fn center_of_mass_acceleration(&mut self, values: &[Residue]) -> EquationCheck {
        let (qd, qdd) = (self.values(InputKind::Qd), self.values(InputKind::Qdd));
        let placements = self.accelerating(&qd, &qdd);
        let equal = self.is_mean(values, &placements, TIME | SECOND);
        check_equation(equal, "(sum of m) a = d2/dt2 (sum of m r)")
    }

    /// Whether the values, times the mass, are this derivative of the first moment of all links.
    fn is_mean<const N: usize>(
        &mut self,
        values: &[Residue],
        placements: &[Affine<N>],
        derivative: usize,
    ) -> bool {
        let moment = self.lagrangian.first_moment(placements);
        let mass = self.lagrangian.mass();
        (0..3).all(|k| values[k] * mass == moment[k].0[derivative])
    }
}

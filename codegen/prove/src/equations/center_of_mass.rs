//! The mass, the position, velocity and acceleration of its centre, and the momentum about this centre.

use super::{EquationCheck, Proof, check_equal, check_equation, cross, times};
use crate::arithmetic::{DrawResidues, Residue, SECOND, TIME};
use multibody_description::function::Quantity;
use multibody_program::ir::InputKind;

impl Proof<'_> {
    pub(super) fn total_mass(&mut self, value: Residue) -> EquationCheck {
        check_equal(&[value], &[self.lagrangian.mass()], "mass = sum of m")
    }

    pub(super) fn center_of_mass(&mut self, values: &[Residue]) -> EquationCheck {
        let equal = self.is_mean(values, Quantity::CenterOfMass);
        check_equation(equal, "(sum of m) com = sum of m r")
    }

    pub(super) fn center_of_mass_velocity(&mut self, values: &[Residue]) -> EquationCheck {
        let equal = self.is_mean(values, Quantity::CenterOfMassVelocity);
        check_equation(equal, "(sum of m) v = d/dt (sum of m r)")
    }

    pub(super) fn center_of_mass_acceleration(&mut self, values: &[Residue]) -> EquationCheck {
        let equal = self.is_mean(values, Quantity::CenterOfMassAcceleration);
        check_equation(equal, "(sum of m) a = d2/dt2 (sum of m r)")
    }

    /// Whether the values, times the mass, are this first moment of all links.
    fn is_mean(&mut self, values: &[Residue], of: Quantity) -> bool {
        let (moment, mass) = (self.first_moment_of(of), self.lagrangian.mass());
        (0..3).all(|k| (values[k] * mass).agrees(moment[k]))
    }

    /// The first moment of all links, or its first or second derivative, for the centre of mass, its velocity or its acceleration.
    pub(crate) fn first_moment_of(&mut self, of: Quantity) -> [Residue; 3] {
        let (qd, qdd) = (self.values(InputKind::Qd), self.values(InputKind::Qdd));
        match of {
            Quantity::CenterOfMassAcceleration => {
                let placements = self.accelerating(&qd, &qdd);
                let moment = self.lagrangian.first_moment(&placements);
                moment.map(|x| x.0[TIME | SECOND])
            }
            Quantity::CenterOfMassVelocity => {
                let placements = self.in_time(&qd).links;
                let moment = self.lagrangian.first_moment(&placements);
                moment.map(|x| x.0[TIME])
            }
            _ => {
                let placements = self.trajectory(&qd).links;
                let moment = self.lagrangian.first_moment(&placements);
                moment.map(|x| x.0[0])
            }
        }
    }

    /// Checks the momentum of all links about their centre of mass, and the matrix at other rates.
    pub(super) fn centroidal(&mut self, values: &[Residue]) -> EquationCheck {
        let qd = &self.values(InputKind::Qd);
        let (momentum, matrix) = values.split_at(6);
        let equal = self.is_centroidal_momentum(momentum, qd);
        check_equation(
            equal,
            "h = sum over the links of m r' and of m (r - c) x r'",
        )?;
        let u = self.random.residues(qd.len());
        let equal = self.is_centroidal_momentum(&times(matrix, &u), &u);
        check_equation(equal, "A qd = h")
    }

    /// Whether this is the momentum of all links about their centre of mass c. With the mass m and the first moment
    /// m c: `m L = m (sum of L_i + c_i x p_i) - m c x P`.
    fn is_centroidal_momentum(&mut self, found: &[Residue], qd: &[Residue]) -> bool {
        let still = vec![Residue::ZERO; qd.len()];
        let placements = self.accelerating(qd, &still);
        let first = self.lagrangian.first_moment(&placements);
        let (first, mass) = (first.map(|x| x.0[0]), self.lagrangian.mass());
        let mut sum = [Residue::ZERO; 6];
        for (link, placement) in placements.iter().enumerate() {
            let momentum = self.lagrangian.momentum(placement, link, TIME);
            let [x, y, z, ..] = momentum;
            let swing = cross(&self.lagrangian.center(placement, link), &[x, y, z]);
            for k in 0..3 {
                sum[k] = sum[k] + momentum[k];
                sum[3 + k] = sum[3 + k] + momentum[3 + k] + swing[k];
            }
        }
        let [x, y, z, angular @ ..] = sum;
        let carried = cross(&first, &[x, y, z]);
        let is_angular = (0..3).all(|k| mass * found[3 + k] == mass * angular[k] - carried[k]);
        found[..3] == sum[..3] && is_angular
    }
}

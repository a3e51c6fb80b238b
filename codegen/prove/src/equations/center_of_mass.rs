//! The mass, the position, velocity and acceleration of its centre, and the momentum about this centre.

use super::{Degree, EquationCheck, Proof, cross, times};
use crate::arithmetic::{Residue, SECOND, TIME};
use multibody_description::function::Quantity;
use multibody_program::ir::InputKind;

pub(super) const MASS: Degree = Degree {
    numbers: 1,
    ..Degree::OF_VALUE
};
/// `m X c`
pub(super) const POSITION: Degree = Degree {
    placements: 1,
    numbers: 2,
    ..Degree::OF_VALUE
};
pub(super) const VELOCITY: Degree = Degree {
    derivatives: 1,
    vectors: 1,
    ..POSITION
};
pub(super) const ACCELERATION: Degree = Degree {
    derivatives: 2,
    vectors: 2,
    ..POSITION
};
/// `X c x m X' c`, times the mass of all links; their first moment `m X c` times their momentum `m X' c`.
pub(super) const CENTROIDAL: Degree = Degree {
    placements: 2,
    derivatives: 1,
    numbers: 4,
    vectors: 1,
    ..Degree::OF_VALUE
};

impl Proof<'_> {
    pub(super) fn total_mass(&mut self, value: &[Residue]) -> EquationCheck {
        let mass = self.lagrangian.mass();
        self.equal(value, &[mass], "mass = sum of m")
    }

    pub(super) fn center_of_mass(&mut self, values: &[Residue]) -> EquationCheck {
        self.mean(
            values,
            Quantity::CenterOfMass,
            "(sum of m) com = sum of m r",
        )
    }

    pub(super) fn center_of_mass_velocity(&mut self, values: &[Residue]) -> EquationCheck {
        let of = Quantity::CenterOfMassVelocity;
        self.mean(values, of, "(sum of m) v = d/dt (sum of m r)")
    }

    pub(super) fn center_of_mass_acceleration(&mut self, values: &[Residue]) -> EquationCheck {
        let of = Quantity::CenterOfMassAcceleration;
        self.mean(values, of, "(sum of m) a = d2/dt2 (sum of m r)")
    }

    /// Checks that the values, times the mass, are this first moment of all links.
    fn mean(&mut self, values: &[Residue], of: Quantity, equation: &'static str) -> EquationCheck {
        let (moment, mass) = (self.first_moment_of(of), self.lagrangian.mass());
        let weighted: Vec<Residue> = values.iter().map(|&value| value * mass).collect();
        self.equal(&weighted, &moment, equation)
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
        self.centroidal_momentum(
            momentum,
            qd,
            "h = sum over the links of m r' and of m (r - c) x r'",
        )?;
        let u = self.vector();
        self.centroidal_momentum(&times(matrix, &u), &u, "A qd = h")
    }

    /// Checks that this is the momentum of all links about their centre of mass.
    fn centroidal_momentum(
        &mut self,
        found: &[Residue],
        qd: &[Residue],
        equation: &'static str,
    ) -> EquationCheck {
        let [found, expected] = self.centroidal_sides(found, qd);
        self.equal(&found, &expected, equation)
    }

    /// Both sides of the equation of the momentum of all links about their centre of mass c. With the mass m and the first
    /// moment m c: `m L = m (sum of L_i + c_i x p_i) - m c x P`.
    pub(crate) fn centroidal_sides(
        &mut self,
        found: &[Residue],
        qd: &[Residue],
    ) -> [[Residue; 6]; 2] {
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
        let [x, y, z, a, b, c] = sum;
        let [d, e, f] = cross(&first, &[x, y, z]);
        let weighted = [3, 4, 5].map(|k| mass * found[k]);
        let [u, v, w] = weighted;
        [
            [found[0], found[1], found[2], u, v, w],
            [x, y, z, mass * a - d, mass * b - e, mass * c - f],
        ]
    }
}

//! Forces along joints with one degree of freedom.

use std::vec;

use nalgebra::DVector;

use super::{Model, PointSpring};

/// A force along a joint at position q and rate qd.
#[derive(Clone, Debug)]
pub(crate) enum Force {
    /// `-k (q - q0)`.
    Spring { stiffness: f64, rest: f64 },
    /// `-d qd`.
    Damping(f64),
    /// `-mu qd / sqrt(qd^2 + e^2)`.
    Friction { friction: f64, rate: f64 },
}

impl Force {
    fn value(&self, q: f64, qd: f64) -> f64 {
        match *self {
            Self::Spring { stiffness, rest } => -stiffness * (q - rest),
            Self::Damping(damping) => -damping * qd,
            Self::Friction { friction, rate } => -friction * qd / qd.hypot(rate),
        }
    }

    fn energy(&self, q: f64) -> f64 {
        match *self {
            Self::Spring { stiffness, rest } => 0.5 * stiffness * (q - rest).powi(2),
            Self::Damping(_) | Self::Friction { .. } => 0.0,
        }
    }
}

impl Model {
    /// The same model with springs on some joints, each given by the index of a joint with one degree of freedom, and
    /// `k` and `q0` of its force `-k (q - q0)`, N/m or N m/rad, m or rad.
    ///
    /// # Panics
    /// If a joint does not have exactly one degree of freedom.
    #[must_use]
    pub fn with_springs(mut self, joints: &[(usize, f64, f64)]) -> Self {
        for &(joint, stiffness, rest) in joints {
            self.add_force(joint, Force::Spring { stiffness, rest });
        }
        self
    }

    /// The same model with viscous damping on some joints, each given by the index of a joint with one degree of
    /// freedom, and `d` of its force `-d qd`, N s/m or N m s/rad.
    ///
    /// # Panics
    /// If a joint does not have exactly one degree of freedom.
    #[must_use]
    pub fn damped(mut self, joints: &[(usize, f64)]) -> Self {
        for &(joint, damping) in joints {
            self.add_force(joint, Force::Damping(damping));
        }
        self
    }

    /// The same model with Coulomb friction on some joints, each given by the index of a joint with one degree of
    /// freedom, and `mu` and `e` of its force `-mu qd / sqrt(qd^2 + e^2)`, N or N m, m/s or rad/s.
    ///
    /// # Panics
    /// If a joint does not have exactly one degree of freedom.
    #[must_use]
    pub fn with_friction(mut self, joints: &[(usize, f64, f64)]) -> Self {
        for &(joint, friction, rate) in joints {
            self.add_force(joint, Force::Friction { friction, rate });
        }
        self
    }

    /// The same model with springs between points of links.
    #[must_use]
    pub fn with_point_springs(mut self, springs: &[PointSpring]) -> Self {
        self.point_springs.extend_from_slice(springs);
        self
    }

    fn add_force(&mut self, joint: usize, force: Force) {
        let coordinate = (self.joints()[joint].motion.coordinate().cloned())
            .expect("a force acts along one degree of freedom");
        self.forces.push((coordinate, force));
    }

    /// The generalized force of springs, damping and friction.
    pub fn passive(&self, q: &[f64], qd: &[f64]) -> DVector<f64> {
        let mut sum = vec![0.0; self.nv];
        for (coordinate, force) in &self.forces {
            let (q, qd) = (coordinate.position(q), coordinate.rate(qd));
            // The joint's rate is `multiplier qd`. Since both have the same power, the force on the coordinate is the
            // multiplier times that on the joint.
            sum[coordinate.index_v] += coordinate.multiplier * force.value(q, qd);
        }
        let springs = self.point_springs.iter();
        springs.fold(DVector::from_vec(sum), |sum, spring| {
            sum + spring.force(self, q, qd)
        })
    }

    /// The energy stored in springs, in J.
    pub fn spring_energy(&self, q: &[f64]) -> f64 {
        let forces = self.forces.iter();
        let joint_energy: f64 = forces
            .map(|(coordinate, force)| force.energy(coordinate.position(q)))
            .sum();
        let springs = self.point_springs.iter();
        joint_energy + springs.map(|spring| spring.energy(self, q)).sum::<f64>()
    }
}

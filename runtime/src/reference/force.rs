//! Forces along joints with one degree of freedom, and along sums of positions.

use std::vec;
use std::vec::Vec;

use nalgebra::{DMatrix, DVector, Vector3};

use super::constant_force::ConstantForce;
use super::{Model, PointSpring};

/// A force along a position q with the rate qd.
#[derive(Clone, Debug)]
pub(crate) enum Force {
    /// `-k (q - q0)`.
    Spring { stiffness: f64, rest: f64 },
    /// `-d qd`.
    Damping(f64),
    /// `-mu qd / sqrt(qd^2 + e^2)`, where mu is `friction` and e is `rate`.
    Friction { friction: f64, rate: f64 },
}

/// Indices of rates, each with a factor.
type RateFactors<'a> = &'a [(usize, f64)];

/// The position along which a force acts: a constant plus the sum over the terms.
#[derive(Clone, Debug)]
pub(crate) struct LineOfAction {
    offset: f64,
    terms: Vec<Term>,
}

/// A factor times a position, and its derivative: the same factor times a rate.
#[derive(Clone, Debug)]
struct Term {
    /// `None` if the rate is not the derivative of a position.
    index_q: Option<usize>,
    index_v: usize,
    factor: f64,
}

impl LineOfAction {
    /// The same line with another constant.
    pub fn shifted(self, offset: f64) -> Self {
        Self { offset, ..self }
    }

    /// The position along the line.
    pub fn position(&self, q: &[f64]) -> f64 {
        let terms = self.terms.iter();
        let products = terms.map(|term| term.factor * term.index_q.map_or(0.0, |index| q[index]));
        self.offset + products.sum::<f64>()
    }

    /// The time derivative of the position along the line.
    pub fn rate(&self, qd: &[f64]) -> f64 {
        let terms = self.terms.iter();
        terms.map(|term| term.factor * qd[term.index_v]).sum()
    }
}

impl Force {
    /// The force at the position q and the rate qd along its line.
    fn value(&self, q: f64, qd: f64) -> f64 {
        match *self {
            Self::Spring { stiffness, rest } => -stiffness * (q - rest),
            Self::Damping(damping) => -damping * qd,
            Self::Friction { friction, rate } => -friction * qd / qd.hypot(rate),
        }
    }

    /// The derivative of friction by the rate, `-mu e^2 / (qd^2 + e^2)^(3/2)`; 0 for other forces.
    fn friction_slope(&self, qd: f64) -> f64 {
        match *self {
            Self::Friction { friction, rate } => -friction * rate.powi(2) / qd.hypot(rate).powi(3),
            Self::Spring { .. } | Self::Damping(_) => 0.0,
        }
    }

    /// The energy that the force stores at the position q along its line.
    fn energy(&self, q: f64) -> f64 {
        match *self {
            Self::Spring { stiffness, rest } => 0.5 * stiffness * (q - rest).powi(2),
            Self::Damping(_) | Self::Friction { .. } => 0.0,
        }
    }
}

impl Model {
    /// The same model with springs on some joints. Each spring is given by the index of a joint with one degree of freedom,
    /// and by `k` and `q0` of its force `-k (q - q0)`, N/m or N m/rad, m or rad.
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

    /// The same model with viscous damping on some joints. Each damper is given by the index of a joint with one degree of
    /// freedom, and by `d` of its force `-d qd`, N s/m or N m s/rad.
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

    /// The same model with Coulomb friction on some joints. Each is given by the index of a joint with one degree of
    /// freedom, and by `mu` and `e` of its force `-mu qd / sqrt(qd^2 + e^2)`, N or N m, m/s or rad/s.
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

    /// The same model with springs along sums of positions. Each sum is given by the indices of the rates that are the
    /// derivatives of its positions, with their factors; k and q0 follow, as in [`with_springs`](Self::with_springs).
    ///
    /// # Panics
    /// If a rate is not the derivative of a position.
    #[must_use]
    pub fn with_springs_along(mut self, springs: &[(RateFactors<'_>, f64, f64)]) -> Self {
        for &(rates, stiffness, rest) in springs {
            let line = self.line_of_action(rates);
            assert!(line.terms.iter().all(|term| term.index_q.is_some()));
            self.forces.push((line, Force::Spring { stiffness, rest }));
        }
        self
    }

    /// The same model with viscous damping along sums of rates, each given by indices of rates and their factors; d
    /// follows, as in [`damped`](Self::damped).
    #[must_use]
    pub fn damped_along(mut self, dampers: &[(RateFactors<'_>, f64)]) -> Self {
        for &(rates, damping) in dampers {
            let line = self.line_of_action(rates);
            self.forces.push((line, Force::Damping(damping)));
        }
        self
    }

    /// The same model with Coulomb friction along sums of rates, each given by indices of rates and their factors; mu
    /// and e follow, as in [`with_friction`](Self::with_friction).
    #[must_use]
    pub fn with_friction_along(mut self, frictions: &[(RateFactors<'_>, f64, f64)]) -> Self {
        for &(rates, friction, rate) in frictions {
            let line = self.line_of_action(rates);
            self.forces.push((line, Force::Friction { friction, rate }));
        }
        self
    }

    /// The same model with springs between points of links.
    #[must_use]
    pub fn with_point_springs(mut self, springs: &[PointSpring]) -> Self {
        self.point_springs.extend_from_slice(springs);
        self
    }

    /// The same model with constant forces on links. Each is given by the index of a link, a point in the link's frame, and
    /// the force in world axes, N.
    #[must_use]
    pub fn with_constant_forces(mut self, forces: &[(usize, [f64; 3], [f64; 3])]) -> Self {
        let constant_forces = forces.iter().map(|&(link, point, force)| ConstantForce {
            link,
            point: Vector3::from(point),
            force: Vector3::from(force),
        });
        self.constant_forces.extend(constant_forces);
        self
    }

    /// Adds a force along the position of a joint, `multiplier q + offset`.
    fn add_force(&mut self, joint: usize, force: Force) {
        let coordinate = (self.joints()[joint].motion.coordinate().cloned())
            .expect("a force acts along one degree of freedom");
        let line = LineOfAction {
            offset: coordinate.offset,
            terms: vec![Term {
                index_q: Some(coordinate.index_q),
                index_v: coordinate.index_v,
                factor: coordinate.multiplier,
            }],
        };
        self.forces.push((line, force));
    }

    /// The line whose rate is the sum of the rates, each times its factor.
    pub(super) fn line_of_action(&self, rates: &[(usize, f64)]) -> LineOfAction {
        let terms = rates.iter().map(|&(index_v, factor)| Term {
            index_q: self.position_of_rate(index_v),
            index_v,
            factor,
        });
        LineOfAction {
            offset: 0.0,
            terms: terms.collect(),
        }
    }

    /// The index of the position whose derivative is this rate; `None` if the rate belongs to a joint with fewer rates than
    /// positions.
    fn position_of_rate(&self, rate: usize) -> Option<usize> {
        let joints = self.bodies.iter().map(|body| &body.joint);
        let mut owners = joints.filter(|joint| joint.velocities().contains(&rate));
        let joint = owners.next()?;
        let (positions, rates) = (joint.positions(), joint.velocities());
        (positions.len() == rates.len()).then(|| positions.start + rate - rates.start)
    }

    /// The generalized force of springs, damping, friction and constant forces.
    pub fn passive(&self, q: &[f64], qd: &[f64]) -> DVector<f64> {
        let mut sum = vec![0.0; self.nv];
        for (line, force) in &self.forces {
            let value = force.value(line.position(q), line.rate(qd));
            // The rate along the line is the sum of `factor qd`. Since both have the same power, the force on a
            // coordinate is the factor times that along the line.
            for term in &line.terms {
                sum[term.index_v] += term.factor * value;
            }
        }
        let springs = self.point_springs.iter();
        let sum = springs.fold(DVector::from_vec(sum), |sum, spring| {
            sum + spring.force(self, q, qd)
        });
        let constant_forces = self.constant_forces.iter();
        constant_forces.fold(sum, |sum, force| sum + force.generalized_force(self, q))
    }

    /// The generalized force of Coulomb friction.
    pub(super) fn friction_force(&self, qd: &[f64]) -> DVector<f64> {
        let mut sum = DVector::zeros(self.nv);
        for (line, force) in &self.forces {
            if matches!(force, Force::Friction { .. }) {
                let value = force.value(0.0, line.rate(qd));
                for term in &line.terms {
                    sum[term.index_v] += term.factor * value;
                }
            }
        }
        sum
    }

    /// The derivatives of [`friction_force`](Self::friction_force) by rates.
    pub(super) fn friction_derivatives(&self, qd: &[f64]) -> DMatrix<f64> {
        let mut sum = DMatrix::zeros(self.nv, self.nv);
        for (line, force) in &self.forces {
            let slope = force.friction_slope(line.rate(qd));
            for row in &line.terms {
                for column in &line.terms {
                    sum[(row.index_v, column.index_v)] += row.factor * column.factor * slope;
                }
            }
        }
        sum
    }

    /// The energy stored in springs, in J.
    pub fn spring_energy(&self, q: &[f64]) -> f64 {
        let forces = self.forces.iter();
        let joint_energy: f64 = forces
            .map(|(line, force)| force.energy(line.position(q)))
            .sum();
        let springs = self.point_springs.iter();
        joint_energy + springs.map(|spring| spring.energy(self, q)).sum::<f64>()
    }
}

//! Motions of joints. A joint type consists of a variant of [`Motion`], its lines in `Motion::coordinate` and
//! `Motion::model`, and a file with the same functions in the same order as in the other files.

mod ball;
mod exponential;
mod fixed;
mod floating;
mod modified_rodrigues;
mod planar;
mod prismatic;
mod quaternion_rates;
mod revolute;
mod screw;
mod sequence;
mod three_parameters;

use std::{boxed::Box, fmt::Debug, ops::Range, vec::Vec};

use nalgebra::{Matrix3, Matrix6xX, Unit, Vector3};

use crate::spatial::Placement;
use exponential::RotationVector;
use modified_rodrigues::ModifiedRodrigues;
use three_parameters::{Ball, BallByDerivatives, Floating};

/// The motion of a joint's child relative to its parent.
#[derive(Clone, Debug, PartialEq)]
pub enum Motion {
    /// No motion.
    Fixed,
    /// Turns about an axis through the joint frame's origin; rad.
    Revolute {
        /// The axis, in joint axes, of any length but zero.
        axis: [f64; 3],
        /// The angle.
        coordinate: Coordinate,
    },
    /// Slides along an axis; m.
    Prismatic {
        /// The axis, in joint axes, of any length but zero.
        axis: [f64; 3],
        /// The displacement.
        coordinate: Coordinate,
    },
    /// Turns about an axis through the joint frame's origin, and slides along it. The coordinate is the angle, rad.
    Screw {
        /// The axis, in joint axes, of any length but zero.
        axis: [f64; 3],
        /// The displacement along the axis per angle, m/rad.
        pitch: f64,
        /// The angle.
        coordinate: Coordinate,
    },
    /// Turns about the joint frame's origin. Four positions: quaternion x y z w (body to joint axes).
    /// Three velocities: the angular velocity in body axes.
    Ball {
        /// The index of its first position in `q`.
        q: usize,
        /// The index of its first velocity in `qd`.
        v: usize,
    },
    /// Slides in the x-y plane of `axes` and turns about its z. Three positions: x, y, angle. Three velocities: along
    /// the moving x and y, then the angular velocity.
    Planar {
        /// The axes of the plane, by rows: `x_joint = axes x_plane`.
        axes: [[f64; 3]; 3],
        /// The index of its first position in `q`.
        q: usize,
        /// The index of its first velocity in `qd`.
        v: usize,
    },
    /// Turns about the joint frame's origin. Three positions: a rotation vector, axis times angle (body to joint axes).
    /// Three velocities: the angular velocity in body axes.
    ExponentialBall {
        /// The index of its first position in `q`.
        q: usize,
        /// The index of its first velocity in `qd`.
        v: usize,
    },
    /// As [`ExponentialBall`](Self::ExponentialBall), but the velocities are the derivatives of the positions.
    ExponentialRates {
        /// The index of its first position in `q`.
        q: usize,
        /// The index of its first velocity in `qd`.
        v: usize,
    },
    /// Turns about the joint frame's origin. Four positions: quaternion x y z w (body to joint axes). Four velocities:
    /// the derivatives of the positions.
    QuaternionRates {
        /// The index of its first position in `q`.
        q: usize,
        /// The index of its first velocity in `qd`.
        v: usize,
    },
    /// One motion after another, each in the frame moved by the previous one. Their positions and velocities are in the
    /// same order, without gaps.
    Sequence(Vec<Motion>),
    /// Moves freely. Seven positions: x y z in joint axes, quaternion x y z w (body to joint axes).
    /// Six velocities in body axes: that of the body's origin, then the angular velocity.
    Floating {
        /// The index of its first position in `q`.
        q: usize,
        /// The index of its first velocity in `qd`.
        v: usize,
    },
    /// Moves freely. Six positions: x y z in joint axes, a rotation vector (body to joint axes). Six velocities in body
    /// axes: that of the body's origin, then the angular velocity.
    ExponentialFloating {
        /// The index of its first position in `q`.
        q: usize,
        /// The index of its first velocity in `qd`.
        v: usize,
    },
    /// Turns about the joint frame's origin. Three positions: modified Rodrigues parameters, the axis times the tangent
    /// of a quarter of the angle (body to joint axes). Three velocities: the angular velocity in body axes.
    ModifiedRodriguesBall {
        /// The index of its first position in `q`.
        q: usize,
        /// The index of its first velocity in `qd`.
        v: usize,
    },
    /// As [`ModifiedRodriguesBall`](Self::ModifiedRodriguesBall), but the velocities are the derivatives of the
    /// positions.
    ModifiedRodriguesRates {
        /// The index of its first position in `q`.
        q: usize,
        /// The index of its first velocity in `qd`.
        v: usize,
    },
    /// Moves freely. Six positions: x y z in joint axes, modified Rodrigues parameters (body to joint axes). Six
    /// velocities in body axes: that of the body's origin, then the angular velocity.
    ModifiedRodriguesFloating {
        /// The index of its first position in `q`.
        q: usize,
        /// The index of its first velocity in `qd`.
        v: usize,
    },
}

/// The position of a joint with one degree of freedom: `multiplier q[index_q] + offset`.
///
/// A mimic joint has the indices of the joint that it mimics.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinate {
    /// The index of its position in `q`.
    pub index_q: usize,
    /// The index of its velocity in `qd`.
    pub index_v: usize,
    /// The change of the joint's position per unit of the coordinate.
    pub multiplier: f64,
    /// Joint position at coordinate zero, rad or m.
    pub offset: f64,
}

impl Coordinate {
    pub(crate) fn position(&self, q: &[f64]) -> f64 {
        self.multiplier * q[self.index_q] + self.offset
    }

    pub(crate) fn rate(&self, qd: &[f64]) -> f64 {
        self.multiplier * qd[self.index_v]
    }

    fn positions(&self) -> Range<usize> {
        self.index_q..self.index_q + 1
    }

    fn velocities(&self) -> Range<usize> {
        self.index_v..self.index_v + 1
    }
}

/// What the algorithms need from a joint: its transform and its motion subspace (Featherstone 2008, chapter 4).
pub(crate) trait JointModel: Debug + Send + Sync {
    /// The index range of the joint's positions in `q`.
    fn positions(&self) -> Range<usize>;

    /// The index range of the joint's velocities in `qd`.
    fn velocities(&self) -> Range<usize>;

    /// The placement of the child link in the joint frame.
    fn placement(&self, q: &[f64]) -> Placement;

    /// `S`: the child's velocity relative to its parent is `S qd`, in the child's axes at its origin. It has a column
    /// for each velocity.
    fn subspace(&self, q: &[f64]) -> Matrix6xX<f64>;

    /// `dS/dt`, component by component in the child's axes.
    fn subspace_rate(&self, q: &[f64], qd: &[f64]) -> Matrix6xX<f64>;

    /// Writes the joint's part of `dq/dt = N(q) qd`.
    fn position_rate(&self, q: &[f64], qd: &[f64], rate: &mut [f64]);

    /// Normalizes the joint's part of `q`: quaternions get unit length, and a quaternion of zeros becomes the identity.
    fn normalize(&self, q: &mut [f64]);
}

impl Motion {
    /// One motion after another.
    pub fn sequence(motions: impl Into<Vec<Self>>) -> Self {
        Self::Sequence(motions.into())
    }

    /// The coordinate of a joint with one degree of freedom.
    pub(crate) fn coordinate(&self) -> Option<&Coordinate> {
        match self {
            Self::Revolute { coordinate, .. }
            | Self::Prismatic { coordinate, .. }
            | Self::Screw { coordinate, .. } => Some(coordinate),
            Self::Fixed
            | Self::Ball { .. }
            | Self::Planar { .. }
            | Self::Floating { .. }
            | Self::ExponentialBall { .. }
            | Self::ExponentialRates { .. }
            | Self::ExponentialFloating { .. }
            | Self::QuaternionRates { .. }
            | Self::ModifiedRodriguesBall { .. }
            | Self::ModifiedRodriguesRates { .. }
            | Self::ModifiedRodriguesFloating { .. }
            | Self::Sequence(_) => None,
        }
    }

    /// Makes the joint model for the algorithms.
    ///
    /// # Panics
    /// If an axis is zero.
    pub(crate) fn model(&self) -> Box<dyn JointModel> {
        match self {
            Self::Fixed => Box::new(fixed::Fixed),
            Self::Revolute { axis, coordinate } => Box::new(revolute::Revolute {
                axis: unit(*axis),
                coordinate: coordinate.clone(),
            }),
            Self::Prismatic { axis, coordinate } => Box::new(prismatic::Prismatic {
                axis: unit(*axis),
                coordinate: coordinate.clone(),
            }),
            Self::Screw {
                axis,
                pitch,
                coordinate,
            } => Box::new(screw::Screw {
                axis: unit(*axis),
                pitch: *pitch,
                coordinate: coordinate.clone(),
            }),
            Self::Ball { q, v } => Box::new(ball::Ball { q: *q, v: *v }),
            Self::Planar { axes, q, v } => Box::new(planar::Planar {
                axes: Matrix3::from_fn(|row, column| axes[row][column]),
                q: *q,
                v: *v,
            }),
            Self::Sequence(motions) => Box::new(sequence::Sequence {
                motions: motions.iter().map(Self::model).collect(),
            }),
            Self::Floating { q, v } => Box::new(floating::Floating { q: *q, v: *v }),
            Self::ExponentialBall { q, v } => Box::new(Ball::<RotationVector>::at(*q, *v)),
            Self::ExponentialRates { q, v } => {
                Box::new(BallByDerivatives::<RotationVector>::at(*q, *v))
            }
            Self::ExponentialFloating { q, v } => Box::new(Floating::<RotationVector>::at(*q, *v)),
            Self::ModifiedRodriguesBall { q, v } => Box::new(Ball::<ModifiedRodrigues>::at(*q, *v)),
            Self::ModifiedRodriguesRates { q, v } => {
                Box::new(BallByDerivatives::<ModifiedRodrigues>::at(*q, *v))
            }
            Self::ModifiedRodriguesFloating { q, v } => {
                Box::new(Floating::<ModifiedRodrigues>::at(*q, *v))
            }
            Self::QuaternionRates { q, v } => {
                Box::new(quaternion_rates::QuaternionRates { q: *q, v: *v })
            }
        }
    }
}

fn unit(axis: [f64; 3]) -> Unit<Vector3<f64>> {
    Unit::try_new(Vector3::from(axis), 0.0).expect("the axis of a joint has a length")
}

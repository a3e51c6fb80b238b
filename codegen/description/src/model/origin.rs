//! Constant poses.

use super::{Number, Quantity, Span};
use multibody_program::exact::{Rational, RationalMatrix, rotation};

/// A constant pose in the parent's frame.
#[derive(Clone, Debug)]
pub struct Origin {
    /// m.
    pub xyz: [Quantity; 3],
    /// The orientation of the axes.
    pub rotation: Rotation,
}

/// A constant rotation as in the description.
#[derive(Clone, Debug)]
pub enum Rotation {
    /// Roll, pitch, yaw about the fixed axes x, y, z: `Rz(yaw) Ry(pitch) Rx(roll)`, rad.
    RollPitchYaw([Quantity; 3]),
    /// A matrix that is exactly orthogonal: its columns are the axes in the parent's frame.
    Exact(RationalMatrix),
}

impl Rotation {
    /// The angles; empty if the rotation is a matrix.
    #[must_use]
    pub fn angles(&self) -> &[Quantity] {
        match self {
            Self::RollPitchYaw(angles) => angles,
            Self::Exact(_) => &[],
        }
    }

    /// Whether it is known to be the identity.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        let is_zero = |a: &Quantity| a.exact().is_some_and(|n| n.value == Rational::ZERO);
        match self {
            Self::RollPitchYaw(angles) => angles.iter().all(is_zero),
            Self::Exact(matrix) => *matrix == rotation::identity(),
        }
    }
}

impl Origin {
    /// The pose of the parent's frame itself, left out in the element at `span`.
    #[must_use]
    pub fn identity(span: Span) -> Self {
        let zeros = || std::array::from_fn(|_| Quantity::Exact(Number::left_out(0, span)));
        Self {
            xyz: zeros(),
            rotation: Rotation::RollPitchYaw(zeros()),
        }
    }
}

//! Converts numbers of the description to values, and snaps those close to a quarter turn.

use super::snap::Snapper;
use crate::model::{Origin, Quantity, Rotation};
use multibody_program::exact::{RationalMatrix, rotation};
use multibody_program::ir::{Builder, Matrix3};

/// Makes the values of a system from the numbers of its description.
pub struct Numbers {
    /// The builder of the values.
    pub builder: Builder,
    /// Replaces numbers close to a quarter turn.
    pub snapper: Snapper,
}

/// A rotation that is known exactly, or one that depends on parameters.
#[allow(clippy::large_enum_variant, reason = "few exist at a time")]
pub enum Turn {
    Exact(Box<RationalMatrix>),
    Values(Matrix3),
}

impl Numbers {
    /// The rotation of an origin relative to its parent's axes.
    pub fn rotation(&mut self, origin: &Origin, place: impl Fn() -> String) -> Turn {
        let rpy = match &origin.rotation {
            Rotation::RollPitchYaw(rpy) => rpy,
            Rotation::Exact(matrix) => {
                let snapped = self.snapper.rotation(matrix, place);
                return Turn::Exact(Box::new(snapped.unwrap_or_else(|| matrix.clone())));
            }
        };
        let mut turn = |axis: usize, word: &str| match &rpy[axis] {
            Quantity::Exact(number) => {
                let angle = self
                    .snapper
                    .angle(number, || format!("{word} of {}", place()));
                Turn::Exact(Box::new(rotation::about(axis, &angle)))
            }
            Quantity::Expression(angle, _) => Turn::Values(self.builder.turn(axis, *angle)),
        };
        let (roll, pitch, yaw) = (turn(0, "roll"), turn(1, "pitch"), turn(2, "yaw"));
        // Rz(yaw) Ry(pitch) Rx(roll)
        let tilted = self.product(&pitch, &roll);
        self.product(&yaw, &tilted)
    }

    fn product(&mut self, a: &Turn, b: &Turn) -> Turn {
        if let (Turn::Exact(a), Turn::Exact(b)) = (a, b) {
            return Turn::Exact(Box::new(rotation::product(a, b)));
        }
        let (a, b) = (self.values(a), self.values(b));
        Turn::Values(self.builder.mul_mat(&a, &b))
    }

    /// A rotation as values.
    pub fn values(&mut self, turn: &Turn) -> Matrix3 {
        match turn {
            Turn::Exact(matrix) => self.matrix(matrix),
            Turn::Values(values) => *values,
        }
    }

    /// A constant matrix.
    pub fn matrix(&mut self, m: &RationalMatrix) -> Matrix3 {
        std::array::from_fn(|i| std::array::from_fn(|j| self.builder.constant(&m[i][j])))
    }
}

//! Which frames a joint leaves to choose.

use crate::ir::{Builder, InputKind, Matrix3, Pose, Value};
use crate::joint::JointType;

/// What a joint's transform commutes with, read off the transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// X(q) is a turn about z by q: frames may be turned about z and shifted along it, and half a
    /// turn about x turns q around.
    Turn,
    /// X(q) is a shift along z by q: the same freedom.
    Slide,
    /// Any other transform: the frames are as they are.
    None,
}

impl Symmetry {
    /// Of a joint type.
    #[must_use]
    pub fn of(kind: &dyn JointType) -> Self {
        if kind.coordinates().len() != 1 {
            return Self::None;
        }
        let mut b = Builder::new();
        let q = b.input(InputKind::Local, 0);
        let pose = kind.transform(&mut b, &[q]);
        let (s, c) = b.sin_cos(q);
        let turn = Pose {
            rotation: turn_about_z(&mut b, s, c),
            translation: b.zeros(),
        };
        let slide = Pose {
            rotation: b.identity(),
            translation: [b.zero(), b.zero(), q],
        };
        // Equal values are one value, so equal transforms have equal entries.
        if pose == turn {
            Self::Turn
        } else if pose == slide {
            Self::Slide
        } else {
            Self::None
        }
    }
}

/// Rotation about z with a given sine and cosine.
pub fn turn_about_z(b: &mut Builder, s: Value, c: Value) -> Matrix3 {
    let (o, l, minus) = (b.zero(), b.one(), b.neg(s));
    [[c, minus, o], [s, c, o], [o, o, l]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joint::{Floating, Prismatic, Revolute};

    #[test]
    fn symmetries_are_read_off_the_transform() {
        assert_eq!(Symmetry::of(&Revolute), Symmetry::Turn);
        assert_eq!(Symmetry::of(&Prismatic), Symmetry::Slide);
        assert_eq!(Symmetry::of(&Floating), Symmetry::None);
    }
}

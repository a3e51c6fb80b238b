//! The freedom that a joint leaves in the choice of frames.

use multibody_description::joint::JointType;
use multibody_program::exact::Angle;
use multibody_program::ir::{Builder, InputKind, LinearForm, Matrix3, Pose, Value};

/// The changes of frames after which a joint's transform X(q) has the same form, up to the sign and an offset of q. They are derived
/// from X(q) itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// X(q) is a turn about z by q: frames may be turned about z and shifted along it, and half a turn about x
    /// reverses the sign of q. A turn about z of one of the two frames is an offset of q.
    Turn,
    /// X(q) is a shift along z proportional to q, with or without a turn about z by q. The freedom is the same,
    /// except that both frames have to be turned about z alike.
    Axial,
    /// Any other transform: the frames stay as they are.
    None,
}

impl Symmetry {
    /// The symmetry of a joint type.
    #[must_use]
    pub fn of(kind: &dyn JointType) -> Self {
        if kind.positions().len() != 1 {
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
        // A builder stores equal values once, so equal transforms have equal entries.
        if pose == turn {
            return Self::Turn;
        }
        let [x, y, z] = pose.translation;
        let program = b.finish(&[z]);
        // Linear forms are made for angles, but z may be any linear function of q. It is proportional to q if the offset is 0.
        let shift_form = LinearForm::of(&program, program.outputs()[0]);
        let is_proportional = shift_form.is_some_and(|form| form.offset == Angle::ZERO);
        let is_turn_or_identity = [turn.rotation, b.identity()].contains(&pose.rotation);
        if b.is_zero(x) && b.is_zero(y) && is_proportional && is_turn_or_identity {
            Self::Axial
        } else {
            Self::None
        }
    }
}

/// Rotation about z with a given sine and cosine.
pub fn turn_about_z(b: &mut Builder, s: Value, c: Value) -> Matrix3 {
    let (zero, one, minus_s) = (b.zero(), b.one(), b.neg(s));
    [[c, minus_s, zero], [s, c, zero], [zero, zero, one]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::joint::{Ball, Floating, Planar, Prismatic, Revolute, Screw};
    use multibody_program::exact::integer;

    #[test]
    fn symmetries_are_read_off_the_transform() {
        assert_eq!(Symmetry::of(&Revolute { is_endless: true }), Symmetry::Turn);
        assert_eq!(Symmetry::of(&Prismatic), Symmetry::Axial);
        for kind in [&Floating as &dyn JointType, &Ball, &Planar] {
            assert_eq!(Symmetry::of(kind), Symmetry::None);
        }
        let screw = |pitch| Symmetry::of(&Screw { pitch });
        assert_eq!(screw(integer(1) / integer(7)), Symmetry::Axial);
        assert_eq!(screw(integer(0)), Symmetry::Turn);
    }
}

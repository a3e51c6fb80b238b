//! Planar joints slide in a plane and turn about its normal, with rates in body axes.

use std::sync::Arc;

use super::{Axis, JointType, MotionDatum, PositionKind, TextbookMotion, Word};
use multibody_program::ir::{Builder, Pose, Value};

/// Planar joints: x, y and the angle about z; velocity along the moving body's x and y, and angular
/// velocity about z.
#[derive(Debug)]
pub struct Planar;

/// Its word in descriptions.
pub const PLANAR: Word = Word {
    name: "planar",
    form: "planar(z)",
    arguments: "a normal: planar(z)",
    numbers: &[],
    make: |_| Arc::new(Planar),
};

impl JointType for Planar {
    fn name(&self) -> &'static str {
        "planar"
    }

    fn kind(&self) -> Option<&'static str> {
        Some("Planar")
    }

    fn chart(&self) -> Option<&'static str> {
        Some("Planar")
    }

    fn textbook_motion(&self) -> Option<TextbookMotion> {
        let data = [MotionDatum::Axes, MotionDatum::Position, MotionDatum::Rate];
        Some(TextbookMotion::new("Planar", &data))
    }

    fn axis(&self) -> Axis {
        Axis::Normal
    }

    fn positions(&self) -> &[PositionKind] {
        use PositionKind::{Angle, Length};
        &[Length, Length, Angle]
    }

    fn in_pinocchio(&self) -> Option<(usize, &'static [usize])> {
        Some((4, &[0, 1, 2]))
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        Pose {
            rotation: b.turn(2, q[2]),
            translation: [q[0], q[1], b.zero()],
        }
    }

    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
        let rotation = self.transform(b, q).rotation;
        Some(rotation.map(|row| row.to_vec()).to_vec())
    }
}

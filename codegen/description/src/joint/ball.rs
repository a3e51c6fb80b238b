//! Ball joints turn about a point. Here the orientation is a unit quaternion, with rates in body axes.

use std::sync::Arc;

use super::orientation::Quaternion;
use super::{Axis, JointType, OrientationChart, PositionKind, TextbookMotion, Word};
use multibody_program::ir::{Builder, Pose, Value};

/// Ball joints: a quaternion x y z w, angular rates in the axes of the moving body.
#[derive(Debug)]
pub struct Ball;

/// Its word in descriptions.
pub const BALL: Word = Word {
    name: "ball",
    form: "ball",
    arguments: "nothing behind it: ball",
    numbers: &[],
    make: |_| Arc::new(Ball),
};

impl JointType for Ball {
    fn name(&self) -> &'static str {
        "ball"
    }

    fn kind(&self) -> Option<&'static str> {
        Some("Ball")
    }

    fn chart(&self) -> Option<&'static str> {
        Some(Quaternion.variants()[0])
    }

    fn textbook_motion(&self) -> Option<TextbookMotion> {
        Some(TextbookMotion::with_indices("Ball"))
    }

    fn axis(&self) -> Axis {
        Axis::None
    }

    fn positions(&self) -> &[PositionKind] {
        &[PositionKind::Orientation(&Quaternion); 4]
    }

    fn nv(&self) -> usize {
        3
    }

    fn in_pinocchio(&self) -> Option<(usize, &'static [usize])> {
        Some((4, &[0, 1, 2, 3]))
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        Pose {
            rotation: Quaternion.rotation(b, q),
            translation: b.zeros(),
        }
    }

    fn turns_in_body_axes(&self) -> bool {
        true
    }

    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
        Some(Quaternion.rate_map(b, q))
    }
}

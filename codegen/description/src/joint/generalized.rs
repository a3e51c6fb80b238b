//! A coordinate that belongs to no joint: expressions define its effect.

use super::{Axis, JointType, PositionKind};
use multibody_program::ir::{Builder, Pose, Value};

/// A coordinate that a description names and that belongs to no joint.
#[derive(Debug)]
pub struct Generalized;

impl JointType for Generalized {
    fn name(&self) -> &'static str {
        "coordinate"
    }

    fn kind(&self) -> Option<&'static str> {
        Some("Coordinate")
    }

    fn axis(&self) -> Axis {
        Axis::None
    }

    fn positions(&self) -> &[PositionKind] {
        &[PositionKind::Number]
    }

    /// The identity: the coordinate moves no link.
    fn transform(&self, b: &mut Builder, _: &[Value]) -> Pose {
        b.identity_pose()
    }
}

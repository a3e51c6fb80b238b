//! Prismatic joints slide along z.

use std::sync::Arc;

use super::{JointType, MotionDatum, PositionKind, TextbookMotion, Word};
use multibody_program::ir::{Builder, Pose, Value};

/// Prismatic joints.
#[derive(Debug)]
pub struct Prismatic;

/// Its word in descriptions.
pub const PRISMATIC: Word = Word {
    name: "prismatic",
    form: "prismatic(z)",
    arguments: "an axis: prismatic(x)",
    numbers: &[],
    make: |_| Arc::new(Prismatic),
};

impl JointType for Prismatic {
    fn name(&self) -> &'static str {
        "prismatic"
    }

    fn kind(&self) -> Option<&'static str> {
        Some("Prismatic")
    }

    fn textbook_motion(&self) -> Option<TextbookMotion> {
        let data = [MotionDatum::Axis, MotionDatum::Coordinate];
        Some(TextbookMotion::new("Prismatic", &data))
    }

    fn needs_limits(&self) -> bool {
        true
    }

    fn positions(&self) -> &[PositionKind] {
        &[PositionKind::Length]
    }

    fn in_pinocchio(&self) -> Option<(usize, &'static [usize])> {
        Some((1, &[0]))
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        Pose {
            rotation: b.identity(),
            translation: [b.zero(), b.zero(), q[0]],
        }
    }
}

//! Revolute joints turn about z.

use std::sync::Arc;

use super::{JointType, MotionDatum, PositionKind, TextbookMotion, Word};
use multibody_program::ir::{Builder, Pose, Value};

/// Revolute and continuous joints.
#[derive(Debug)]
pub struct Revolute {
    /// Whether it turns without end, and so has no range.
    pub is_endless: bool,
}

/// The word for a joint with a range.
pub const REVOLUTE: Word = Word {
    name: "revolute",
    form: "revolute(z)",
    arguments: "an axis: revolute(z)",
    numbers: &[],
    make: |_| Arc::new(Revolute { is_endless: false }),
};

/// The word for a joint without a range.
pub const CONTINUOUS: Word = Word {
    name: "continuous",
    form: "continuous(z)",
    arguments: "an axis: continuous(z)",
    numbers: &[],
    make: |_| Arc::new(Revolute { is_endless: true }),
};

impl JointType for Revolute {
    fn name(&self) -> &'static str {
        if self.is_endless { CONTINUOUS.name } else { REVOLUTE.name }
    }

    fn kind(&self) -> Option<&'static str> {
        Some(if self.is_endless { "Continuous" } else { "Revolute" })
    }

    fn textbook_motion(&self) -> Option<TextbookMotion> {
        let data = [MotionDatum::Axis, MotionDatum::Coordinate];
        Some(TextbookMotion::new("Revolute", &data))
    }

    fn needs_limits(&self) -> bool {
        !self.is_endless
    }

    fn is_endless(&self) -> bool {
        self.is_endless
    }

    fn positions(&self) -> &[PositionKind] {
        &[PositionKind::Angle]
    }

    fn in_pinocchio(&self) -> Option<(usize, &'static [usize])> {
        if self.is_endless { Some((2, &[0])) } else { Some((1, &[0])) }
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        Pose {
            rotation: b.turn(2, q[0]),
            translation: b.zeros(),
        }
    }
}

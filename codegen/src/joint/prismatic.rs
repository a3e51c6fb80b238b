//! Slides along z.

use super::{Coordinate, JointType};
use crate::ir::{Builder, Pose, Value};

/// Prismatic joints.
#[derive(Debug)]
pub struct Prismatic;

impl JointType for Prismatic {
    fn name(&self) -> &'static str {
        "prismatic"
    }

    fn coordinates(&self) -> &'static [Coordinate] {
        &[Coordinate::Length]
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        Pose {
            rotation: b.identity(),
            translation: [b.zero(), b.zero(), q[0]],
        }
    }
}

//! Turns about z.

use super::{Coordinate, JointType};
use crate::ir::{Builder, Pose, Value};

/// Revolute and continuous joints.
#[derive(Debug)]
pub struct Revolute;

impl JointType for Revolute {
    fn name(&self) -> &'static str {
        "revolute"
    }

    fn coordinates(&self) -> &'static [Coordinate] {
        &[Coordinate::Angle]
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        let (s, c) = b.sin_cos(q[0]);
        let (o, l, minus_s) = (b.zero(), b.one(), b.neg(s));
        Pose {
            rotation: [[c, minus_s, o], [s, c, o], [o, o, l]],
            translation: b.zeros(),
        }
    }
}

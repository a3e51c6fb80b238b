//! Moves freely: position and unit quaternion, with rates in body axes.

use std::sync::Arc;

use super::ball::{quaternion_matrix, quaternion_rate};
use super::{Axis, Coordinate, JointType, ReferenceInputs, Word};
use multibody_program::ir::{Builder, Pose, Value};

/// Floating joints: positions x y z and quaternion x y z w, rates linear then angular, both in the
/// axes of the moving body.
#[derive(Debug)]
pub struct Floating;

/// Its word in descriptions.
pub const FLOATING: Word = Word {
    name: "floating",
    form: "floating",
    arguments: "nothing behind it: floating",
    numbers: &[],
    make: |_| Arc::new(Floating),
};

impl JointType for Floating {
    fn name(&self) -> &'static str {
        "floating"
    }

    fn kind(&self) -> String {
        "Floating".into()
    }

    fn chart(&self) -> Option<&'static str> {
        Some("Floating")
    }

    fn reference(&self, inputs: &ReferenceInputs) -> Option<String> {
        let ReferenceInputs { q, v, .. } = inputs;
        Some(format!("Motion::Floating {{ q: {q}, v: {v} }}"))
    }

    fn axis(&self) -> Axis {
        Axis::Link
    }

    fn coordinates(&self) -> &'static [Coordinate] {
        use Coordinate::{Length, Quaternion};
        &[
            Length, Length, Length, Quaternion, Quaternion, Quaternion, Quaternion,
        ]
    }

    fn nv(&self) -> usize {
        6
    }

    fn in_pinocchio(&self) -> Option<(usize, &'static [usize])> {
        Some((7, &[0, 1, 2, 3, 4, 5, 6]))
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        Pose {
            rotation: quaternion_matrix(b, [q[3], q[4], q[5], q[6]]),
            translation: [q[0], q[1], q[2]],
        }
    }

    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
        let zero = b.zero();
        let rotation = self.transform(b, q).rotation;
        let turn = quaternion_rate(b, [q[3], q[4], q[5], q[6]]);
        let shift = rotation
            .iter()
            .map(|r| vec![r[0], r[1], r[2], zero, zero, zero]);
        let turn = turn
            .iter()
            .map(|t| vec![zero, zero, zero, t[0], t[1], t[2]]);
        Some(shift.chain(turn).collect())
    }
}

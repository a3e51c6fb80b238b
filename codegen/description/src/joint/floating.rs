//! Floating joints move freely. Here the orientation is a unit quaternion, with rates in body axes.

use std::sync::Arc;

use super::orientation::Quaternion;
use super::{Axis, JointType, OrientationChart, PositionKind, TextbookMotion, Word};
use multibody_program::ir::{Builder, Matrix3, Pose, Value, Vector3};

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

    fn kind(&self) -> Option<&'static str> {
        Some("Floating")
    }

    fn chart(&self) -> Option<&'static str> {
        Some(Quaternion.variants()[2])
    }

    fn textbook_motion(&self) -> Option<TextbookMotion> {
        Some(TextbookMotion::with_indices("Floating"))
    }

    fn axis(&self) -> Axis {
        Axis::None
    }

    fn positions(&self) -> &[PositionKind] {
        const LENGTH: PositionKind = PositionKind::Length;
        const TURN: PositionKind = PositionKind::Orientation(&Quaternion);
        &[LENGTH, LENGTH, LENGTH, TURN, TURN, TURN, TURN]
    }

    fn nv(&self) -> usize {
        6
    }

    fn in_pinocchio(&self) -> Option<(usize, &'static [usize])> {
        Some((7, &[0, 1, 2, 3, 4, 5, 6]))
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        Pose {
            rotation: Quaternion.rotation(b, &q[3..]),
            translation: [q[0], q[1], q[2]],
        }
    }

    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
        let rotation = self.transform(b, q).rotation;
        let angular = Quaternion.rate_map(b, &q[3..]);
        Some(floating_rate_map(b, rotation, &angular))
    }
}

/// N of x y z and an orientation. It is block diagonal: the rotation R maps the linear rates, and the orientation's own N, here
/// `angular`, the angular rates.
pub fn floating_rate_map(b: &Builder, r: Matrix3, angular: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let zeros: Vector3 = b.zeros();
    let linear_rows = r.iter().map(|row| [&row[..], &zeros].concat());
    let angular_rows = angular.iter().map(|row| [&zeros[..], row].concat());
    linear_rows.chain(angular_rows).collect()
}

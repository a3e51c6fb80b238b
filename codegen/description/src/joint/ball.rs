//! Turns about a point: a unit quaternion, with rates in body axes.

use std::sync::Arc;

use super::{Axis, Coordinate, JointType, ReferenceInputs, Word};
use multibody_program::exact::integer;
use multibody_program::ir::{Builder, Matrix3, Pose, Value, Vector3};

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

    fn kind(&self) -> String {
        "Ball".into()
    }

    fn chart(&self) -> Option<&'static str> {
        Some("Quaternion")
    }

    fn reference(&self, inputs: &ReferenceInputs) -> Option<String> {
        let ReferenceInputs { q, v, .. } = inputs;
        Some(format!("Motion::Ball {{ q: {q}, v: {v} }}"))
    }

    fn axis(&self) -> Axis {
        Axis::Link
    }

    fn coordinates(&self) -> &'static [Coordinate] {
        &[Coordinate::Quaternion; 4]
    }

    fn nv(&self) -> usize {
        3
    }

    fn in_pinocchio(&self) -> Option<(usize, &'static [usize])> {
        Some((4, &[0, 1, 2, 3]))
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        Pose {
            rotation: quaternion_matrix(b, [q[0], q[1], q[2], q[3]]),
            translation: b.zeros(),
        }
    }

    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
        let turn = quaternion_rate(b, [q[0], q[1], q[2], q[3]]);
        Some(turn.map(|row| row.to_vec()).to_vec())
    }
}

/// Rotation matrix of a unit quaternion x y z w.
pub fn quaternion_matrix(b: &mut Builder, quaternion: [Value; 4]) -> Matrix3 {
    let two = b.integer(2);
    scaled_matrix(b, two, quaternion)
}

/// The rotation matrix of a quaternion of any length, with `factor = 2 / |quaternion|^2`.
pub fn scaled_matrix(b: &mut Builder, factor: Value, [x, y, z, w]: [Value; 4]) -> Matrix3 {
    let one = b.one();
    let [x2, y2, z2] = [x, y, z].map(|component| b.mul(factor, component));
    let diagonal = |b: &mut Builder, i2, i, j2, j| {
        let (ii, jj) = (b.mul(i2, i), b.mul(j2, j));
        let sum = b.add(ii, jj);
        b.sub(one, sum)
    };
    let (d0, d1, d2) = (
        diagonal(b, y2, y, z2, z),
        diagonal(b, x2, x, z2, z),
        diagonal(b, x2, x, y2, y),
    );
    let (xy, xz, yz) = (b.mul(x2, y), b.mul(x2, z), b.mul(y2, z));
    let (wx, wy, wz) = (b.mul(x2, w), b.mul(y2, w), b.mul(z2, w));
    [
        [d0, b.sub(xy, wz), b.add(xz, wy)],
        [b.add(xy, wz), d1, b.sub(yz, wx)],
        [b.sub(xz, wy), b.add(yz, wx), d2],
    ]
}

/// The matrix, by rows, that maps the angular velocity in body axes to the derivative of a unit
/// quaternion x y z w: `d(quat)/dt = quat * (omega, 0) / 2`.
pub fn quaternion_rate(b: &mut Builder, quaternion: [Value; 4]) -> [Vector3; 4] {
    let half = b.constant(&(integer(1) / integer(2)));
    let [x, y, z, w] = quaternion.map(|component| b.mul(half, component));
    let [nx, ny, nz] = [x, y, z].map(|component| b.neg(component));
    [[w, nz, y], [z, w, nx], [ny, x, w], [nx, ny, nz]]
}

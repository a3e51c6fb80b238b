//! Moves freely: position and unit quaternion, rates in body axes.

use super::{Coordinate, JointType};
use crate::ir::{Builder, Pose, Value};

/// Floating joints: positions x y z and quaternion x y z w, rates linear then angular, both in the
/// axes of the moving body.
#[derive(Debug)]
pub struct Floating;

impl JointType for Floating {
    fn name(&self) -> &'static str {
        "floating"
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

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        Pose {
            rotation: quaternion_matrix(b, [q[3], q[4], q[5], q[6]]),
            translation: [q[0], q[1], q[2]],
        }
    }

    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
        let zero = b.zero();
        let rotation = self.transform(b, q).rotation;
        let half = b.constant(&(crate::exact::integer(1) / crate::exact::integer(2)));
        let [x, y, z, w] = [q[3], q[4], q[5], q[6]].map(|component| b.mul(half, component));
        let [nx, ny, nz] = [x, y, z].map(|component| b.neg(component));
        // d(quat)/dt = quat * (omega, 0) / 2 with omega in body axes.
        let turn = [[w, nz, y], [z, w, nx], [ny, x, w], [nx, ny, nz]];
        let shift = rotation
            .iter()
            .map(|r| vec![r[0], r[1], r[2], zero, zero, zero]);
        let turn = turn
            .iter()
            .map(|t| vec![zero, zero, zero, t[0], t[1], t[2]]);
        Some(shift.chain(turn).collect())
    }
}

/// Rotation matrix of a unit quaternion x y z w.
fn quaternion_matrix(b: &mut Builder, [x, y, z, w]: [Value; 4]) -> crate::ir::Matrix3 {
    let (two, one) = (b.integer(2), b.one());
    let [x2, y2, z2] = [x, y, z].map(|component| b.mul(two, component));
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

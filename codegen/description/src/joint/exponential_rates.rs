//! The coordinates in which a ball joint is derived if its rates are the derivatives of a rotation vector q:
//! the quaternion, q, and Stumpff's `c_2 .. c_5` at `x = |q|^2`. In these, transform and rate map are
//! rational functions.

use super::ball::{quaternion_matrix, quaternion_rate};
use super::rotation_vector::{quaternion, series};
use super::{Axis, Coordinate, JointType};
use multibody_program::exact::integer;
use multibody_program::ir::{Builder, Function, Pose, Value, Vector3};

/// The coordinates at a rotation vector.
pub(super) fn positions(b: &mut Builder, q: Vector3) -> Vec<Value> {
    let quaternion = quaternion(b, q);
    let square = b.dot(&q, &q);
    let c = [2, 3, 4, 5].map(|k| b.call(Function::Stumpff(k), square));
    [&quaternion[..], &q, &c].concat()
}

/// A ball joint in these coordinates.
#[derive(Debug)]
pub(super) struct LiftedExponential;

impl JointType for LiftedExponential {
    fn name(&self) -> &'static str {
        "ball"
    }

    fn axis(&self) -> Axis {
        Axis::Link
    }

    fn coordinates(&self) -> &'static [Coordinate] {
        use Coordinate::{Length, Quaternion, RotationVector};
        &[
            Quaternion,
            Quaternion,
            Quaternion,
            Quaternion,
            RotationVector,
            RotationVector,
            RotationVector,
            Length,
            Length,
            Length,
            Length,
        ]
    }

    fn nv(&self) -> usize {
        3
    }

    fn transform(&self, b: &mut Builder, u: &[Value]) -> Pose {
        Pose {
            rotation: quaternion_matrix(b, [u[0], u[1], u[2], u[3]]),
            translation: b.zeros(),
        }
    }

    /// The angular velocity is `(1 - c_2 [q]x + c_3 [q]x^2) dq/dt`, and `dx/dt = 2 q . dq/dt`.
    fn rate_map(&self, b: &mut Builder, u: &[Value]) -> Option<Vec<Vec<Value>>> {
        let (q, [c2, c3, c4, c5]) = ([u[4], u[5], u[6]], [u[7], u[8], u[9], u[10]]);
        let minus = b.neg(c2);
        let angular = series(b, q, minus, c3);
        let mut rows: Vec<Vec<Value>> = Vec::new();
        for row in quaternion_rate(b, [u[0], u[1], u[2], u[3]]) {
            rows.push(b.transpose_mul_vec(&angular, &row).to_vec());
        }
        rows.extend(b.identity().map(|row| row.to_vec()));
        // 2 c_k' = k c_(k+2) - c_(k+1). For the last two k, the right-hand side contains c_6 and c_7, so it
        // is replaced by (c_(k-1) - k c_k) / x.
        let square = b.dot(&q, &q);
        let mut difference = |a, k: i64, c| {
            let product = b.scale(&integer(k), c);
            b.sub(a, product)
        };
        let before = [difference(c3, 2, c4), difference(c4, 3, c5)];
        let behind = [difference(c3, 4, c4), difference(c4, 5, c5)];
        let slopes = [
            b.neg(before[0]),
            b.neg(before[1]),
            b.div(behind[0], square),
            b.div(behind[1], square),
        ];
        for slope in slopes {
            rows.push(q.map(|component| b.mul(slope, component)).to_vec());
        }
        Some(rows)
    }
}

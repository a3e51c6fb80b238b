//! Orientations by the exponential map: a rotation vector, which is an axis times an angle.
//!
//! All of it is smooth at 0, being made of Stumpff's functions. At a whole turn the vector says no longer about
//! which axis a body turns on: there N is infinite, or with rates that are derivatives M singular.

use std::sync::Arc;

use super::choices::Rates;
use super::exponential_rates;
use super::{Axis, Ball, Coordinate, Floating, JointType, Lift, Stands};
use crate::exact::integer;
use crate::ir::{Builder, Function, Matrix3, Pose, Value, Vector3};

/// Ball joints: a rotation vector.
#[derive(Debug)]
pub struct ExponentialBall {
    /// What its rates are.
    pub rates: Rates,
}

impl JointType for ExponentialBall {
    fn name(&self) -> &'static str {
        "ball"
    }

    fn kind(&self) -> String {
        "Ball".into()
    }

    fn chart(&self) -> Option<&'static str> {
        Some(match self.rates {
            Rates::Body => "Exponential",
            Rates::Derivative => "ExponentialRates",
        })
    }

    fn reference(&self, stands: &Stands) -> Option<String> {
        let Stands { q, v, .. } = stands;
        let motion = match self.rates {
            Rates::Body => "ExponentialBall",
            Rates::Derivative => "ExponentialRates",
        };
        Some(format!("Motion::{motion} {{ q: {q}, v: {v} }}"))
    }

    fn axis(&self) -> Axis {
        Axis::Link
    }

    fn coordinates(&self) -> &'static [Coordinate] {
        &[Coordinate::RotationVector; 3]
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        Pose {
            rotation: rotation(b, [q[0], q[1], q[2]]),
            translation: b.zeros(),
        }
    }

    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
        let turn = (self.rates == Rates::Body).then(|| vector_rate(b, [q[0], q[1], q[2]]))?;
        Some(turn.map(|row| row.to_vec()).to_vec())
    }

    fn lift(&self, b: &mut Builder, q: &[Value]) -> Option<Lift> {
        let vector = [q[0], q[1], q[2]];
        Some(match self.rates {
            Rates::Body => Lift {
                kind: Arc::new(Ball),
                positions: quaternion(b, vector).to_vec(),
            },
            Rates::Derivative => Lift {
                kind: Arc::new(exponential_rates::Lifted),
                positions: exponential_rates::positions(b, vector),
            },
        })
    }
}

/// Floating joints: positions x y z and a rotation vector, rates linear then angular, both in the axes of the
/// moving body.
#[derive(Debug)]
pub struct ExponentialFloating;

impl JointType for ExponentialFloating {
    fn name(&self) -> &'static str {
        "floating"
    }

    fn kind(&self) -> String {
        "Floating".into()
    }

    fn chart(&self) -> Option<&'static str> {
        Some("ExponentialFloating")
    }

    fn reference(&self, stands: &Stands) -> Option<String> {
        let Stands { q, v, .. } = stands;
        Some(format!("Motion::ExponentialFloating {{ q: {q}, v: {v} }}"))
    }

    fn axis(&self) -> Axis {
        Axis::Link
    }

    fn coordinates(&self) -> &'static [Coordinate] {
        use Coordinate::{Length, RotationVector};
        &[
            Length,
            Length,
            Length,
            RotationVector,
            RotationVector,
            RotationVector,
        ]
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        Pose {
            rotation: rotation(b, [q[3], q[4], q[5]]),
            translation: [q[0], q[1], q[2]],
        }
    }

    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
        let zero = b.zero();
        let rotation = self.transform(b, q).rotation;
        let turn = vector_rate(b, [q[3], q[4], q[5]]);
        let shift = rotation.map(|r| vec![r[0], r[1], r[2], zero, zero, zero]);
        let turn = turn.map(|t| vec![zero, zero, zero, t[0], t[1], t[2]]);
        Some(shift.into_iter().chain(turn).collect())
    }

    fn lift(&self, b: &mut Builder, q: &[Value]) -> Option<Lift> {
        let turn = quaternion(b, [q[3], q[4], q[5]]);
        Some(Lift {
            kind: Arc::new(Floating),
            positions: [&q[..3], &turn[..]].concat(),
        })
    }
}

/// The rotation matrix of a rotation vector, with `x = |q|^2`: `c_0(x) 1 + c_1(x) [q]x + c_2(x) q q^T`.
pub fn rotation(b: &mut Builder, q: Vector3) -> Matrix3 {
    let square = b.dot(&q, &q);
    let [c0, c1, c2] = [0, 1, 2].map(|k| b.call(Function::Stumpff(k), square));
    let hat = hat(b, q);
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let product = b.mul(q[i], q[j]);
            let (outer, turned) = (b.mul(c2, product), b.mul(c1, hat[i][j]));
            let same = if i == j { c0 } else { b.zero() };
            b.sum([same, turned, outer])
        })
    })
}

/// What angular velocity in body axes makes of a rotation vector, by rows, with `y = |q|^2 / 4`:
/// `1 + [q]x / 2 + e [q]x^2`, `e = (c_2(y) - c_3(y)) / (4 c_1(y))`.
fn vector_rate(b: &mut Builder, q: Vector3) -> Matrix3 {
    let y = quarter_square(b, q);
    let [c1, c2, c3] = [1, 2, 3].map(|k| b.call(Function::Stumpff(k), y));
    let (above, below) = (b.sub(c2, c3), b.scale(&integer(4), c1));
    let (half, e) = (b.constant(&(integer(1) / integer(2))), b.div(above, below));
    series(b, q, half, e)
}

/// The quaternion x y z w of a rotation vector, with `y = |q|^2 / 4`: `(c_1(y) q / 2, c_0(y))`.
pub(super) fn quaternion(b: &mut Builder, q: Vector3) -> [Value; 4] {
    let y = quarter_square(b, q);
    let [c0, c1] = [0, 1].map(|k| b.call(Function::Stumpff(k), y));
    let half = b.scale(&(integer(1) / integer(2)), c1);
    let [x, y, z] = q.map(|component| b.mul(half, component));
    [x, y, z, c0]
}

/// `1 + s [q]x + t [q]x^2`
pub(super) fn series(b: &mut Builder, q: Vector3, s: Value, t: Value) -> Matrix3 {
    let hat = hat(b, q);
    let twice = b.mul_mat(&hat, &hat);
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let same = if i == j { b.one() } else { b.zero() };
            let (once, twice) = (b.mul(s, hat[i][j]), b.mul(t, twice[i][j]));
            b.sum([same, once, twice])
        })
    })
}

fn quarter_square(b: &mut Builder, q: Vector3) -> Value {
    let square = b.dot(&q, &q);
    b.scale(&(integer(1) / integer(4)), square)
}

fn hat(b: &mut Builder, [x, y, z]: Vector3) -> Matrix3 {
    let (o, nx, ny, nz) = (b.zero(), b.neg(x), b.neg(y), b.neg(z));
    [[o, nz, y], [z, o, nx], [ny, x, o]]
}

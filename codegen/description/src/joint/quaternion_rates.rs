//! Ball joints whose rates are the derivatives of the quaternion.
//!
//! The four rates have only three degrees of freedom: rates along the quaternion change its length, which does not
//! turn the body. So M is singular.

use std::sync::Arc;

use super::orientation::{Quaternion, matrix_with_factor};
use super::{Axis, JointType, Lift, OrientationChart, PositionKind, TextbookMotion};
use multibody_program::ir::{Builder, Pose, Value};

/// Ball joints: a quaternion x y z w, and its derivatives.
#[derive(Debug)]
pub struct QuaternionRates;

impl JointType for QuaternionRates {
    fn name(&self) -> &'static str {
        "ball"
    }

    fn kind(&self) -> Option<&'static str> {
        Some("Ball")
    }

    fn chart(&self) -> Option<&'static str> {
        Some(Quaternion.variants()[1])
    }

    fn textbook_motion(&self) -> Option<TextbookMotion> {
        Some(TextbookMotion::with_indices("QuaternionRates"))
    }

    fn axis(&self) -> Axis {
        Axis::None
    }

    fn positions(&self) -> &[PositionKind] {
        &[PositionKind::Orientation(&Quaternion); 4]
    }

    /// The transform of `q / |q|`: rates along q do not turn the body.
    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        let (two, square) = (b.integer(2), b.dot(q, q));
        let factor = b.div(two, square);
        Pose {
            rotation: matrix_with_factor(b, factor, [q[0], q[1], q[2], q[3]]),
            translation: b.zeros(),
        }
    }

    fn lift(&self, b: &mut Builder, q: &[Value]) -> Option<Lift> {
        Some(Lift {
            kind: Arc::new(LiftedQuaternion),
            // Valid positions have `|q| = 1`, so `u = q` and `r = 1`.
            positions: [q, &[b.one()]].concat(),
        })
    }
}

/// The same joint in the coordinates `u = q / |q|`, a unit quaternion, and `r = 1 / |q|`.
#[derive(Debug)]
struct LiftedQuaternion;

impl JointType for LiftedQuaternion {
    fn name(&self) -> &'static str {
        "ball"
    }

    fn axis(&self) -> Axis {
        Axis::None
    }

    fn positions(&self) -> &[PositionKind] {
        const TURN: PositionKind = PositionKind::Orientation(&Quaternion);
        // r is no length, but it appears as lengths do, outside sines and cosines.
        &[TURN, TURN, TURN, TURN, PositionKind::Length]
    }

    fn nv(&self) -> usize {
        4
    }

    fn transform(&self, b: &mut Builder, u: &[Value]) -> Pose {
        Pose {
            rotation: Quaternion.rotation(b, u),
            translation: b.zeros(),
        }
    }

    /// `du/dt = r (1 - u u^T) dq/dt`, `dr/dt = -r^2 u . dq/dt`
    fn rate_map(&self, b: &mut Builder, u: &[Value]) -> Option<Vec<Vec<Value>>> {
        let (u, r) = (&u[..4], u[4]);
        let mut entry = |i: usize, j: usize| {
            let delta = b.integer(i64::from(i == j));
            let product = b.mul(u[i], u[j]);
            let projector = b.sub(delta, product);
            b.mul(r, projector)
        };
        let mut rows: Vec<Vec<Value>> = (0..4)
            .map(|i| (0..4).map(|j| entry(i, j)).collect())
            .collect();
        let square = b.mul(r, r);
        let factor = b.neg(square);
        rows.push(u.iter().map(|&x| b.mul(factor, x)).collect());
        Some(rows)
    }
}

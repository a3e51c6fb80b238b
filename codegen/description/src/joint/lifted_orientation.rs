//! Ball joints whose rates are the derivatives of three coordinates q of the orientation. They are derived in other
//! coordinates u, in which transform and rate map are rational functions: the quaternion x y z w, then q, then auxiliary
//! functions of q.

use std::sync::Arc;

use super::orientation::{Quaternion, quaternion_rate_map};
use super::{Axis, JointType, Lift, OrientationChart, PositionKind, ThreeParameters};
use multibody_program::ir::{Builder, Pose, Value};

/// A ball joint in the coordinates u.
#[derive(Debug)]
pub(super) struct LiftedOrientation {
    parameters: &'static dyn ThreeParameters,
    positions: Vec<PositionKind>,
}

impl LiftedOrientation {
    /// The lift from q to u.
    pub fn lift(parameters: &'static dyn ThreeParameters, b: &mut Builder, q: &[Value]) -> Lift {
        let quaternion = parameters.quaternion(b, q);
        let auxiliaries = parameters.auxiliaries(b, q);
        let positions = [
            &[PositionKind::Orientation(&Quaternion); 4][..],
            &[PositionKind::Orientation(parameters.chart()); 3],
            &vec![PositionKind::Number; auxiliaries.len()],
        ];
        Lift {
            kind: Arc::new(Self {
                parameters,
                positions: positions.concat(),
            }),
            positions: [&quaternion[..], q, &auxiliaries].concat(),
        }
    }
}

impl JointType for LiftedOrientation {
    fn name(&self) -> &'static str {
        "ball"
    }

    fn axis(&self) -> Axis {
        Axis::None
    }

    fn positions(&self) -> &[PositionKind] {
        &self.positions
    }

    fn nv(&self) -> usize {
        3
    }

    fn transform(&self, b: &mut Builder, u: &[Value]) -> Pose {
        Pose {
            rotation: Quaternion.rotation(b, u),
            translation: b.zeros(),
        }
    }

    fn rate_map(&self, b: &mut Builder, u: &[Value]) -> Option<Vec<Vec<Value>>> {
        let (q, auxiliaries) = (&u[4..7], &u[7..]);
        let angular_velocity_map = (self.parameters).angular_velocity_map(b, q, auxiliaries);
        let mut rows: Vec<Vec<Value>> = Vec::new();
        // The quaternion's derivative is linear in the angular velocity, which is linear in the rates dq/dt.
        for row in quaternion_rate_map(b, [u[0], u[1], u[2], u[3]]) {
            rows.push(b.transpose_mul_vec(&angular_velocity_map, &row).to_vec());
        }
        rows.extend(b.identity().map(|row| row.to_vec()));
        rows.extend(self.parameters.gradients(b, q, auxiliaries));
        Some(rows)
    }
}

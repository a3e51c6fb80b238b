//! The coordinates in which a ball joint is derived if its rates are the derivatives of three coordinates q of the
//! orientation: the quaternion, q, and auxiliary functions of q. In these, transform and rate map are rational
//! functions.

use std::sync::Arc;

use super::orientation::{Quaternion, quaternion_rate};
use super::{Axis, Coordinate, JointType, Lift, OrientationChart, ThreeParameters};
use multibody_program::ir::{Builder, Pose, Value};

/// A ball joint in these coordinates.
#[derive(Debug)]
pub(super) struct LiftedOrientation {
    parameters: &'static dyn ThreeParameters,
    positions: Vec<Coordinate>,
}

impl LiftedOrientation {
    /// The lift from the coordinates q.
    pub fn lift(parameters: &'static dyn ThreeParameters, b: &mut Builder, q: &[Value]) -> Lift {
        let quaternion = parameters.quaternion(b, q);
        let auxiliaries = parameters.auxiliaries(b, q);
        let positions = [
            &[Coordinate::Orientation(&Quaternion); 4][..],
            &[Coordinate::Orientation(parameters.chart()); 3],
            &vec![Coordinate::Number; auxiliaries.len()],
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
        Axis::Link
    }

    fn coordinates(&self) -> &[Coordinate] {
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
        let angular = self.parameters.angular(b, q, auxiliaries);
        let mut rows: Vec<Vec<Value>> = Vec::new();
        for row in quaternion_rate(b, [u[0], u[1], u[2], u[3]]) {
            rows.push(b.transpose_mul_vec(&angular, &row).to_vec());
        }
        rows.extend(b.identity().map(|row| row.to_vec()));
        rows.extend(self.parameters.slopes(b, q, auxiliaries));
        Some(rows)
    }
}

//! The ball joint with a quaternion x y z w whose derivatives are the rates.

use std::ops::Range;

use nalgebra::{Matrix6xX, Quaternion, Vector3, Vector4};

use super::JointModel;
use super::ball::rotation;
use crate::spatial::{Placement, spatial};

#[derive(Debug)]
pub(super) struct QuaternionRates {
    pub q: usize,
    pub v: usize,
}

impl JointModel for QuaternionRates {
    fn positions(&self) -> Range<usize> {
        self.q..self.q + 4
    }

    fn velocities(&self) -> Range<usize> {
        self.v..self.v + 4
    }

    fn placement(&self, q: &[f64]) -> Placement {
        Placement {
            rotation: rotation(&read(q, self.q)),
            position: Vector3::zeros(),
        }
    }

    /// The angular velocity in body axes is `omega = 2 vec(quat^-1 dquat/dt)`, where vec gives the parts x y z.
    fn subspace(&self, q: &[f64]) -> Matrix6xX<f64> {
        rotational_motions(&read(q, self.q))
    }

    /// The derivative of `quat^-1 = conj(quat) / |quat|^2` at unit length: `conj(rate) - 2 (quat . rate) conj(quat)`.
    fn subspace_rate(&self, q: &[f64], qd: &[f64]) -> Matrix6xX<f64> {
        let (quat, rate) = (read(q, self.q), read(qd, self.v));
        rotational_motions(&(rate - 2.0 * quat.dot(&rate) * quat))
    }

    fn position_rate(&self, _q: &[f64], qd: &[f64], rate: &mut [f64]) {
        rate[self.q..self.q + 4].copy_from_slice(&qd[self.v..self.v + 4]);
    }

    fn normalize(&self, q: &mut [f64]) {
        let quat_xyzw = read(q, self.q).try_normalize(0.0).unwrap_or(Vector4::w());
        q[self.q..self.q + 4].copy_from_slice(quat_xyzw.as_slice());
    }
}

fn read(from: &[f64], start: usize) -> Vector4<f64> {
    Vector4::from_column_slice(&from[start..start + 4])
}

/// A column for each e of the four basis quaternions x, y, z, w: the motion with the angular velocity `2 vec(conj(quat) e)`.
fn rotational_motions(quat_xyzw: &Vector4<f64>) -> Matrix6xX<f64> {
    let conjugate = Quaternion::from(*quat_xyzw).conjugate();
    let axes = [0, 1, 2, 3].map(|k| {
        let mut unit = Vector4::zeros();
        unit[k] = 1.0;
        let angular = conjugate * Quaternion::from(unit) * 2.0;
        spatial(Vector3::zeros(), angular.imag())
    });
    Matrix6xX::from_columns(&axes)
}

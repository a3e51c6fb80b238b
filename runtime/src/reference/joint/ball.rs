//! The ball joint: quaternion x y z w, and the angular velocity in body axes.

use std::ops::Range;

use nalgebra::{Matrix3, Matrix6xX, Quaternion, Vector3, Vector4};

use super::JointModel;
use crate::spatial::{Placement, spatial};

#[derive(Debug)]
pub(super) struct Ball {
    pub q: usize,
    pub v: usize,
}

impl Ball {
    fn quat_xyzw(&self, q: &[f64]) -> Vector4<f64> {
        Vector4::from_column_slice(&q[self.q..self.q + 4])
    }
}

impl JointModel for Ball {
    fn positions(&self) -> Range<usize> {
        self.q..self.q + 4
    }

    fn velocities(&self) -> Range<usize> {
        self.v..self.v + 3
    }

    fn placement(&self, q: &[f64]) -> Placement {
        Placement {
            rotation: rotation(&self.quat_xyzw(q)),
            position: Vector3::zeros(),
        }
    }

    fn subspace(&self, _q: &[f64]) -> Matrix6xX<f64> {
        let zero = Vector3::zeros();
        let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
        Matrix6xX::from_columns(&axes.map(|axis| spatial(zero, axis)))
    }

    fn subspace_rate(&self, _q: &[f64], _qd: &[f64]) -> Matrix6xX<f64> {
        Matrix6xX::zeros(3)
    }

    fn position_rate(&self, q: &[f64], qd: &[f64], rate: &mut [f64]) {
        let angular = Vector3::from_column_slice(&qd[self.v..self.v + 3]);
        let quat_rate = quaternion_rate(&self.quat_xyzw(q), &angular);
        rate[self.q..self.q + 4].copy_from_slice(quat_rate.as_slice());
    }

    fn normalize(&self, q: &mut [f64]) {
        let quat_xyzw = self.quat_xyzw(q).try_normalize(0.0).unwrap_or(Vector4::w());
        q[self.q..self.q + 4].copy_from_slice(quat_xyzw.as_slice());
    }
}

/// The rotation matrix of a unit quaternion (Featherstone 2008, table 4.1): body to parent axes.
pub(super) fn rotation(quat_xyzw: &Vector4<f64>) -> Matrix3<f64> {
    let imaginary = quat_xyzw.xyz();
    let real = quat_xyzw.w;
    // 1 + 2 real [imaginary]x + 2 [imaginary]x^2
    let cross = imaginary.cross_matrix();
    Matrix3::identity() + 2.0 * real * cross + 2.0 * cross * cross
}

/// `d/dt quat = 1/2 quat (w, 0)`, with the angular velocity w in body axes.
pub(super) fn quaternion_rate(quat_xyzw: &Vector4<f64>, angular: &Vector3<f64>) -> Vector4<f64> {
    let rate = Quaternion::from(*quat_xyzw) * Quaternion::from_imag(*angular) * 0.5;
    rate.coords
}

//! The floating joint: x y z and quaternion x y z w, with velocities in body axes.

use std::ops::Range;

use nalgebra::{Matrix6xX, Vector3, Vector4};

use super::JointModel;
use super::ball::{quaternion_rate, rotation};
use crate::spatial::Placement;

#[derive(Debug)]
pub(super) struct Floating {
    pub q: usize,
    pub v: usize,
}

impl Floating {
    fn position(&self, q: &[f64]) -> Vector3<f64> {
        Vector3::from_column_slice(&q[self.q..self.q + 3])
    }

    fn quat_xyzw(&self, q: &[f64]) -> Vector4<f64> {
        Vector4::from_column_slice(&q[self.q + 3..self.q + 7])
    }
}

impl JointModel for Floating {
    fn positions(&self) -> Range<usize> {
        self.q..self.q + 7
    }

    fn velocities(&self) -> Range<usize> {
        self.v..self.v + 6
    }

    fn placement(&self, q: &[f64]) -> Placement {
        Placement {
            rotation: rotation(&self.quat_xyzw(q)),
            position: self.position(q),
        }
    }

    fn subspace(&self, _q: &[f64]) -> Matrix6xX<f64> {
        Matrix6xX::identity(6)
    }

    fn subspace_rate(&self, _q: &[f64], _qd: &[f64]) -> Matrix6xX<f64> {
        Matrix6xX::zeros(6)
    }

    fn position_rate(&self, q: &[f64], qd: &[f64], rate: &mut [f64]) {
        let linear = Vector3::from_column_slice(&qd[self.v..self.v + 3]);
        let angular = Vector3::from_column_slice(&qd[self.v + 3..self.v + 6]);
        let quat_xyzw = self.quat_xyzw(q);
        let velocity = rotation(&quat_xyzw) * linear;
        let quat_rate = quaternion_rate(&quat_xyzw, &angular);
        rate[self.q..self.q + 3].copy_from_slice(velocity.as_slice());
        rate[self.q + 3..self.q + 7].copy_from_slice(quat_rate.as_slice());
    }

    fn normalize(&self, q: &mut [f64]) {
        let quat_xyzw = self.quat_xyzw(q).try_normalize(0.0).unwrap_or(Vector4::w());
        q[self.q + 3..self.q + 7].copy_from_slice(quat_xyzw.as_slice());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOATING: Floating = Floating { q: 0, v: 0 };

    #[test]
    fn a_quaternion_of_zeros_becomes_the_identity() {
        let mut q = [0.0; 7];
        FLOATING.normalize(&mut q);
        assert_eq!(q, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(FLOATING.placement(&q), Placement::identity());
    }

    #[test]
    fn rotation_turns_by_the_right_hand_about_the_imaginary_part() {
        let half = std::f64::consts::FRAC_PI_6;
        let image = rotation(&Vector4::new(0.0, 0.0, half.sin(), half.cos())) * Vector3::x();
        let angle = 2.0 * half;
        assert!((image - Vector3::new(angle.cos(), angle.sin(), 0.0)).norm() < 1e-15);
    }

    #[test]
    fn rate_of_the_rotation_is_rotation_times_cross() {
        let mut q = [0.1, 0.2, 0.3, 0.4, -0.5, 0.6, 0.7];
        FLOATING.normalize(&mut q);
        let qd = [1.0, 2.0, 3.0, 0.3, -0.2, 0.9];
        let mut rate = [0.0; 7];
        FLOATING.position_rate(&q, &qd, &mut rate);

        let step = 1e-6;
        let pose =
            |h: f64| FLOATING.placement(&core::array::from_fn::<_, 7, _>(|i| q[i] + h * rate[i]));
        let (start, end) = (pose(-step), pose(step));
        let middle = pose(0.0).rotation;
        let rotation_rate = (end.rotation - start.rotation) / (2.0 * step);
        let position_rate = (end.position - start.position) / (2.0 * step);
        // Central differences of a quadratic are exact up to rounding over the step, 1e-16 / 1e-6.
        let cross = Vector3::new(qd[3], qd[4], qd[5]).cross_matrix();
        assert!((rotation_rate - middle * cross).amax() < 1e-9);
        assert!((position_rate - middle * Vector3::new(qd[0], qd[1], qd[2])).amax() < 1e-9);
    }
}

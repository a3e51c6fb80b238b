//! The planar joint: x, y and a turn about z, with velocities in body axes.

use std::ops::Range;

use nalgebra::{Matrix3, Matrix6xX, Rotation3, Vector3};

use super::JointModel;
use crate::spatial::{Placement, spatial};

#[derive(Debug)]
pub(super) struct Planar {
    /// `x_joint = axes x_plane`.
    pub axes: Matrix3<f64>,
    pub q: usize,
    pub v: usize,
}

impl Planar {
    /// The rotation of the moving plane in the fixed one.
    fn turn(&self, q: &[f64]) -> Matrix3<f64> {
        Rotation3::from_axis_angle(&Vector3::z_axis(), q[self.q + 2]).into_inner()
    }
}

impl JointModel for Planar {
    fn positions(&self) -> Range<usize> {
        self.q..self.q + 3
    }

    fn velocities(&self) -> Range<usize> {
        self.v..self.v + 3
    }

    fn placement(&self, q: &[f64]) -> Placement {
        Placement {
            rotation: self.axes * self.turn(q) * self.axes.transpose(),
            position: self.axes * Vector3::new(q[self.q], q[self.q + 1], 0.0),
        }
    }

    fn subspace(&self, _q: &[f64]) -> Matrix6xX<f64> {
        let axis = |k: usize| self.axes.column(k).into_owned();
        let zero = Vector3::zeros();
        Matrix6xX::from_columns(&[
            spatial(axis(0), zero),
            spatial(axis(1), zero),
            spatial(zero, axis(2)),
        ])
    }

    fn subspace_rate(&self, _q: &[f64], _qd: &[f64]) -> Matrix6xX<f64> {
        Matrix6xX::zeros(3)
    }

    fn position_rate(&self, q: &[f64], qd: &[f64], rate: &mut [f64]) {
        let velocity = Vector3::from_column_slice(&qd[self.v..self.v + 3]);
        let plane_rate = self.turn(q) * velocity;
        rate[self.q..self.q + 3].copy_from_slice(plane_rate.as_slice());
    }

    fn normalize(&self, _q: &mut [f64]) {}
}

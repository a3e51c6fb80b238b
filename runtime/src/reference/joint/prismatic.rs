//! The prismatic joint: a displacement along an axis.

use std::ops::Range;

use nalgebra::{Matrix3, Matrix6xX, Unit, Vector3};

use super::{Coordinate, JointModel};
use crate::spatial::{Placement, spatial};

#[derive(Debug)]
pub(super) struct Prismatic {
    pub axis: Unit<Vector3<f64>>,
    pub coordinate: Coordinate,
}

impl JointModel for Prismatic {
    fn positions(&self) -> Range<usize> {
        self.coordinate.positions()
    }

    fn velocities(&self) -> Range<usize> {
        self.coordinate.velocities()
    }

    fn placement(&self, q: &[f64]) -> Placement {
        Placement {
            rotation: Matrix3::identity(),
            position: self.coordinate.position(q) * *self.axis,
        }
    }

    fn subspace(&self, _q: &[f64]) -> Matrix6xX<f64> {
        let axis = self.coordinate.multiplier * *self.axis;
        Matrix6xX::from_columns(&[spatial(axis, Vector3::zeros())])
    }

    fn subspace_rate(&self, _q: &[f64], _qd: &[f64]) -> Matrix6xX<f64> {
        Matrix6xX::zeros(1)
    }

    fn position_rate(&self, _q: &[f64], qd: &[f64], rate: &mut [f64]) {
        rate[self.coordinate.index_q] = qd[self.coordinate.index_v];
    }

    fn normalize(&self, _q: &mut [f64]) {}
}

//! The screw joint: a turn about an axis, with a displacement along it.

use std::ops::Range;

use nalgebra::{Matrix6xX, Rotation3, Unit, Vector3};

use super::{Coordinate, JointModel};
use crate::spatial::{Placement, spatial};

#[derive(Debug)]
pub(super) struct Screw {
    pub axis: Unit<Vector3<f64>>,
    pub pitch: f64,
    pub coordinate: Coordinate,
}

impl JointModel for Screw {
    fn positions(&self) -> Range<usize> {
        self.coordinate.positions()
    }

    fn velocities(&self) -> Range<usize> {
        self.coordinate.velocities()
    }

    fn placement(&self, q: &[f64]) -> Placement {
        let angle = self.coordinate.position(q);
        Placement {
            rotation: Rotation3::from_axis_angle(&self.axis, angle).into_inner(),
            position: self.pitch * angle * *self.axis,
        }
    }

    fn subspace(&self, _q: &[f64]) -> Matrix6xX<f64> {
        let axis = self.coordinate.multiplier * *self.axis;
        Matrix6xX::from_columns(&[spatial(self.pitch * axis, axis)])
    }

    fn subspace_rate(&self, _q: &[f64], _qd: &[f64]) -> Matrix6xX<f64> {
        Matrix6xX::zeros(1)
    }

    fn position_rate(&self, _q: &[f64], qd: &[f64], rate: &mut [f64]) {
        rate[self.coordinate.index_q] = qd[self.coordinate.index_v];
    }

    fn normalize(&self, _q: &mut [f64]) {}
}

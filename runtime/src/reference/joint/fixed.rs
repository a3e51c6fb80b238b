//! The fixed joint: no coordinates.

use std::ops::Range;

use nalgebra::Matrix6xX;

use super::JointModel;
use crate::spatial::Placement;

#[derive(Debug)]
pub(super) struct Fixed;

impl JointModel for Fixed {
    fn positions(&self) -> Range<usize> {
        0..0
    }

    fn velocities(&self) -> Range<usize> {
        0..0
    }

    fn placement(&self, _q: &[f64]) -> Placement {
        Placement::identity()
    }

    fn subspace(&self, _q: &[f64]) -> Matrix6xX<f64> {
        Matrix6xX::zeros(0)
    }

    fn subspace_rate(&self, _q: &[f64], _qd: &[f64]) -> Matrix6xX<f64> {
        Matrix6xX::zeros(0)
    }

    fn position_rate(&self, _q: &[f64], _qd: &[f64], _rate: &mut [f64]) {}

    fn normalize(&self, _q: &mut [f64]) {}
}

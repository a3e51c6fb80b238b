//! One motion after another, each in the frame moved by the previous one.

use std::{boxed::Box, ops::Range, vec::Vec};

use nalgebra::{DVector, Matrix6xX, Vector6};

use super::JointModel;
use crate::spatial::{Placement, cross_motion};

#[derive(Debug)]
pub(super) struct Sequence {
    pub motions: Vec<Box<dyn JointModel>>,
}

/// The subspace of a motion and its rate, expressed in the child's frame.
struct ChildMotion {
    subspace: Matrix6xX<f64>,
    rate: Matrix6xX<f64>,
}

impl Sequence {
    /// Each motion, expressed in the child's frame, in reverse order.
    fn child_motions(&self, q: &[f64], qd: &[f64]) -> Vec<ChildMotion> {
        // The placement of the child in the frame after a motion, and its velocity relative to that frame.
        let mut child = Placement::identity();
        let mut velocity = Vector6::zeros();
        let mut motions = Vec::new();
        for motion in self.motions.iter().rev() {
            let x = child.motion_transform();
            let subspace = x * motion.subspace(q);
            // d/dt (X s) = X s' - v x X s
            let rate = x * motion.subspace_rate(q, qd) - cross_motion(&velocity) * &subspace;
            child = motion.placement(q).then(&child);
            velocity += &subspace * DVector::from_column_slice(&qd[motion.velocities()]);
            motions.push(ChildMotion { subspace, rate });
        }
        motions
    }

    /// The columns of all matrices, side by side.
    fn concat<'a>(matrices: impl Iterator<Item = &'a Matrix6xX<f64>>) -> Matrix6xX<f64> {
        let columns: Vec<Vector6<f64>> = matrices
            .flat_map(|matrix| matrix.column_iter().map(|column| column.into_owned()))
            .collect();
        Matrix6xX::from_columns(&columns)
    }
}

/// The range from the first start to the last end.
fn hull(ranges: impl Iterator<Item = Range<usize>>) -> Range<usize> {
    let join = |a: Range<usize>, b: Range<usize>| a.start.min(b.start)..a.end.max(b.end);
    ranges.reduce(join).unwrap_or(0..0)
}

impl JointModel for Sequence {
    fn positions(&self) -> Range<usize> {
        hull(self.motions.iter().map(|motion| motion.positions()))
    }

    fn velocities(&self) -> Range<usize> {
        hull(self.motions.iter().map(|motion| motion.velocities()))
    }

    fn placement(&self, q: &[f64]) -> Placement {
        let placements = self.motions.iter().map(|motion| motion.placement(q));
        placements.fold(Placement::identity(), |placement, next| {
            placement.then(&next)
        })
    }

    fn subspace(&self, q: &[f64]) -> Matrix6xX<f64> {
        let zero_rates = std::vec![0.0; self.velocities().end];
        let motions = self.child_motions(q, &zero_rates);
        Self::concat(motions.iter().rev().map(|motion| &motion.subspace))
    }

    fn subspace_rate(&self, q: &[f64], qd: &[f64]) -> Matrix6xX<f64> {
        let motions = self.child_motions(q, qd);
        Self::concat(motions.iter().rev().map(|motion| &motion.rate))
    }

    fn position_rate(&self, q: &[f64], qd: &[f64], rate: &mut [f64]) {
        for motion in &self.motions {
            motion.position_rate(q, qd, rate);
        }
    }

    fn normalize(&self, q: &mut [f64]) {
        for motion in &self.motions {
            motion.normalize(q);
        }
    }
}

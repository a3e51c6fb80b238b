//! One motion after another, each in the frame moved by the previous one.

use std::{boxed::Box, ops::Range, vec::Vec};

use nalgebra::{DVector, Matrix6xX, Vector6};

use super::JointModel;
use crate::spatial::{Placement, cross_motion};

#[derive(Debug)]
pub(super) struct Sequence {
    pub motions: Vec<Box<dyn JointModel>>,
}

/// A motion, expressed in the frame after all motions.
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
        let mut entries = Vec::new();
        for motion in self.motions.iter().rev() {
            let x = child.motion_transform();
            let subspace = x * motion.subspace(q);
            // d/dt (X s) = X s' - v x X s
            let rate = x * motion.subspace_rate(q, qd) - cross_motion(&velocity) * &subspace;
            child = motion.placement(q).then(&child);
            velocity += &subspace * DVector::from_column_slice(&qd[motion.velocities()]);
            entries.push(ChildMotion { subspace, rate });
        }
        entries
    }

    fn columns<'a>(matrices: impl Iterator<Item = &'a Matrix6xX<f64>>) -> Matrix6xX<f64> {
        let columns: Vec<Vector6<f64>> = matrices
            .flat_map(|matrix| matrix.column_iter().map(|column| column.into_owned()))
            .collect();
        Matrix6xX::from_columns(&columns)
    }
}

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
        placements.fold(Placement::identity(), |all, next| all.then(&next))
    }

    fn subspace(&self, q: &[f64]) -> Matrix6xX<f64> {
        let still = std::vec![0.0; self.velocities().end];
        let entries = self.child_motions(q, &still);
        Self::columns(entries.iter().rev().map(|entries| &entries.subspace))
    }

    fn subspace_rate(&self, q: &[f64], qd: &[f64]) -> Matrix6xX<f64> {
        let entries = self.child_motions(q, qd);
        Self::columns(entries.iter().rev().map(|entries| &entries.rate))
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

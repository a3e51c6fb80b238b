//! Poses of links and their Jacobians.

use super::Recursion;
use crate::derive::forms::{Forms, JointFrame};
use crate::ir::{Builder, Pose, Value, Vector3};

impl<F: Forms> Recursion<'_, F> {
    /// A body's frame in the world.
    pub(super) fn body_pose(&self, b: &mut Builder, joints: &[JointFrame], body: usize) -> Pose {
        let path: Vec<usize> = self.path(Some(body)).collect();
        path.into_iter().rev().fold(b.identity_pose(), |pose, at| {
            let placed = b.compose(&pose, &joints[at].placement);
            b.compose(&placed, &joints[at].transform)
        })
    }

    /// A link's frame in the world.
    pub(super) fn pose(&self, b: &mut Builder, joints: &[JointFrame], link: usize) -> Pose {
        let frame = self.tree.links[link];
        let carrier = match frame.body {
            Some(body) => self.body_pose(b, joints, body),
            None => b.identity_pose(),
        };
        b.compose(&carrier, &frame.pose)
    }

    /// Velocity of a link's origin, then angular velocity, in world axes, a column for each rate.
    pub(super) fn jacobian(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        link: usize,
    ) -> Vec<Vec<Value>> {
        let origin = self.pose(b, joints, link).translation;
        self.jacobian_by(b, link, |b, body, k| {
            let carrier = self.body_pose(b, joints, body);
            let axis = &joints[body].axes[k];
            let angular = b.mul_vec(&carrier.rotation, &axis.angular);
            let slide = b.mul_vec(&carrier.rotation, &axis.linear);
            let arm = b.sub3(&origin, &carrier.translation);
            let sweep = b.cross(&angular, &arm);
            (b.add3(&slide, &sweep), angular)
        })
    }

    /// The same in the link's own axes.
    pub(super) fn jacobian_body(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        link: usize,
    ) -> Vec<Vec<Value>> {
        // The link's frame in the frame of each body that carries it.
        let mut seen = vec![self.tree.links[link].pose];
        let path: Vec<usize> = self.path(self.tree.links[link].body).collect();
        for &body in &path {
            let last = seen[seen.len() - 1];
            let moved = b.compose(&joints[body].transform, &last);
            let placed = b.compose(&joints[body].placement, &moved);
            seen.push(placed);
        }
        self.jacobian_by(b, link, |b, body, k| {
            let depth = path
                .iter()
                .position(|&at| at == body)
                .expect("a body of the path");
            let (frame, axis) = (&seen[depth], &joints[body].axes[k]);
            let sweep = b.cross(&axis.angular, &frame.translation);
            let linear = b.add3(&axis.linear, &sweep);
            (
                b.transpose_mul_vec(&frame.rotation, &linear),
                b.transpose_mul_vec(&frame.rotation, &axis.angular),
            )
        })
    }

    /// Six rows, a column for each axis of each body that carries the link.
    fn jacobian_by(
        &self,
        b: &mut Builder,
        link: usize,
        mut column: impl FnMut(&mut Builder, usize, usize) -> (Vector3, Vector3),
    ) -> Vec<Vec<Value>> {
        let mut jacobian = vec![vec![b.zero(); self.tree.nv]; 6];
        for body in self.path(self.tree.links[link].body) {
            for (k, (v, factor)) in self.columns(body).enumerate() {
                let (linear, angular) = column(b, body, k);
                for (row, value) in linear.into_iter().chain(angular).enumerate() {
                    super::accumulate(b, &mut jacobian, (row, v), factor, value);
                }
            }
        }
        jacobian
    }
}

//! Generalized forces of wrenches on bodies, accumulated from the tips to the base.

use super::Recursion;
use crate::kernels::{JointFrame, Kernels, Linear, Symbol, Wrench};
use multibody_program::ir::{Builder, Value};

impl<K: Kernels> Recursion<'_, K> {
    /// The generalized forces of wrenches on all bodies.
    pub(super) fn generalized_forces(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        wrenches: Vec<Wrench>,
    ) -> Vec<Value> {
        self.generalized_forces_from(None, b, joints, wrenches)
    }

    /// The generalized forces of wrenches on `ancestor` and on bodies outboard of it. The sum of these wrenches,
    /// transformed to `ancestor`, has to be zero, so nothing is passed on to `ancestor` or inboard of it.
    pub(super) fn generalized_forces_from(
        &self,
        ancestor: Option<usize>,
        b: &mut Builder,
        joints: &[JointFrame],
        mut wrenches: Vec<Wrench>,
    ) -> Vec<Value> {
        let mut tau = vec![b.zero(); self.tree.nv];
        if let Some(ancestor) = ancestor {
            wrenches[ancestor] = Wrench::zero(b);
        }
        for body in (0..joints.len()).rev() {
            wrenches[body].hint(b, [Symbol::Force, Symbol::Moment], body);
            let joint_forces = self.kernels.project(b, &joints[body], &wrenches[body]);
            for ((v, factor), value) in self.tree_rates(body).zip(joint_forces) {
                let part = b.scale(factor, value);
                tau[v] = b.add(tau[v], part);
            }
            let parent = self.tree.bodies[body].parent;
            if let Some(parent) = parent.filter(|_| parent != ancestor) {
                let parent_wrench = self.kernels.to_parent(b, &joints[body], &wrenches[body]);
                wrenches[parent] = wrenches[parent].plus(b, &parent_wrench);
            }
        }
        tau
    }
}

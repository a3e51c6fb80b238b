//! Generalized forces of wrenches on bodies, accumulated from the tips to the base.

use super::Recursion;
use crate::kernels::{JointFrame, Kernels, Linear, Symbol, Wrench};
use multibody_program::ir::{Builder, Value};

impl<F: Kernels> Recursion<'_, F> {
    /// The generalized forces of wrenches on all bodies.
    pub(super) fn to_coordinates(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        wrenches: Vec<Wrench>,
    ) -> Vec<Value> {
        self.to_coordinates_from(None, b, joints, wrenches)
    }

    /// The same for wrenches on bodies outboard of `from`. Their sum at `from` is zero, so nothing is passed on inboard of it.
    pub(super) fn to_coordinates_from(
        &self,
        from: Option<usize>,
        b: &mut Builder,
        joints: &[JointFrame],
        mut wrenches: Vec<Wrench>,
    ) -> Vec<Value> {
        let mut tau = vec![b.zero(); self.tree.nv];
        if let Some(from) = from {
            wrenches[from] = Wrench::zero(b);
        }
        for at in (0..joints.len()).rev() {
            wrenches[at].hint(b, [Symbol::Force, Symbol::Moment], at);
            let local = self.kernels.project(b, &joints[at], &wrenches[at]);
            for ((v, factor), value) in self.columns(at).zip(local) {
                let part = b.scale(factor, value);
                tau[v] = b.add(tau[v], part);
            }
            let parent = self.tree.bodies[at].parent;
            if let Some(parent) = parent.filter(|_| parent != from) {
                let seen = self.kernels.to_parent(b, &joints[at], &wrenches[at]);
                wrenches[parent] = wrenches[parent].plus(b, &seen);
            }
        }
        tau
    }
}

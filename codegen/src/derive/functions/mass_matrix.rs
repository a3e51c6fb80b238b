//! The mass matrix: composites towards the base, columns along the path.

use super::{Recursion, accumulate};
use crate::derive::forms::{Forms, JointFrame};
use crate::ir::{Builder, Value};

impl<F: Forms> Recursion<'_, F> {
    /// M, by rows.
    pub(super) fn mass_matrix(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Vec<Value>> {
        let composites = self.composites(b, joints);
        let mut m = vec![vec![b.zero(); self.tree.nv]; self.tree.nv];
        for at in 0..joints.len() {
            for (k, (v, factor)) in self.columns(at).enumerate() {
                let axis = &joints[at].axes[k];
                let mut column = self.forms.column(b, &composites[at], axis);
                let own = self.forms.project(b, &joints[at], &column);
                for ((row, _), value) in self.columns(at).zip(own).take(k + 1) {
                    let weight = factor * factor;
                    accumulate(b, &mut m, (row, v), &weight, value);
                    if row != v {
                        accumulate(b, &mut m, (v, row), &weight, value);
                    }
                }
                let mut below = at;
                for ancestor in self.path(self.tree.bodies[at].parent) {
                    column = self.forms.retreat(b, &joints[below], &column);
                    let values = self.forms.project(b, &joints[ancestor], &column);
                    for ((row, other), value) in self.columns(ancestor).zip(values) {
                        // Mimic joints may share a row: then both halves fall on one entry.
                        let weight = factor * other;
                        accumulate(b, &mut m, (row, v), &weight, value);
                        accumulate(b, &mut m, (v, row), &weight, value);
                    }
                    below = ancestor;
                }
            }
        }
        m
    }

    fn composites(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<F::Composite> {
        let children = self.tree.children();
        let mut composites: Vec<Option<F::Composite>> = vec![None; joints.len()];
        for at in (0..joints.len()).rev() {
            let below: Vec<(&JointFrame, &F::Composite)> = children[at]
                .iter()
                .filter_map(|&child| Some((&joints[child], composites[child].as_ref()?)))
                .collect();
            let composite = self.forms.composite(b, self.mass(joints, at), &below);
            composites[at] = Some(composite);
        }
        composites.into_iter().flatten().collect()
    }
}

//! The mass matrix: composites towards the base, columns along the path.

use std::collections::BTreeMap;

use super::{Recursion, accumulate};
use crate::derive::forms::{Forms, JointFrame, Twist};
use crate::ir::{Builder, Value};

impl<F: Forms> Recursion<'_, F> {
    /// M, by rows.
    pub(super) fn mass_matrix(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Vec<Value>> {
        let composites = self.composites(b, joints);
        let carriers = self
            .meeting
            .map(|body| self.axes_of_carriers(b, joints, body));
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
                let (mut below, mut met) = (at, false);
                for ancestor in self.path(self.tree.bodies[at].parent) {
                    met = met || self.meeting == Some(below);
                    let values = match carriers.as_ref().filter(|_| met) {
                        Some(axes) => axes[&ancestor]
                            .iter()
                            .map(|axis| column.along(b, axis))
                            .collect(),
                        None => {
                            column = self.forms.retreat(b, &joints[below], &column);
                            self.forms.project(b, &joints[ancestor], &column)
                        }
                    };
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
        for (v, &armature) in self.tree.armature.iter().enumerate() {
            m[v][v] = b.add(m[v][v], armature);
        }
        self.add_expressed_mass(b, &mut m);
        m
    }

    /// The axes of all bodies that carry a body, in that body's frame.
    fn axes_of_carriers(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        body: usize,
    ) -> BTreeMap<usize, Vec<Twist>> {
        let mut path: Vec<usize> = self.path(Some(body)).collect();
        path.reverse();
        let mut carried: BTreeMap<usize, Vec<Twist>> = BTreeMap::new();
        for at in path {
            let still = vec![b.zero(); joints[at].axes.len()];
            for axis in carried.values_mut().flatten() {
                *axis = self.forms.velocity(b, &joints[at], axis, &still);
            }
            carried.insert(at, joints[at].axes.clone());
        }
        carried
    }

    pub(super) fn composites(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<F::Composite> {
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

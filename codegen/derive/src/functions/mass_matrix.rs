//! The mass matrix by the composite rigid-body algorithm (CRBA): composite inertias inwards, columns along the path.

use std::collections::BTreeMap;

use super::Recursion;
use super::columns::{Columns, ScaledColumn};
use super::matrix::accumulate;
use crate::kernels::{BehindJoint, Hinted, JointFrame, Kernels, Twist};
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, Value};

impl<F: Kernels> Recursion<'_, F> {
    /// M, by rows.
    pub(super) fn mass_matrix(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Vec<Value>> {
        let composites = self.composites(b, joints);
        let ancestors = self
            .column_end
            .map(|body| self.axes_of_ancestors(b, joints, body));
        let mut m = vec![vec![b.zero(); self.tree.nv]; self.tree.nv];
        let mut needed = Columns::none(joints.len());
        for at in (0..joints.len()).rev() {
            let mut columns: Columns<_> = needed[at].take();
            for (v, ScaledColumn { factor, column }) in columns.iter() {
                let values = self.kernels.project(b, &joints[at], column);
                self.add_both_halves(b, &mut m, at, v, factor, values);
            }
            for (k, (v, factor)) in self.columns(at).enumerate() {
                let column = self.kernels.column(b, &composites[at], &joints[at].axes[k]);
                let own = self.kernels.project(b, &joints[at], &column);
                for ((row, _), value) in self.columns(at).zip(own).take(k + 1) {
                    let weight = factor * factor;
                    accumulate(b, &mut m, (row, v), &weight, value);
                    if row != v {
                        accumulate(b, &mut m, (v, row), &weight, value);
                    }
                }
                columns.add(b, v, factor, column);
            }
            let parent = self.tree.bodies[at].parent;
            if let Some(axes) = ancestors.as_ref().filter(|_| self.column_end == Some(at)) {
                for (v, ScaledColumn { factor, column }) in columns.iter() {
                    for ancestor in self.path(parent) {
                        let axes = axes[&ancestor].iter();
                        let values = axes.map(|axis| column.along(b, axis)).collect();
                        self.add_both_halves(b, &mut m, ancestor, v, factor, values);
                    }
                }
            } else if let Some(parent) = parent {
                for (v, ScaledColumn { factor, column }) in columns.iter() {
                    let seen = self.kernels.to_parent(b, &joints[at], column);
                    needed[parent].add(b, v, factor, seen);
                }
            }
        }
        for (v, &armature) in self.tree.armature.iter().enumerate() {
            m[v][v] = b.add(m[v][v], armature);
        }
        self.add_symbolic_mass(b, &mut m);
        m
    }

    /// Adds the components of a column along the axes of a body, in both halves of M. For joints that mimic one
    /// another, row and column are the same: then both halves are added to one entry.
    fn add_both_halves(
        &self,
        b: &mut Builder,
        m: &mut [Vec<Value>],
        body: usize,
        v: usize,
        factor: &Rational,
        values: Vec<Value>,
    ) {
        for ((row, other), value) in self.columns(body).zip(values) {
            let weight = factor * other;
            accumulate(b, m, (row, v), &weight, value);
            accumulate(b, m, (v, row), &weight, value);
        }
    }

    /// The joint axes of a body and of its ancestors, in that body's frame.
    fn axes_of_ancestors(
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
                *axis = self.kernels.velocity(b, &joints[at], axis, &still);
            }
            carried.insert(at, joints[at].axes.clone());
        }
        carried
    }

    pub(super) fn composites(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<F::Composite> {
        let children = self.tree.children();
        let mut composites: Vec<Option<F::Composite>> = vec![None; joints.len()];
        for at in (0..joints.len()).rev() {
            let below: Vec<BehindJoint<'_, '_, F::Composite>> = children[at]
                .iter()
                .filter_map(|&child| {
                    Some(BehindJoint {
                        joint: &joints[child],
                        composite: composites[child].as_ref()?,
                    })
                })
                .collect();
            let composite = self.kernels.composite(b, &joints[at].moments, &below);
            composite.hint(b, at);
            composites[at] = Some(composite);
        }
        composites.into_iter().flatten().collect()
    }
}

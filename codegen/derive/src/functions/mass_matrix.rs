//! The mass matrix by the composite rigid-body algorithm (CRBA): composite inertias inwards, columns along the path.

use std::collections::BTreeMap;

use super::Recursion;
use super::columns::{Columns, ScaledColumn};
use super::matrix::accumulate;
use crate::kernels::{BehindJoint, Hinted, JointFrame, Kernels, Twist, Wrench};
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, Value};

/// A column of a composite body where it meets the axes of a joint: its own, or one between it and the base.
#[derive(Clone, Copy)]
pub struct Meeting<'a> {
    /// The coordinate of the column.
    pub v: usize,
    /// The place of its axis among those of the joint, if that is its own.
    pub own: Option<usize>,
    /// The factor of the column.
    pub factor: &'a Rational,
    /// The wrench that a unit of the coordinate requires.
    pub column: &'a Wrench,
    /// The body in whose frame column and axes are.
    pub frame: usize,
    /// The body whose joint it meets.
    pub body: usize,
    /// The axes of this joint.
    pub axes: &'a [Twist],
}

impl<'a> Meeting<'a> {
    /// With the joint of the body in whose frame the column is.
    fn own(
        (v, own): (usize, Option<usize>),
        factor: &'a Rational,
        column: &'a Wrench,
        (body, axes): (usize, &'a [Twist]),
    ) -> Self {
        Self {
            v,
            own,
            factor,
            column,
            frame: body,
            body,
            axes,
        }
    }

    /// A value for each axis.
    pub fn along_axes(
        &self,
        b: &mut Builder,
        mut of: impl FnMut(&mut Builder, &Twist) -> Value,
    ) -> Vec<Value> {
        self.axes.iter().map(|axis| of(b, axis)).collect()
    }
}

impl<F: Kernels> Recursion<'_, F> {
    /// M, by rows.
    pub(super) fn mass_matrix(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Vec<Value>> {
        let mut m = vec![vec![b.zero(); self.tree.nv]; self.tree.nv];
        self.meet_columns(b, joints, |b, of| {
            let values = of.along_axes(b, |b, axis| of.column.along(b, axis));
            match of.own {
                None => self.add_both_halves(b, &mut m, of.body, of.v, of.factor, values),
                Some(k) => {
                    for ((row, _), value) in self.columns(of.body).zip(values).take(k + 1) {
                        let weight = of.factor * of.factor;
                        accumulate(b, &mut m, (row, of.v), &weight, value);
                        if row != of.v {
                            accumulate(b, &mut m, (of.v, row), &weight, value);
                        }
                    }
                }
            }
        });
        for (v, &armature) in self.tree.armature.iter().enumerate() {
            m[v][v] = b.add(m[v][v], armature);
        }
        self.add_symbolic_mass(b, &mut m);
        m
    }

    /// Carries the columns of composite bodies inwards, and visits each where it meets the axes of a joint.
    pub(super) fn meet_columns(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        mut visit: impl FnMut(&mut Builder, Meeting<'_>),
    ) {
        let composites = self.composites(b, joints);
        let ancestors = self
            .column_end
            .map(|body| self.axes_of_ancestors(b, joints, body));
        let mut needed = Columns::none(joints.len());
        for at in (0..joints.len()).rev() {
            let mut columns: Columns<Wrench> = needed[at].take();
            let joint = (at, &joints[at].axes[..]);
            for (v, ScaledColumn { factor, column }) in columns.iter() {
                visit(b, Meeting::own((v, None), factor, column, joint));
            }
            for (k, (v, factor)) in self.columns(at).enumerate() {
                let column = self.kernels.column(b, &composites[at], &joints[at].axes[k]);
                visit(b, Meeting::own((v, Some(k)), factor, &column, joint));
                columns.add(b, v, factor, column);
            }
            let parent = self.tree.bodies[at].parent;
            if let Some(axes) = ancestors.as_ref().filter(|_| self.column_end == Some(at)) {
                for (v, ScaledColumn { factor, column }) in columns.iter() {
                    for body in self.path(parent) {
                        let axes = &axes[&body];
                        visit(
                            b,
                            Meeting {
                                body,
                                axes,
                                ..Meeting::own((v, None), factor, column, joint)
                            },
                        );
                    }
                }
            } else if let Some(parent) = parent {
                for (v, ScaledColumn { factor, column }) in columns.iter() {
                    let seen = self.kernels.to_parent(b, &joints[at], column);
                    needed[parent].add(b, v, factor, seen);
                }
            }
        }
    }

    /// Adds the components of a column along the axes of a body, in both halves of M. For joints that mimic one
    /// another, row and column are the same: then both halves are added to one entry.
    pub(super) fn add_both_halves(
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

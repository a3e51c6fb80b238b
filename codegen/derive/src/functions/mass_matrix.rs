//! The mass matrix by the composite rigid-body algorithm (CRBA): composite inertias inwards, columns along the path.

use std::collections::BTreeMap;

use super::Recursion;
use super::columns::{Columns, ScaledColumn};
use super::matrix::accumulate;
use crate::kernels::{ChildComposite, Hinted, JointFrame, Kernels, Twist, Wrench};
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, Value};

/// A visit of a composite body's column at a joint: at the joint of the body itself, or at one between it and the base.
#[derive(Clone, Copy)]
pub struct ColumnVisit<'a> {
    /// The coordinate of the column.
    pub v: usize,
    /// The index of the column's axis among those of the joint, if the joint is the body's own.
    pub own_axis: Option<usize>,
    /// The factor by which `column` has yet to be multiplied.
    pub factor: &'a Rational,
    /// The wrench that a unit of the coordinate requires.
    pub column: &'a Wrench,
    /// The body in whose frame `column` and `axes` are given.
    pub frame: usize,
    /// The body of the visited joint.
    pub body: usize,
    /// The axes of this joint.
    pub axes: &'a [Twist],
}

impl<'a> ColumnVisit<'a> {
    /// A visit of the column of coordinate v at the joint of the body in whose frame the column is expressed.
    fn new(
        (v, own_axis): (usize, Option<usize>),
        factor: &'a Rational,
        column: &'a Wrench,
        (body, axes): (usize, &'a [Twist]),
    ) -> Self {
        Self {
            v,
            own_axis,
            factor,
            column,
            frame: body,
            body,
            axes,
        }
    }

    /// The result of `value` for each axis.
    pub fn along_axes(
        &self,
        b: &mut Builder,
        mut value: impl FnMut(&mut Builder, &Twist) -> Value,
    ) -> Vec<Value> {
        self.axes.iter().map(|axis| value(b, axis)).collect()
    }
}

impl<K: Kernels> Recursion<'_, K> {
    /// M, by rows.
    pub(super) fn mass_matrix(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Vec<Value>> {
        let mut m = vec![vec![b.zero(); self.tree.nv]; self.tree.nv];
        self.visit_columns(b, joints, |b, visit| {
            let values = visit.along_axes(b, |b, axis| visit.column.along(b, axis));
            match visit.own_axis {
                None => self.add_symmetric(b, &mut m, visit.body, visit.v, visit.factor, values),
                Some(k) => {
                    for ((row, _), value) in self.tree_rates(visit.body).zip(values).take(k + 1) {
                        // All rates of a body have the same factor.
                        let weight = visit.factor * visit.factor;
                        accumulate(b, &mut m, (row, visit.v), &weight, value);
                        if row != visit.v {
                            accumulate(b, &mut m, (visit.v, row), &weight, value);
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

    /// Propagates the columns of composite bodies to the base, and visits each at every joint on the way.
    pub(super) fn visit_columns(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        mut visit: impl FnMut(&mut Builder, ColumnVisit<'_>),
    ) {
        let composites = self.composites(b, joints);
        let axes_by_ancestor = self
            .last_body_of_columns
            .map(|body| self.axes_of_ancestors(b, joints, body));
        let mut child_columns = Columns::none(joints.len());
        for body in (0..joints.len()).rev() {
            let mut columns: Columns<Wrench> = child_columns[body].take();
            let joint = (body, &joints[body].axes[..]);
            for (v, ScaledColumn { factor, column }) in columns.iter() {
                visit(b, ColumnVisit::new((v, None), factor, column, joint));
            }
            for (k, (v, factor)) in self.tree_rates(body).enumerate() {
                let column = self
                    .kernels
                    .column(b, &composites[body], &joints[body].axes[k]);
                visit(b, ColumnVisit::new((v, Some(k)), factor, &column, joint));
                columns.add(b, v, factor, column);
            }
            let parent = self.tree.bodies[body].parent;
            // Columns are propagated no further than this body: instead, they are visited with the axes of its
            // ancestors, expressed in its frame.
            if let Some(ancestor_axes) = axes_by_ancestor
                .as_ref()
                .filter(|_| self.last_body_of_columns == Some(body))
            {
                for (v, ScaledColumn { factor, column }) in columns.iter() {
                    for ancestor in self.path(parent) {
                        let axes = &ancestor_axes[&ancestor];
                        visit(
                            b,
                            ColumnVisit {
                                body: ancestor,
                                axes,
                                ..ColumnVisit::new((v, None), factor, column, joint)
                            },
                        );
                    }
                }
            } else if let Some(parent) = parent {
                for (v, ScaledColumn { factor, column }) in columns.iter() {
                    let parent_column = self.kernels.to_parent(b, &joints[body], column);
                    child_columns[parent].add(b, v, factor, parent_column);
                }
            }
        }
    }

    /// Adds the components of a column along the axes of a body, in both halves of M. For joints that mimic one
    /// another, row and column are the same: then both halves are added to one entry.
    pub(super) fn add_symmetric(
        &self,
        b: &mut Builder,
        m: &mut [Vec<Value>],
        body: usize,
        v: usize,
        factor: &Rational,
        values: Vec<Value>,
    ) {
        for ((row, row_factor), value) in self.tree_rates(body).zip(values) {
            let weight = factor * row_factor;
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
        let mut axes: BTreeMap<usize, Vec<Twist>> = BTreeMap::new();
        for ancestor in path {
            let zeros = vec![b.zero(); joints[ancestor].axes.len()];
            for axis in axes.values_mut().flatten() {
                *axis = self.kernels.velocity(b, &joints[ancestor], axis, &zeros);
            }
            axes.insert(ancestor, joints[ancestor].axes.clone());
        }
        axes
    }

    /// The moments of each body together with all bodies outboard of it.
    pub(super) fn composites(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<K::Composite> {
        let children = self.tree.children();
        let mut composites: Vec<Option<K::Composite>> = vec![None; joints.len()];
        for body in (0..joints.len()).rev() {
            let branches: Vec<ChildComposite<'_, '_, K::Composite>> = children[body]
                .iter()
                .filter_map(|&child| {
                    Some(ChildComposite {
                        joint: &joints[child],
                        composite: composites[child].as_ref()?,
                    })
                })
                .collect();
            let composite = self.kernels.composite(b, &joints[body].moments, &branches);
            composite.hint(b, body);
            composites[body] = Some(composite);
        }
        composites.into_iter().flatten().collect()
    }
}

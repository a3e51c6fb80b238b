//! The Coriolis matrix by Christoffel symbols.
//!
//! `C_kj = sum over points of m (dr/dq_k) . d/dt (dr/dq_j)`, for which `C + C^T = dM/dt`. If rates are derivatives of
//! positions, this is the C of the Christoffel symbols. Composites are propagated with the rates of their moments;
//! Echeandia and Wensing 2021 do the same with six-by-six matrices.

use super::Recursion;
use super::columns::{Columns, ScaledColumn};
use super::matrix::accumulate;
use crate::kernels::{Hinted, JointFrame, Kernels, MovingChildComposite, Twist};
use multibody_program::ir::{Builder, InputKind, Value};

impl<K: Kernels> Recursion<'_, K> {
    /// `C_ijk` by i, j and k. C is linear in the rates, so these are its entries with one rate 1 and the others 0.
    pub(super) fn christoffel_symbols(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Value> {
        let c = self.coriolis_matrix(b, joints).concat();
        let program = b.finish(&c);
        let at_unit_rate = |b: &mut Builder, k: usize| {
            b.inline(&program, |b, input| {
                match (input.kind, input.index as usize) {
                    (InputKind::Qd, v) if v == k => b.one(),
                    (InputKind::Qd, _) => b.zero(),
                    (kind, index) => b.input(kind, index),
                }
            })
        };
        let by_rate: Vec<Vec<Value>> = (0..self.tree.nv).map(|k| at_unit_rate(b, k)).collect();
        let entries = 0..c.len();
        entries
            .flat_map(|entry| by_rate.iter().map(move |c| c[entry]))
            .collect()
    }

    /// C, by rows.
    pub(super) fn coriolis_matrix(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
    ) -> Vec<Vec<Value>> {
        let velocities = self.velocities(b, joints);
        let rates: Vec<Vec<Value>> = (0..joints.len())
            .map(|body| self.rates(b, body, Some(InputKind::Qd)))
            .collect();
        let composites = self.composite_rates(b, joints, &velocities, &rates);
        let mut c = vec![vec![b.zero(); self.tree.nv]; self.tree.nv];
        let mut child_columns = Columns::none(joints.len());
        for body in (0..joints.len()).rev() {
            let velocity = &velocities[body];
            let mut columns: Columns<_> = child_columns[body].take();
            for (v, ScaledColumn { factor, column }) in columns.iter() {
                for ((row, row_factor), (axis, axis_rate)) in
                    self.tree_rates(body).zip(axes(&joints[body]))
                {
                    let weight = factor * row_factor;
                    let entries = self.kernels.entries(b, column, velocity, axis, axis_rate);
                    accumulate(b, &mut c, (row, v), &weight, entries.in_column);
                    accumulate(b, &mut c, (v, row), &weight, entries.in_row);
                }
            }
            for ((v, factor), (axis, axis_rate)) in self.tree_rates(body).zip(axes(&joints[body])) {
                let column =
                    self.kernels
                        .coriolis_column(b, &composites[body], velocity, axis, axis_rate);
                for ((row, _), (axis, axis_rate)) in self.tree_rates(body).zip(axes(&joints[body]))
                {
                    let entries = self.kernels.entries(b, &column, velocity, axis, axis_rate);
                    // All rates of a body have the same factor.
                    let weight = factor * factor;
                    accumulate(b, &mut c, (row, v), &weight, entries.in_column);
                }
                columns.add(b, v, factor, column);
            }
            if let Some(parent) = self.tree.bodies[body].parent {
                for (v, ScaledColumn { factor, column }) in columns.iter() {
                    let (joint, parent_velocity) = (&joints[body], &velocities[parent]);
                    let parent_column =
                        self.kernels
                            .parent_column(b, joint, parent_velocity, &rates[body], column);
                    child_columns[parent].add(b, v, factor, parent_column);
                }
            }
        }
        self.add_symbolic_coriolis(b, &mut c);
        c
    }

    /// The moments of each body together with all bodies outboard of it, with the rates of these moments.
    fn composite_rates(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        velocities: &[Twist],
        rates: &[Vec<Value>],
    ) -> Vec<K::CompositeRate> {
        let children = self.tree.children();
        let mut composites: Vec<Option<K::CompositeRate>> = vec![None; joints.len()];
        for body in (0..joints.len()).rev() {
            let branches: Vec<MovingChildComposite<'_, '_, K::CompositeRate>> = children[body]
                .iter()
                .filter_map(|&child| {
                    Some(MovingChildComposite {
                        joint: &joints[child],
                        qd: rates[child].as_slice(),
                        composite: composites[child].as_ref()?,
                    })
                })
                .collect();
            let composite =
                self.kernels
                    .composite_rate(b, &joints[body].moments, &velocities[body], &branches);
            composite.hint(b, body);
            composites[body] = Some(composite);
        }
        composites.into_iter().flatten().collect()
    }
}

/// The axes of a joint, each with its rate of change.
fn axes<'a>(joint: &'a JointFrame<'_>) -> impl Iterator<Item = (&'a Twist, &'a Twist)> {
    joint.axes.iter().zip(&joint.axis_rates)
}

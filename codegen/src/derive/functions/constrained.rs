//! Accelerations, multipliers and impulses of a system that constraints hold.
//!
//! With `M = L^T D L` and `W = L^-T J^T` the multipliers solve `W^T D^-1 W lambda = -(bias of J) - W^T D^-1 z`, where
//! `z = L^-T f` and f is all else that acts. Where M is singular, `M + J^T J` stands for it, and `f - J^T (bias of J)`
//! for f: on all accelerations that the constraints allow that is the same.

use super::Recursion;
use super::forward_dynamics::factor;
use crate::derive::forms::{Forms, JointFrame};
use crate::function::Terms;
use crate::ir::{Builder, InputKind, Value};

/// All that acts but tau.
const UNDRIVEN: Terms = Terms {
    acceleration: false,
    ..Terms::ALONE
};

impl<F: Forms> Recursion<'_, F> {
    /// qdd, then the multipliers.
    pub(super) fn constrained(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        feedback: bool,
    ) -> Vec<Value> {
        let bias = self.forces(b, joints, UNDRIVEN);
        let forces = bias.iter().enumerate().map(|(v, &bias)| {
            let tau = b.input(InputKind::Tau, v);
            b.sub(tau, bias)
        });
        let forces = forces.collect();
        let wanted = self.wanted_of_constraints(b, joints, feedback);
        self.held(b, joints, forces, &wanted)
    }

    /// The same by articulated bodies, if that can be.
    pub(super) fn constrained_otherwise(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        feedback: bool,
    ) -> Option<Vec<Value>> {
        let wanted = self.wanted_of_constraints(b, joints, feedback);
        self.articulated_under_constraints(b, joints, Some(UNDRIVEN), &wanted)
    }

    /// What J qdd has to be: minus the bias, and the feedback.
    fn wanted_of_constraints(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        feedback: bool,
    ) -> Vec<Value> {
        let bias = self.constraint_bias(b, joints);
        let opposite: Vec<Value> = bias.into_iter().map(|x| b.neg(x)).collect();
        if !feedback {
            return opposite;
        }
        let [stiffness, damping] = [0, 1].map(|at| b.input(InputKind::Feedback, at));
        let values = self.constraint_values(b, joints);
        let rates = self.constraint_rates(b, joints);
        let errors = values.into_iter().zip(rates);
        opposite
            .into_iter()
            .zip(errors)
            .map(|(wanted, (value, rate))| {
                let back = [b.mul(stiffness, value), b.mul(damping, rate)];
                let back = b.add(back[0], back[1]);
                b.sub(wanted, back)
            })
            .collect()
    }

    /// qd behind an impulse, then that: the change of rates is to the impulse what qdd is to multipliers.
    pub(super) fn constraint_impulse(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Value> {
        let wanted = self.wanted_of_impulse(b, joints);
        let nothing = vec![b.zero(); self.tree.nv];
        let values = self.held(b, joints, nothing, &wanted);
        self.behind_impulse(b, values)
    }

    /// The same by articulated bodies, if that can be.
    pub(super) fn constraint_impulse_otherwise(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
    ) -> Option<Vec<Value>> {
        let wanted = self.wanted_of_impulse(b, joints);
        let values = self.articulated_under_constraints(b, joints, None, &wanted)?;
        Some(self.behind_impulse(b, values))
    }

    /// What J has to make of the change of rates.
    fn wanted_of_impulse(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Value> {
        let restitution = b.input(InputKind::Restitution, 0);
        let more = b.add(Value::ONE, restitution);
        let rates = self.constraint_rates(b, joints).into_iter();
        rates
            .map(|rate| {
                let change = b.mul(more, rate);
                b.neg(change)
            })
            .collect()
    }

    /// Rates instead of their changes.
    fn behind_impulse(&self, b: &mut Builder, mut values: Vec<Value>) -> Vec<Value> {
        for (v, value) in values.iter_mut().take(self.tree.nv).enumerate() {
            let before = b.input(InputKind::Qd, v);
            *value = b.add(before, *value);
        }
        values
    }

    /// x and y of `M x = f + J^T y`, `J x = wanted`.
    fn held(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        mut forces: Vec<Value>,
        wanted: &[Value],
    ) -> Vec<Value> {
        let rows = self.constraint_rows(b, joints);
        let mut m = self.mass_matrix(b, joints);
        if self.is_singular {
            for (v, force) in forces.iter_mut().enumerate() {
                let parts = rows.iter().zip(wanted);
                let parts: Vec<Value> = parts.map(|(row, &x)| b.mul(row[v], x)).collect();
                let sum = b.sum(parts);
                *force = b.add(*force, sum);
            }
            for (i, line) in m.iter_mut().enumerate() {
                for (j, entry) in line.iter_mut().enumerate() {
                    let parts = rows.iter().map(|row| b.mul(row[i], row[j]));
                    let parts: Vec<Value> = parts.collect();
                    let sum = b.sum(parts);
                    *entry = b.add(*entry, sum);
                }
            }
        }
        let factors = factor(b, m);
        let columns: Vec<Vec<Value>> = rows.into_iter().map(|row| factors.inner(b, row)).collect();
        let free = factors.inner(b, forces);
        let mut schur = vec![vec![b.zero(); columns.len()]; columns.len()];
        let mut right = Vec::with_capacity(columns.len());
        for (i, column) in columns.iter().enumerate() {
            let weighted = factors.weighted(b, column);
            for (j, other) in columns.iter().enumerate().take(i + 1) {
                let entry = dot(b, &weighted, other);
                (schur[i][j], schur[j][i]) = (entry, entry);
            }
            let moved = dot(b, &weighted, &free);
            right.push(b.sub(wanted[i], moved));
        }
        let multipliers = factor(b, schur).solve(b, right);
        let pushed: Vec<Value> = (free.iter().enumerate())
            .map(|(v, &free)| {
                let parts = columns.iter().zip(&multipliers);
                let parts: Vec<Value> = parts.map(|(column, &y)| b.mul(column[v], y)).collect();
                let sum = b.sum(parts);
                b.add(free, sum)
            })
            .collect();
        let mut solved = factors.outer(b, &pushed);
        solved.extend(multipliers);
        solved
    }
}

fn dot(b: &mut Builder, x: &[Value], y: &[Value]) -> Value {
    let parts: Vec<Value> = x.iter().zip(y).map(|(&x, &y)| b.mul(x, y)).collect();
    b.sum(parts)
}

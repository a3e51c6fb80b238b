//! Forward dynamics by articulated bodies, in increments over the motion at qdd = 0.
//!
//! Featherstone 2008, chapter 7. The bias motion carries gravity and all velocity terms, so what
//! goes out along the tree a second time is only how much faster each frame is than with qdd = 0.
//!
//! Where constraints hold, each is a column that goes to the base beside the bias: what a multiplier of 1 does. At each
//! rate with the inertia D that meets the column with the force k, `k k^T / D` is a part of `J M^-1 J^T` (Popov and
//! Vereshchagin 1978), so that M is never built.

use super::Recursion;
use super::forward_dynamics::factor;
use crate::derive::forms::{Forms, JointFrame, Linear, Twist, Wrench};
use crate::function::Terms;
use crate::ir::{Builder, InputKind, Value};
use crate::system::{Constraint, Row};

/// How one rate of a joint answers.
struct Answer {
    /// U / D.
    gain: Wrench,
    /// 1 / D.
    inverse: Value,
    /// `tau - S . p`
    rest: Value,
    /// The same of each constraint.
    held: Vec<Value>,
}

/// What goes to the base.
struct Loads {
    /// p of each body.
    wrenches: Vec<Wrench>,
    /// tau.
    forces: Vec<Value>,
    /// The same of each constraint.
    held: Vec<(Vec<Wrench>, Vec<Value>)>,
}

impl<F: Forms> Recursion<'_, F> {
    /// qdd of `M qdd + C qd + g = tau + Q`. None: mimic joints or expressions couple branches, so that a
    /// joint's rate is not its own.
    pub(super) fn articulated_bodies(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        bias: Terms,
    ) -> Option<Vec<Value>> {
        if !self.has_own_rates() {
            return None;
        }
        let loads = self.loads(b, joints, bias);
        let answers = self.answers(b, joints, loads);
        Some(self.accelerated(b, joints, &answers, &[]))
    }

    /// qdd, then the multipliers, where J qdd is `wanted`; without a bias nothing but the constraints acts. None: as
    /// there.
    pub(super) fn articulated_under_constraints(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        bias: Option<Terms>,
        wanted: &[Value],
    ) -> Option<Vec<Value>> {
        if !self.has_own_rates() || self.is_singular {
            return None;
        }
        let mut loads = match bias {
            Some(bias) => self.loads(b, joints, bias),
            None => Loads {
                wrenches: vec![Wrench::zero(b); joints.len()],
                forces: vec![b.zero(); self.tree.nv],
                held: Vec::new(),
            },
        };
        loads.held = self.held_loads(b, joints);
        let answers = self.answers(b, joints, loads);
        let multipliers = multipliers(b, &answers, wanted);
        let mut values = self.accelerated(b, joints, &answers, &multipliers);
        values.extend(multipliers);
        Some(values)
    }

    fn has_own_rates(&self) -> bool {
        let owned: usize = self.tree.bodies.iter().map(|body| body.kind.nv()).sum();
        owned == self.tree.nv && self.expressed.is_empty()
    }

    fn loads(&self, b: &mut Builder, joints: &[JointFrame], bias: Terms) -> Loads {
        let pulled = self.pulled(b);
        let forces = (0..self.tree.nv).map(|v| {
            let mut tau = b.input(InputKind::Tau, v);
            if bias.passive {
                let resistance = self.tree.resistance(b, v);
                tau = b.sub(tau, resistance);
                tau = (pulled.get(v)).map_or(tau, |&pull| b.add(tau, pull));
            }
            tau
        });
        let forces = forces.collect();
        Loads {
            wrenches: self.wrenches(b, joints, bias),
            forces,
            held: Vec::new(),
        }
    }

    /// What a multiplier of 1 does of each constraint: to bodies, or along rates.
    fn held_loads(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<(Vec<Wrench>, Vec<Value>)> {
        let rows = self.tree.constraints.iter();
        rows.map(|Constraint { row, .. }| {
            let mut wrenches = vec![Wrench::zero(b); joints.len()];
            for (body, wrench) in self.constraint_wrenches(b, joints, row) {
                wrenches[body] = wrenches[body].minus(b, &wrench);
            }
            let forces = match row {
                Row::Said { at, of_rates } => self.said_row(b, *at, *of_rates),
                Row::Between { .. } | Row::Contact { .. } => vec![b.zero(); self.tree.nv],
            };
            (wrenches, forces)
        })
        .collect()
    }

    /// From the base: how much faster each frame is, and so each rate.
    fn accelerated(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        answers: &[Vec<Answer>],
        multipliers: &[Value],
    ) -> Vec<Value> {
        let mut qdd = vec![b.zero(); self.tree.nv];
        let mut increments: Vec<Twist> = Vec::with_capacity(joints.len());
        for (at, joint) in joints.iter().enumerate() {
            let parent = match self.tree.bodies[at].parent {
                Some(parent) => increments[parent],
                None => Twist::zero(b),
            };
            let still = vec![b.zero(); joint.axes.len()];
            let mut increment = self.forms.velocity(b, joint, &parent, &still);
            let columns: Vec<_> = self.columns(at).collect();
            for ((answer, axis), (v, factor)) in answers[at].iter().zip(&joint.axes).zip(columns) {
                let held = answer.gain.along(b, &increment);
                let mut parts = vec![answer.rest];
                let pushed = answer.held.iter().zip(multipliers);
                parts.extend(pushed.map(|(&force, &multiplier)| b.mul(force, multiplier)));
                let rest = b.sum(parts);
                let free = b.mul(answer.inverse, rest);
                let rate = b.sub(free, held);
                let own = Twist::combine(b, std::slice::from_ref(axis), &[rate]);
                increment = increment.plus(b, &own);
                // The joint's own rate is the tree's times the factor, which is 1 or -1 here.
                qdd[v] = b.scale(factor, rate);
            }
            increments.push(increment);
        }
        qdd
    }

    /// From the tips: how every rate answers, its axes taken one after the other, the first nearest
    /// to the base.
    fn answers(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        mut loads: Loads,
    ) -> Vec<Vec<Answer>> {
        let mut inertias: Vec<F::Articulated> = (0..joints.len())
            .map(|at| self.forms.articulated(b, self.mass(joints, at)))
            .collect();
        let mut answers: Vec<Vec<Answer>> = Vec::with_capacity(joints.len());
        for (at, joint) in joints.iter().enumerate().rev() {
            let columns: Vec<_> = self.columns(at).collect();
            let mut own = Vec::with_capacity(columns.len());
            for (axis, (v, factor)) in joint.axes.iter().zip(columns).rev() {
                let response = self.forms.response(b, &inertias[at], axis);
                let stiffness = response.along(b, axis);
                // The factor, which is 1 or -1 here, leaves an armature as it is.
                let stiffness = b.add(stiffness, self.tree.armature[v]);
                let one = b.one();
                let inverse = b.div(one, stiffness);
                let gain = response.scaled(b, inverse);
                inertias[at] = self.forms.released(b, &inertias[at], &response, &gain);
                let answered = |b: &mut Builder, wrench: &mut Wrench, force: Value| {
                    let tau = b.scale(factor, force);
                    let load = wrench.along(b, axis);
                    let rest = b.sub(tau, load);
                    let push = gain.scaled(b, rest);
                    *wrench = wrench.plus(b, &push);
                    rest
                };
                let rest = answered(b, &mut loads.wrenches[at], loads.forces[v]);
                let held = loads.held.iter_mut();
                let held = held.map(|(wrenches, forces)| answered(b, &mut wrenches[at], forces[v]));
                let held = held.collect();
                own.push(Answer {
                    gain,
                    inverse,
                    rest,
                    held,
                });
            }
            own.reverse();
            answers.push(own);
            if let Some(parent) = self.tree.bodies[at].parent {
                let all = std::iter::once(&mut loads.wrenches);
                for wrenches in all.chain(loads.held.iter_mut().map(|(wrenches, _)| wrenches)) {
                    let seen = self.forms.retreat(b, joint, &wrenches[at]);
                    wrenches[parent] = wrenches[parent].plus(b, &seen);
                }
                let child = inertias[at].clone();
                inertias[parent] = self
                    .forms
                    .join_articulated(b, &inertias[parent], joint, &child);
            }
        }
        answers.reverse();
        answers
    }
}

/// The multipliers of `J M^-1 J^T lambda = wanted - J M^-1 f`.
fn multipliers(b: &mut Builder, answers: &[Vec<Answer>], wanted: &[Value]) -> Vec<Value> {
    let mut schur = vec![vec![b.zero(); wanted.len()]; wanted.len()];
    let mut right = wanted.to_vec();
    for answer in answers.iter().flatten() {
        for (i, &force) in answer.held.iter().enumerate() {
            let weighted = b.mul(answer.inverse, force);
            for (j, &other) in answer.held.iter().enumerate().take(i + 1) {
                let part = b.mul(weighted, other);
                let sum = b.add(schur[i][j], part);
                (schur[i][j], schur[j][i]) = (sum, sum);
            }
            let moved = b.mul(weighted, answer.rest);
            right[i] = b.sub(right[i], moved);
        }
    }
    factor(b, schur).solve(b, right)
}

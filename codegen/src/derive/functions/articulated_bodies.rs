//! Forward dynamics by articulated bodies, in increments over the motion at qdd = 0.
//!
//! Featherstone 2008, chapter 7. The bias motion carries gravity and all velocity terms, so what
//! goes out along the tree a second time is only how much faster each frame is than with qdd = 0.

use super::Recursion;
use crate::derive::forms::{Forms, JointFrame, Linear, Twist, Wrench};
use crate::function::Terms;
use crate::ir::{Builder, InputKind, Value};

/// How one rate of a joint answers.
struct Answer {
    /// U / D.
    gain: Wrench,
    /// (tau - S . p) / D.
    free: Value,
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
        let owned: usize = self.tree.bodies.iter().map(|body| body.kind.nv()).sum();
        if owned != self.tree.nv || !self.expressed.is_empty() {
            return None;
        }
        let answers = self.answers(b, joints, bias);
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
                let rate = b.sub(answer.free, held);
                let own = Twist::combine(b, std::slice::from_ref(axis), &[rate]);
                increment = increment.plus(b, &own);
                // The joint's own rate is the tree's times the factor, which is 1 or -1 here.
                qdd[v] = b.scale(factor, rate);
            }
            increments.push(increment);
        }
        Some(qdd)
    }

    /// From the tips: how every rate answers, its axes taken one after the other, the first nearest
    /// to the base.
    fn answers(&self, b: &mut Builder, joints: &[JointFrame], bias: Terms) -> Vec<Vec<Answer>> {
        let mut wrenches = self.wrenches(b, joints, bias);
        let mut inertias: Vec<F::Articulated> = (0..joints.len())
            .map(|at| self.forms.articulated(b, self.mass(joints, at)))
            .collect();
        let pulled = self.pulled(b);
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
                let mut tau = b.input(InputKind::Tau, v);
                if bias.passive {
                    let resistance = self.tree.resistance(b, v);
                    tau = b.sub(tau, resistance);
                    tau = (pulled.get(v)).map_or(tau, |&pull| b.add(tau, pull));
                }
                let tau = b.scale(factor, tau);
                let load = wrenches[at].along(b, axis);
                let rest = b.sub(tau, load);
                inertias[at] = self.forms.released(b, &inertias[at], &response, &gain);
                let push = gain.scaled(b, rest);
                wrenches[at] = wrenches[at].plus(b, &push);
                own.push(Answer {
                    gain,
                    free: b.mul(inverse, rest),
                });
            }
            own.reverse();
            answers.push(own);
            if let Some(parent) = self.tree.bodies[at].parent {
                let seen = self.forms.retreat(b, joint, &wrenches[at]);
                wrenches[parent] = wrenches[parent].plus(b, &seen);
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

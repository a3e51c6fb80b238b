//! The inward pass: eliminates every rate, from the tips to the base, and the rows that are solved at a body.

use super::super::Recursion;
use super::super::propagated_rows::{PropagatedRows, RowAtBody};
use super::super::row_elimination::{JointPivots, RowElimination};
use super::Loads;
use super::elimination::{Elimination, Eliminations, Pivot, SolvedRow};
use crate::kernels::Symbol;
use crate::kernels::{AxisResponse, Hinted, JointFrame, Kernels, Linear, Twist, Wrench};
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, Value};

/// The state of the inward pass.
struct InwardPass<'a, K: Kernels> {
    recursion: &'a Recursion<'a, K>,
    joints: &'a [JointFrame<'a>],
    joint_pivots: JointPivots,
    /// The body at which each row is solved; none for a row that is propagated to the base.
    elimination_bodies: Vec<Option<usize>>,
    /// The rows that can still be pivoted: those without force along any rate eliminated by inertia so far.
    can_be_pivot: Vec<bool>,
    /// `I^A` of each body.
    inertias: Vec<K::Articulated>,
    loads: Loads,
    propagated: &'a mut PropagatedRows,
    eliminations: Eliminations,
}

/// A rate of a body's joint.
struct JointRate<'a> {
    body: usize,
    /// The joint's axis of this rate.
    axis: &'a Twist,
    /// The rate of the tree.
    v: usize,
    /// The joint's own rate as a multiple of the tree's: 1 or -1.
    factor: &'a Rational,
}

impl<K: Kernels> Recursion<'_, K> {
    /// The eliminations of all rates, and of the multipliers of rows that are solved at a body.
    pub(super) fn eliminations(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        loads: Loads,
        propagated: &mut PropagatedRows,
        elimination: RowElimination,
    ) -> Eliminations {
        let inertias = (0..joints.len())
            .map(|body| self.kernels.body_inertia(b, &joints[body].moments))
            .collect();
        let rows = propagated.rows.len();
        let mut pass = InwardPass {
            recursion: self,
            joints,
            joint_pivots: elimination.joint_pivots,
            elimination_bodies: if elimination.uses_elimination_bodies {
                self.elimination_bodies(b, propagated)
            } else {
                vec![None; rows]
            },
            can_be_pivot: vec![elimination.joint_pivots != JointPivots::None; rows],
            inertias,
            loads,
            propagated,
            eliminations: Eliminations::none(joints.len()),
        };
        for body in (0..joints.len()).rev() {
            pass.inertias[body].hint(b, body);
            let bias = [Symbol::BiasForce, Symbol::BiasMoment];
            pass.loads.wrenches[body].hint(b, bias, body);
            pass.solve_rows_at(b, body);
            pass.eliminate_rates_of(b, body);
            pass.propagate_to_parent(b, body);
        }
        pass.eliminations
    }
}

impl<K: Kernels> InwardPass<'_, K> {
    /// Eliminates the multipliers of the rows that are solved at this body.
    fn solve_rows_at(&mut self, b: &mut Builder, body: usize) {
        let open_rows = self.eliminations.open_rows(self.propagated.rows.len());
        for row in open_rows {
            if self.elimination_bodies[row] != Some(body) {
                continue;
            }
            let row_at_body = RowAtBody { row, body };
            let elimination = self
                .eliminations
                .eliminate_row(b, self.propagated, row_at_body);
            self.inertias[body] = self.inertia_after(b, body, &elimination);
            elimination.apply(b, &mut self.loads.wrenches[body], body, self.propagated);
            self.propagated.remove(b, row);
            self.eliminations.rows[body].push(SolvedRow { row, elimination });
        }
    }

    /// Eliminates the rates of a body's joint, axis by axis.
    fn eliminate_rates_of(&mut self, b: &mut Builder, body: usize) {
        let recursion = self.recursion;
        let tree_rates: Vec<_> = recursion.tree_rates(body).collect();
        let axes = self.joints[body].axes.iter();
        let mut eliminations = Vec::with_capacity(tree_rates.len());
        for (axis, (v, factor)) in axes.zip(tree_rates).rev() {
            let rate = JointRate {
                body,
                axis,
                v,
                factor,
            };
            eliminations.push(self.eliminate_rate(b, &rate));
        }
        eliminations.reverse();
        self.eliminations.rates[body] = eliminations;
    }

    /// Eliminates a rate by a row that can be pivoted on it, otherwise by its inertia.
    fn eliminate_rate(&mut self, b: &mut Builder, rate: &JointRate<'_>) -> Elimination {
        let (body, tree) = (rate.body, self.recursion.tree);
        let kernels = self.recursion.kernels;
        let u_wrench = kernels.axis_wrench(b, &self.inertias[body], rate.axis);
        let axis_inertia = u_wrench.along(b, rate.axis);
        // The factor is 1 or -1 here, so it does not change the armature.
        let d = b.add(axis_inertia, tree.armature[rate.v]);
        let u = rate.residual(b, &self.loads.wrenches[body], self.loads.forces[rate.v]);
        let u_rows = self.row_forces(b, rate);
        let pivot = match self.row_to_pivot(b, body, &u_rows) {
            Some(row) => Pivot::by_row(b, self.propagated, RowAtBody { row, body }, &u_rows),
            None => Pivot::by_inertia(b, &u_wrench, d),
        };
        let elimination = Elimination {
            u_wrench,
            d,
            u,
            u_rows,
            pivot,
        };
        if let Pivot::ByInertia { .. } = elimination.pivot {
            let forces = self.can_be_pivot.iter_mut().zip(&elimination.u_rows);
            forces.for_each(|(can_be_pivot, &force)| *can_be_pivot &= b.is_zero(force));
        }
        self.inertias[body] = self.inertia_after(b, body, &elimination);
        elimination.hint(b, rate.v, body);
        elimination.apply(b, &mut self.loads.wrenches[body], body, self.propagated);
        elimination
    }

    /// The residual force of each row's column along a rate.
    fn row_forces(&self, b: &mut Builder, rate: &JointRate<'_>) -> Vec<Value> {
        let rows = self.propagated.rows.iter();
        let forces = rows.map(|row| rate.residual(b, &row.wrenches[rate.body], row.forces[rate.v]));
        let mut forces: Vec<Value> = forces.collect();
        let dependent = &self.recursion.tree.findings.dependent;
        if self.joint_pivots == JointPivots::All && dependent.iter().all(|d| d.rate != rate.v) {
            // Rows that can still be pivoted and act only on this body have no force along this rate. Eliminations
            // nearer to the tips have cancelled it, even if the values do not show that.
            for (row, force) in forces.iter_mut().enumerate() {
                if self.can_be_pivot[row] && self.propagated.acts_only_on(b, row, rate.body) {
                    *force = b.zero();
                }
            }
        }
        forces
    }

    /// The row that is pivoted on a rate along which the rows have these forces.
    fn row_to_pivot(&self, b: &Builder, body: usize, forces: &[Value]) -> Option<usize> {
        // If a row that is solved before the base acts along this rate, no row is pivoted on the rate.
        // Otherwise the rows solved before the base could become dependent at dead points of a loop, although the rows
        // as a whole are not.
        let mut solved_before_base = self.elimination_bodies.iter().zip(forces);
        if solved_before_base
            .any(|(elimination_body, &force)| elimination_body.is_some() && !b.is_zero(force))
        {
            return None;
        }
        self.propagated
            .row_to_pivot(b, body, self.joint_pivots, forces, &self.can_be_pivot)
    }

    /// The articulated-body inertia of a body after an elimination.
    fn inertia_after(
        &self,
        b: &mut Builder,
        body: usize,
        elimination: &Elimination,
    ) -> K::Articulated {
        let (kernels, inertia) = (self.recursion.kernels, &self.inertias[body]);
        match &elimination.pivot {
            Pivot::ByInertia { gain, .. } => {
                kernels.release(b, inertia, &elimination.u_wrench, gain)
            }
            Pivot::ByRow { share, .. } => {
                let response = AxisResponse {
                    wrench: elimination.u_wrench,
                    axis_inertia: elimination.d,
                };
                kernels.follow(b, inertia, &response, share)
            }
        }
    }

    /// Adds a body's loads, rows and inertia, as the eliminations have changed them, to those of its parent.
    fn propagate_to_parent(&mut self, b: &mut Builder, body: usize) {
        let (kernels, joint) = (self.recursion.kernels, &self.joints[body]);
        let Some(parent) = self.recursion.tree.bodies[body].parent else {
            return;
        };
        let wrenches = &mut self.loads.wrenches;
        let part = kernels.to_parent(b, joint, &wrenches[body]);
        wrenches[parent] = wrenches[parent].plus(b, &part);
        self.propagated
            .propagate(b, body, parent, joint, |b, wrench| {
                kernels.to_parent(b, joint, wrench)
            });
        let (inertia, parent_inertia) = (&self.inertias[body], &self.inertias[parent]);
        self.inertias[parent] = kernels.join_articulated(b, parent_inertia, joint, inertia);
    }
}

impl JointRate<'_> {
    /// A force tau along the rate minus the part that balances a wrench p on the body: `tau - S^T p`.
    fn residual(&self, b: &mut Builder, wrench: &Wrench, force: Value) -> Value {
        let tau = b.scale(self.factor, force);
        let load = wrench.along(b, self.axis);
        b.sub(tau, load)
    }
}

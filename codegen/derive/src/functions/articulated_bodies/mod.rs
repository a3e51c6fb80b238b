//! Forward dynamics by the articulated-body algorithm (ABA), in increments relative to the motion at qdd = 0.
//!
//! Featherstone 2008, chapter 7: `U = I^A S`, `D = S^T U`, `u = tau - S^T p^A`. The bias motion contains gravity and
//! all velocity terms, so the second outward pass computes only the difference between the acceleration of each frame
//! and that at qdd = 0.
//!
//! For each constraint row a column is propagated to the base beside the bias: the wrench of a unit multiplier. A joint
//! with inertia D and the column's force k along its axis contributes `k k^T / D` to the Delassus matrix `J M^-1 J^T`
//! (Popov and Vereshchagin 1978), so M is never built.
//!
//! A joint can be the pivot of a row instead. Let `k . a = c` be a row on the acceleration a of a body whose joint
//! moves along s. With `w = k / (k . s)` the joint's acceleration is `c / (k . s) - w . a'`, where a' is the
//! acceleration of the parent frame. Substituting it turns each other row `k' . a = c'` into one with `k' - (k' . s) w`
//! and `c' - (k' . s) c / (k . s)`; inertia and bias become `I - w U^T - (U - D w) w^T` and
//! `p + w u + (U - D w) c / (k . s)`, without 1 / D. A row is pivoted on a joint where `k . s` is constant, such as the
//! lever arm of a foot at its knee. Other lever arms vanish at some positions, for example that of the hip if the leg
//! is straight. So the form in which all rows are pivoted is only for functions that also return the pivots: they show
//! the caller where a lever arm is small.
//!
//! Rows whose links are all outboard of one body, such as those of a loop within a leg, can be solved at that body.
//! Let K be their column there, L their part of the Delassus matrix and c their right-hand side. Then
//! `lambda = L^-1 (c + K . a - L' lambda')`, where L' couples these rows to the multipliers lambda' of other rows.
//! These multipliers lambda are eliminated like rates with the axis wrench K, D = -L and u = -c. L is singular only
//! where these rows are dependent: a motion of that body carries all their links along, so it does not change the
//! values of the rows.

mod elimination;
mod inward_pass;

use std::collections::BTreeMap;

use elimination::{Elimination, Eliminations};

use super::Recursion;
use super::propagated_rows::PropagatedRows;
use super::row_elimination::{JointPivots, RowElimination};
use crate::kernels::Symbol;
use crate::kernels::{JointFrame, Kernels, Twist, Wrench};
use multibody_description::function::{Response, Terms};
use multibody_program::ir::{Builder, InputKind, Value, ValueHint};

/// Loads that are propagated to the base.
pub struct Loads {
    /// `p^A` of each body.
    pub wrenches: Vec<Wrench>,
    /// The applied force along each rate.
    pub forces: Vec<Value>,
}

impl<K: Kernels> Recursion<'_, K> {
    /// qdd of `M qdd + C qd + g = tau + Q`. None: mimic joints share a rate, or symbolic terms couple the rates, so that
    /// joints do not have rates of their own.
    pub(super) fn articulated_bodies(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        terms: Terms,
    ) -> Option<Vec<Value>> {
        if !self.has_own_rates() {
            return None;
        }
        let loads = self.loads(b, joints, terms);
        let mut no_rows = PropagatedRows::none(joints.len());
        let eliminations = self.eliminations(
            b,
            joints,
            loads,
            &mut no_rows,
            JointPivots::None.without_elimination_bodies(),
        );
        Some(self.accelerate(b, joints, &eliminations, &no_rows, &mut []))
    }

    /// `M^-1` times forces, for joints that have rates of their own. The inertias are those of forward dynamics; a
    /// program that has both computes them once.
    pub(super) fn accelerate_at_rest(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        forces: Vec<Value>,
    ) -> Vec<Value> {
        let loads = Loads {
            wrenches: vec![Wrench::zero(b); joints.len()],
            forces,
        };
        let mut no_rows = PropagatedRows::none(joints.len());
        let eliminations = self.eliminations(
            b,
            joints,
            loads,
            &mut no_rows,
            JointPivots::None.without_elimination_bodies(),
        );
        self.accelerate(b, joints, &eliminations, &no_rows, &mut [])
    }

    /// qdd and the multipliers under constraints, or the change of rates and the impulse. If all rows are
    /// joint-pivoted, their pivots are appended. None: joints do not have rates of their own, M is singular, or rows
    /// cannot be eliminated as requested.
    pub(super) fn solve_by_articulated_bodies(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        response: Response,
        elimination: RowElimination,
    ) -> Option<Vec<Value>> {
        // An eliminated row has no entry in the remaining system that could be regularized or switched off.
        let needs_all_rows = self.tree.regularization.is_some() || response.has_selectors();
        let RowElimination {
            joint_pivots,
            uses_elimination_bodies,
        } = elimination;
        let eliminates_rows = joint_pivots != JointPivots::None || uses_elimination_bodies;
        if !self.has_own_rates() || self.is_singular || eliminates_rows && needs_all_rows {
            return None;
        }
        let loads = match response.terms() {
            Some(terms) => self.loads(b, joints, terms),
            None => Loads {
                wrenches: vec![Wrench::zero(b); joints.len()],
                forces: vec![b.zero(); self.tree.nv],
            },
        };
        let mut propagated = self.propagated_rows(b, joints, response);
        let eliminations = self.eliminations(b, joints, loads, &mut propagated, elimination);
        let pivots: BTreeMap<usize, Value> = eliminations
            .rates
            .iter()
            .flatten()
            .filter_map(Elimination::pivot_row)
            .map(|pivot| (pivot.row, pivot.pivot))
            .collect();
        let has_pivots = match joint_pivots {
            JointPivots::None => true,
            JointPivots::ConstantLevers => !pivots.is_empty(),
            JointPivots::All => pivots.len() == propagated.rows.len(),
        };
        if !has_pivots || uses_elimination_bodies && eliminations.rows.iter().all(Vec::is_empty) {
            return None;
        }
        let mut multipliers = self.multipliers_of(b, &eliminations, &propagated, response);
        let mut values = self.accelerate(b, joints, &eliminations, &propagated, &mut multipliers);
        values.extend(self.in_si_units(b, multipliers));
        if joint_pivots == JointPivots::All {
            let pivots = self.pivots_in_si_units(b, pivots.into_values().collect());
            values.extend(pivots);
        }
        Some(values)
    }

    /// Whether each rate belongs to a single joint, and no symbolic terms couple the rates.
    fn has_own_rates(&self) -> bool {
        let joint_rates: usize = self.tree.bodies.iter().map(|body| body.kind.nv()).sum();
        joint_rates == self.tree.nv && self.symbolic.is_empty()
    }

    /// Applied forces, and the bias wrenches of the motion at qdd = 0. `terms` are the terms besides `M qdd` that are
    /// included.
    pub(super) fn loads(&self, b: &mut Builder, joints: &[JointFrame], terms: Terms) -> Loads {
        let link_forces = self.generalized_link_forces(b);
        let forces = (0..self.tree.nv)
            .map(|v| {
                let mut tau = b.input(InputKind::Tau, v);
                if terms.passive {
                    let resistance = self.tree.resistance(b, v);
                    tau = b.sub(tau, resistance);
                    tau = (link_forces.get(v)).map_or(tau, |&force| b.add(tau, force));
                }
                tau
            })
            .collect();
        Loads {
            wrenches: self.wrenches(b, joints, terms),
            forces,
        }
    }

    /// The outward pass: computes qdd, and for each frame its acceleration minus that at qdd = 0. Converts the
    /// multipliers to those of the description's rows.
    fn accelerate(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        eliminations: &Eliminations,
        propagated: &PropagatedRows,
        multipliers: &mut [Value],
    ) -> Vec<Value> {
        let mut qdd = vec![b.zero(); self.tree.nv];
        let mut increments: Vec<Twist> = Vec::with_capacity(joints.len());
        for (body, joint) in joints.iter().enumerate() {
            let parent = match self.tree.bodies[body].parent {
                Some(parent) => increments[parent],
                None => Twist::zero(b),
            };
            let zero_rates = vec![b.zero(); joint.axes.len()];
            let mut increment = self.kernels.velocity(b, joint, &parent, &zero_rates);
            propagated.multipliers_outboard(b, body, multipliers);
            let tree_rates: Vec<_> = self.tree_rates(body).collect();
            let pairs = eliminations.rates[body].iter().zip(&joint.axes);
            for ((elimination, axis), (v, factor)) in pairs.zip(tree_rates) {
                let acceleration = elimination.solve(b, &increment, multipliers);
                let joint_increment =
                    Twist::combine(b, std::slice::from_ref(axis), &[acceleration]);
                increment = increment.plus(b, &joint_increment);
                // The joint's rate is the tree's rate times the factor. The factor is 1 or -1 here, its own inverse.
                qdd[v] = b.scale(factor, acceleration);
                b.hint(
                    acceleration,
                    ValueHint::whole(Symbol::GeneralizedAcceleration, v),
                );
            }
            let symbols = [Symbol::LinearIncrement, Symbol::AngularIncrement];
            increment.hint(b, symbols, body);
            for solved in eliminations.rows[body].iter().rev() {
                multipliers[solved.row] = solved.elimination.solve(b, &increment, multipliers);
            }
            propagated.multipliers_as_described(b, body, multipliers);
            increments.push(increment);
        }
        qdd
    }

    /// The multipliers of `J M^-1 J^T lambda = c - J M^-1 f` for rows that are not eliminated; 0 for the others.
    fn multipliers_of(
        &self,
        b: &mut Builder,
        eliminations: &Eliminations,
        propagated: &PropagatedRows,
        response: Response,
    ) -> Vec<Value> {
        let mut multipliers = vec![b.zero(); propagated.rows.len()];
        let open_rows = eliminations.open_rows(propagated.rows.len());
        let delassus_system = eliminations.delassus_system(b, propagated, &open_rows);
        let values = self.multipliers(b, &open_rows, delassus_system, response);
        for (row, value) in open_rows.into_iter().zip(values) {
            multipliers[row] = value;
        }
        multipliers
    }
}

//! Forward dynamics by the articulated-body algorithm (ABA), in increments relative to the motion at qdd = 0.
//!
//! Featherstone 2008, chapter 7: `U = I^A S`, `D = S^T U`, `u = tau - S^T p^A`. The bias motion contains gravity and
//! all velocity terms, so the second outward pass computes only the difference between the acceleration of each frame
//! and that at qdd = 0.
//!
//! Each constraint row is a column next to the bias: the wrench of a unit multiplier, propagated to the base. A joint
//! with inertia D and the column's force k along its axis contributes `k k^T / D` to the Delassus matrix `J M^-1 J^T`
//! (Popov and Vereshchagin 1978), so M is never built.
//!
//! A joint can be the pivot of a row instead. Let `k . a = c` be a row on the acceleration a of a body whose joint
//! moves along s. With `w = k / (k . s)` the rate is `c / (k . s) - w . a'`, where a' is the acceleration of the
//! parent frame. Substituting this rate turns each other row `k' . a = c'` into one with `k' - (k' . s) w` and
//! `c' - (k' . s) c / (k . s)`; inertia and bias become `I - w U^T - (U - D w) w^T` and
//! `p + w u + (U - D w) c / (k . s)`, without 1 / D. A row is pivoted on a joint where `k . s` is constant, such as
//! the lever arm of a foot at its knee. Other lever arms vanish at some positions, for example that of the hip if the
//! leg is straight. So all rows are pivoted only in the functions that also return the pivots.
//!
//! Rows whose links are all outboard of one body, such as those of a loop within a leg, can be solved at that body.
//! Let K be their column there, L their part of the Delassus matrix and c their right-hand side. Then
//! `lambda = L^-1 (c + K . a - L' lambda')`, where L' couples these rows to the multipliers lambda' of other rows.
//! Such a multiplier is eliminated like a rate with the axis wrench K, D = -L and u = -c. L is singular only where
//! these rows are dependent: a motion of that body carries all their links along, so it does not change the values of
//! the rows.

use std::collections::BTreeMap;

use super::Recursion;
use super::matrix::LinearSystem;
use super::propagated_rows::{PropagatedRow, PropagatedRows, RowAtBody};
use super::row_elimination::{JointPivots, RowElimination};
use crate::kernels::{AxisResponse, JointFrame, Kernels, Linear, Twist, Wrench};
use multibody_description::function::{Response, Terms};
use multibody_program::ir::{Builder, InputKind, Value};

/// The eliminations of all rates, and of the rows that are solved at a body on the way to the base.
struct Eliminations {
    /// Eliminations of the rates of each body's joint.
    rates: Vec<Vec<Elimination>>,
    /// The rows that are solved at each body, in the order of their elimination, with the eliminations of their
    /// multipliers.
    rows: Vec<Vec<SolvedRow>>,
}

/// A row that is solved at a body.
struct SolvedRow {
    row: usize,
    /// The elimination of its multiplier.
    elimination: Elimination,
}

/// The elimination of one rate of a joint, or of one multiplier.
struct Elimination {
    /// `U = I^A S`
    u_wrench: Wrench,
    /// `D = S^T U`
    d: Value,
    /// `u = tau - S^T p^A`
    u: Value,
    /// u of the column of each constraint row.
    u_rows: Vec<Value>,
    pivot: Pivot,
}

/// A row that is pivoted on a rate, and its pivot.
struct PivotRow {
    row: usize,
    pivot: Value,
}

/// The pivot by which a rate is eliminated.
enum Pivot {
    ByInertia {
        /// U / D.
        gain: Wrench,
        /// 1 / D.
        inverse: Value,
    },
    ByRow {
        row: usize,
        /// `1 / (k . s)`
        inverse: Value,
        /// w
        share: Wrench,
        /// `c / (k . s)`
        right_side: Value,
    },
}

/// Loads that are propagated to the base.
pub struct Loads {
    /// `p^A` of each body.
    pub wrenches: Vec<Wrench>,
    /// tau.
    pub forces: Vec<Value>,
}

impl<F: Kernels> Recursion<'_, F> {
    /// qdd of `M qdd + C qd + g = tau + Q`. None: mimic joints or expressions couple branches, so that joints do not
    /// have rates of their own.
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
        let mut nothing = PropagatedRows::none(joints.len());
        let eliminations =
            self.eliminations(b, joints, loads, &mut nothing, JointPivots::None.only());
        Some(self.accelerated(b, joints, &eliminations, &nothing, &mut []))
    }

    /// qdd and the multipliers under constraints, or the change of rates and the impulse. If all rows are
    /// joint-pivoted, their pivots are appended. None: joints do not have rates of their own, M is singular, or rows
    /// cannot be eliminated as requested.
    pub(super) fn articulated_under_constraints(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        response: Response,
        how: RowElimination,
    ) -> Option<Vec<Value>> {
        // An eliminated row has no entry in the remaining system that could be regularized or switched off.
        let is_changed = self.tree.regularization.is_some() || response.is_switched();
        let RowElimination {
            joint_pivots,
            at_elimination_body,
        } = how;
        let are_decided = joint_pivots != JointPivots::None || at_elimination_body;
        if !self.has_own_rates() || self.is_singular || are_decided && is_changed {
            return None;
        }
        let loads = match response.terms() {
            Some(bias) => self.loads(b, joints, bias),
            None => Loads {
                wrenches: vec![Wrench::zero(b); joints.len()],
                forces: vec![b.zero(); self.tree.nv],
            },
        };
        let mut propagated = self.propagated_rows(b, joints, response);
        let eliminations = self.eliminations(b, joints, loads, &mut propagated, how);
        let pivots = eliminations
            .rates
            .iter()
            .flatten()
            .filter_map(Elimination::pivot_row);
        let pivots: BTreeMap<usize, Value> = pivots.map(|of| (of.row, of.pivot)).collect();
        let fits = match joint_pivots {
            JointPivots::None => true,
            JointPivots::ConstantLevers => !pivots.is_empty(),
            JointPivots::All => pivots.len() == propagated.rows.len(),
        };
        if !fits || at_elimination_body && eliminations.rows.iter().all(Vec::is_empty) {
            return None;
        }
        let mut multipliers = self.multipliers_of(b, &eliminations, &propagated, response);
        let mut values = self.accelerated(b, joints, &eliminations, &propagated, &mut multipliers);
        values.extend(self.in_si_units(b, multipliers));
        if joint_pivots == JointPivots::All {
            let pivots = pivots.into_values().collect();
            values.extend(self.pivots_in_si_units(b, pivots));
        }
        Some(values)
    }

    fn has_own_rates(&self) -> bool {
        let owned: usize = self.tree.bodies.iter().map(|body| body.kind.nv()).sum();
        owned == self.tree.nv && self.symbolic.is_empty()
    }

    /// Applied forces, and the bias wrenches of the motion at qdd = 0.
    pub(super) fn loads(&self, b: &mut Builder, joints: &[JointFrame], bias: Terms) -> Loads {
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
        }
    }

    /// The outward pass: the acceleration of each frame, less that at qdd = 0, and qdd. Converts the multipliers to
    /// those of the rows as described.
    fn accelerated(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        eliminations: &Eliminations,
        propagated: &PropagatedRows,
        multipliers: &mut [Value],
    ) -> Vec<Value> {
        let mut qdd = vec![b.zero(); self.tree.nv];
        let mut increments: Vec<Twist> = Vec::with_capacity(joints.len());
        for (at, joint) in joints.iter().enumerate() {
            let parent = match self.tree.bodies[at].parent {
                Some(parent) => increments[parent],
                None => Twist::zero(b),
            };
            let still = vec![b.zero(); joint.axes.len()];
            let mut increment = self.kernels.velocity(b, joint, &parent, &still);
            propagated.multipliers_outboard(b, at, multipliers);
            let columns: Vec<_> = self.columns(at).collect();
            let own = eliminations.rates[at].iter().zip(&joint.axes);
            for ((elimination, axis), (v, factor)) in own.zip(columns) {
                let rate = elimination.rate(b, &increment, multipliers);
                let own = Twist::combine(b, std::slice::from_ref(axis), &[rate]);
                increment = increment.plus(b, &own);
                // The joint's own rate is the rate of the tree times the factor, which is 1 or -1 here.
                qdd[v] = b.scale(factor, rate);
            }
            for solved in eliminations.rows[at].iter().rev() {
                multipliers[solved.row] = solved.elimination.rate(b, &increment, multipliers);
            }
            propagated.multipliers_as_described(b, at, multipliers);
            increments.push(increment);
        }
        qdd
    }

    /// The inward pass: eliminates every rate, from the tips to the base. The axes of a joint are eliminated one by
    /// one.
    fn eliminations(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        mut loads: Loads,
        propagated: &mut PropagatedRows,
        RowElimination {
            joint_pivots,
            at_elimination_body,
        }: RowElimination,
    ) -> Eliminations {
        let mut inertias: Vec<F::Articulated> = (0..joints.len())
            .map(|at| self.kernels.articulated(b, self.mass(joints, at)))
            .collect();
        let mut eliminations = Eliminations::none(joints.len());
        let elimination_bodies = match at_elimination_body {
            true => self.elimination_bodies(b, propagated),
            false => vec![None; propagated.rows.len()],
        };
        // The rows that can still be pivoted: those without force along any rate eliminated by inertia so far.
        let mut can_be_pivot = vec![joint_pivots != JointPivots::None; propagated.rows.len()];
        for (at, joint) in joints.iter().enumerate().rev() {
            let open = eliminations.open(propagated.rows.len()).into_iter();
            for row in open.filter(|&row| elimination_bodies[row] == Some(at)) {
                let elimination = eliminations.of_row(b, propagated, RowAtBody { row, body: at });
                if let Pivot::ByInertia { gain, .. } = &elimination.pivot {
                    let (inertia, u_wrench) = (&inertias[at], &elimination.u_wrench);
                    inertias[at] = self.kernels.released(b, inertia, u_wrench, gain);
                }
                elimination.push(b, &mut loads.wrenches[at], at, propagated);
                propagated.lower(b, row);
                eliminations.rows[at].push(SolvedRow { row, elimination });
            }
            let columns: Vec<_> = self.columns(at).collect();
            let mut own = Vec::with_capacity(columns.len());
            for (axis, (v, factor)) in joint.axes.iter().zip(columns).rev() {
                let u_wrench = self.kernels.force_of_axis(b, &inertias[at], axis);
                let d = u_wrench.along(b, axis);
                // The factor is 1 or -1 here, so it does not change the armature.
                let d = b.add(d, self.tree.armature[v]);
                let left = |b: &mut Builder, wrench: &Wrench, force: Value| {
                    let tau = b.scale(factor, force);
                    let load = wrench.along(b, axis);
                    b.sub(tau, load)
                };
                let u = left(b, &loads.wrenches[at], loads.forces[v]);
                let rows = propagated.rows.iter();
                let of_rows = rows.map(|row| left(b, &row.wrenches[at], row.forces[v]));
                let mut of_rows: Vec<Value> = of_rows.collect();
                if joint_pivots == JointPivots::All
                    && self.tree.findings.dependent.iter().all(|of| of.rate != v)
                {
                    // Eliminations nearer to the tips have made the forces of these rows along this rate zero, even
                    // if the values do not show that.
                    let rows = of_rows.iter_mut().enumerate();
                    let rows =
                        rows.filter(|(row, _)| can_be_pivot[*row] && propagated.is_of(b, *row, at));
                    rows.for_each(|(_, force)| *force = b.zero());
                }
                // If a row that is solved before the base acts along this rate, no other row is pivoted on the rate.
                // Otherwise the rows solved before the base could become dependent at dead points of a loop, although
                // the rows as a whole are not.
                let is_bound = (0..elimination_bodies.len())
                    .any(|row| elimination_bodies[row].is_some() && !b.is_zero(of_rows[row]));
                let row = match is_bound {
                    true => None,
                    false => propagated.lever(b, at, joint_pivots, &of_rows, &can_be_pivot),
                };
                let pivot = match row {
                    Some(row) => {
                        Pivot::by_row(b, propagated, RowAtBody { row, body: at }, &of_rows)
                    }
                    None => Pivot::by_inertia(b, &u_wrench, d),
                };
                let elimination = Elimination {
                    u_wrench,
                    d,
                    u,
                    u_rows: of_rows,
                    pivot,
                };
                inertias[at] = match &elimination.pivot {
                    Pivot::ByInertia { gain, .. } => {
                        let forces = can_be_pivot.iter_mut().zip(&elimination.u_rows);
                        forces.for_each(|(can, &force)| *can &= b.is_zero(force));
                        self.kernels.released(b, &inertias[at], &u_wrench, gain)
                    }
                    Pivot::ByRow { share, .. } => {
                        let response = AxisResponse {
                            wrench: u_wrench,
                            stiffness: d,
                        };
                        self.kernels.followed(b, &inertias[at], &response, share)
                    }
                };
                elimination.push(b, &mut loads.wrenches[at], at, propagated);
                own.push(elimination);
            }
            own.reverse();
            eliminations.rates[at] = own;
            if let Some(parent) = self.tree.bodies[at].parent {
                let seen = self.kernels.to_parent(b, joint, &loads.wrenches[at]);
                loads.wrenches[parent] = loads.wrenches[parent].plus(b, &seen);
                propagated.propagate(b, at, parent, joint, |b, wrench| {
                    self.kernels.to_parent(b, joint, wrench)
                });
                let child = inertias[at].clone();
                inertias[parent] =
                    self.kernels
                        .join_articulated(b, &inertias[parent], joint, &child);
            }
        }
        eliminations
    }
}

impl Eliminations {
    /// No eliminations, for this number of bodies.
    fn none(bodies: usize) -> Self {
        Self {
            rates: (0..bodies).map(|_| Vec::new()).collect(),
            rows: (0..bodies).map(|_| Vec::new()).collect(),
        }
    }

    /// Of `rows` rows, the indices of those that have not been eliminated.
    fn open(&self, rows: usize) -> Vec<usize> {
        let pivots = self
            .rates
            .iter()
            .flatten()
            .filter_map(Elimination::pivot_row);
        let eliminated = self.rows.iter().flatten().map(|solved| solved.row);
        let mut is_open = vec![true; rows];
        let eliminated = pivots.map(|pivot| pivot.row).chain(eliminated);
        eliminated.for_each(|row| is_open[row] = false);
        (0..rows).filter(|&row| is_open[row]).collect()
    }

    /// The Delassus matrix `J M^-1 J^T` of open rows, and their right-hand sides less the effect of the forces, both
    /// from the eliminations so far.
    fn schur(&self, b: &mut Builder, propagated: &PropagatedRows, open: &[usize]) -> LinearSystem {
        let mut schur = vec![vec![b.zero(); open.len()]; open.len()];
        let mut right: Vec<Value> = open
            .iter()
            .map(|&row| propagated.rows[row].right_side)
            .collect();
        let of_rows = self.rows.iter().flatten().map(|solved| &solved.elimination);
        for elimination in self.rates.iter().flatten().chain(of_rows) {
            let Pivot::ByInertia { inverse, .. } = elimination.pivot else {
                continue;
            };
            for (i, &row) in open.iter().enumerate() {
                let weighted = b.mul(inverse, elimination.u_rows[row]);
                for (j, &other) in open.iter().enumerate().take(i + 1) {
                    let part = b.mul(weighted, elimination.u_rows[other]);
                    let sum = b.add(schur[i][j], part);
                    (schur[i][j], schur[j][i]) = (sum, sum);
                }
                let moved = b.mul(weighted, elimination.u);
                right[i] = b.sub(right[i], moved);
            }
        }
        LinearSystem {
            matrix: schur,
            right,
        }
    }

    /// The elimination of the multiplier of a row that is solved at a body.
    fn of_row(
        &self,
        b: &mut Builder,
        propagated: &PropagatedRows,
        RowAtBody { row, body }: RowAtBody,
    ) -> Elimination {
        let open = self.open(propagated.rows.len());
        let schur = self.schur(b, propagated, &open);
        let own = open.iter().position(|&at| at == row).expect("it is open");
        let mut coupled = vec![b.zero(); propagated.rows.len()];
        for (&other, &entry) in open
            .iter()
            .zip(&schur.matrix[own])
            .filter(|(at, _)| **at != row)
        {
            coupled[other] = entry;
        }
        let u_wrench = propagated.rows[row].wrenches[body];
        let d = b.neg(schur.matrix[own][own]);
        Elimination {
            u_wrench,
            d,
            u: b.neg(schur.right[own]),
            u_rows: coupled,
            pivot: Pivot::by_inertia(b, &u_wrench, d),
        }
    }
}

impl Pivot {
    fn by_inertia(b: &mut Builder, u_wrench: &Wrench, d: Value) -> Self {
        let one = b.one();
        let inverse = b.div(one, d);
        Self::ByInertia {
            gain: u_wrench.scaled(b, inverse),
            inverse,
        }
    }

    fn by_row(
        b: &mut Builder,
        propagated: &PropagatedRows,
        RowAtBody { row, body }: RowAtBody,
        along: &[Value],
    ) -> Self {
        let one = b.one();
        let inverse = b.div(one, along[row]);
        let PropagatedRow {
            wrenches,
            right_side,
            ..
        } = &propagated.rows[row];
        let opposite = b.neg(inverse);
        Self::ByRow {
            row,
            inverse,
            share: wrenches[body].scaled(b, opposite),
            right_side: b.mul(inverse, *right_side),
        }
    }
}

impl Elimination {
    /// The row that is pivoted on this rate, and its pivot.
    fn pivot_row(&self) -> Option<PivotRow> {
        match self.pivot {
            Pivot::ByRow { row, .. } => Some(PivotRow {
                row,
                pivot: self.u_rows[row],
            }),
            Pivot::ByInertia { .. } => None,
        }
    }

    /// Adds the effect of the elimination to the bias wrench and the rows of its body.
    fn push(
        &self,
        b: &mut Builder,
        bias: &mut Wrench,
        body: usize,
        propagated: &mut PropagatedRows,
    ) {
        match &self.pivot {
            Pivot::ByInertia { gain, .. } => {
                let push = gain.scaled(b, self.u);
                *bias = bias.plus(b, &push);
                for (row, &force) in self.u_rows.iter().enumerate() {
                    let push = gain.scaled(b, force);
                    propagated.push(b, RowAtBody { row, body }, &push);
                }
            }
            Pivot::ByRow {
                row: pivot,
                share,
                right_side,
                ..
            } => {
                let own = share.scaled(b, self.d);
                let others = self.u_wrench.minus(b, &own);
                for (share, factor) in [(share, self.u), (&others, *right_side)] {
                    let push = share.scaled(b, factor);
                    *bias = bias.plus(b, &push);
                }
                propagated.lower(b, *pivot);
                for (row, &force) in self.u_rows.iter().enumerate().filter(|(at, _)| at != pivot) {
                    let push = share.scaled(b, force);
                    propagated.push(b, RowAtBody { row, body }, &push);
                    let less = b.mul(force, *right_side);
                    propagated.rows[row].right_side = b.sub(propagated.rows[row].right_side, less);
                }
            }
        }
    }

    /// The joint's acceleration along this rate, less that at qdd = 0, if the parent frame has the given
    /// acceleration. Also stores the multiplier of the row that is pivoted on this rate.
    fn rate(&self, b: &mut Builder, carried: &Twist, multipliers: &mut [Value]) -> Value {
        let pushed = self.u_rows.iter().zip(&*multipliers);
        let mut parts = vec![self.u];
        match &self.pivot {
            Pivot::ByInertia { gain, inverse } => {
                parts.extend(pushed.map(|(&force, &multiplier)| b.mul(force, multiplier)));
                let total = b.sum(parts);
                let free = b.mul(*inverse, total);
                let kept = gain.along(b, carried);
                b.sub(free, kept)
            }
            Pivot::ByRow {
                row,
                inverse,
                share,
                right_side,
            } => {
                let others = pushed.enumerate().filter(|(at, _)| at != row);
                parts.extend(others.map(|(_, (&force, &multiplier))| b.mul(force, multiplier)));
                let total = b.sum(parts);
                let kept = share.along(b, carried);
                let rate = b.sub(*right_side, kept);
                let required = self.u_wrench.along(b, carried);
                let own = b.mul(self.d, rate);
                let required = b.add(required, own);
                let missing = b.sub(required, total);
                multipliers[*row] = b.mul(*inverse, missing);
                rate
            }
        }
    }
}

impl<F: Kernels> Recursion<'_, F> {
    /// The multipliers of `J M^-1 J^T lambda = c - J M^-1 f` for rows that are not eliminated; 0 for the others.
    fn multipliers_of(
        &self,
        b: &mut Builder,
        eliminations: &Eliminations,
        propagated: &PropagatedRows,
        response: Response,
    ) -> Vec<Value> {
        let mut multipliers = vec![b.zero(); propagated.rows.len()];
        let open = eliminations.open(propagated.rows.len());
        let schur = eliminations.schur(b, propagated, &open);
        let values = self.multipliers(b, &open, schur, response);
        for (row, value) in open.into_iter().zip(values) {
            multipliers[row] = value;
        }
        multipliers
    }
}

//! Forward dynamics by articulated bodies, in increments over the motion at qdd = 0.
//!
//! Featherstone 2008, chapter 7. The bias motion carries gravity and all velocity terms, so what
//! goes out along the tree a second time is only how much faster each frame is than with qdd = 0.
//!
//! Where constraints hold, each row is a column that goes to the base beside the bias: what a multiplier of 1 does. At
//! each rate with the inertia D that meets the column with the force k, `k k^T / D` is a part of `J M^-1 J^T` (Popov and
//! Vereshchagin 1978), so that M is never built.
//!
//! A rate may take a row instead. Let U be the response, u the rest of tau, and let a row say `k . a = c` of a body whose
//! joint moves along s. With `w = k / (k . s)` the rate is `c / (k . s) - w . a'`, where a' is how the body would be
//! carried; of another row `(k' . s)` times this is left out, and inertia and bias become
//! `I - w U^T - (U - D w) w^T` and `p + w u + (U - D w) c / (k . s)`. That needs no 1 / D. It is done where `k . s` is
//! a constant, such as the lever of a foot behind its knee. Another vanishes somewhere, as that of the hip with a straight
//! leg: all rows are taken only for those who ask for these pivots too.
//!
//! Rows whose links all lie behind one body, as of a loop within a leg, can be solved for there: with their column K at
//! that body, their part L of `J M^-1 J^T` and what they are to make up for, c, `lambda = L^-1 (c + K . a - L'
//! lambda')`, where other rows have lambda' and L' in common with them. So a multiplier is like a rate: its axis moves
//! the body by K, its D is -L and its force -c. L is singular only where these rows depend on one another, since how
//! that body moves is nothing to them.

use std::collections::BTreeMap;

use super::Recursion;
use super::matrix::Matrix;
use super::propagated_rows::{PropagatedRow, PropagatedRows};
use super::row_elimination::{JointPivots, RowElimination};
use crate::kernels::{JointFrame, Kernels, Linear, Twist, Wrench};
use multibody_description::function::{Response, Terms};
use multibody_program::ir::{Builder, InputKind, Value};

/// How all rates and rows answer that are decided on the way to the base.
struct Answers {
    /// Those of each body's joint.
    rates: Vec<Vec<Answer>>,
    /// The rows that are solved for at each body, in this order, with the forces of their multipliers.
    rows: Vec<Vec<(usize, Answer)>>,
}

/// How one rate of a joint answers.
struct Answer {
    /// U
    response: Wrench,
    /// D
    stiffness: Value,
    /// `tau - S . p`
    rest: Value,
    /// The same of each row.
    propagated: Vec<Value>,
    decided: Decided,
}

/// What decides a rate.
enum Decided {
    ByForces {
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

/// What goes to the base.
pub struct Loads {
    /// p of each body.
    pub wrenches: Vec<Wrench>,
    /// tau.
    pub forces: Vec<Value>,
}

impl<F: Kernels> Recursion<'_, F> {
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
        let mut nothing = PropagatedRows::none(joints.len());
        let answers = self.answers(b, joints, loads, &mut nothing, JointPivots::None.only());
        Some(self.accelerated(b, joints, &answers, &nothing, &mut []))
    }

    /// qdd, then the multipliers, where J qdd is as it has to be; or the change of rates by an impulse, and that. Where
    /// rates take rows, at least one has to; where they take all, the pivots come last. None: as there.
    pub(super) fn articulated_under_constraints(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        (response, how): (Response, RowElimination),
    ) -> Option<Vec<Value>> {
        // Of a row that is decided nothing is left that could be regularized, or switched off.
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
        let answers = self.answers(b, joints, loads, &mut propagated, how);
        let pivots = answers.rates.iter().flatten().filter_map(Answer::pivot);
        let pivots: BTreeMap<usize, Value> = pivots.collect();
        let fits = match joint_pivots {
            JointPivots::None => true,
            JointPivots::ConstantLevers => !pivots.is_empty(),
            JointPivots::All => pivots.len() == propagated.rows.len(),
        };
        if !fits || at_elimination_body && answers.rows.iter().all(Vec::is_empty) {
            return None;
        }
        let mut multipliers = self.multipliers_of(b, &answers, &propagated, response);
        let mut values = self.accelerated(b, joints, &answers, &propagated, &mut multipliers);
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

    /// What acts, and what the motion at qdd = 0 asks for.
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

    /// From the base: how much faster each frame is, and so each rate. Multipliers become those of the rows as
    /// described.
    fn accelerated(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        answers: &Answers,
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
            propagated.behind(b, at, multipliers);
            let columns: Vec<_> = self.columns(at).collect();
            let own = answers.rates[at].iter().zip(&joint.axes);
            for ((answer, axis), (v, factor)) in own.zip(columns) {
                let rate = answer.rate(b, &increment, multipliers);
                let own = Twist::combine(b, std::slice::from_ref(axis), &[rate]);
                increment = increment.plus(b, &own);
                // The joint's own rate is the tree's times the factor, which is 1 or -1 here.
                qdd[v] = b.scale(factor, rate);
            }
            for (row, answer) in answers.rows[at].iter().rev() {
                multipliers[*row] = answer.rate(b, &increment, multipliers);
            }
            propagated.before(b, at, multipliers);
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
        propagated: &mut PropagatedRows,
        RowElimination {
            joint_pivots,
            at_elimination_body,
        }: RowElimination,
    ) -> Answers {
        let mut inertias: Vec<F::Articulated> = (0..joints.len())
            .map(|at| self.kernels.articulated(b, self.mass(joints, at)))
            .collect();
        let mut answers = Answers::none(joints.len());
        let elimination_bodies = match at_elimination_body {
            true => self.elimination_bodies(b, propagated),
            false => vec![None; propagated.rows.len()],
        };
        // Which rows a rate may take: those on which no force has a part yet.
        let mut can_be_pivot = vec![joint_pivots != JointPivots::None; propagated.rows.len()];
        for (at, joint) in joints.iter().enumerate().rev() {
            let open = answers.open(propagated.rows.len()).into_iter();
            for row in open.filter(|&row| elimination_bodies[row] == Some(at)) {
                let answer = answers.of_row(b, propagated, (row, at));
                if let Decided::ByForces { gain, .. } = &answer.decided {
                    let (inertia, response) = (&inertias[at], &answer.response);
                    inertias[at] = self.kernels.released(b, inertia, response, gain);
                }
                answer.push(b, &mut loads.wrenches[at], (at, propagated));
                propagated.lower(b, row);
                answers.rows[at].push((row, answer));
            }
            let columns: Vec<_> = self.columns(at).collect();
            let mut own = Vec::with_capacity(columns.len());
            for (axis, (v, factor)) in joint.axes.iter().zip(columns).rev() {
                let response = self.kernels.response(b, &inertias[at], axis);
                let stiffness = response.along(b, axis);
                // The factor, which is 1 or -1 here, leaves an armature as it is.
                let stiffness = b.add(stiffness, self.tree.armature[v]);
                let left = |b: &mut Builder, wrench: &Wrench, force: Value| {
                    let tau = b.scale(factor, force);
                    let load = wrench.along(b, axis);
                    b.sub(tau, load)
                };
                let rest = left(b, &loads.wrenches[at], loads.forces[v]);
                let rows = propagated.rows.iter();
                let of_rows = rows.map(|row| left(b, &row.wrenches[at], row.forces[v]));
                let mut of_rows: Vec<Value> = of_rows.collect();
                if joint_pivots == JointPivots::All
                    && self.tree.dependent.iter().all(|&(rate, _)| rate != v)
                {
                    // What rates nearer to the tips have left of the rows is 0 here, even where it does not look so.
                    let rows = of_rows.iter_mut().enumerate();
                    let rows =
                        rows.filter(|(row, _)| can_be_pivot[*row] && propagated.is_of(b, *row, at));
                    rows.for_each(|(_, force)| *force = b.zero());
                }
                // A rate that decides about rows which are solved for before the base takes no other: what that leaves
                // of them may depend on one another where all rows do not, at dead points of a loop.
                let is_bound = (0..elimination_bodies.len())
                    .any(|row| elimination_bodies[row].is_some() && !b.is_zero(of_rows[row]));
                let row = match is_bound {
                    true => None,
                    false => propagated.lever(b, (at, joint_pivots), &of_rows, &can_be_pivot),
                };
                let decided = match row {
                    Some(row) => Decided::by_row(b, propagated, (at, row), &of_rows),
                    None => Decided::by_forces(b, &response, stiffness),
                };
                let answer = Answer {
                    response,
                    stiffness,
                    rest,
                    propagated: of_rows,
                    decided,
                };
                inertias[at] = match &answer.decided {
                    Decided::ByForces { gain, .. } => {
                        let forces = can_be_pivot.iter_mut().zip(&answer.propagated);
                        forces.for_each(|(can, &force)| *can &= b.is_zero(force));
                        self.kernels.released(b, &inertias[at], &response, gain)
                    }
                    Decided::ByRow { share, .. } => {
                        let (inertia, axis) = (&inertias[at], (&response, stiffness));
                        self.kernels.followed(b, inertia, axis, share)
                    }
                };
                answer.push(b, &mut loads.wrenches[at], (at, propagated));
                own.push(answer);
            }
            own.reverse();
            answers.rates[at] = own;
            if let Some(parent) = self.tree.bodies[at].parent {
                let seen = self.kernels.retreat(b, joint, &loads.wrenches[at]);
                loads.wrenches[parent] = loads.wrenches[parent].plus(b, &seen);
                propagated.retreat(b, (at, parent), joint, |b, wrench| {
                    self.kernels.retreat(b, joint, wrench)
                });
                let child = inertias[at].clone();
                inertias[parent] =
                    self.kernels
                        .join_articulated(b, &inertias[parent], joint, &child);
            }
        }
        answers
    }
}

impl Answers {
    /// Of so many bodies.
    fn none(bodies: usize) -> Self {
        Self {
            rates: (0..bodies).map(|_| Vec::new()).collect(),
            rows: (0..bodies).map(|_| Vec::new()).collect(),
        }
    }

    /// The rows that are not decided, of so many.
    fn open(&self, rows: usize) -> Vec<usize> {
        let taken = self.rates.iter().flatten().filter_map(Answer::pivot);
        let eliminated = self.rows.iter().flatten().map(|(row, _)| *row);
        let mut is_open = vec![true; rows];
        let decided = taken.map(|(row, _)| row).chain(eliminated);
        decided.for_each(|row| is_open[row] = false);
        (0..rows).filter(|&row| is_open[row]).collect()
    }

    /// Of open rows `J M^-1 J^T`, and c less what forces do to them, as far as all is decided.
    fn schur(
        &self,
        b: &mut Builder,
        propagated: &PropagatedRows,
        open: &[usize],
    ) -> (Matrix, Vec<Value>) {
        let mut schur = vec![vec![b.zero(); open.len()]; open.len()];
        let mut right: Vec<Value> = open
            .iter()
            .map(|&row| propagated.rows[row].right_side)
            .collect();
        let of_rows = self.rows.iter().flatten().map(|(_, answer)| answer);
        for answer in self.rates.iter().flatten().chain(of_rows) {
            let Decided::ByForces { inverse, .. } = answer.decided else {
                continue;
            };
            for (i, &row) in open.iter().enumerate() {
                let weighted = b.mul(inverse, answer.propagated[row]);
                for (j, &other) in open.iter().enumerate().take(i + 1) {
                    let part = b.mul(weighted, answer.propagated[other]);
                    let sum = b.add(schur[i][j], part);
                    (schur[i][j], schur[j][i]) = (sum, sum);
                }
                let moved = b.mul(weighted, answer.rest);
                right[i] = b.sub(right[i], moved);
            }
        }
        (schur, right)
    }

    /// How the multiplier of a row answers that is solved for at a body.
    fn of_row(
        &self,
        b: &mut Builder,
        propagated: &PropagatedRows,
        (row, body): (usize, usize),
    ) -> Answer {
        let open = self.open(propagated.rows.len());
        let (schur, right) = self.schur(b, propagated, &open);
        let own = open.iter().position(|&at| at == row).expect("it is open");
        let mut coupled = vec![b.zero(); propagated.rows.len()];
        for (&other, &entry) in open.iter().zip(&schur[own]).filter(|(at, _)| **at != row) {
            coupled[other] = entry;
        }
        let response = propagated.rows[row].wrenches[body];
        let stiffness = b.neg(schur[own][own]);
        Answer {
            response,
            stiffness,
            rest: b.neg(right[own]),
            propagated: coupled,
            decided: Decided::by_forces(b, &response, stiffness),
        }
    }
}

impl Decided {
    fn by_forces(b: &mut Builder, response: &Wrench, stiffness: Value) -> Self {
        let one = b.one();
        let inverse = b.div(one, stiffness);
        Self::ByForces {
            gain: response.scaled(b, inverse),
            inverse,
        }
    }

    fn by_row(
        b: &mut Builder,
        propagated: &PropagatedRows,
        (body, row): (usize, usize),
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

impl Answer {
    /// The row that the rate takes, with what it divides by.
    fn pivot(&self) -> Option<(usize, Value)> {
        match self.decided {
            Decided::ByRow { row, .. } => Some((row, self.propagated[row])),
            Decided::ByForces { .. } => None,
        }
    }

    /// What the rate, as it is decided, leaves of the loads of its body.
    fn push(
        &self,
        b: &mut Builder,
        bias: &mut Wrench,
        (body, propagated): (usize, &mut PropagatedRows),
    ) {
        match &self.decided {
            Decided::ByForces { gain, .. } => {
                let push = gain.scaled(b, self.rest);
                *bias = bias.plus(b, &push);
                for (row, &force) in self.propagated.iter().enumerate() {
                    let push = gain.scaled(b, force);
                    propagated.push(b, (row, body), &push);
                }
            }
            Decided::ByRow {
                row: taken,
                share,
                right_side,
                ..
            } => {
                let own = share.scaled(b, self.stiffness);
                let others = self.response.minus(b, &own);
                for (share, factor) in [(share, self.rest), (&others, *right_side)] {
                    let push = share.scaled(b, factor);
                    *bias = bias.plus(b, &push);
                }
                propagated.lower(b, *taken);
                for (row, &force) in self
                    .propagated
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| at != taken)
                {
                    let push = share.scaled(b, force);
                    propagated.push(b, (row, body), &push);
                    let less = b.mul(force, *right_side);
                    propagated.rows[row].right_side = b.sub(propagated.rows[row].right_side, less);
                }
            }
        }
    }

    /// The rate's acceleration over that at qdd = 0, where the body would be carried so; the multiplier of the row that
    /// it takes.
    fn rate(&self, b: &mut Builder, carried: &Twist, multipliers: &mut [Value]) -> Value {
        let pushed = self.propagated.iter().zip(&*multipliers);
        let mut parts = vec![self.rest];
        match &self.decided {
            Decided::ByForces { gain, inverse } => {
                parts.extend(pushed.map(|(&force, &multiplier)| b.mul(force, multiplier)));
                let rest = b.sum(parts);
                let free = b.mul(*inverse, rest);
                let kept = gain.along(b, carried);
                b.sub(free, kept)
            }
            Decided::ByRow {
                row,
                inverse,
                share,
                right_side,
            } => {
                let others = pushed.enumerate().filter(|(at, _)| at != row);
                parts.extend(others.map(|(_, (&force, &multiplier))| b.mul(force, multiplier)));
                let rest = b.sum(parts);
                let kept = share.along(b, carried);
                let rate = b.sub(*right_side, kept);
                let asked = self.response.along(b, carried);
                let own = b.mul(self.stiffness, rate);
                let asked = b.add(asked, own);
                let missing = b.sub(asked, rest);
                multipliers[*row] = b.mul(*inverse, missing);
                rate
            }
        }
    }
}

impl<F: Kernels> Recursion<'_, F> {
    /// The multipliers of `J M^-1 J^T lambda = c - J M^-1 f` for rows that are not decided; 0 for the others.
    fn multipliers_of(
        &self,
        b: &mut Builder,
        answers: &Answers,
        propagated: &PropagatedRows,
        response: Response,
    ) -> Vec<Value> {
        let mut multipliers = vec![b.zero(); propagated.rows.len()];
        let open = answers.open(propagated.rows.len());
        let (schur, right) = answers.schur(b, propagated, &open);
        let values = self.multipliers(b, &open, (schur, right), response);
        for (row, value) in open.into_iter().zip(values) {
            multipliers[row] = value;
        }
        multipliers
    }
}

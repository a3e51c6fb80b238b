//! Inverse dynamics of a system that constraints hold: the forces of motors, multipliers, and what neither can give.
//!
//! With `b = M qdd + C qd + g - Q`, the rates u without a motor ask for `J_u^T lambda = b_u`, and motors give
//! `tau = b_a - J_a^T lambda` along the others. Of several multipliers those are taken that make
//! `|tau|^2 + w^2 |lambda|^2` the least: `(J_a J_a^T + w^2) lambda = J_a b_a + J_u mu`. With `J_u J_u^T lambda = J_u b_u`
//! added that is `(J J^T + w^2) lambda = J b + J_u mu`, whose matrix is regular wherever rows are independent, also where
//! motors alone do not reach them, as those of a straight leg, and also without w.

use super::Recursion;
use super::forward_dynamics::factor;
use super::matrix::{Matrix, minus_transposed, plus_transposed, products, times, trace};
use crate::derive::forms::{Forms, JointFrame};
use crate::exact::integer;
use crate::function::Terms;
use crate::ir::{Builder, InputKind, Value};
use crate::system::Support;

impl<F: Forms> Recursion<'_, F> {
    /// tau, multipliers, residual.
    pub(super) fn constrained_inverse(&self, b: &mut Builder, joints: &[JointFrame]) -> Vec<Value> {
        let (forces, rows) = self.asked_for(b, joints);
        let (multipliers, residual) = self.least(b, &rows, &forces);
        let left = minus_transposed(b, &forces, &rows, &multipliers);
        let (tau, _) = self.apart(b, &left);
        [tau, multipliers, residual].concat()
    }

    /// tau and residual for multipliers that are given.
    pub(super) fn constrained_inverse_of(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
    ) -> Vec<Value> {
        let (forces, rows) = self.asked_for(b, joints);
        let multipliers: Vec<Value> = (0..rows.len())
            .map(|at| b.input(InputKind::Multipliers, at))
            .collect();
        let left = minus_transposed(b, &forces, &rows, &multipliers);
        let (tau, residual) = self.apart(b, &left);
        [tau, residual].concat()
    }

    /// The force along each rate, and J, both in SI units: what is least depends on them.
    fn asked_for(&self, b: &mut Builder, joints: &[JointFrame]) -> (Vec<Value>, Matrix) {
        let forces = self.forces(b, joints, Terms::ALONE);
        let mut rows = self.constraint_rows(b, joints);
        for (row, constraint) in rows.iter_mut().zip(&self.tree.constraints) {
            for _ in 0..constraint.row.lengths() {
                (row.iter_mut()).for_each(|entry| *entry = b.mul(self.tree.unit, *entry));
            }
        }
        (forces, rows)
    }

    /// What motors drive, and what they do not.
    fn apart(&self, b: &Builder, forces: &[Value]) -> (Vec<Value>, Vec<Value>) {
        let pairs = self.tree.actuation.driven.iter().zip(forces);
        let pairs = pairs.map(|(&driven, &force)| match driven {
            true => (force, b.zero()),
            false => (b.zero(), force),
        });
        pairs.unzip()
    }

    /// Multipliers and residual.
    fn least(&self, b: &mut Builder, rows: &Matrix, forces: &[Value]) -> (Vec<Value>, Vec<Value>) {
        let actuation = &self.tree.actuation;
        let along_held =
            |of: &[Value]| -> Vec<Value> { actuation.held.iter().map(|&v| of[v]).collect() };
        let columns: Matrix = (actuation.held.iter())
            .map(|&v| rows.iter().map(|row| row[v]).collect())
            .collect();
        let wanted = along_held(forces);
        let support = actuation.support().expect("asked before it is derived");
        let (multipliers, lost) = match support {
            Support::Whole => {
                let multipliers = least_sum(b, (rows, forces), (&columns, &wanted), None);
                (multipliers, vec![b.zero(); wanted.len()])
            }
            Support::Loose => {
                let free = Free::of(b, &columns, actuation.rank);
                let lost = free.part(b, wanted.clone());
                let pairs = wanted.iter().zip(&lost);
                let carried: Vec<Value> = pairs.map(|(&x, &lost)| b.sub(x, lost)).collect();
                let held = (&columns, &carried[..]);
                (least_sum(b, (rows, forces), held, Some(&free)), lost)
            }
            Support::Few => {
                let (holding, others): (Vec<usize>, Vec<usize>) =
                    (0..rows.len()).partition(|at| actuation.holding.contains(at));
                let [held, free] = [&holding, &others]
                    .map(|of| -> Matrix { of.iter().map(|&at| rows[at].clone()).collect() });
                let parts: Matrix = held.iter().map(|row| along_held(row)).collect();
                let (square, right) = (products(b, &parts, &parts), times(b, &parts, &wanted));
                let decided = factor(b, square).solve(b, right);
                let left = minus_transposed(b, forces, &held, &decided);
                let rest = least_sum(b, (&free, &left), (&Vec::new(), &[]), None);
                let mut multipliers = vec![b.zero(); rows.len()];
                let found = holding
                    .iter()
                    .chain(&others)
                    .zip(decided.iter().chain(&rest));
                found.for_each(|(&at, &value)| multipliers[at] = value);
                (multipliers, along_held(&left))
            }
        };
        let (_, mut residual) = self.apart(b, forces);
        for (&v, lost) in actuation.held.iter().zip(lost) {
            residual[v] = lost;
        }
        (multipliers, residual)
    }
}

/// The motions along rates without a motor that no constraint stops.
struct Free {
    /// `A = J_u^T J_u`
    square: Matrix,
    rank: usize,
    /// The projection onto them.
    onto: Matrix,
}

impl Free {
    /// With e_k the sums of products of k eigenvalues, `A^r - e_1 A^(r-1) + .. +- e_r` is 0 but on these motions, where
    /// it is the last term. By Faddeev and LeVerrier: without pivots, of which each is 0 somewhere.
    fn of(b: &mut Builder, columns: &Matrix, rank: usize) -> Self {
        let square = products(b, columns, columns);
        let mut sum = square.clone();
        for k in 1..=rank {
            if k > 1 {
                sum = products(b, &square, &sum);
            }
            let trace = trace(b, &sum);
            let share = b.scale(&(integer(1) / integer(k as i64)), trace);
            for (i, line) in sum.iter_mut().enumerate() {
                line[i] = b.sub(line[i], share);
            }
        }
        let (count, trace) = (b.integer((square.len() - rank) as i64), trace(b, &sum));
        let inverse = b.div(count, trace);
        let onto = sum.into_iter();
        let onto = onto.map(|row| row.into_iter().map(|x| b.mul(inverse, x)).collect());
        Self {
            onto: onto.collect(),
            square,
            rank,
        }
    }

    /// A matrix that is 0 on the motions, with as much there as it has elsewhere.
    fn filled(&self, b: &mut Builder, mut matrix: Matrix) -> Matrix {
        let trace = trace(b, &matrix);
        let mean = b.scale(&(integer(1) / integer(self.rank as i64)), trace);
        for (row, onto) in matrix.iter_mut().zip(&self.onto) {
            for (entry, &onto) in row.iter_mut().zip(onto) {
                let part = b.mul(mean, onto);
                *entry = b.add(*entry, part);
            }
        }
        matrix
    }

    /// What a force has along the motions: `x - A (A + P)^-1 x`. The second time changes nothing but roundings, of those
    /// in P nothing is left.
    fn part(&self, b: &mut Builder, force: Vec<Value>) -> Vec<Value> {
        let filled = self.filled(b, self.square.clone());
        let factors = factor(b, filled);
        (0..2).fold(force, |force, _| {
            let solved = factors.solve(b, force.clone());
            let carried = times(b, &self.square, &solved);
            let pairs = force.into_iter().zip(carried);
            pairs.map(|(x, carried)| b.sub(x, carried)).collect()
        })
    }
}

/// The multipliers with the least `|f - J^T lambda|^2 + w^2 |lambda|^2` among those with `J_u^T lambda = wanted`:
/// `(J J^T + w^2) lambda = J f + J_u mu`.
fn least_sum(
    b: &mut Builder,
    (rows, forces): (&Matrix, &[Value]),
    (columns, wanted): (&Matrix, &[Value]),
    free: Option<&Free>,
) -> Vec<Value> {
    let weight = b.input(InputKind::Weight, 0);
    let weight = b.mul(weight, weight);
    let mut matrix = products(b, rows, rows);
    (0..rows.len()).for_each(|k| matrix[k][k] = b.add(matrix[k][k], weight));
    let factors = factor(b, matrix);
    let right = times(b, rows, forces);
    let pushed = factors.inner(b, right);
    let columns = columns
        .iter()
        .map(|column| factors.inner(b, column.clone()));
    let columns: Matrix = columns.collect();
    let weighted: Matrix = columns
        .iter()
        .map(|column| factors.weighted(b, column))
        .collect();
    let mut schur = products(b, &weighted, &columns);
    if let Some(free) = free {
        schur = free.filled(b, schur);
    }
    let given = times(b, &weighted, &pushed);
    let pairs = wanted.iter().zip(given);
    let missing = pairs.map(|(&wanted, given)| b.sub(wanted, given)).collect();
    let along = factor(b, schur).solve(b, missing);
    let pushed = plus_transposed(b, &pushed, &columns, &along);
    factors.outer(b, &pushed)
}

//! Inverse dynamics of a constrained system: motor forces, multipliers, and the residual that neither can supply.
//!
//! With `b = M qdd + C qd + g - Q`, the unactuated rates u require `J_u^T lambda = b_u`, and along the other rates a,
//! motors supply `tau = b_a - J_a^T lambda`. Of several solutions, the multipliers with the least
//! `|tau|^2 + w^2 |lambda|^2` are selected: `(J_a J_a^T + w^2) lambda = J_a b_a + J_u mu`. Adding
//! `J_u J_u^T lambda = J_u b_u` gives `(J J^T + w^2) lambda = J b + J_u mu`. This matrix is regular wherever rows are
//! independent, even with w = 0 and where the motors alone do not determine lambda, as for a straight leg.
//!
//! If rows may be dependent, that matrix may be singular. Then there are two least-squares problems, each solved by
//! proximal steps: first `J_u J_u^T lambda = J_u b_u`; then the least sum, in which lambda changes only along vectors
//! that the first steps leave, which `J_u^T` maps to 0.

use super::Recursion;
use super::matrix::{Matrix, minus_transposed, plus_transposed, products, times, trace};
use super::proximal::Proximal;
use super::symmetric::factor;
use crate::kernels::{JointFrame, Kernels};
use multibody_description::findings::Support;
use multibody_description::function::Terms;
use multibody_program::exact::integer;
use multibody_program::ir::{Builder, InputKind, Value};

/// The force along each rate, and J.
struct RequiredForces {
    rows: Matrix,
    forces: Vec<Value>,
}

/// The shares of the forces along rates with a motor, and of those along the others.
struct Shares {
    tau: Vec<Value>,
    residual: Vec<Value>,
}

/// The multipliers with the least sum, and the residual that they leave.
struct LeastMultipliers {
    multipliers: Vec<Value>,
    residual: Vec<Value>,
}

impl<F: Kernels> Recursion<'_, F> {
    /// tau, multipliers, residual.
    pub(super) fn constrained_inverse(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        terms: Terms,
    ) -> Vec<Value> {
        let required = self.required_forces(b, joints, terms);
        let (multipliers, decided) = match &self.tree.regularization {
            None => {
                let least = self.least(b, &required);
                (least.multipliers, Some(least.residual))
            }
            Some(eps) => {
                let eps = b.constant(eps);
                (self.least_by_steps(b, &required, eps), None)
            }
        };
        let left = required.without(b, &multipliers);
        let Shares { tau, residual } = self.shares(b, &left);
        [tau, multipliers, decided.unwrap_or(residual)].concat()
    }

    /// tau and residual for multipliers that are given.
    pub(super) fn constrained_inverse_of(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        terms: Terms,
    ) -> Vec<Value> {
        let required = self.required_forces(b, joints, terms);
        let multipliers: Vec<Value> = (0..required.rows.len())
            .map(|at| b.input(InputKind::Multipliers, at))
            .collect();
        let left = required.without(b, &multipliers);
        let Shares { tau, residual } = self.shares(b, &left);
        [tau, residual].concat()
    }

    /// The forces in SI units: the least sum depends on the units.
    fn required_forces(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        terms: Terms,
    ) -> RequiredForces {
        let forces = self.forces(b, joints, terms);
        let mut rows = self.constraint_rows(b, joints);
        for (row, constraint) in rows.iter_mut().zip(&self.tree.constraints) {
            for _ in 0..constraint.row.lengths() {
                (row.iter_mut()).for_each(|entry| *entry = b.mul(self.tree.unit, *entry));
            }
        }
        RequiredForces { rows, forces }
    }

    /// The forces along rates with a motor, and the residual along the others.
    fn shares(&self, b: &Builder, forces: &[Value]) -> Shares {
        let pairs = self.tree.findings.actuation.driven.iter().zip(forces);
        let pairs = pairs.map(|(&driven, &force)| {
            if driven {
                (force, b.zero())
            } else {
                (b.zero(), force)
            }
        });
        let (tau, residual) = pairs.unzip();
        Shares { tau, residual }
    }

    /// The multipliers with the least sum, and the residual.
    fn least(&self, b: &mut Builder, required: &RequiredForces) -> LeastMultipliers {
        let RequiredForces { rows, forces } = required;
        let actuation = &self.tree.findings.actuation;
        let along_constrained =
            |of: &[Value]| -> Vec<Value> { actuation.constrained.iter().map(|&v| of[v]).collect() };
        let columns: Matrix = (actuation.constrained.iter())
            .map(|&v| rows.iter().map(|row| row[v]).collect())
            .collect();
        let requested = along_constrained(forces);
        let support = actuation.support().expect("asked before it is derived");
        let (multipliers, lost) = match support {
            Support::Whole => {
                let multipliers = required.least_sum(b, &columns, &requested, None);
                (multipliers, vec![b.zero(); requested.len()])
            }
            Support::Loose => {
                let free = Free::of(b, &columns, actuation.rank);
                let lost = free.part(b, requested.clone());
                let pairs = requested.iter().zip(&lost);
                let carried: Vec<Value> = pairs.map(|(&x, &lost)| b.sub(x, lost)).collect();
                let multipliers = required.least_sum(b, &columns, &carried, Some(&free));
                (multipliers, lost)
            }
            Support::Few => {
                let (holding, others): (Vec<usize>, Vec<usize>) =
                    (0..rows.len()).partition(|at| actuation.constraining.contains(at));
                let [constrained, free] = [&holding, &others]
                    .map(|of| -> Matrix { of.iter().map(|&at| rows[at].clone()).collect() });
                let parts: Matrix = constrained
                    .iter()
                    .map(|row| along_constrained(row))
                    .collect();
                let (square, right) = (products(b, &parts, &parts), times(b, &parts, &requested));
                let decided = factor(b, square).solve(b, right);
                let left = minus_transposed(b, forces, &constrained, &decided);
                let unconstrained = RequiredForces {
                    rows: free,
                    forces: left,
                };
                let rest = unconstrained.least_sum(b, &Vec::new(), &[], None);
                let mut multipliers = vec![b.zero(); rows.len()];
                let found = holding
                    .iter()
                    .chain(&others)
                    .zip(decided.iter().chain(&rest));
                found.for_each(|(&at, &value)| multipliers[at] = value);
                (multipliers, along_constrained(&unconstrained.forces))
            }
        };
        let Shares { mut residual, .. } = self.shares(b, forces);
        for (&v, lost) in actuation.constrained.iter().zip(lost) {
            residual[v] = lost;
        }
        LeastMultipliers {
            multipliers,
            residual,
        }
    }

    /// The multipliers with the least residual, and among these the ones with the least sum, by proximal steps. N is
    /// the matrix of what the steps of the first problem leave, and `Q = J_a J_a^T + w^2`. With lambda from the first
    /// problem, the sum is least at `lambda + N y` with `N Q N y = N J_a (b_a - J_a^T lambda)`.
    fn least_by_steps(
        &self,
        b: &mut Builder,
        RequiredForces { rows, forces }: &RequiredForces,
        eps: Value,
    ) -> Vec<Value> {
        let eps = vec![eps; rows.len()];
        let along_motors = self.tree.findings.actuation.driven.iter().enumerate();
        let (driven, idle): (Vec<_>, Vec<_>) = along_motors.partition(|(_, driven)| **driven);
        let [(with, driven), (without, idle)] = [driven, idle].map(|rates| {
            let of = |all: &[Value]| rates.iter().map(|&(v, _)| all[v]).collect::<Vec<Value>>();
            (
                rows.iter().map(|row| of(row)).collect::<Matrix>(),
                of(forces),
            )
        });
        let square = products(b, &without, &without);
        let carried = Proximal::new(b, square, eps.clone());
        let right = times(b, &without, &idle);
        let first = carried.solve(b, right);
        let free = carried.left(b);

        let weight = b.input(InputKind::Weight, 0);
        let weight = b.mul(weight, weight);
        let mut square = products(b, &with, &with);
        (0..rows.len()).for_each(|k| square[k][k] = b.add(square[k][k], weight));
        let half: Matrix = free.iter().map(|row| times(b, &square, row)).collect();
        let square = products(b, &half, &free);
        let left = minus_transposed(b, &driven, &with, &first);
        let right = times(b, &with, &left);
        let right = times(b, &free, &right);
        let more = Proximal::new(b, square, eps).solve(b, right);
        let more = times(b, &free, &more);
        let both = first.into_iter().zip(more);
        both.map(|(first, more)| b.add(first, more)).collect()
    }
}

impl RequiredForces {
    /// What multipliers leave of the forces.
    fn without(&self, b: &mut Builder, multipliers: &[Value]) -> Vec<Value> {
        minus_transposed(b, &self.forces, &self.rows, multipliers)
    }

    /// The multipliers with the least `|f - J^T lambda|^2 + w^2 |lambda|^2` among those with
    /// `J_u^T lambda = requested`, where `columns` are the rows of `J_u^T`: `(J J^T + w^2) lambda = J f + J_u mu`.
    fn least_sum(
        &self,
        b: &mut Builder,
        columns: &Matrix,
        requested: &[Value],
        free: Option<&Free>,
    ) -> Vec<Value> {
        let Self { rows, forces } = self;
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
        let pairs = requested.iter().zip(given);
        let missing = pairs
            .map(|(&requested, given)| b.sub(requested, given))
            .collect();
        let along = factor(b, schur).solve(b, missing);
        let pushed = plus_transposed(b, &pushed, &columns, &along);
        factors.outer(b, &pushed)
    }
}

/// The motions along rates without a motor, as far as no constraint prevents them.
struct Free {
    /// `A = J_u^T J_u`
    square: Matrix,
    rank: usize,
    /// The projection onto these motions.
    onto: Matrix,
}

impl Free {
    /// Let e_k be the sum of all products of k eigenvalues. Then `A^r - e_1 A^(r-1) + .. +- e_r` is 0 except on these
    /// motions, where it equals its last term. It is computed by the method of Faddeev and LeVerrier, which has no
    /// pivots: any pivot would be 0 at some positions.
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

    /// Adds to a matrix that is 0 on the motions the projection onto them, times the mean of its other eigenvalues.
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

    /// The part of a force along the motions: `x - A (A + P)^-1 x`, where P is what `filled` adds. The second pass
    /// only reduces rounding errors, and removes those in P entirely.
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

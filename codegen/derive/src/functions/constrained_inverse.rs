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
        let remainder = required.without(b, &multipliers);
        let Shares { tau, residual } = self.shares(b, &remainder);
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
        let remainder = required.without(b, &multipliers);
        let Shares { tau, residual } = self.shares(b, &remainder);
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
        let (tau, residual) = pairs
            .map(
                |(&driven, &force)| {
                    if driven { (force, b.zero()) } else { (b.zero(), force) }
                },
            )
            .unzip();
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
                let projection = Free::of(b, &columns, actuation.rank);
                let lost = projection.part(b, requested.clone());
                let pairs = requested.iter().zip(&lost);
                let load: Vec<Value> = pairs.map(|(&x, &lost)| b.sub(x, lost)).collect();
                let multipliers = required.least_sum(b, &columns, &load, Some(&projection));
                (multipliers, lost)
            }
            Support::Few => {
                let (holding, others): (Vec<usize>, Vec<usize>) =
                    (0..rows.len()).partition(|at| actuation.constraining.contains(at));
                let [constrained, other_rows] = [&holding, &others]
                    .map(|of| -> Matrix { of.iter().map(|&at| rows[at].clone()).collect() });
                let parts: Matrix = constrained
                    .iter()
                    .map(|row| along_constrained(row))
                    .collect();
                let (square, right) = (products(b, &parts, &parts), times(b, &parts, &requested));
                let decided = factor(b, square).solve(b, right);
                let remainder = minus_transposed(b, forces, &constrained, &decided);
                let unconstrained = RequiredForces {
                    rows: other_rows,
                    forces: remainder,
                };
                let complement = unconstrained.least_sum(b, &Vec::new(), &[], None);
                let mut multipliers = vec![b.zero(); rows.len()];
                let pairs = holding
                    .iter()
                    .chain(&others)
                    .zip(decided.iter().chain(&complement));
                pairs.for_each(|(&at, &value)| multipliers[at] = value);
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
        let [(motor_rows, driven), (idle_rows, idle)] = [driven, idle].map(|rates| {
            let part = |all: &[Value]| rates.iter().map(|&(v, _)| all[v]).collect::<Vec<Value>>();
            (
                rows.iter().map(|row| part(row)).collect::<Matrix>(),
                part(forces),
            )
        });
        let square = products(b, &idle_rows, &idle_rows);
        let proximal = Proximal::new(b, square, eps.clone());
        let right = times(b, &idle_rows, &idle);
        let first = proximal.solve(b, right);
        let remainder = proximal.remainder(b);

        let weight = b.input(InputKind::Weight, 0);
        let weight = b.mul(weight, weight);
        let mut square = products(b, &motor_rows, &motor_rows);
        (0..rows.len()).for_each(|k| square[k][k] = b.add(square[k][k], weight));
        let half: Matrix = remainder.iter().map(|row| times(b, &square, row)).collect();
        let square = products(b, &half, &remainder);
        let driven_rest = minus_transposed(b, &driven, &motor_rows, &first);
        let right = times(b, &motor_rows, &driven_rest);
        let right = times(b, &remainder, &right);
        let y = Proximal::new(b, square, eps).solve(b, right);
        let correction = times(b, &remainder, &y);
        let pairs = first.into_iter().zip(correction);
        pairs.map(|(x, y)| b.add(x, y)).collect()
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
        projection: Option<&Free>,
    ) -> Vec<Value> {
        let Self { rows, forces } = self;
        let weight = b.input(InputKind::Weight, 0);
        let weight = b.mul(weight, weight);
        let mut matrix = products(b, rows, rows);
        (0..rows.len()).for_each(|k| matrix[k][k] = b.add(matrix[k][k], weight));
        let factors = factor(b, matrix);
        let right = times(b, rows, forces);
        let pushed = factors.inner(b, right);
        let inner_columns: Matrix = columns
            .iter()
            .map(|column| factors.inner(b, column.clone()))
            .collect();
        let weighted: Matrix = inner_columns
            .iter()
            .map(|column| factors.weigh(b, column))
            .collect();
        let mut schur = products(b, &weighted, &inner_columns);
        if let Some(projection) = projection {
            schur = projection.fill(b, schur);
        }
        let supply = times(b, &weighted, &pushed);
        let pairs = requested.iter().zip(supply);
        let deficit = pairs
            .map(|(&requested, supply)| b.sub(requested, supply))
            .collect();
        let mu = factor(b, schur).solve(b, deficit);
        let pushed = plus_transposed(b, &pushed, &inner_columns, &mu);
        factors.outer(b, &pushed)
    }
}

/// The motions along rates without a motor, as far as no constraint prevents them.
struct Free {
    /// `A = J_u^T J_u`
    square: Matrix,
    rank: usize,
    /// The projection onto these motions.
    projection: Matrix,
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
        let rows = sum.into_iter();
        let projection = rows.map(|row| row.into_iter().map(|x| b.mul(inverse, x)).collect());
        Self {
            projection: projection.collect(),
            square,
            rank,
        }
    }

    /// Adds to a matrix that is 0 on the motions the projection onto them, times the mean of its other eigenvalues.
    fn fill(&self, b: &mut Builder, mut matrix: Matrix) -> Matrix {
        let trace = trace(b, &matrix);
        let mean = b.scale(&(integer(1) / integer(self.rank as i64)), trace);
        for (row, projection) in matrix.iter_mut().zip(&self.projection) {
            for (entry, &projection) in row.iter_mut().zip(projection) {
                let part = b.mul(mean, projection);
                *entry = b.add(*entry, part);
            }
        }
        matrix
    }

    /// The part of a force along the motions: `x - A (A + P)^-1 x`, where P is what `fill` adds. The second pass
    /// only reduces rounding errors, and removes those in P entirely.
    fn part(&self, b: &mut Builder, force: Vec<Value>) -> Vec<Value> {
        let filled = self.fill(b, self.square.clone());
        let factors = factor(b, filled);
        (0..2).fold(force, |force, _| {
            let solved = factors.solve(b, force.clone());
            let image = times(b, &self.square, &solved);
            let pairs = force.into_iter().zip(image);
            pairs.map(|(x, image)| b.sub(x, image)).collect()
        })
    }
}

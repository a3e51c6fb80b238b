//! Inverse dynamics of a constrained system: motor forces, multipliers, and the residual that neither can supply.
//!
//! With `b = M qdd + C qd + g - Q`, the unactuated rates u require `J_u^T lambda = b_u`, and along the other rates a,
//! motors supply `tau = b_a - J_a^T lambda`. Of several solutions, the multipliers with the least sum
//! `|tau|^2 + w^2 |lambda|^2` are selected: `(J_a J_a^T + w^2) lambda = J_a b_a + J_u mu`, where mu are the Lagrange
//! multipliers of the condition on u. Adding `J_u J_u^T lambda = J_u b_u` gives `(J J^T + w^2) lambda = J b + J_u mu`.
//! The matrix `J J^T + w^2` is regular wherever rows are independent, even with w = 0 and where the motors alone do not
//! determine lambda, as for a straight leg.
//!
//! If rows may be dependent, that matrix may be singular. Then there are two least-squares problems, each solved by
//! proximal steps. The first is `J_u J_u^T lambda = J_u b_u`. The second is the least sum; lambda then changes only
//! along the vectors that the steps of the first problem leave, which are those that `J_u^T` maps to 0.

use super::Recursion;
use super::matrix::{Matrix, minus_transposed, plus_transposed, symmetric_product, times, trace};
use super::proximal::Proximal;
use super::symmetric::factor;
use crate::kernels::{JointFrame, Kernels};
use multibody_description::findings::Support;
use multibody_description::function::Terms;
use multibody_program::exact::integer;
use multibody_program::ir::{Builder, InputKind, Value};

/// The force that the motion requires along each rate, and J.
struct RequiredForces {
    rows: Matrix,
    forces: Vec<Value>,
}

/// Forces along all rates, separated by whether a motor drives the rate. Each of the two vectors has an entry for every
/// rate, which is 0 where the other vector has the force.
struct DividedForces {
    /// The forces along rates with a motor.
    tau: Vec<Value>,
    /// The forces along rates without a motor.
    residual: Vec<Value>,
}

/// The multipliers with the least sum, and the residual along all rates that no multipliers can supply.
struct LeastMultipliers {
    multipliers: Vec<Value>,
    residual: Vec<Value>,
}

impl<K: Kernels> Recursion<'_, K> {
    /// tau, multipliers, residual.
    pub(super) fn constrained_inverse(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        terms: Terms,
    ) -> Vec<Value> {
        let required = self.required_forces(b, joints, terms);
        let (multipliers, least_residual) = match &self.tree.regularization {
            None => {
                let least = self.least_multipliers(b, &required);
                (least.multipliers, Some(least.residual))
            }
            Some(eps) => {
                let eps = b.constant(eps);
                (self.least_multipliers_by_steps(b, &required, eps), None)
            }
        };
        let remainder = required.remainder(b, &multipliers);
        let DividedForces { tau, residual } = self.divide_forces(b, &remainder);
        [tau, multipliers, least_residual.unwrap_or(residual)].concat()
    }

    /// tau and residual for multipliers that the caller passes.
    pub(super) fn constrained_inverse_with_multipliers(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        terms: Terms,
    ) -> Vec<Value> {
        let required = self.required_forces(b, joints, terms);
        let multipliers: Vec<Value> = (0..required.rows.len())
            .map(|row| b.input(InputKind::Multipliers, row))
            .collect();
        let remainder = required.remainder(b, &multipliers);
        let DividedForces { tau, residual } = self.divide_forces(b, &remainder);
        [tau, residual].concat()
    }

    /// The required forces and J, in SI units: the least sum depends on the units.
    fn required_forces(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        terms: Terms,
    ) -> RequiredForces {
        let forces = self.forces(b, joints, terms);
        let mut rows = self.constraint_rows(b, joints);
        for (row, constraint) in rows.iter_mut().zip(&self.tree.constraints) {
            for _ in 0..constraint.row.length_exponent() {
                (row.iter_mut()).for_each(|entry| *entry = b.mul(self.tree.unit, *entry));
            }
        }
        RequiredForces { rows, forces }
    }

    /// Divides forces into those along rates with a motor, and the residual along the others.
    fn divide_forces(&self, b: &Builder, forces: &[Value]) -> DividedForces {
        let pairs = self.tree.findings.actuation.has_motor.iter().zip(forces);
        let (tau, residual) = pairs
            .map(
                |(&has_motor, &force)| {
                    if has_motor { (force, b.zero()) } else { (b.zero(), force) }
                },
            )
            .unzip();
        DividedForces { tau, residual }
    }

    /// The multipliers with the least sum, and the residual.
    fn least_multipliers(&self, b: &mut Builder, required: &RequiredForces) -> LeastMultipliers {
        let RequiredForces { rows, forces } = required;
        let actuation = &self.tree.findings.actuation;
        // The entries at those unactuated rates on which rows act. Along the others, all of the force is residual.
        let along_unactuated =
            |f: &[Value]| -> Vec<Value> { actuation.constrained.iter().map(|&v| f[v]).collect() };
        // The rows of `J_u^T`.
        let columns: Matrix = (actuation.constrained.iter())
            .map(|&v| rows.iter().map(|row| row[v]).collect())
            .collect();
        // b_u.
        let unactuated_forces = along_unactuated(forces);
        let support = actuation.support().expect("asked before it is derived");
        let (multipliers, unsupported) = match support {
            // The columns of J at unactuated rates are independent.
            Support::Full => {
                let multipliers = required.least_sum(b, &columns, &unactuated_forces, None);
                (multipliers, vec![b.zero(); unactuated_forces.len()])
            }
            Support::UpToFreeMotions => {
                let free_motions = FreeMotions::of(b, &columns, actuation.rank);
                let unsupported = free_motions.force_part(b, unactuated_forces.clone());
                let pairs = unactuated_forces.iter().zip(&unsupported);
                let supported: Vec<Value> = pairs.map(|(&x, &part)| b.sub(x, part)).collect();
                let multipliers = required.least_sum(b, &columns, &supported, Some(&free_motions));
                (multipliers, unsupported)
            }
            // The rows that act on unactuated rates are independent there: least squares determine their multipliers.
            // The other multipliers make the sum least for what remains of the forces.
            Support::UpToResidual => {
                let (constraining, others): (Vec<usize>, Vec<usize>) =
                    (0..rows.len()).partition(|row| actuation.constraining.contains(row));
                let [constraining_rows, other_rows] = [&constraining, &others]
                    .map(|list| -> Matrix { list.iter().map(|&row| rows[row].clone()).collect() });
                let unactuated_parts: Matrix = constraining_rows
                    .iter()
                    .map(|row| along_unactuated(row))
                    .collect();
                let square = symmetric_product(b, &unactuated_parts, &unactuated_parts);
                let right_side = times(b, &unactuated_parts, &unactuated_forces);
                let lambda = factor(b, square).solve(b, right_side);
                let remainder = minus_transposed(b, forces, &constraining_rows, &lambda);
                let leftover = RequiredForces {
                    rows: other_rows,
                    forces: remainder,
                };
                let other_lambda = leftover.least_sum(b, &Vec::new(), &[], None);
                let mut multipliers = vec![b.zero(); rows.len()];
                let pairs = constraining
                    .iter()
                    .chain(&others)
                    .zip(lambda.iter().chain(&other_lambda));
                pairs.for_each(|(&row, &value)| multipliers[row] = value);
                (multipliers, along_unactuated(&leftover.forces))
            }
        };
        let DividedForces { mut residual, .. } = self.divide_forces(b, forces);
        for (&v, force) in actuation.constrained.iter().zip(unsupported) {
            residual[v] = force;
        }
        LeastMultipliers {
            multipliers,
            residual,
        }
    }

    /// The multipliers with the least residual, and among these the ones with the least sum, by proximal steps.
    ///
    /// N maps a vector to the part that the steps of the first problem leave, and `Q = J_a J_a^T + w^2`. With lambda
    /// from the first problem, the sum is least at `lambda + N y` with `N Q N y = N J_a (b_a - J_a^T lambda)`.
    fn least_multipliers_by_steps(
        &self,
        b: &mut Builder,
        RequiredForces { rows, forces }: &RequiredForces,
        eps: Value,
    ) -> Vec<Value> {
        let eps = vec![eps; rows.len()];
        let rates = self.tree.findings.actuation.has_motor.iter().enumerate();
        let (actuated, unactuated): (Vec<_>, Vec<_>) =
            rates.partition(|(_, has_motor)| **has_motor);
        let [(motor_rows, actuated), (unactuated_rows, unactuated)] =
            [actuated, unactuated].map(|rates| {
                let part =
                    |all: &[Value]| rates.iter().map(|&(v, _)| all[v]).collect::<Vec<Value>>();
                (
                    rows.iter().map(|row| part(row)).collect::<Matrix>(),
                    part(forces),
                )
            });
        let square = symmetric_product(b, &unactuated_rows, &unactuated_rows);
        let proximal = Proximal::new(b, square, eps.clone());
        let right_side = times(b, &unactuated_rows, &unactuated);
        let first_multipliers = proximal.solve(b, right_side);
        let remainder = proximal.remainder(b);

        let weight = b.input(InputKind::Weight, 0);
        let squared_weight = b.mul(weight, weight);
        // Q.
        let mut square = symmetric_product(b, &motor_rows, &motor_rows);
        (0..rows.len()).for_each(|k| square[k][k] = b.add(square[k][k], squared_weight));
        let product: Matrix = remainder.iter().map(|row| times(b, &square, row)).collect();
        let remainder_square = symmetric_product(b, &product, &remainder);
        let motor_remainder = minus_transposed(b, &actuated, &motor_rows, &first_multipliers);
        let motor_part = times(b, &motor_rows, &motor_remainder);
        let right_side = times(b, &remainder, &motor_part);
        let y = Proximal::new(b, remainder_square, eps).solve(b, right_side);
        let correction = times(b, &remainder, &y);
        let pairs = first_multipliers.into_iter().zip(correction);
        pairs.map(|(x, y)| b.add(x, y)).collect()
    }
}

impl RequiredForces {
    /// What remains of the forces with these multipliers.
    fn remainder(&self, b: &mut Builder, multipliers: &[Value]) -> Vec<Value> {
        minus_transposed(b, &self.forces, &self.rows, multipliers)
    }

    /// The multipliers with the least `|f - J^T lambda|^2 + w^2 |lambda|^2` among those with
    /// `J_u^T lambda = requested`, where `columns` are the rows of `J_u^T`: `(J J^T + w^2) lambda = J f + J_u mu`.
    fn least_sum(
        &self,
        b: &mut Builder,
        columns: &Matrix,
        requested: &[Value],
        free_motions: Option<&FreeMotions>,
    ) -> Vec<Value> {
        let Self { rows, forces } = self;
        let weight = b.input(InputKind::Weight, 0);
        let squared_weight = b.mul(weight, weight);
        let mut matrix = symmetric_product(b, rows, rows);
        (0..rows.len()).for_each(|k| matrix[k][k] = b.add(matrix[k][k], squared_weight));
        let factors = factor(b, matrix);
        let right_side = times(b, rows, forces);
        let inner_right = factors.forward_substitute(b, right_side);
        let inner_columns: Matrix = columns
            .iter()
            .map(|column| factors.forward_substitute(b, column.clone()))
            .collect();
        let weighted: Matrix = inner_columns
            .iter()
            .map(|column| factors.weigh(b, column))
            .collect();
        let mut mu_matrix = symmetric_product(b, &weighted, &inner_columns);
        if let Some(free_motions) = free_motions {
            mu_matrix = free_motions.add_projection(b, mu_matrix);
        }
        let supply = times(b, &weighted, &inner_right);
        let pairs = requested.iter().zip(supply);
        let deficit = pairs
            .map(|(&requested, supply)| b.sub(requested, supply))
            .collect();
        let mu = factor(b, mu_matrix).solve(b, deficit);
        let inner_sum = plus_transposed(b, &inner_right, &inner_columns, &mu);
        factors.back_substitute(b, &inner_sum)
    }
}

/// The motions along rates without a motor that no constraint prevents.
struct FreeMotions {
    /// `A = J_u^T J_u`
    square: Matrix,
    rank: usize,
    /// The projection onto these motions.
    projection: Matrix,
}

impl FreeMotions {
    /// Computes the projection. Let r be the rank, and e_k the sum of all products of k eigenvalues of A. Then
    /// `A^r - e_1 A^(r-1) + .. +- e_r` is 0 except on these motions, where it equals its last term. It is computed by
    /// the method of Faddeev and LeVerrier, which has no pivots: any pivot would be 0 at some positions.
    fn of(b: &mut Builder, columns: &Matrix, rank: usize) -> Self {
        let square = symmetric_product(b, columns, columns);
        let mut sum = square.clone();
        for k in 1..=rank {
            if k > 1 {
                sum = symmetric_product(b, &square, &sum);
            }
            let trace = trace(b, &sum);
            let coefficient = b.scale(&(integer(1) / integer(k as i64)), trace);
            for (i, row) in sum.iter_mut().enumerate() {
                row[i] = b.sub(row[i], coefficient);
            }
        }
        // The projection has a trace equal to the number of free motions.
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

    /// Takes a matrix that maps these motions to 0, and adds the projection onto them, scaled by the mean of the
    /// matrix's other eigenvalues.
    fn add_projection(&self, b: &mut Builder, mut matrix: Matrix) -> Matrix {
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

    /// The part of a force x along these motions: `x - A (A + P)^-1 x`, where P is the matrix that `add_projection`
    /// adds. In exact numbers one pass suffices; the second reduces rounding errors, and removes those in P entirely.
    fn force_part(&self, b: &mut Builder, force: Vec<Value>) -> Vec<Value> {
        let regular = self.add_projection(b, self.square.clone());
        let factors = factor(b, regular);
        (0..2).fold(force, |force, _| {
            let solved = factors.solve(b, force.clone());
            let image = times(b, &self.square, &solved);
            let pairs = force.into_iter().zip(image);
            pairs.map(|(x, image)| b.sub(x, image)).collect()
        })
    }
}

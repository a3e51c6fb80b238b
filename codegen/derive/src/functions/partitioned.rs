//! Constrained dynamics by coordinate partitioning: the independent rates (Wehage and Haug 1982).
//!
//! As many rates d are chosen as there are rows, such that J_d, the columns of J at these rates, is regular at almost
//! all positions. Let i be the other rates. Then `qdd_d = A qdd_i + c`, where `J_d A = -J_i` and `J_d c = r`, with
//! the right-hand side r of `J qdd = r`. What remains of M and f is `M_ii + M_id A + A^T (M_di + M_dd A)` and
//! `f_i + A^T (f_d - M_dd c) - M_id c`; the equations of d give `J_d^T lambda = M_di qdd_i + M_dd qdd_d - f_d`.

use super::Recursion;
use super::matrix::{Matrix, times};
use super::symmetric::factor;
use crate::kernels::{JointFrame, Kernels};
use multibody_description::findings::DependentRate;
use multibody_description::function::Response;
use multibody_program::ir::{Builder, Value};

/// The elimination of `J_d`: rows of J whose entries in the columns of earlier steps are 0.
struct RowReduction {
    steps: Vec<RowReductionStep>,
}

/// The multiple of a row that is subtracted from a later row.
struct RowShare {
    later: usize,
    share: Value,
}

/// The step that solves a row for a rate.
struct RowReductionStep {
    row: usize,
    rate: usize,
    /// What the earlier steps have left of the row.
    line: Vec<Value>,
    /// The reciprocal of the row's entry at the rate.
    inverse: Value,
    /// What is subtracted from later rows.
    shares: Vec<RowShare>,
}

impl<F: Kernels> Recursion<'_, F> {
    /// qdd, multipliers, and the pivots in the order of the rows.
    pub(super) fn solve_partitioned(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        response: Response,
    ) -> Vec<Value> {
        let right_side = self.right_sides(b, joints, response);
        let rows = self.constraint_rows(b, joints);
        let eliminated = RowReduction::of(b, rows, &self.tree.findings.dependent);
        let forces = self.acting(b, joints, response);
        let m = self.mass_matrix(b, joints);
        let dependent: Vec<usize> = eliminated.steps.iter().map(|step| step.rate).collect();
        let is_free = |v: &usize| !dependent.contains(v);
        let free_rates: Vec<usize> = (0..self.tree.nv).filter(is_free).collect();
        let block = |rows: &[usize], columns: &[usize]| -> Matrix {
            let row = |&i: &usize| columns.iter().map(|&j| m[i][j]).collect();
            rows.iter().map(row).collect()
        };
        let [of_dependent, coupled] = [
            block(&dependent, &dependent),
            block(&dependent, &free_rates),
        ];
        // c, and the columns of A.
        let offset = eliminated.solve(b, right_side);
        let gains: Matrix = (free_rates.iter())
            .map(|&v| {
                let column = eliminated.steps.iter().map(|step| step.line[v]);
                let opposite = column
                    .collect::<Vec<_>>()
                    .into_iter()
                    .map(|x| b.neg(x))
                    .collect();
                eliminated.backwards(b, opposite)
            })
            .collect();
        // Columns of `M_di + M_dd A`, and `M_dd c - f_d`.
        let drags: Matrix = (gains.iter().enumerate())
            .map(|(k, gain)| {
                let product = times(b, &of_dependent, gain);
                let parts = product.into_iter().zip(&coupled);
                parts
                    .map(|(product, line)| b.add(line[k], product))
                    .collect()
            })
            .collect();
        let product = times(b, &of_dependent, &offset);
        let pairs = product.into_iter().zip(&dependent);
        let loads: Vec<Value> = pairs.map(|(part, &v)| b.sub(part, forces[v])).collect();
        let mut matrix = block(&free_rates, &free_rates);
        let mut right = Vec::with_capacity(free_rates.len());
        for (i, &v) in free_rates.iter().enumerate() {
            let column: Vec<Value> = coupled.iter().map(|line| line[i]).collect();
            // The matrix is symmetric, so each entry is computed once.
            for j in 0..=i {
                let parts = [b.dot(&column, &gains[j]), b.dot(&gains[i], &drags[j])];
                let entry = b.sum([matrix[i][j], parts[0], parts[1]]);
                (matrix[i][j], matrix[j][i]) = (entry, entry);
            }
            let parts = [b.dot(&gains[i], &loads), b.dot(&column, &offset)];
            let force = b.sub(forces[v], parts[0]);
            right.push(b.sub(force, parts[1]));
        }
        let solution = factor(b, matrix).solve(b, right);
        let mut qdd = vec![b.zero(); self.tree.nv];
        free_rates
            .iter()
            .zip(&solution)
            .for_each(|(&v, &rate)| qdd[v] = rate);
        let mut right_side = loads;
        for (k, &v) in dependent.iter().enumerate() {
            let entries =
                |columns: &Matrix| columns.iter().map(|column| column[k]).collect::<Vec<_>>();
            let (shift, drag) = (
                b.dot(&entries(&gains), &solution),
                b.dot(&entries(&drags), &solution),
            );
            qdd[v] = b.add(offset[k], shift);
            right_side[k] = b.add(right_side[k], drag);
        }
        let multipliers = eliminated.solve_transposed(b, &right_side);
        let mut pivots = vec![b.zero(); multipliers.len()];
        for step in &eliminated.steps {
            pivots[step.row] = step.line[step.rate];
        }
        let mut values = qdd;
        values.extend(self.in_si_units(b, multipliers));
        values.extend(self.pivots_in_si_units(b, pivots));
        values
    }
}

impl RowReduction {
    /// Eliminates pairs of rate and row in this order.
    fn of(b: &mut Builder, mut rows: Matrix, order: &[DependentRate]) -> Self {
        let mut steps: Vec<RowReductionStep> = Vec::with_capacity(order.len());
        for (index, &DependentRate { rate, row }) in order.iter().enumerate() {
            let line = rows[row].clone();
            let one = b.one();
            let inverse = b.div(one, line[rate]);
            let mut shares = Vec::new();
            for &DependentRate { row: later, .. } in &order[index + 1..] {
                if b.is_zero(rows[later][rate]) {
                    continue;
                }
                let share = b.mul(rows[later][rate], inverse);
                for (entry, &pivot_entry) in rows[later].iter_mut().zip(&line) {
                    let part = b.mul(share, pivot_entry);
                    *entry = b.sub(*entry, part);
                }
                rows[later][rate] = b.zero();
                shares.push(RowShare { later, share });
            }
            steps.push(RowReductionStep {
                row,
                rate,
                line,
                inverse,
                shares,
            });
        }
        Self { steps }
    }

    /// x of `J_d x = y`; y is ordered by rows, x by steps.
    fn solve(&self, b: &mut Builder, mut y: Vec<Value>) -> Vec<Value> {
        for step in &self.steps {
            for &RowShare { later, share } in &step.shares {
                let part = b.mul(share, y[step.row]);
                y[later] = b.sub(y[later], part);
            }
        }
        let y = self.steps.iter().map(|step| y[step.row]).collect();
        self.backwards(b, y)
    }

    /// The same for a y to which the elimination has been applied; y is ordered by steps.
    fn backwards(&self, b: &mut Builder, mut y: Vec<Value>) -> Vec<Value> {
        for (k, step) in self.steps.iter().enumerate().rev() {
            for (l, later) in self.steps.iter().enumerate().skip(k + 1) {
                let part = b.mul(step.line[later.rate], y[l]);
                y[k] = b.sub(y[k], part);
            }
            y[k] = b.mul(step.inverse, y[k]);
        }
        y
    }

    /// x of `J_d^T x = y`; y is ordered by steps, x by rows.
    fn solve_transposed(&self, b: &mut Builder, y: &[Value]) -> Vec<Value> {
        let mut x = vec![b.zero(); self.steps.len()];
        for (k, step) in self.steps.iter().enumerate() {
            let parts: Vec<Value> = self.steps[..k]
                .iter()
                .map(|earlier| b.mul(earlier.line[step.rate], x[earlier.row]))
                .collect();
            let sum = b.sum(parts);
            let difference = b.sub(y[k], sum);
            x[step.row] = b.mul(step.inverse, difference);
        }
        for step in self.steps.iter().rev() {
            for &RowShare { later, share } in &step.shares {
                let part = b.mul(share, x[later]);
                x[step.row] = b.sub(x[step.row], part);
            }
        }
        x
    }
}

//! Constrained dynamics by coordinate partitioning: equations for the independent rates only (Wehage and Haug 1982).
//!
//! As many dependent rates d are chosen as there are rows, such that J_d, the columns of J at these rates, is regular
//! at almost all positions. Let i be the other rates, which are independent. Then `qdd_d = A qdd_i + c`, where
//! `J_d A = -J_i` and `J_d c = r`, with the right-hand side r of `J qdd = r`. With the acting forces f, the equations
//! of i have the matrix `M_ii + M_id A + A^T (M_di + M_dd A)` and the right-hand side
//! `f_i + A^T (f_d - M_dd c) - M_id c`. The equations of d give `J_d^T lambda = M_di qdd_i + M_dd qdd_d - f_d`.

use super::Recursion;
use super::matrix::{Matrix, times};
use super::symmetric::factor;
use crate::kernels::{JointFrame, Kernels};
use multibody_description::findings::DependentRate;
use multibody_description::function::Response;
use multibody_program::ir::{Builder, Value};

/// The Gaussian elimination of `J_d`. Each step leaves a row of J whose entries in the columns of earlier steps are 0.
struct RowReduction {
    steps: Vec<RowReductionStep>,
}

/// The multiple of its row that a step subtracts from a later row.
struct RowMultiple {
    /// The later row.
    target: usize,
    multiple: Value,
}

/// The step that solves a row for a rate.
struct RowReductionStep {
    row: usize,
    rate: usize,
    /// The row's entries after the earlier steps.
    entries: Vec<Value>,
    /// The reciprocal of the row's entry at the rate.
    inverse: Value,
    /// The multiples of the row that are subtracted from later rows.
    multiples: Vec<RowMultiple>,
}

impl<K: Kernels> Recursion<'_, K> {
    /// qdd, multipliers, and the pivots in the order of the rows. `response` determines which forces act, and whether
    /// constraint errors are fed back.
    pub(super) fn solve_partitioned(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        response: Response,
    ) -> Vec<Value> {
        let row_right_sides = self.right_sides(b, joints, response);
        let rows = self.constraint_rows(b, joints);
        let reduction = RowReduction::of(b, rows, &self.tree.findings.dependent);
        let forces = self.acting_forces(b, joints, response);
        let m = self.mass_matrix(b, joints);
        let dependent: Vec<usize> = reduction.steps.iter().map(|step| step.rate).collect();
        let is_independent = |v: &usize| !dependent.contains(v);
        let independent: Vec<usize> = (0..self.tree.nv).filter(is_independent).collect();
        let block = |rows: &[usize], columns: &[usize]| -> Matrix {
            let row = |&i: &usize| columns.iter().map(|&j| m[i][j]).collect();
            rows.iter().map(row).collect()
        };
        // M_dd and M_di.
        let [dependent_block, coupling] = [
            block(&dependent, &dependent),
            block(&dependent, &independent),
        ];
        // c, and the columns of A.
        let offset = reduction.solve(b, row_right_sides);
        let gains: Matrix = (independent.iter())
            .map(|&v| {
                let column = reduction.steps.iter().map(|step| step.entries[v]);
                let opposite = column
                    .collect::<Vec<_>>()
                    .into_iter()
                    .map(|x| b.neg(x))
                    .collect();
                reduction.back_substitute(b, opposite)
            })
            .collect();
        // Columns of `M_di + M_dd A`, and `M_dd c - f_d`.
        let columns: Matrix = (gains.iter().enumerate())
            .map(|(k, gain)| {
                let product = times(b, &dependent_block, gain);
                let parts = product.into_iter().zip(&coupling);
                parts
                    .map(|(product, entries)| b.add(entries[k], product))
                    .collect()
            })
            .collect();
        let product = times(b, &dependent_block, &offset);
        let pairs = product.into_iter().zip(&dependent);
        let loads: Vec<Value> = pairs.map(|(part, &v)| b.sub(part, forces[v])).collect();
        let mut matrix = block(&independent, &independent);
        let mut independent_forces = Vec::with_capacity(independent.len());
        for (i, &v) in independent.iter().enumerate() {
            let column: Vec<Value> = coupling.iter().map(|entries| entries[i]).collect();
            // The matrix is symmetric, so each entry is computed once.
            for j in 0..=i {
                let parts = [b.dot(&column, &gains[j]), b.dot(&gains[i], &columns[j])];
                let entry = b.sum([matrix[i][j], parts[0], parts[1]]);
                (matrix[i][j], matrix[j][i]) = (entry, entry);
            }
            let parts = [b.dot(&gains[i], &loads), b.dot(&column, &offset)];
            let force = b.sub(forces[v], parts[0]);
            independent_forces.push(b.sub(force, parts[1]));
        }
        let solution = factor(b, matrix).solve(b, independent_forces);
        let mut qdd = vec![b.zero(); self.tree.nv];
        independent
            .iter()
            .zip(&solution)
            .for_each(|(&v, &acceleration)| qdd[v] = acceleration);
        // J_d^T lambda.
        let mut dependent_forces = loads;
        for (k, &v) in dependent.iter().enumerate() {
            let row = |columns: &Matrix| columns.iter().map(|column| column[k]).collect::<Vec<_>>();
            let (acceleration_part, force_part) = (
                b.dot(&row(&gains), &solution),
                b.dot(&row(&columns), &solution),
            );
            qdd[v] = b.add(offset[k], acceleration_part);
            dependent_forces[k] = b.add(dependent_forces[k], force_part);
        }
        let multipliers = reduction.solve_transposed(b, &dependent_forces);
        let mut pivots = vec![b.zero(); multipliers.len()];
        for step in &reduction.steps {
            pivots[step.row] = step.entries[step.rate];
        }
        let mut values = qdd;
        values.extend(self.in_si_units(b, multipliers));
        values.extend(self.pivots_in_si_units(b, pivots));
        values
    }
}

impl RowReduction {
    /// Solves each row for its dependent rate, in the order of this list.
    fn of(b: &mut Builder, mut rows: Matrix, order: &[DependentRate]) -> Self {
        let mut steps: Vec<RowReductionStep> = Vec::with_capacity(order.len());
        for (index, &DependentRate { rate, row }) in order.iter().enumerate() {
            let entries = rows[row].clone();
            let one = b.one();
            let inverse = b.div(one, entries[rate]);
            let mut multiples = Vec::new();
            for &DependentRate { row: target, .. } in &order[index + 1..] {
                if b.is_zero(rows[target][rate]) {
                    continue;
                }
                let multiple = b.mul(rows[target][rate], inverse);
                for (entry, &pivot_entry) in rows[target].iter_mut().zip(&entries) {
                    let part = b.mul(multiple, pivot_entry);
                    *entry = b.sub(*entry, part);
                }
                rows[target][rate] = b.zero();
                multiples.push(RowMultiple { target, multiple });
            }
            steps.push(RowReductionStep {
                row,
                rate,
                entries,
                inverse,
                multiples,
            });
        }
        Self { steps }
    }

    /// x of `J_d x = y`; y is ordered by rows, x by steps.
    fn solve(&self, b: &mut Builder, mut y: Vec<Value>) -> Vec<Value> {
        for step in &self.steps {
            for &RowMultiple { target, multiple } in &step.multiples {
                let part = b.mul(multiple, y[step.row]);
                y[target] = b.sub(y[target], part);
            }
        }
        let y_by_steps = self.steps.iter().map(|step| y[step.row]).collect();
        self.back_substitute(b, y_by_steps)
    }

    /// x of `J_d x = y`, for a y from which the multiples of rows are already subtracted; both are ordered by steps.
    fn back_substitute(&self, b: &mut Builder, mut y: Vec<Value>) -> Vec<Value> {
        for (k, step) in self.steps.iter().enumerate().rev() {
            for (l, later) in self.steps.iter().enumerate().skip(k + 1) {
                let part = b.mul(step.entries[later.rate], y[l]);
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
                .map(|earlier| b.mul(earlier.entries[step.rate], x[earlier.row]))
                .collect();
            let sum = b.sum(parts);
            let difference = b.sub(y[k], sum);
            x[step.row] = b.mul(step.inverse, difference);
        }
        for step in self.steps.iter().rev() {
            for &RowMultiple { target, multiple } in &step.multiples {
                let part = b.mul(multiple, x[target]);
                x[step.row] = b.sub(x[step.row], part);
            }
        }
        x
    }
}

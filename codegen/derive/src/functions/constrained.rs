//! Accelerations, multipliers and impulses of a constrained system.
//!
//! With `M = L^T D L` and `W = L^-T J^T` the multipliers solve `W^T D^-1 W lambda = c - W^T D^-1 z`, where
//! `z = L^-T f`, f is the sum of all forces but those of constraints, and c is the right-hand side of `J qdd = c`. A
//! singular M is replaced by the augmented mass matrix (`augmented_mass_matrix.rs`).

use super::Recursion;
use super::matrix::{LinearSystem, Matrix, plus_transposed};
use super::row_elimination::RowElimination;
use super::symmetric::factor;
use crate::kernels::{JointFrame, Kernels};
use multibody_description::function::Response;
use multibody_program::ir::{Builder, InputKind, Value};

impl<K: Kernels> Recursion<'_, K> {
    /// qdd, then the multipliers; or, for an impulse, the rates after the impulse, then the impulse. The change of
    /// the rates follows from the impulse in the same way as qdd follows from the multipliers.
    pub(super) fn constrained_response(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        response: Response,
    ) -> Vec<Value> {
        let values = if response.has_pivots() {
            self.solve_partitioned(b, joints, response)
        } else {
            self.solve(b, joints, response)
        };
        self.rates_after_impulse(b, response, values)
    }

    /// The constrained response by articulated bodies, with rows eliminated as requested. None: the algorithm does not apply, or
    /// the rows cannot be eliminated in this way.
    pub(super) fn response_by_elimination(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        response: Response,
        elimination: RowElimination,
    ) -> Option<Vec<Value>> {
        let values = self.solve_by_articulated_bodies(b, joints, response, elimination)?;
        Some(self.rates_after_impulse(b, response, values))
    }

    /// The constrained response by the KKT matrix. None: the algorithm does not apply, or would save too little fill.
    pub(super) fn response_by_kkt_matrix(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        response: Response,
    ) -> Option<Vec<Value>> {
        let values = self.solve_kkt_matrix(b, joints, response)?;
        Some(self.rates_after_impulse(b, response, values))
    }

    /// For an impulse, replaces the changes of rates by the rates after the impulse.
    fn rates_after_impulse(
        &self,
        b: &mut Builder,
        response: Response,
        mut values: Vec<Value>,
    ) -> Vec<Value> {
        if let Response::Impulse { .. } = response {
            for (v, value) in values.iter_mut().take(self.tree.nv).enumerate() {
                let rate = b.input(InputKind::Qd, v);
                *value = b.add(rate, *value);
            }
        }
        values
    }

    /// Solves `M x = f + J^T y`, `J x = c` for x and y, by the Delassus matrix `J M^-1 J^T`.
    fn solve(&self, b: &mut Builder, joints: &[JointFrame], response: Response) -> Vec<Value> {
        let right_side = self.right_sides(b, joints, response);
        let rows = self.constraint_rows(b, joints);
        let system = self.invertible_mass_matrix(b, joints, &rows, &right_side, response);
        let factors = factor(b, system.matrix);
        // The columns of W, and z.
        let columns: Matrix = rows
            .into_iter()
            .map(|row| factors.forward_substitute(b, row))
            .collect();
        let z = factors.forward_substitute(b, system.right_side);
        let mut delassus_matrix = vec![vec![b.zero(); columns.len()]; columns.len()];
        let mut deficits = Vec::with_capacity(columns.len());
        for (i, column) in columns.iter().enumerate() {
            let weighted = factors.weigh(b, column);
            // The Delassus matrix is symmetric, so each pair of entries is computed once.
            for (j, other_column) in columns.iter().enumerate().take(i + 1) {
                let entry = b.dot(&weighted, other_column);
                (delassus_matrix[i][j], delassus_matrix[j][i]) = (entry, entry);
            }
            let effect = b.dot(&weighted, &z);
            deficits.push(b.sub(right_side[i], effect));
        }
        let all_rows: Vec<usize> = (0..columns.len()).collect();
        let delassus_system = LinearSystem {
            matrix: delassus_matrix,
            right_side: deficits,
        };
        let multipliers = self.multipliers(b, &all_rows, delassus_system, response);
        let z_with_multipliers = plus_transposed(b, &z, &columns, &multipliers);
        let mut solution = factors.back_substitute(b, &z_with_multipliers);
        solution.extend(self.in_si_units(b, multipliers));
        solution
    }
}

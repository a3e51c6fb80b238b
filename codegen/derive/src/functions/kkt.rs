//! Constrained dynamics by the KKT matrix of accelerations and multipliers, eliminated in a minimum-degree order.
//!
//! `M qdd - J^T lambda = f` and `J qdd = c`. Rates in few equations are eliminated early, such as tips without constraint
//! rows, and so are rows of few rates. The diagonal entry of a row is 0 until its rates are eliminated, and `-J W J^T`
//! afterwards, where W is the inverse of these rates' block of M. A row is eliminated after all of its rates, so its
//! pivot vanishes only where rows are dependent. If the row were eliminated after only some of its rates, its pivot
//! would also vanish where the levers of these rates vanish.

use std::iter::repeat_n;

use super::Recursion;
use super::blocks::BlockSystem;
use crate::kernels::{JointFrame, Kernels};
use multibody_description::function::Response;
use multibody_program::ir::{Builder, Value};

impl<K: Kernels> Recursion<'_, K> {
    /// qdd, then the multipliers. None if there are selectors, or if rows may be dependent. None too if the fill is more than
    /// three quarters of that in the usual order, from the tips to the base and then through the rows. In the usual order
    /// the pivots of tips are constants, which outweighs a small saving of fill.
    pub(super) fn solve_kkt_matrix(
        &self,
        b: &mut Builder,
        joints: &[JointFrame],
        response: Response,
    ) -> Option<Vec<Value>> {
        if response.has_selectors() || self.tree.regularization.is_some() {
            return None;
        }
        let nv = self.tree.nv;
        let right_side = self.right_sides(b, joints, response);
        let rows = self.constraint_rows(b, joints);
        let mass = self.invertible_mass_matrix(b, joints, &rows, &right_side, response);
        let mut system = BlockSystem::zero(b, repeat_n(1, nv + rows.len()));
        for (i, line) in mass.matrix.iter().enumerate() {
            for (j, &entry) in line.iter().enumerate().take(i + 1) {
                system.add(b, (i, j), entry);
            }
        }
        for (index, row) in rows.iter().enumerate() {
            for (i, &entry) in row.iter().enumerate() {
                if !b.is_zero(entry) {
                    system.add(b, (nv + index, i), entry);
                    system.eliminate_after(nv + index, i);
                }
            }
        }
        for (index, value) in mass.right_side.into_iter().chain(right_side).enumerate() {
            system.add_right(b, index, value);
        }
        let inward_order: Vec<usize> = (0..nv).rev().chain((nv..nv + rows.len()).rev()).collect();
        if 4 * system.fill(&system.order()) > 3 * system.fill(&inward_order) {
            return None;
        }
        let mut solution = system.solve(b);
        // The unknowns are qdd and -lambda, so that the matrix is symmetric.
        let minus_multipliers = solution.split_off(nv);
        let multipliers = minus_multipliers.into_iter().map(|x| b.neg(x)).collect();
        solution.extend(self.in_si_units(b, multipliers));
        Some(solution)
    }
}

//! Multipliers of constraint rows, from the Delassus matrix `J M^-1 J^T`.

use super::Recursion;
use super::matrix::LinearSystem;
use super::proximal::Proximal;
use super::symmetric::factor;
use crate::kernels::Kernels;
use multibody_description::function::Response;
use multibody_program::ir::{Builder, InputKind, Value};

impl<K: Kernels> Recursion<'_, K> {
    /// Solves `S lambda = r` for these rows, where S is the Delassus matrix. Switched rows, with their selectors s on the
    /// diagonal of D, satisfy `(D S D + 1 - D) lambda = D r`: each row that is off has the equation `lambda = 0`. With the
    /// option `regularization` rows may be dependent, and the system is solved by proximal steps.
    pub(super) fn multipliers(
        &self,
        b: &mut Builder,
        rows: &[usize],
        mut delassus_system: LinearSystem,
        response: Response,
    ) -> Vec<Value> {
        if response.has_selectors() {
            switch_off_rows(b, rows, &mut delassus_system);
        }
        let Some(eps) = &self.tree.regularization else {
            return factor(b, delassus_system.matrix).solve(b, delassus_system.right_side);
        };
        let eps = b.constant(eps);
        let one = b.one();
        let inverse_unit = b.div(one, self.tree.unit);
        // The tree's row is the row in SI units over `unit` to the power of its length exponent, so S is smaller by the
        // square of this power. Eps is given for SI units.
        let row_eps: Vec<Value> = rows
            .iter()
            .map(|&row| {
                let exponent = self.tree.constraints[row].row.length_exponent();
                (0..2 * exponent).fold(eps, |value, _| b.mul(inverse_unit, value))
            })
            .collect();
        Proximal::new(b, delassus_system.matrix, row_eps).solve(b, delassus_system.right_side)
    }
}

/// Replaces the equations of rows that are switched off by `lambda = 0`; selectors are 0 or 1.
fn switch_off_rows(b: &mut Builder, rows: &[usize], delassus_system: &mut LinearSystem) {
    let LinearSystem { matrix, right_side } = delassus_system;
    let selectors = rows.iter().map(|&row| b.input(InputKind::Selector, row));
    let selectors: Vec<Value> = selectors.collect();
    for (i, &selector) in selectors.iter().enumerate() {
        right_side[i] = b.mul(selector, right_side[i]);
        for (j, &other_selector) in selectors[..i].iter().enumerate() {
            let product = b.mul(selector, other_selector);
            let entry = b.mul(product, matrix[i][j]);
            (matrix[i][j], matrix[j][i]) = (entry, entry);
        }
        let (diagonal, complement) = (b.mul(selector, matrix[i][i]), b.sub(Value::ONE, selector));
        matrix[i][i] = b.add(diagonal, complement);
    }
}

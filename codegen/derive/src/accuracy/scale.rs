//! Scales of results: the sizes that errors are relative to.

use std::collections::BTreeMap;
use std::ops::Range;

use super::double::Double;
use super::motors::Motors;
use super::state::InputState;
use multibody_description::function::{Function, Quantity, Target};
use multibody_program::ir::InputKind;

/// If `function` computes accelerations, the function that computes the forces that belong to them; otherwise none.
pub fn forces_of_motion(function: Function) -> Option<Function> {
    let quantity = function.quantity();
    let terms = quantity.terms().filter(|_| quantity.is_acceleration())?;
    Function::for_quantity(Quantity::Force(terms))
}

/// The results of the textbook's program at a state.
pub struct ExactValues<'a> {
    /// The state.
    pub state: &'a InputState,
    /// The program's outputs.
    pub exact: &'a [Double],
    /// The sizes of the outputs' terms.
    pub term_sizes: Vec<f64>,
    /// The data of the motors.
    pub motors: Motors<'a>,
    /// The outputs of each target.
    pub spans: &'a BTreeMap<Target, Range<usize>>,
}

impl ExactValues<'_> {
    /// The scales of a function's outputs. They follow
    ///
    /// - for the mass matrix and its inverse, from the diagonal of the result;
    /// - for accelerations, from the sizes of forces and the inverse mass matrix;
    /// - for results that constraints determine, from the sizes of forces and the inverses of M and of the Delassus matrix;
    /// - for constrained inverse dynamics, from the sizes of forces and the matrix that maps forces to multipliers.
    ///
    /// For everything else the scales are the sizes of the terms.
    pub fn scales(&self, function: Function, outputs: Range<usize>) -> Vec<f64> {
        let quantity = function.quantity();
        let scales = if quantity.solves_constraints() {
            // If rows are dependent, errors at this state are not measured, so the value of the scales does not matter.
            let scales = self.scales_under_constraints(quantity);
            scales.unwrap_or_else(|| vec![1.0; outputs.len()])
        } else if quantity.is_constrained_inverse() {
            let scales = self.scales_of_motor_forces(quantity);
            scales.unwrap_or_else(|| vec![1.0; outputs.len()])
        } else if quantity.is_symmetric() {
            let roots = roots(&self.diagonal(outputs));
            let pairs = roots.iter().flat_map(|x| roots.iter().map(move |y| x * y));
            pairs.collect()
        } else if let Some(forces) = forces_of_motion(function) {
            self.scales_of_accelerations(forces)
        } else {
            self.term_sizes[outputs].to_vec()
        };
        replace_zeros_by_largest(scales)
    }

    /// Whether the result is undetermined at this state, because M or the constraints are singular. Then it has no
    /// error.
    pub fn is_singular(&self, function: Function, outputs: Range<usize>) -> bool {
        let quantity = function.quantity();
        let is_finite = |exact: &Double| exact.nearest().is_finite();
        if quantity.is_constrained_inverse() {
            self.scales_of_motor_forces(quantity).is_none()
        } else if quantity.solves_constraints() {
            self.scales_under_constraints(quantity).is_none()
        } else {
            quantity.inverts_mass_matrix() && !self.exact[outputs].iter().all(is_finite)
        }
    }

    /// The scales of accelerations, from the sizes of these forces.
    fn scales_of_accelerations(&self, forces: Function) -> Vec<f64> {
        let roots = roots(&self.inverse_diagonal());
        let forces = &self.term_sizes[self.range_of(forces)];
        let pairs = forces.iter().zip(self.state.values(InputKind::Tau));
        let weighted_forces = roots
            .iter()
            .zip(pairs)
            .map(|(root, (&force, &tau))| root * libm::hypot(force, tau));
        let norm = weighted_forces.fold(0.0, libm::hypot);
        roots.iter().map(|root| root * norm).collect()
    }

    /// The range of outputs of a function.
    pub fn range_of(&self, function: Function) -> Range<usize> {
        let link = None;
        self.spans[&Target { function, link }].clone()
    }

    fn diagonal(&self, outputs: Range<usize>) -> Vec<f64> {
        let n = outputs.len().isqrt();
        let diagonal = self.exact[outputs].iter().step_by(n + 1);
        diagonal.map(Double::nearest).collect()
    }

    /// The diagonal of `M^-1`.
    fn inverse_diagonal(&self) -> Vec<f64> {
        let outputs = self.range_of(Function::MassMatrix);
        let mass_matrix: Vec<f64> = self.exact[outputs].iter().map(Double::nearest).collect();
        let diagonal = inverse_diagonal_by_factors(mass_matrix.clone());
        if diagonal.iter().all(|x| x.is_finite()) {
            diagonal
        } else {
            inverse_diagonal_by_exchanges(&mass_matrix)
        }
    }
}

/// The diagonal of the inverse of `M = L D L^T`: each entry is the sum of the squares in a column of `L^-1`, weighted
/// by `1 / D`. It is not finite if a pivot is 0, as may happen if the kinetic energy is not positive definite.
fn inverse_diagonal_by_factors(mut factors: Vec<f64>) -> Vec<f64> {
    let n = factors.len().isqrt();
    for j in 0..n {
        for k in 0..j {
            let weighted_entry = factors[n * j + k] * factors[n * k + k];
            for i in j..n {
                factors[n * i + j] -= factors[n * i + k] * weighted_entry;
            }
        }
        for i in j + 1..n {
            factors[n * i + j] /= factors[n * j + j];
        }
    }
    let column = |index: usize| -> f64 {
        let mut entries = vec![0.0; n];
        entries[index] = 1.0;
        for i in index + 1..n {
            entries[i] = -(index..i)
                .map(|k| factors[n * i + k] * entries[k])
                .sum::<f64>();
        }
        let weighted = (index..n).map(|i| entries[i] * entries[i] / factors[n * i + i]);
        weighted.sum()
    };
    (0..n).map(column).collect()
}

/// The diagonal of the inverse of M, column by column, by elimination with row exchanges.
fn inverse_diagonal_by_exchanges(mass_matrix: &[f64]) -> Vec<f64> {
    let n = mass_matrix.len().isqrt();
    let entry = |index: usize| {
        let mut rows: Vec<Vec<f64>> = (0..n)
            .map(|i| {
                let identity_entry = f64::from(u8::from(i == index));
                mass_matrix[n * i..][..n]
                    .iter()
                    .copied()
                    .chain([identity_entry])
                    .collect()
            })
            .collect();
        for k in 0..n {
            let size = |row: &usize| rows[*row][k].abs();
            let largest = (k..n).max_by(|a, b| size(a).total_cmp(&size(b)));
            rows.swap(k, largest.expect("a row is left"));
            let pivot_row = rows[k].clone();
            for (_, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != k) {
                let ratio = row[k] / pivot_row[k];
                let entries = row.iter_mut().zip(&pivot_row).skip(k);
                entries.for_each(|(entry, x)| *entry -= ratio * x);
            }
        }
        rows[index][n] / rows[index][index]
    };
    (0..n).map(entry).collect()
}

fn roots(diagonal: &[f64]) -> Vec<f64> {
    diagonal.iter().map(|entry| entry.abs().sqrt()).collect()
}

/// Sets scales that are 0 to the largest scale. In other frames, an entry that is 0 at all positions may be a difference of two
/// nonzero numbers, and is then as uncertain as the largest entry.
fn replace_zeros_by_largest(mut scales: Vec<f64>) -> Vec<f64> {
    let largest = scales.iter().copied().fold(0.0, f64::max);
    let zeros = scales.iter_mut().filter(|scale| **scale == 0.0);
    zeros.for_each(|scale| *scale = largest);
    scales
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::findings::Actuation;

    /// The matrix is `[[4, 2, 0], [2, 5, 2], [0, 2, 6]]`; its determinant is 80.
    #[test]
    fn the_diagonal_of_an_inverse_is_computed() {
        let matrix = [4.0, 2.0, 0.0, 2.0, 5.0, 2.0, 0.0, 2.0, 6.0];
        let expected = [26.0 / 80.0, 24.0 / 80.0, 16.0 / 80.0];
        assert_diagonal(&matrix, &expected);
        let result = inverse_diagonal_by_exchanges(&matrix);
        let errors = result.iter().zip(expected).map(|(x, y)| (x - y).abs());
        assert!(errors.fold(0.0, f64::max) < 1e-15, "{result:?}");
    }

    /// Case 1120 of the fuzzer, where correct forward dynamics had "no finite value".
    #[test]
    fn a_pivot_of_0_leaves_the_diagonal_of_the_inverse_finite() {
        assert_diagonal(&[0.0, 2.0, 2.0, 1.0], &[-0.25, 0.0]);
        let matrix = [0.0, 0.0, 2.0, 0.0, 5.0, 1.0, 2.0, 1.0, 0.0];
        assert_diagonal(&matrix, &[0.05, 0.2, 0.0]);
    }

    fn assert_diagonal<const N: usize>(matrix: &[f64; N], expected: &[f64]) {
        let target = Target {
            function: Function::MassMatrix,
            link: None,
        };
        let values = ExactValues {
            state: &InputState::default(),
            exact: &matrix.map(Double::from),
            term_sizes: Vec::new(),
            motors: Motors {
                actuation: &Actuation::default(),
                eps: None,
            },
            spans: &BTreeMap::from([(target, 0..N)]),
        };
        for (entry, expected) in values.inverse_diagonal().into_iter().zip(expected) {
            assert!((entry - expected).abs() < 1e-15, "{entry} {expected}");
        }
    }
}

//! Scales of constrained accelerations and multipliers.
//!
//! With the Delassus matrix `S = J M^-1 J^T`, forces are measured in the norm of the diagonal of M^-1, the bias of J in that
//! of the diagonal of S^-1, and the two norms are combined. For an impulse, the velocities of the rows are measured instead,
//! in the latter norm alone. The scale of an acceleration, or of a change of rates, is the norm times the root of its diagonal
//! entry of M^-1. The scale of a multiplier is the norm times the root of its diagonal entry of S^-1.

use super::double::Double;
use super::scale::ExactValues;
use multibody_description::function::{Function, Quantity, Response};
use multibody_program::ir::InputKind;

/// The functions from which scales of constrained functions are computed, besides forces.
pub const SCALE_FUNCTIONS: [Function; 3] = [
    Function::MassMatrix,
    Function::ConstraintJacobian,
    Function::ConstraintBias,
];

/// Rows count as dependent at a state if the square of some row is this many times the square of the part that the
/// other rows leave of it.
const DEPENDENCE_RATIO: f64 = 1e10;

/// The data of two norms at a state: that of forces by the diagonal of M^-1, and that of row values by the diagonal of S^-1.
struct Metric {
    /// The least fraction of the square of a row that is independent of the other rows, or that cancellation among the
    /// row's own terms leaves.
    independence: f64,
    /// Roots of the diagonal of M^-1, or of the inverse of `M + J^T J` if M is singular.
    rate_roots: Vec<f64>,
    /// Roots of the diagonal of S^-1.
    row_roots: Vec<f64>,
    /// J, by rows; rows that are off are 0.
    jacobian: Vec<Vec<f64>>,
}

/// The function that computes the forces which the motion would require without constraints.
pub fn unconstrained_inverse_dynamics(quantity: Quantity) -> Function {
    if quantity.is_external() {
        Function::InverseDynamicsWithWrenches
    } else {
        Function::InverseDynamics
    }
}

impl ExactValues<'_> {
    /// The scales of rates or accelerations, then of multipliers. None if the rows are dependent at this state, or if the
    /// quantity is not a constrained response.
    pub fn scales_under_constraints(&self, quantity: Quantity) -> Option<Vec<f64>> {
        let Quantity::Constrained(response) = quantity else {
            return None;
        };
        let metric = self.metric(response.has_selectors())?;
        let rates = self.state.values(InputKind::Qd);
        let norm = |sizes: &mut dyn Iterator<Item = f64>| sizes.fold(0.0, libm::hypot);
        let weigh = |roots: &[f64], sizes: &[f64]| {
            norm(&mut roots.iter().zip(sizes).map(|(root, size)| root * size))
        };
        let velocity_size = |row: &Vec<f64>| norm(&mut row.iter().zip(rates).map(|(x, y)| x * y));
        let velocity_sizes: Vec<f64> = metric.jacobian.iter().map(velocity_size).collect();
        let (scale, old_rates) = match response {
            Response::Impulse { .. } => (2.0 * weigh(&metric.row_roots, &velocity_sizes), rates),
            Response::Acceleration { .. } => {
                let forces =
                    &self.term_sizes[self.range_of(unconstrained_inverse_dynamics(quantity))];
                let tau = self.state.values(InputKind::Tau);
                let driven_forces: Vec<f64> = forces
                    .iter()
                    .zip(tau)
                    .map(|(&force, &tau)| libm::hypot(force, tau))
                    .collect();
                let bias = &self.term_sizes[self.range_of(Function::ConstraintBias)];
                let gains = self.state.values(InputKind::Feedback);
                let pairs = bias.iter().zip(&velocity_sizes);
                // A constraint's value is as uncertain as its change in a second at these rates.
                let row_sizes: Vec<f64> = pairs
                    .map(|(&bias, &rate)| libm::hypot(bias, (gains[0] + gains[1]) * rate))
                    .collect();
                let parts = [
                    weigh(&metric.rate_roots, &driven_forces),
                    weigh(&metric.row_roots, &row_sizes),
                ];
                (libm::hypot(parts[0], parts[1]), &[][..])
            }
        };
        let mut sizes: Vec<f64> = metric.rate_roots.iter().map(|root| root * scale).collect();
        for (size, rate) in sizes.iter_mut().zip(old_rates) {
            *size = libm::hypot(*size, *rate);
        }
        sizes.extend(metric.row_roots.iter().map(|root| root * scale));
        Some(sizes)
    }

    /// The least fraction of the square of a constraint row that is independent of the other rows, or that cancellation
    /// among the row's own terms leaves; 1 for functions without constraints. If it is small, errors are large for any
    /// program.
    pub fn independence(&self, quantity: Quantity) -> f64 {
        let Quantity::Constrained(response) = quantity else {
            return 1.0;
        };
        let metric = self.metric(response.has_selectors());
        metric.map_or(0.0, |metric| metric.independence)
    }

    /// The largest entry of each row of J, relative to which pivots are measured; empty for functions without pivots.
    pub fn largest_entries(&self, quantity: Quantity) -> Vec<f64> {
        if !quantity.has_pivots() {
            return Vec::new();
        }
        let nv = self.state.values(InputKind::Qd).len();
        let entries = &self.exact[self.range_of(Function::ConstraintJacobian)];
        let largest = |row: &[Double]| {
            let sizes = row.iter().map(|entry| entry.nearest().abs());
            sizes.fold(0.0, f64::max)
        };
        entries.chunks_exact(nv).map(largest).collect()
    }

    /// The metric at this state; none if rows are dependent. With selectors, rows whose selector is 0 are off:
    /// they are set to 0 in J, and have the diagonal entry 1 in S.
    fn metric(&self, has_selectors: bool) -> Option<Metric> {
        let nv = self.state.values(InputKind::Qd).len();
        let matrix = |function: Function| -> Vec<Vec<f64>> {
            let entries = self.exact[self.range_of(function)].iter();
            let entries: Vec<f64> = entries.map(|entry| entry.nearest()).collect();
            entries
                .chunks_exact(nv.max(1))
                .map(<[f64]>::to_vec)
                .collect()
        };
        let mut jacobian = matrix(Function::ConstraintJacobian);
        let selectors = self.state.values(InputKind::Selector);
        let is_off = |row: usize| has_selectors && selectors[row] == 0.0;
        let off_rows: Vec<usize> = (0..jacobian.len()).filter(|&row| is_off(row)).collect();
        off_rows.iter().for_each(|&row| jacobian[row].fill(0.0));
        let mut m = matrix(Function::MassMatrix);
        let inverse = inverse(&m).or_else(|| {
            for (i, line) in m.iter_mut().enumerate() {
                for (j, entry) in line.iter_mut().enumerate() {
                    *entry += jacobian.iter().map(|row| row[i] * row[j]).sum::<f64>();
                }
            }
            inverse(&m)
        })?;
        let solve =
            |row: &Vec<f64>| -> Vec<f64> { inverse.iter().map(|line| dot(line, row)).collect() };
        let columns: Vec<Vec<f64>> = jacobian.iter().map(solve).collect();
        let mut delassus: Vec<Vec<f64>> = jacobian
            .iter()
            .map(|row| columns.iter().map(|other| dot(row, other)).collect())
            .collect();
        off_rows.iter().for_each(|&row| delassus[row][row] = 1.0);
        let delassus_inverse = inverse_of_independent(&delassus)?;
        let terms =
            self.term_sizes[self.range_of(Function::ConstraintJacobian)].chunks_exact(nv.max(1));
        let remaining_terms = terms.enumerate().filter(|(row, _)| !off_rows.contains(row));
        let parts = remaining_terms.map(|(k, terms)| {
            // The fraction of the row's square that is independent of the other rows, then the one that cancellation
            // leaves.
            let by_others = 1.0 / (delassus[k][k] * delassus_inverse[k][k]);
            by_others.min(dot(&jacobian[k], &jacobian[k]) / dot(terms, terms))
        });
        Some(Metric {
            independence: parts.fold(1.0, f64::min),
            rate_roots: roots(&inverse),
            row_roots: roots(&delassus_inverse),
            jacobian,
        })
    }
}

/// The roots of the diagonal.
fn roots(m: &[Vec<f64>]) -> Vec<f64> {
    (m.iter().enumerate())
        .map(|(k, row)| row[k].abs().sqrt())
        .collect()
}

pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

/// The inverse of a positive definite matrix, by elimination. None if the matrix is not positive definite.
fn inverse(m: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let n = m.len();
    let mut rows: Vec<Vec<f64>> = (m.iter().enumerate())
        .map(|(index, row)| {
            let unit = (0..n).map(|k| if k == index { 1.0 } else { 0.0 });
            row.iter().copied().chain(unit).collect()
        })
        .collect();
    for k in 0..n {
        let pivot = rows[k][k];
        let is_significant = pivot > 1e-13 * m[k][k].abs();
        if !is_significant {
            // Nothing but rounding errors is left of the diagonal entry.
            return None;
        }
        rows[k].iter_mut().for_each(|entry| *entry /= pivot);
        let pivot_row = rows[k].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(index, _)| *index != k) {
            let factor = row[k];
            row.iter_mut()
                .zip(&pivot_row)
                .for_each(|(entry, x)| *entry -= factor * x);
        }
    }
    Some(rows.into_iter().map(|mut row| row.split_off(n)).collect())
}

/// The inverse of a positive definite matrix. None if the matrix is not positive definite, or if its rows are nearly dependent.
pub fn inverse_of_independent(m: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let inverse = inverse(m)?;
    let is_independent = (0..m.len()).all(|k| m[k][k] * inverse[k][k] < DEPENDENCE_RATIO);
    is_independent.then_some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_1_and_a_singular_one_has_none() {
        let m = [
            vec![4.0, 2.0, 0.0],
            vec![2.0, 5.0, 2.0],
            vec![0.0, 2.0, 6.0],
        ];
        let result = inverse(&m).expect("it is positive definite");
        for (i, row) in m.iter().enumerate() {
            for j in 0..3 {
                let products = row.iter().zip(&result).map(|(x, line)| x * line[j]);
                let entry: f64 = products.sum();
                let unit = if i == j { 1.0 } else { 0.0 };
                assert!((entry - unit).abs() < 1e-15, "{i} {j} {entry}");
            }
        }
        assert_eq!(inverse(&[vec![1.0, 2.0], vec![2.0, 4.0]]), None);
    }
}

//! Scales of the forces of motors and of multipliers.
//!
//! Multipliers are a linear function of the required forces. This function is computed as a dense matrix. It gives
//! the change of each multiplier, and of tau, when these forces change by their scales.

use super::constrained::{dot, inverse_of_independent, unconstrained_inverse_dynamics};
use super::motors::Motors;
use super::scale::ExactValues;
use multibody_description::findings::{Actuation, Support};
use multibody_description::function::{Function, Quantity};
use multibody_description::system::PROXIMAL_STEPS;
use multibody_program::ir::InputKind;

/// The functions from which scales of inverse dynamics under constraints are computed, besides forces.
pub const SCALE_FUNCTIONS: [Function; 1] = [Function::ConstraintJacobian];

/// A matrix by rows.
type FloatMatrix = Vec<Vec<f64>>;

impl ExactValues<'_> {
    /// The scales of tau, multipliers and residual, or of tau and residual if multipliers are given. None if the rows
    /// that determine multipliers are dependent at this state.
    pub fn scales_of_motor_forces(&self, quantity: Quantity) -> Option<Vec<f64>> {
        let are_multipliers_given = !quantity.has_least_squares();
        let nv = self.state.values(InputKind::Qd).len();
        let entries = self.exact[self.range_of(Function::ConstraintJacobian)].iter();
        let entries: Vec<f64> = entries.map(|entry| entry.nearest()).collect();
        let rows: FloatMatrix = entries
            .chunks_exact(nv.max(1))
            .map(<[f64]>::to_vec)
            .collect();
        let forces = &self.term_sizes[self.range_of(unconstrained_inverse_dynamics(quantity))];
        let multipliers: Vec<f64> = if are_multipliers_given {
            self.state
                .values(InputKind::Multipliers)
                .iter()
                .map(|x| x.abs())
                .collect()
        } else {
            let weight = self.state.values(InputKind::Weight)[0];
            let (rows, squared_weight) = (&rows, weight * weight);
            let Motors { actuation, eps } = self.motors;
            let map = match eps {
                None => multiplier_map(rows, actuation, squared_weight)?,
                Some(eps) => multiplier_map_by_steps(rows, actuation, squared_weight, eps)?,
            };
            let size = |line: &Vec<f64>| norm(line.iter().zip(forces).map(|(x, y)| x * y));
            map.iter().map(size).collect()
        };
        let total = |v: usize| {
            let forces_of_rows = rows.iter().zip(&multipliers).map(|(row, x)| row[v] * x);
            norm(forces_of_rows.chain([forces[v]]))
        };
        let sizes: Vec<f64> = (0..nv).map(total).collect();
        Some(if are_multipliers_given {
            [&sizes[..], &sizes].concat()
        } else {
            [&sizes[..], &multipliers, &sizes].concat()
        })
    }
}

/// The matrix that maps forces to multipliers. `squared_weight` is the square of the multipliers' weight.
fn multiplier_map(
    rows: &FloatMatrix,
    actuation: &Actuation,
    squared_weight: f64,
) -> Option<FloatMatrix> {
    let column = |&v: &usize| -> Vec<f64> { rows.iter().map(|row| row[v]).collect() };
    let constrained: FloatMatrix = actuation.constrained.iter().map(column).collect();
    let unit = |&v: &usize| -> Vec<f64> {
        let nv = rows.first().map_or(0, Vec::len);
        (0..nv).map(|rate| f64::from(rate == v)).collect()
    };
    let units: FloatMatrix = actuation.constrained.iter().map(unit).collect();
    match actuation.support()? {
        Support::Full => constrained_least_squares(rows, squared_weight, &constrained, &units),
        Support::UpToFreeMotions => {
            let indices = select_independent(&constrained, actuation.rank);
            let select = |matrix: &FloatMatrix| -> FloatMatrix {
                indices.iter().map(|&index| matrix[index].clone()).collect()
            };
            constrained_least_squares(rows, squared_weight, &select(&constrained), &select(&units))
        }
        Support::UpToResidual => {
            let is_binding = |row: &usize| actuation.constraining.contains(row);
            let (binding, others): (Vec<usize>, Vec<usize>) = (0..rows.len()).partition(is_binding);
            let select =
                |set: &[usize]| -> FloatMatrix { set.iter().map(|&k| rows[k].clone()).collect() };
            let (binding_rows, other_rows) = (select(&binding), select(&others));
            let unactuated_part = |row: &Vec<f64>| -> Vec<f64> {
                let entry = |(v, x): (usize, &f64)| {
                    if actuation.constrained.contains(&v) { *x } else { 0.0 }
                };
                row.iter().enumerate().map(entry).collect()
            };
            let parts: FloatMatrix = binding_rows.iter().map(unactuated_part).collect();
            let binding_map = product(&inverse_of_independent(&gram(&parts))?, &parts);
            // Maps forces to the part of them that the binding rows leave for the others.
            let mut remainder: FloatMatrix = (0..rows[0].len()).map(|v| unit(&v)).collect();
            for (line, v) in remainder.iter_mut().zip(0..) {
                for (row, map_row) in binding_rows.iter().zip(&binding_map) {
                    (line.iter_mut().zip(map_row)).for_each(|(entry, x)| *entry -= row[v] * x);
                }
            }
            let other_map = product(
                &constrained_least_squares(&other_rows, squared_weight, &Vec::new(), &Vec::new())?,
                &remainder,
            );
            let mut multipliers = vec![Vec::new(); rows.len()];
            let pairs = binding
                .into_iter()
                .chain(others)
                .zip(binding_map.into_iter().chain(other_map));
            pairs.for_each(|(row, line)| multipliers[row] = line);
            Some(multipliers)
        }
    }
}

/// The matrix that maps forces to multipliers, by proximal steps. The steps of a first problem make the residual least.
/// Those of a second problem make the sum of squares of motor forces and weighted multipliers least. They change only the
/// part of the multipliers that the steps of the first problem leave.
fn multiplier_map_by_steps(
    rows: &FloatMatrix,
    actuation: &Actuation,
    squared_weight: f64,
    eps: f64,
) -> Option<FloatMatrix> {
    let restrict = |with_motor: bool| -> FloatMatrix {
        let entry = |(&x, &has_motor): (&f64, &bool)| if has_motor == with_motor { x } else { 0.0 };
        let row = |row: &Vec<f64>| row.iter().zip(&actuation.has_motor).map(entry).collect();
        rows.iter().map(row).collect()
    };
    // J with only its entries at rates with a motor, and with only those at the other rates.
    let [motor_rows, unactuated_rows] = [true, false].map(restrict);
    let ProximalSolution {
        mut solution,
        remainder,
    } = take_steps(&gram(&unactuated_rows), &unactuated_rows, eps)?;
    // The matrix of the sum that the second problem makes least, and its projection by the remainder.
    let mut matrix = gram(&motor_rows);
    (0..rows.len()).for_each(|k| matrix[k][k] += squared_weight);
    let projected_matrix = product(&product(&remainder, &matrix), &remainder);
    // The forces along motors minus those that the first multipliers supply.
    let forces = product(&gram(&motor_rows), &solution);
    let mut deficit = motor_rows;
    for (line, force) in deficit.iter_mut().zip(forces) {
        (line.iter_mut().zip(force)).for_each(|(entry, x)| *entry -= x);
    }
    let y = take_steps(&projected_matrix, &product(&remainder, &deficit), eps)?.solution;
    let corrections = product(&remainder, &y);
    for (line, correction) in solution.iter_mut().zip(corrections) {
        (line.iter_mut().zip(correction)).for_each(|(entry, x)| *entry += x);
    }
    Some(solution)
}

/// The result of proximal steps.
struct ProximalSolution {
    /// The approximate X of `A X = Y` after all steps.
    solution: FloatMatrix,
    /// The matrix that maps the exact solution to its error after all steps.
    remainder: FloatMatrix,
}

/// Takes all proximal steps for `A X = Y`, where A is `matrix` and Y is `right`.
fn take_steps(matrix: &FloatMatrix, right: &FloatMatrix, eps: f64) -> Option<ProximalSolution> {
    let mut regularized = matrix.clone();
    (0..matrix.len()).for_each(|k| regularized[k][k] += eps);
    let inverse = inverse_of_independent(&regularized)?;
    let mut solution = product(&inverse, right);
    let step = solution.clone();
    // Each step multiplies the error by `eps (A + eps)^-1`.
    let contraction: FloatMatrix = (inverse.iter())
        .map(|row| row.iter().map(|x| eps * x).collect())
        .collect();
    let mut power = contraction.clone();
    for _ in 1..PROXIMAL_STEPS {
        power = product(&contraction, &power);
        solution = product(&contraction, &solution);
        for (line, step) in solution.iter_mut().zip(&step) {
            (line.iter_mut().zip(step)).for_each(|(entry, x)| *entry += x);
        }
    }
    Some(ProximalSolution {
        solution,
        remainder: power,
    })
}

/// The matrix that maps forces f to the lambda of `(J J^T + w^2) lambda = J f + C y`, where y is such that `C^T lambda = D f`.
/// `rows` has the rows of J, `columns` the columns of C, and `requested` the rows of D; `squared_weight` is `w^2`.
fn constrained_least_squares(
    rows: &FloatMatrix,
    squared_weight: f64,
    columns: &FloatMatrix,
    requested: &FloatMatrix,
) -> Option<FloatMatrix> {
    let mut matrix = gram(rows);
    matrix
        .iter_mut()
        .enumerate()
        .for_each(|(k, row)| row[k] += squared_weight);
    let inverse = inverse_of_independent(&matrix)?;
    let mut solution = product(&inverse, rows);
    let products: FloatMatrix = (columns.iter())
        .map(|column| inverse.iter().map(|row| dot(row, column)).collect())
        .collect();
    let y_matrix: FloatMatrix = (columns.iter())
        .map(|column| products.iter().map(|other| dot(column, other)).collect())
        .collect();
    let mut deficit = requested.clone();
    for (line, column) in deficit.iter_mut().zip(columns) {
        for (x, row) in column.iter().zip(&solution) {
            (line.iter_mut().zip(row)).for_each(|(entry, y)| *entry -= x * y);
        }
    }
    let y_map = product(&inverse_of_independent(&y_matrix)?, &deficit);
    for (k, line) in solution.iter_mut().enumerate() {
        for (column, y_row) in products.iter().zip(&y_map) {
            (line.iter_mut().zip(y_row)).for_each(|(entry, y)| *entry += column[k] * y);
        }
    }
    Some(solution)
}

/// Selects `count` columns that are as independent of one another as possible.
fn select_independent(columns: &FloatMatrix, count: usize) -> Vec<usize> {
    // The parts of the columns that are orthogonal to those selected so far.
    let (mut remainders, mut indices) = (columns.clone(), Vec::new());
    for _ in 0..count {
        let by_length = |x: &usize, y: &usize| {
            let [x, y] = [x, y].map(|&index| dot(&remainders[index], &remainders[index]));
            x.total_cmp(&y)
        };
        let next = (0..remainders.len())
            .max_by(by_length)
            .expect("there are columns");
        let pivot = remainders[next].clone();
        let square = dot(&pivot, &pivot);
        for column in &mut remainders {
            let part = dot(&pivot, column) / square;
            (column.iter_mut().zip(&pivot)).for_each(|(entry, x)| *entry -= part * x);
        }
        indices.push(next);
    }
    indices
}

/// `X X^T`, with the rows of X.
fn gram(rows: &FloatMatrix) -> FloatMatrix {
    rows.iter()
        .map(|row| rows.iter().map(|other| dot(row, other)).collect())
        .collect()
}

/// `X Y`
fn product(x: &FloatMatrix, y: &FloatMatrix) -> FloatMatrix {
    let columns = y.first().map_or(0, Vec::len);
    let entry = |row: &Vec<f64>, j: usize| row.iter().zip(y).map(|(x, line)| x * line[j]).sum();
    x.iter()
        .map(|row| (0..columns).map(|j| entry(row, j)).collect())
        .collect()
}

/// The root of the sum of the squares.
fn norm(sizes: impl Iterator<Item = f64>) -> f64 {
    sizes.fold(0.0, libm::hypot)
}

//! Scales of the forces of motors and of multipliers.
//!
//! Multipliers are a linear function of the required forces. This function is computed as a dense matrix. It gives
//! the change of each multiplier, and of tau, when these forces change by their scales.

use super::constrained::{clear_inverse, dot, forces_under};
use super::motors::Motors;
use super::scale::ExactValues;
use multibody_description::findings::{Actuation, Support};
use multibody_description::function::{Function, Quantity};
use multibody_description::system::PROXIMAL_STEPS;
use multibody_program::ir::InputKind;

/// The functions from which scales of inverse dynamics under constraints are computed, besides forces.
pub const MEASURES: [Function; 1] = [Function::ConstraintJacobian];

/// A matrix by rows.
type FloatMatrix = Vec<Vec<f64>>;

impl ExactValues<'_> {
    /// The scales of tau, multipliers and residual, or of tau and residual if multipliers are given. None: the rows
    /// that determine multipliers are dependent at this state.
    pub fn scales_of_motor_forces(&self, quantity: Quantity) -> Option<Vec<f64>> {
        let has_multipliers = !quantity.is_least();
        let rates = self.state.values(InputKind::Qd).len();
        let entries = self.exact[self.of(Function::ConstraintJacobian)].iter();
        let entries: Vec<f64> = entries.map(|entry| entry.nearest()).collect();
        let rows: FloatMatrix = entries
            .chunks_exact(rates.max(1))
            .map(<[f64]>::to_vec)
            .collect();
        let forces = &self.terms[self.of(forces_under(quantity))];
        let multipliers: Vec<f64> = if has_multipliers {
            self.state
                .values(InputKind::Multipliers)
                .iter()
                .map(|x| x.abs())
                .collect()
        } else {
            let weight = self.state.values(InputKind::Weight)[0];
            let (rows, square) = (&rows, weight * weight);
            let Motors { actuation, eps } = self.motors;
            let solution = match eps {
                None => solution(rows, actuation, square)?,
                Some(eps) => by_steps(rows, actuation, square, eps)?,
            };
            let size = |line: &Vec<f64>| norm(line.iter().zip(forces).map(|(x, y)| x * y));
            solution.iter().map(size).collect()
        };
        let total = |v: usize| {
            let forces_of_rows = rows.iter().zip(&multipliers).map(|(row, x)| row[v] * x);
            norm(forces_of_rows.chain([forces[v]]))
        };
        let sizes: Vec<f64> = (0..rates).map(total).collect();
        Some(if has_multipliers {
            [&sizes[..], &sizes].concat()
        } else {
            [&sizes[..], &multipliers, &sizes].concat()
        })
    }
}

/// The matrix that maps forces to multipliers.
fn solution(rows: &FloatMatrix, actuation: &Actuation, square: f64) -> Option<FloatMatrix> {
    let column = |&v: &usize| -> Vec<f64> { rows.iter().map(|row| row[v]).collect() };
    let constrained: FloatMatrix = actuation.constrained.iter().map(column).collect();
    let unit = |&v: &usize| -> Vec<f64> {
        let rates = rows.first().map_or(0, Vec::len);
        (0..rates).map(|at| f64::from(at == v)).collect()
    };
    let units: FloatMatrix = actuation.constrained.iter().map(unit).collect();
    match actuation.support()? {
        Support::Whole => least(rows, square, &constrained, &units),
        Support::Loose => {
            let indices = independent(&constrained, actuation.rank);
            let select = |matrix: &FloatMatrix| -> FloatMatrix {
                indices.iter().map(|&at| matrix[at].clone()).collect()
            };
            least(rows, square, &select(&constrained), &select(&units))
        }
        Support::Few => {
            let is_holding = |at: &usize| actuation.constraining.contains(at);
            let (holding, others): (Vec<usize>, Vec<usize>) = (0..rows.len()).partition(is_holding);
            let select =
                |at: &[usize]| -> FloatMatrix { at.iter().map(|&at| rows[at].clone()).collect() };
            let (holding_rows, other_rows) = (select(&holding), select(&others));
            let part = |row: &Vec<f64>| -> Vec<f64> {
                let entry = |(v, x): (usize, &f64)| {
                    if actuation.constrained.contains(&v) { *x } else { 0.0 }
                };
                row.iter().enumerate().map(entry).collect()
            };
            let parts: FloatMatrix = holding_rows.iter().map(part).collect();
            let decided = product(&clear_inverse(&gram(&parts))?, &parts);
            // Maps forces to the part that these rows leave for the other rows.
            let mut left: FloatMatrix = (0..rows[0].len()).map(|v| unit(&v)).collect();
            for (line, v) in left.iter_mut().zip(0..) {
                for (row, of_row) in holding_rows.iter().zip(&decided) {
                    (line.iter_mut().zip(of_row)).for_each(|(entry, x)| *entry -= row[v] * x);
                }
            }
            let rest = product(
                &least(&other_rows, square, &Vec::new(), &Vec::new())?,
                &left,
            );
            let mut multipliers = vec![Vec::new(); rows.len()];
            let pairs = holding
                .into_iter()
                .chain(others)
                .zip(decided.into_iter().chain(rest));
            pairs.for_each(|(at, line)| multipliers[at] = line);
            Some(multipliers)
        }
    }
}

/// The same by proximal steps: first the steps for the least residual, then those for the least sum, which change
/// only what the first steps leave.
fn by_steps(
    rows: &FloatMatrix,
    actuation: &Actuation,
    square: f64,
    eps: f64,
) -> Option<FloatMatrix> {
    let columns = |requested: bool| -> FloatMatrix {
        let only = |(&x, &driven): (&f64, &bool)| if driven == requested { x } else { 0.0 };
        let row = |row: &Vec<f64>| row.iter().zip(&actuation.driven).map(only).collect();
        rows.iter().map(row).collect()
    };
    let [motor_rows, idle_rows] = [true, false].map(columns);
    let Stepped {
        solution: mut first,
        remainder: mut left,
    } = take_steps(&gram(&idle_rows), &idle_rows, eps)?;
    let mut sums = gram(&motor_rows);
    (0..rows.len()).for_each(|k| sums[k][k] += square);
    let sums = product(&product(&left, &sums), &left);
    // What the first multipliers leave of the forces along motors.
    let forces = product(&gram(&motor_rows), &first);
    let mut deficit = motor_rows;
    for (line, force) in deficit.iter_mut().zip(forces) {
        (line.iter_mut().zip(force)).for_each(|(entry, x)| *entry -= x);
    }
    let y = take_steps(&sums, &product(&left, &deficit), eps)?.solution;
    left = product(&left, &y);
    for (line, correction) in first.iter_mut().zip(left) {
        (line.iter_mut().zip(correction)).for_each(|(entry, x)| *entry += x);
    }
    Some(first)
}

/// The result of proximal steps.
struct Stepped {
    /// The approximate X of `A X = Y` after all steps.
    solution: FloatMatrix,
    /// The matrix of what the steps leave.
    remainder: FloatMatrix,
}

/// All proximal steps for `A X = Y`.
fn take_steps(matrix: &FloatMatrix, right: &FloatMatrix, eps: f64) -> Option<Stepped> {
    let mut raised = matrix.clone();
    (0..matrix.len()).for_each(|k| raised[k][k] += eps);
    let inverse = clear_inverse(&raised)?;
    let mut solution = product(&inverse, right);
    let step = solution.clone();
    let once: FloatMatrix = (inverse.iter())
        .map(|row| row.iter().map(|x| eps * x).collect())
        .collect();
    let mut left = once.clone();
    for _ in 1..PROXIMAL_STEPS {
        left = product(&once, &left);
        solution = product(&once, &solution);
        for (line, step) in solution.iter_mut().zip(&step) {
            (line.iter_mut().zip(step)).for_each(|(entry, x)| *entry += x);
        }
    }
    Some(Stepped {
        solution,
        remainder: left,
    })
}

/// Solves `(J J^T + w^2) lambda = J f + sum of columns` such that the products of the columns with lambda equal those
/// of `requested` with f.
fn least(
    rows: &FloatMatrix,
    square: f64,
    columns: &FloatMatrix,
    requested: &FloatMatrix,
) -> Option<FloatMatrix> {
    let mut matrix = gram(rows);
    matrix
        .iter_mut()
        .enumerate()
        .for_each(|(k, row)| row[k] += square);
    let inverted = clear_inverse(&matrix)?;
    let mut solution = product(&inverted, rows);
    let products: FloatMatrix = (columns.iter())
        .map(|column| inverted.iter().map(|row| dot(row, column)).collect())
        .collect();
    let schur: FloatMatrix = (columns.iter())
        .map(|column| products.iter().map(|other| dot(column, other)).collect())
        .collect();
    let mut deficit = requested.clone();
    for (line, column) in deficit.iter_mut().zip(columns) {
        for (x, row) in column.iter().zip(&solution) {
            (line.iter_mut().zip(row)).for_each(|(entry, y)| *entry -= x * y);
        }
    }
    let shares = product(&clear_inverse(&schur)?, &deficit);
    for (k, line) in solution.iter_mut().enumerate() {
        for (column, of_column) in products.iter().zip(&shares) {
            (line.iter_mut().zip(of_column)).for_each(|(entry, y)| *entry += column[k] * y);
        }
    }
    Some(solution)
}

/// Selects `count` columns that are as independent of one another as possible.
fn independent(columns: &FloatMatrix, count: usize) -> Vec<usize> {
    let (mut left, mut indices) = (columns.clone(), Vec::new());
    for _ in 0..count {
        let largest = |x: &usize, y: &usize| {
            let [x, y] = [x, y].map(|&at| dot(&left[at], &left[at]));
            x.total_cmp(&y)
        };
        let next = (0..left.len()).max_by(largest).expect("there are columns");
        let pivot = left[next].clone();
        let square = dot(&pivot, &pivot);
        for column in &mut left {
            let part = dot(&pivot, column) / square;
            (column.iter_mut().zip(&pivot)).for_each(|(entry, x)| *entry -= part * x);
        }
        indices.push(next);
    }
    indices
}

fn gram(rows: &FloatMatrix) -> FloatMatrix {
    rows.iter()
        .map(|row| rows.iter().map(|other| dot(row, other)).collect())
        .collect()
}

/// `X Y`
fn product(x: &FloatMatrix, y: &FloatMatrix) -> FloatMatrix {
    let columns = y.first().map_or(0, Vec::len);
    let entry = |row: &Vec<f64>, at: usize| row.iter().zip(y).map(|(x, line)| x * line[at]).sum();
    x.iter()
        .map(|row| (0..columns).map(|at| entry(row, at)).collect())
        .collect()
}

fn norm(sizes: impl Iterator<Item = f64>) -> f64 {
    sizes.fold(0.0, libm::hypot)
}

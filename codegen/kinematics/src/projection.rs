//! Projection of states onto the constraint manifold, by Newton's method.

use crate::charts::{Charts, dot};
use crate::rows::{Rows, build_rows};
use crate::state::{State, input_value};
use multibody_description::findings::ExaminedSystem;
use multibody_description::system::System;
use multibody_program::ir::{Builder, Class, DualValue, InputKind, Machine, Node, Program};

/// The maximum number of Newton steps.
const MAX_STEPS: usize = 60;
/// The number of lengths of a step that are tried, each half of the one before: none is below a millionth of the full length.
const MAX_LENGTHS: i32 = 20;
/// The tolerated distance from the constraint manifold, rad or m: the value of a row divided by the length of its row of J.
const DISTANCE_TOLERANCE: f64 = 1e-9;
/// The value of a row is also tolerated up to `ERROR_FLOOR * min(1, length of its row of J at the start)`: where
/// a row of J vanishes, such as that of `cos(q) - 1` at its root, floats come no closer. For left-out rows it is
/// `ERROR_FLOOR`.
const ERROR_FLOOR: f64 = 1e-13;
/// A step shorter than this, in rad or m, is due to rounding.
const MIN_STEP: f64 = 1e-6;
/// If a step is longer than this fraction of the previous one, the steps lead to no root. Near a root of order m, steps
/// shrink by the factor `1 - 1/m`; this is the factor for m = 20.
const ENDLESS_RATIO: f64 = 0.95;
/// A row depends on others if less than this fraction of its length remains once its components along them are subtracted.
const DEPENDENT_LENGTH: f64 = 1e-5;

/// The constraints of a system, in floats.
#[derive(Clone, Debug)]
pub struct Constraints {
    /// The program of all rows. Its outputs are values, then their rates; in both, first of kept rows, then of left-out rows,
    /// then of the cosines of the angles between axes that loop joints align.
    rows: Machine,
    /// The number of rows, including left-out ones.
    count: usize,
    /// For each cosine among the outputs of `rows`, the index of a row of its loop joint.
    row_of_each_cosine: Vec<usize>,
    /// The number of kept rows.
    kept_count: usize,
    charts: Charts,
    parameters: Vec<f64>,
    /// Whether rows have transcendental functions, among which `exp` is 0 in floats only by underflow.
    may_underflow: bool,
    /// The number of rates of coordinates; in a state, the rates of fields that are unknowns come after them.
    nv: usize,
    /// The number of fields that are unknowns.
    field_count: usize,
    /// The number of nodes of the program `rows`: the work of one evaluation.
    size: usize,
    /// The nodes of all evaluations so far.
    work: usize,
}

/// The result of a projection: constraint errors before and after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// The largest error before the projection, in the units of the constraints.
    pub before: f64,
    /// The largest error after the projection.
    pub after: f64,
    /// The index of the row with this error.
    pub worst: usize,
    /// Whether all rows were satisfied before the projection, each relative to the length of its row of J, and no axes of loop
    /// joints were opposed.
    pub was_satisfied: bool,
    /// Whether all rows are satisfied after the projection, and no axes of loop joints are opposed. A row that approaches 0
    /// but never reaches it, such as `exp(q)`, is not satisfied.
    pub is_satisfied: bool,
    /// The index of a row of a loop joint whose axes are opposed, instead of aligned, after a projection that has satisfied
    /// all rows.
    pub opposed: Option<usize>,
    /// The largest change of a rate.
    pub rate_change: f64,
}

impl Constraints {
    /// The constraints of a system with these parameters; `None` if it has no constraints.
    #[must_use]
    pub fn of(system: &ExaminedSystem, parameters: &[f64]) -> Option<Self> {
        (system.nc() > 0).then(|| Self::new(system, build_rows(system), parameters, 0))
    }

    /// The constraints of a system whose parameters, the fields of the user's struct, have no values yet. The fields on which the
    /// constraints depend are unknowns: in a state, their values come after the positions, and their rates after the other rates.
    #[must_use]
    pub fn with_fields(system: &ExaminedSystem) -> Option<Self> {
        (system.nc() > 0).then(|| {
            let rows = build_rows(system);
            let (program, field_count) = replace_fields_by_positions(system, &rows.program);
            Self::new(system, Rows { program, ..rows }, &[], field_count)
        })
    }

    fn new(system: &ExaminedSystem, rows: Rows, parameters: &[f64], field_count: usize) -> Self {
        let program = rows.program;
        let is_transcendental =
            |node: &Node| matches!(node, Node::Call(f, _) if f.class() == Class::Transcendental);
        Self {
            rows: Machine::of(&program),
            count: system.nc() + system.findings.left_out.len(),
            row_of_each_cosine: rows.row_of_each_cosine,
            kept_count: system.nc(),
            charts: Charts::of(system),
            parameters: parameters.to_vec(),
            may_underflow: program.nodes().iter().any(is_transcendental),
            nv: system.nv(),
            field_count,
            size: program.nodes().len(),
            work: 0,
        }
    }

    /// The number of fields that are unknowns.
    #[must_use]
    pub fn field_count(&self) -> usize {
        self.field_count
    }

    /// The number of nodes evaluated so far, as a measure of time.
    #[must_use]
    pub fn work(&self) -> usize {
        self.work
    }

    /// The errors (phi) of all rows: kept rows, then left-out rows; 0 for velocity-level rows.
    pub fn errors(&mut self, state: &State) -> Vec<f64> {
        let mut errors = self.run(state);
        errors.truncate(self.count);
        errors
    }

    /// The velocity-level errors of all rows: the rates of phi, or the values of velocity-level rows.
    fn rates(&mut self, state: &State) -> Vec<f64> {
        let mut values = self.run(state);
        let mut rates = values.split_off(values.len() / 2);
        rates.truncate(self.count);
        rates
    }

    /// The index of a row of the first loop joint whose axes are opposed instead of aligned.
    fn row_of_opposed_axes(&mut self, state: &State) -> Option<usize> {
        let values = self.run(state);
        let cosines = values[self.count..].iter().zip(&self.row_of_each_cosine);
        let opposites = cosines.filter(|(cosine, _)| **cosine < 0.0);
        opposites.map(|(_, row)| *row).next()
    }

    /// Projects a state onto the constraint manifold: positions by Newton steps, each of which is the shortest possible, then rates
    /// by the least change.
    pub fn project(&mut self, state: &mut State) -> Projection {
        self.charts.normalize(&mut state.q, &mut state.qd);
        let mut errors = self.errors(state);
        let initial_error = largest_error(&errors);
        let mut final_error = initial_error;
        let start_rows = self.jacobian(state);
        // Half a turn away, the rows of a loop joint that aligns axes are 0 too.
        let was_satisfied = are_satisfied(&errors, &start_rows, &start_rows, self.kept_count)
            && self.row_of_opposed_axes(state).is_none();
        for _ in 0..MAX_STEPS {
            if final_error == 0.0 {
                break;
            }
            let step = shortest_solution(&self.jacobian(state), &errors);
            // The step is halved until it reduces the largest error; if it never does, the search ends.
            let mut progress = None;
            for halvings in 0..MAX_LENGTHS {
                let next = self.displace(state, &step, 0.5_f64.powi(halvings));
                let residuals = self.errors(&next);
                if largest_error(&residuals) < final_error {
                    progress = Some((largest_error(&residuals), next, residuals));
                    break;
                }
            }
            let Some((error, next, residuals)) = progress else {
                break;
            };
            (final_error, *state, errors) = (error, next, residuals);
        }
        // At these positions, the least change of rates that satisfies the rows at velocity level.
        let rates = self.rates(state);
        let jacobian = self.jacobian(state);
        let change = shortest_solution(&jacobian, &rates);
        let rate_change = largest_error(&change);
        let is_satisfied = are_satisfied(&errors, &jacobian, &start_rows, self.kept_count);
        let opposed_row = self.row_of_opposed_axes(state).filter(|_| is_satisfied);
        let shrinks_forever = self.shrinks_forever(state, &errors, &jacobian)
            || self.may_underflow && self.is_flat(state, &errors, &jacobian);
        for (qd, change) in state.qd.iter_mut().zip(change) {
            *qd -= change;
        }
        let magnitudes = errors.iter().map(|error| error.abs()).enumerate();
        // In this order, an error that is not a number is the largest.
        let worst = magnitudes.max_by(|(_, a), (_, b)| a.total_cmp(b));
        Projection {
            before: initial_error,
            after: final_error,
            worst: worst.map_or(0, |(row, _)| row),
            was_satisfied,
            is_satisfied: is_satisfied && opposed_row.is_none() && !shrinks_forever,
            opposed: opposed_row,
            rate_change,
        }
    }

    /// Whether, for some row, two further steps would be of nearly the same length. This is so for a function that
    /// decreases forever and is 0 nowhere, such as `exp(q)`. Near a root of order m, each step reduces the distance to it
    /// by one m-th instead.
    fn shrinks_forever(&mut self, state: &State, errors: &[f64], jacobian: &[Vec<f64>]) -> bool {
        let step = shortest_solution(jacobian, errors);
        let next = self.displace(state, &step, 1.0);
        let (residuals, next_rows) = (self.errors(&next), self.jacobian(&next));
        let next_pairs = residuals.iter().zip(&next_rows);
        let pairs = errors.iter().zip(jacobian).zip(next_pairs);
        // The length of Newton's step for a row alone.
        let mut steps = pairs.map(|((error, row), (residual, next_row))| {
            (error.abs() / length(row), residual.abs() / length(next_row))
        });
        steps.any(|(step, next)| step.is_finite() && step > MIN_STEP && next > ENDLESS_RATIO * step)
    }

    /// Whether a row and its derivatives are 0, both here and at positions that differ by about a thousandth. In floats this
    /// is so for `exp(q)` at q = -1e5.
    fn is_flat(&mut self, state: &State, errors: &[f64], jacobian: &[Vec<f64>]) -> bool {
        let mut neighbor = state.clone();
        neighbor
            .q
            .iter_mut()
            .for_each(|q| *q += 1e-3 * (1.0 + q.abs()));
        let (neighbor_errors, neighbor_rows) = (self.errors(&neighbor), self.jacobian(&neighbor));
        let is_zero = |(x, row): (&f64, &Vec<f64>)| *x == 0.0 && row.iter().all(|x| *x == 0.0);
        let local_rows = errors.iter().zip(jacobian);
        let mut pairs = local_rows.zip(neighbor_errors.iter().zip(&neighbor_rows));
        pairs.any(|(here, there)| is_zero(here) && is_zero(there))
    }

    /// The lengths of the rows of J.
    pub fn row_lengths(&mut self, state: &State) -> Vec<f64> {
        let rows = self.jacobian(state);
        rows.iter().map(|row| length(row)).collect()
    }

    /// The number of independent kept rows of J at a state. Each row is first divided by its length in `row_lengths`, which is that
    /// at another state.
    pub fn rank(&mut self, state: &State, row_lengths: &[f64]) -> usize {
        let mut rows = self.jacobian(state);
        rows.truncate(self.kept_count);
        if rows.iter().flatten().any(|entry| !entry.is_finite()) {
            return self.kept_count; // The rank is not known there.
        }
        for (row, length) in rows.iter_mut().zip(row_lengths) {
            row.iter_mut()
                .for_each(|x| *x /= length.max(f64::MIN_POSITIVE));
        }
        // The longest of the remaining rows gives the next direction (Gram and Schmidt).
        while let Some((next, length)) = longest_row(&rows) {
            if length < DEPENDENT_LENGTH {
                break;
            }
            let row = rows.swap_remove(next);
            let direction: Vec<f64> = row.iter().map(|x| x / length).collect();
            for row in &mut rows {
                let component = dot(row, &direction);
                let pairs = row.iter_mut().zip(&direction);
                pairs.for_each(|(x, y)| *x -= component * y);
            }
        }
        self.kept_count - rows.len()
    }

    /// The state after `-fraction * step`.
    fn displace(&mut self, state: &State, step: &[f64], fraction: f64) -> State {
        let rates: Vec<f64> = step.iter().map(|x| -fraction * x).collect();
        let mut changes = self.charts.position_rates(&state.q, &rates);
        // The derivatives of fields are their rates.
        changes.extend(&rates[self.nv..]);
        let mut next = state.clone();
        for (q, change) in next.q.iter_mut().zip(changes) {
            *q += change;
        }
        self.charts.normalize(&mut next.q, &mut next.qd);
        next
    }

    /// J, by rows. The rates of rows are affine in qd, so column v is their change when `qd[v]` changes from 0 to 1.
    fn jacobian(&mut self, state: &State) -> Vec<Vec<f64>> {
        let mut probe = state.clone();
        probe.qd.fill(0.0);
        let offsets = self.rates(&probe);
        let mut rows = vec![vec![0.0; probe.qd.len()]; offsets.len()];
        for v in 0..probe.qd.len() {
            probe.qd[v] = 1.0;
            let unit_rates = self.rates(&probe);
            for (row, (rate, offset)) in rows.iter_mut().zip(unit_rates.iter().zip(&offsets)) {
                row[v] = rate - offset;
            }
            probe.qd[v] = 0.0;
        }
        rows
    }

    fn run(&mut self, state: &State) -> Vec<f64> {
        self.work += self.size;
        let inputs = state.inputs(&self.parameters, &[]);
        self.rows.run(|input| input_value(input, inputs))
    }
}

/// Replaces the parameters in a program of rows by further positions, which have rates. Returns the new program, and the number of
/// these parameters.
fn replace_fields_by_positions(system: &System, rows: &Program) -> (Program, usize) {
    let inputs = rows.nodes().iter().filter_map(|node| match node {
        Node::Input(input) if input.kind == InputKind::Parameter => Some(input.index),
        _ => None,
    });
    let fields: Vec<u32> = inputs.collect();
    let mut b = Builder::new();
    // `change` is the derivative along the rates of the fields.
    let duals = b.inline_dual(rows, |b, input| {
        match fields.iter().position(|&field| field == input.index) {
            Some(field) if input.kind == InputKind::Parameter => DualValue {
                value: b.input(InputKind::Q, system.nq() + field),
                change: b.input(InputKind::Qd, system.nv() + field),
            },
            _ => DualValue::constant(b.input(input.kind, input.index as usize)),
        }
    });
    let (values, rates) = duals.split_at(duals.len() / 2);
    let pairs = values.iter().zip(rates);
    // The whole rate: that with constant fields, plus the change along the rates of the fields.
    let rates: Vec<_> = (pairs.map(|(value, rate)| b.add(rate.value, value.change))).collect();
    let results = values.iter().map(|dual| dual.value);
    let outputs: Vec<_> = results.chain(rates).collect();
    (b.finish(&outputs), fields.len())
}

/// Whether each error is negligible relative to the length of its row of J at this state, or within `ERROR_FLOOR` as
/// described there. Rows after the first `kept_count` are left out, and may be 0 everywhere: then value and length are
/// rounding errors.
fn are_satisfied(
    errors: &[f64],
    rows: &[Vec<f64>],
    start_rows: &[Vec<f64>],
    kept_count: usize,
) -> bool {
    let mut pairs = errors.iter().zip(rows.iter().zip(start_rows)).enumerate();
    pairs.all(|(index, (error, (row, start_row)))| {
        // A row whose length is infinite or not a number is no measure.
        let finite_length = |row| Some(length(row)).filter(|length| length.is_finite());
        let [length, start_length] = [row, start_row].map(|row| finite_length(row).unwrap_or(0.0));
        let unit = if index < kept_count { start_length.min(1.0) } else { 1.0 };
        error.abs() <= (DISTANCE_TOLERANCE * length).max(ERROR_FLOOR * unit)
    })
}

fn length(row: &[f64]) -> f64 {
    dot(row, row).sqrt()
}

/// The largest error; infinite if one is not a number.
fn largest_error(errors: &[f64]) -> f64 {
    let magnitude = |x: &f64| if x.is_nan() { f64::INFINITY } else { x.abs() };
    errors.iter().map(magnitude).fold(0.0, f64::max)
}

/// The index of the longest row, and its length.
fn longest_row(rows: &[Vec<f64>]) -> Option<(usize, f64)> {
    let lengths = rows.iter().map(|row| length(row)).enumerate();
    lengths.max_by(|(_, a), (_, b)| a.total_cmp(b))
}

/// The shortest solution x of `J x = errors`.
fn shortest_solution(rows: &[Vec<f64>], errors: &[f64]) -> Vec<f64> {
    // x = J^T y with J J^T y = errors.
    let mut equations: Vec<Vec<f64>> = (rows.iter().zip(errors))
        .map(|(row, &error)| {
            let products = rows.iter().map(|other| dot(row, other));
            products.chain([error]).collect()
        })
        .collect();
    let weights = solve(&mut equations);
    let columns = rows.first().map_or(0, Vec::len);
    let component = |v: usize| (rows.iter().zip(&weights)).map(|(row, y)| row[v] * y).sum();
    (0..columns).map(component).collect()
}

/// Solves linear equations with a symmetric, positive semidefinite matrix; the last column of `equations` is the right-hand side.
/// Unknowns of dependent rows are 0.
fn solve(equations: &mut [Vec<f64>]) -> Vec<f64> {
    let n = equations.len();
    let diagonal: Vec<f64> = (0..n).map(|k| equations[k][k]).collect();
    for k in 0..n {
        let pivot = equations[k][k];
        // Of a row that depends on those before it, only rounding remains.
        if pivot <= 1e-12 * diagonal[k] {
            equations[k].fill(0.0);
            continue;
        }
        let row: Vec<f64> = equations[k].iter().map(|x| x / pivot).collect();
        for (_, line) in equations.iter_mut().enumerate().filter(|(i, _)| *i != k) {
            let factor = line[k];
            for (x, y) in line.iter_mut().zip(&row) {
                *x -= factor * y;
            }
        }
        equations[k] = row;
    }
    equations.iter().map(|row| row[n]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If a row of J is as short as 1e-6, an error of 1e-6 is large; where a row vanishes, only rounding is tolerated.
    #[test]
    fn errors_are_compared_with_the_lengths_of_their_rows() {
        let is_satisfied = |error: f64, length: f64, start: f64| {
            are_satisfied(&[error], &[vec![length]], &[vec![start]], 1)
        };
        assert!(is_satisfied(1e-16, 1e-6, 1e-6) && !is_satisfied(1e-6, 1e-6, 1e-6));
        assert!(!is_satisfied(1.5e-12, 1e-9, 1.0) && is_satisfied(1e-16, 1e-9, 1.0));
        assert!(!is_satisfied(1e-3, f64::NAN, f64::INFINITY) && !is_satisfied(f64::NAN, 1.0, 1.0));
        assert!(!is_satisfied(1.0, f64::INFINITY, 1.0) && is_satisfied(1e-16, f64::INFINITY, 1.0));
        assert!(is_satisfied(0.0, f64::NAN, f64::NAN) && is_satisfied(0.0, 0.0, 0.0));
        // A row that is left out is 0 up to rounding.
        let row = [vec![1e-17]];
        assert!(!are_satisfied(&[1e-17], &row, &row, 1) && are_satisfied(&[1e-17], &row, &row, 0));
    }

    #[test]
    fn unknowns_of_dependent_rows_are_zero() {
        let mut dependent = [vec![4.0, 2.0, 8.0], vec![2.0, 1.0, 4.0]];
        assert_eq!(solve(&mut dependent), [2.0, 0.0]);
        let mut regular = [vec![2.0, 1.0, 5.0], vec![1.0, 3.0, 10.0]];
        assert_eq!(solve(&mut regular), [1.0, 3.0]);
    }
}

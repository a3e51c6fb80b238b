//! Projection of states onto the constraint manifold, by Newton's method.

use super::charts::{Charts, dot};
use super::rows::{Rows, rows};
use super::state::{State, given};
use multibody_description::findings::ExaminedSystem;
use multibody_description::system::System;
use multibody_program::ir::{Builder, Class, DualValue, InputKind, Machine, Node, Program};

/// Newton's steps to the constraints, at most.
const STEPS: usize = 60;
/// Shorter than a millionth no step is tried.
const HALVINGS: i32 = 20;
/// The tolerated distance from the constraint manifold, rad or m, estimated by the value of a row and its row of J.
const CLOSE: f64 = 1e-9;
/// Or its value may be off by this part of the length that its row had at the start, if that was less than 1: where a
/// row of J vanishes, as that of `cos(q) - 1`, nothing is closer in floats.
const FLOOR: f64 = 1e-13;
/// A step that is shorter than this, rad or m, comes from rounding.
const SHORT: f64 = 1e-6;
/// A step that is longer than this part of the one before leads to no root: one of order 20 leaves as much.
const ENDLESS: f64 = 0.95;
/// A row with less of its usual length left than this part is made of the others.
const DEPENDENT: f64 = 1e-5;

/// The constraints of a system, in floats.
#[derive(Clone, Debug)]
pub struct Constraints {
    /// Values, then rates; of rows that are left out behind those of others, and of cosines behind these.
    rows: Machine,
    /// How many rows there are, those that are left out among them.
    count: usize,
    /// A row of each loop joint whose axes have these cosines.
    aligned: Vec<usize>,
    /// How many are not left out.
    kept: usize,
    charts: Charts,
    parameters: Vec<f64>,
    /// Whether rows have functions that are 0 in floats and nowhere else.
    underflows: bool,
    /// How many rates coordinates have; behind them are those of fields.
    nv: usize,
    /// How many fields are unknowns.
    fields: usize,
    /// Operations of `rows`, and of all that has been asked of them.
    size: usize,
    work: usize,
}

/// The result of a projection: constraint errors before and after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// The largest error before the projection, in the units of the constraints.
    pub before: f64,
    /// The largest error after it.
    pub after: f64,
    /// The row of that error.
    pub worst: usize,
    /// Whether all rows were satisfied before, each relative to its own size.
    pub was_satisfied: bool,
    /// Whether all rows are satisfied after it.
    pub is_satisfied: bool,
    /// A row of a loop joint whose aligned axes are opposed after the projection.
    pub opposed: Option<usize>,
    /// The largest change of a rate.
    pub rate_change: f64,
}

impl Constraints {
    /// The constraints of a system with these parameters; none: it has no constraints.
    #[must_use]
    pub fn of(system: &ExaminedSystem, parameters: &[f64]) -> Option<Self> {
        (system.nc() > 0).then(|| Self::by(system, rows(system), parameters, 0))
    }

    /// Those of a system whose parameters are not known: the fields that they are made of are unknowns, and stand in a
    /// state behind positions, their rates behind rates.
    #[must_use]
    pub fn with_fields(system: &ExaminedSystem) -> Option<Self> {
        (system.nc() > 0).then(|| {
            let rows = rows(system);
            let (program, fields) = of_fields(system, &rows.program);
            Self::by(system, Rows { program, ..rows }, &[], fields)
        })
    }

    fn by(system: &ExaminedSystem, rows: Rows, parameters: &[f64], fields: usize) -> Self {
        let Rows { program, aligned } = rows;
        Self {
            rows: Machine::of(&program),
            count: system.nc() + system.findings.left_out.len(),
            aligned,
            kept: system.nc(),
            charts: Charts::of(system),
            parameters: parameters.to_vec(),
            underflows: program.nodes().iter().any(
                |node| matches!(node, Node::Call(of, _) if of.class() == Class::Transcendental),
            ),
            nv: system.nv(),
            fields,
            size: program.nodes().len(),
            work: 0,
        }
    }

    /// How many fields are unknowns.
    #[must_use]
    pub fn fields(&self) -> usize {
        self.fields
    }

    /// So many operations have been done.
    #[must_use]
    pub fn work(&self) -> usize {
        self.work
    }

    /// C of all rows: first of those that are not left out.
    pub fn errors(&mut self, state: &State) -> Vec<f64> {
        let mut errors = self.run(state);
        errors.truncate(self.count);
        errors
    }

    /// The velocity-level errors of all rows.
    fn rates(&mut self, state: &State) -> Vec<f64> {
        let mut all = self.run(state);
        let mut rates = all.split_off(all.len() / 2);
        rates.truncate(self.count);
        rates
    }

    /// A row of a loop joint that keeps axes together, where these are opposed.
    fn opposed(&mut self, state: &State) -> Option<usize> {
        let all = self.run(state);
        let cosines = all[self.count..].iter().zip(&self.aligned);
        let opposed = cosines.filter(|(cosine, _)| **cosine < 0.0);
        opposed.map(|(_, row)| *row).next()
    }

    /// Projects a state onto the constraint manifold, by the least change of positions and then of rates.
    pub fn project(&mut self, state: &mut State) -> Projection {
        self.charts.normalize(&mut state.q, &mut state.qd);
        let mut errors = self.errors(state);
        let before = largest(&errors);
        let mut after = before;
        let start = self.jacobian(state);
        let was_satisfied = are_satisfied(&errors, &start, &start) && self.opposed(state).is_none();
        for _ in 0..STEPS {
            if after == 0.0 {
                break;
            }
            let step = least(&self.jacobian(state), &errors);
            // A shorter step where the whole one leads away.
            let mut better = None;
            for halvings in 0..HALVINGS {
                let next = self.moved(state, &step, 0.5_f64.powi(halvings));
                let left = self.errors(&next);
                if largest(&left) < after {
                    better = Some((largest(&left), next, left));
                    break;
                }
            }
            let Some((error, next, left)) = better else {
                break;
            };
            (after, *state, errors) = (error, next, left);
        }
        let rates = self.rates(state);
        let jacobian = self.jacobian(state);
        let change = least(&jacobian, &rates);
        let rate_change = largest(&change);
        let is_satisfied = are_satisfied(&errors, &jacobian, &start);
        let opposed = self.opposed(state).filter(|_| is_satisfied);
        let shrinks_forever = self.shrinks_forever(state, &errors, &jacobian)
            || self.underflows && self.is_flat(state, &errors, &jacobian);
        for (qd, change) in state.qd.iter_mut().zip(change) {
            *qd -= change;
        }
        let sizes = errors.iter().map(|error| error.abs()).enumerate();
        let worst = sizes.max_by(|(_, a), (_, b)| a.total_cmp(b));
        Projection {
            before,
            after,
            worst: worst.map_or(0, |(row, _)| row),
            was_satisfied,
            is_satisfied: is_satisfied && opposed.is_none() && !shrinks_forever,
            opposed,
            rate_change,
        }
    }

    /// Whether a next step is as long as this one: what becomes smaller without end, such as `exp(q)`, is 0 nowhere. A root
    /// of order m is nearer by a part of m with each step.
    fn shrinks_forever(&mut self, state: &State, errors: &[f64], jacobian: &[Vec<f64>]) -> bool {
        let step = least(jacobian, errors);
        let next = self.moved(state, &step, 1.0);
        let (left, rows) = (self.errors(&next), self.jacobian(&next));
        let both = errors.iter().zip(jacobian).zip(left.iter().zip(&rows));
        let mut lengths = both.map(|((error, row), (left, next))| {
            (error.abs() / length(row), left.abs() / length(next))
        });
        lengths.any(|(step, next)| step.is_finite() && step > SHORT && next > ENDLESS * step)
    }

    /// Whether a row is 0 and does not change, nor a thousandth further on: so `exp(-1e5)` is in floats.
    fn is_flat(&mut self, state: &State, errors: &[f64], jacobian: &[Vec<f64>]) -> bool {
        let mut beside = state.clone();
        beside
            .q
            .iter_mut()
            .for_each(|q| *q += 1e-3 * (1.0 + q.abs()));
        let (others, rows) = (self.errors(&beside), self.jacobian(&beside));
        let is_zero = |error: &f64, row: &[f64]| *error == 0.0 && row.iter().all(|x| *x == 0.0);
        let here = errors.iter().zip(jacobian);
        let mut both = here.zip(others.iter().zip(&rows));
        both.any(|((error, row), (other, beside))| is_zero(error, row) && is_zero(other, beside))
    }

    /// The lengths of the rows of J.
    pub fn lengths(&mut self, state: &State) -> Vec<f64> {
        let rows = self.jacobian(state);
        rows.iter().map(|row| length(row)).collect()
    }

    /// How many rows do not depend on one another there, measured by the lengths that they have elsewhere.
    pub fn rank(&mut self, state: &State, lengths: &[f64]) -> usize {
        let mut rows = self.jacobian(state);
        rows.truncate(self.kept);
        if rows.iter().flatten().any(|entry| !entry.is_finite()) {
            return self.kept; // nothing is known there
        }
        for (row, length) in rows.iter_mut().zip(lengths) {
            row.iter_mut()
                .for_each(|x| *x /= length.max(f64::MIN_POSITIVE));
        }
        // The longest that is left is the next direction (Gram and Schmidt).
        while let Some((next, length)) = longest(&rows) {
            if length < DEPENDENT {
                break;
            }
            let row = rows.swap_remove(next);
            let direction: Vec<f64> = row.iter().map(|x| x / length).collect();
            for row in &mut rows {
                let along = dot(row, &direction);
                let parts = row.iter_mut().zip(&direction);
                parts.for_each(|(x, y)| *x -= along * y);
            }
        }
        self.kept - rows.len()
    }

    fn moved(&mut self, state: &State, step: &[f64], part: f64) -> State {
        let rates: Vec<f64> = step.iter().map(|x| -part * x).collect();
        let mut slope = self.charts.rate(&state.q, &rates);
        slope.extend(&rates[self.nv..]);
        let mut next = state.clone();
        for (q, slope) in next.q.iter_mut().zip(slope) {
            *q += slope;
        }
        self.charts.normalize(&mut next.q, &mut next.qd);
        next
    }

    /// J: the rates are linear in qd.
    fn jacobian(&mut self, state: &State) -> Vec<Vec<f64>> {
        let mut at = state.clone();
        at.qd.fill(0.0);
        let still = self.rates(&at);
        let mut rows = vec![vec![0.0; at.qd.len()]; still.len()];
        for v in 0..at.qd.len() {
            at.qd[v] = 1.0;
            let moving = self.rates(&at);
            for (row, (moving, still)) in rows.iter_mut().zip(moving.iter().zip(&still)) {
                row[v] = moving - still;
            }
            at.qd[v] = 0.0;
        }
        rows
    }

    fn run(&mut self, state: &State) -> Vec<f64> {
        self.work += self.size;
        let inputs = state.inputs(&self.parameters, &[]);
        self.rows.run(|input| given(input, inputs))
    }
}

/// The same rows with the parameters that occur in them as further positions, which move; and how many these are.
fn of_fields(system: &System, rows: &Program) -> (Program, usize) {
    let inputs = rows.nodes().iter().filter_map(|node| match node {
        Node::Input(input) if input.kind == InputKind::Parameter => Some(input.index),
        _ => None,
    });
    let fields: Vec<u32> = inputs.collect();
    let mut b = Builder::new();
    let moving = b.inline_dual(rows, |b, input| {
        match fields.iter().position(|&field| field == input.index) {
            Some(at) if input.kind == InputKind::Parameter => DualValue {
                value: b.input(InputKind::Q, system.nq() + at),
                change: b.input(InputKind::Qd, system.nv() + at),
            },
            _ => DualValue::constant(b.input(input.kind, input.index as usize)),
        }
    });
    let (values, rates) = moving.split_at(moving.len() / 2);
    let both = values.iter().zip(rates);
    let rates: Vec<_> = (both.map(|(value, rate)| b.add(rate.value, value.change))).collect();
    let values = values.iter().map(|moving| moving.value);
    let all: Vec<_> = values.chain(rates).collect();
    (b.finish(&all), fields.len())
}

/// Whether each error is next to nothing beside its row of J, there or at the start.
fn are_satisfied(errors: &[f64], rows: &[Vec<f64>], start: &[Vec<f64>]) -> bool {
    let mut all = errors.iter().zip(rows.iter().zip(start));
    all.all(|(error, (row, first))| {
        // A row that is no number, or infinite, measures nothing.
        let size = |row| Some(length(row)).filter(|size| size.is_finite());
        let [here, first] = [row, first].map(|row| size(row).unwrap_or(0.0));
        error.abs() <= (CLOSE * here).max(FLOOR * first.min(1.0))
    })
}

fn length(row: &[f64]) -> f64 {
    dot(row, row).sqrt()
}

/// The largest error; infinite where one is not a number.
fn largest(errors: &[f64]) -> f64 {
    let known = |x: &f64| if x.is_nan() { f64::INFINITY } else { x.abs() };
    errors.iter().map(known).fold(0.0, f64::max)
}

/// Which row is the longest, and its length.
fn longest(rows: &[Vec<f64>]) -> Option<(usize, f64)> {
    let lengths = rows.iter().map(|row| length(row)).enumerate();
    lengths.max_by(|(_, a), (_, b)| a.total_cmp(b))
}

/// The shortest x of `J x = errors`.
fn least(rows: &[Vec<f64>], errors: &[f64]) -> Vec<f64> {
    let mut system: Vec<Vec<f64>> = (rows.iter().zip(errors))
        .map(|(row, &error)| {
            let own = rows.iter().map(|other| dot(row, other));
            own.chain([error]).collect()
        })
        .collect();
    let weights = solved(&mut system);
    let columns = rows.first().map_or(0, Vec::len);
    let along = |v: usize| (rows.iter().zip(&weights)).map(|(row, y)| row[v] * y).sum();
    (0..columns).map(along).collect()
}

/// x of a symmetric matrix of positive or no size, the right-hand side behind it; rows that depend on others are 0.
fn solved(system: &mut [Vec<f64>]) -> Vec<f64> {
    let n = system.len();
    let sizes: Vec<f64> = (0..n).map(|k| system[k][k]).collect();
    for k in 0..n {
        let pivot = system[k][k];
        if pivot <= 1e-12 * sizes[k] {
            system[k].fill(0.0);
            continue;
        }
        let row: Vec<f64> = system[k].iter().map(|x| x / pivot).collect();
        for (_, other) in system.iter_mut().enumerate().filter(|(at, _)| *at != k) {
            let factor = other[k];
            for (x, y) in other.iter_mut().zip(&row) {
                *x -= factor * y;
            }
        }
        system[k] = row;
    }
    system.iter().map(|row| row[n]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A micrometre is far from a constraint of that size; where a row vanishes, rounding counts.
    #[test]
    fn errors_are_measured_by_their_rows() {
        let satisfied = |error: f64, here: f64, start: f64| {
            are_satisfied(&[error], &[vec![here]], &[vec![start]])
        };
        assert!(satisfied(1e-16, 1e-6, 1e-6) && !satisfied(1e-6, 1e-6, 1e-6));
        assert!(!satisfied(1.5e-12, 1e-9, 1.0) && satisfied(1e-16, 1e-9, 1.0));
        assert!(!satisfied(1e-3, f64::NAN, f64::INFINITY) && !satisfied(f64::NAN, 1.0, 1.0));
        assert!(!satisfied(1.0, f64::INFINITY, 1.0) && satisfied(1e-16, f64::INFINITY, 1.0));
        assert!(satisfied(0.0, f64::NAN, f64::NAN) && satisfied(0.0, 0.0, 0.0));
    }

    #[test]
    fn a_row_that_depends_on_others_gets_nothing() {
        let mut system = [vec![4.0, 2.0, 8.0], vec![2.0, 1.0, 4.0]];
        assert_eq!(solved(&mut system), [2.0, 0.0]);
        let mut regular = [vec![2.0, 1.0, 5.0], vec![1.0, 3.0, 10.0]];
        assert_eq!(solved(&mut regular), [1.0, 3.0]);
    }
}

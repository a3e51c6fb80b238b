//! The rounding errors that a function's documentation states.

use super::floats::FloatPair;
use super::measured::Measured;
use super::measures::Measures;
use super::states::StateRanges;
use super::trial::{TextbookTrial, TextbookTrials};
use multibody_description::function::Target;
use multibody_outputs::report::{Errors, Rounding};
use multibody_program::ir::Program;

/// At other states errors are at most so many times the largest one found: the states are only a sample.
const MARGIN: f64 = 6.0;

/// In units in the last place, errors are about the same in both floats, so the larger one counts for both; but f32 counts
/// for f64 no more than so many times the error in f64, since there it may also have left the range of f32.
const OF_F32: f64 = 8.0;

/// The largest error of a number that is rounded once. If less is found, the operations happened to be exact.
const ONE_ROUNDING: f64 = 0.5;

/// A result that is less than this fraction of its scale is nothing but rounding error, even if it was computed with
/// the precision of the true values.
const LEAST_RESULT: f64 = 1.0 / (1_u64 << 60) as f64;

/// Next to an equilibrium a result is less than this part of what it is at half of the states, beside its scale. How many
/// of its digits are right is not said there.
const NEXT_TO_EQUILIBRIUM: f64 = 0.01;

/// The errors of selected programs at further states, at which none was selected.
pub struct StatedErrors {
    trials: TextbookTrials,
}

impl StatedErrors {
    /// The textbook's functions of a robot at the further states.
    pub fn new(robot: &StateRanges<'_>, textbook: &Measures) -> Self {
        // Each float at states of its own, to sample more. And sums of angles that f32 has are exact in f64: there, fewer
        // errors would be found in f64.
        let mut wide = robot.further();
        let narrow = wide.split_off(wide.len() / 2);
        Self {
            trials: TextbookTrials::at_states_of_each(wide, &narrow, robot, textbook),
        }
    }

    /// The rounding errors to state of a program. None: there is no state at which they can be measured.
    ///
    /// # Panics
    /// If the target was not among those of [`StatedErrors::new`].
    #[must_use]
    pub fn of(&self, target: Target, program: &Program) -> Option<Rounding> {
        let wide = largest_at_all(&self.trials.wide, target, program)?;
        let narrow = largest_at_all(&self.trials.narrow, target, program)?;
        let rounding = wide.with_f32_of(&narrow);
        Some(Rounding {
            errors: errors_to_state(rounding.errors),
            of_result: rounding.of_result.map(errors_to_state),
            ..rounding
        })
    }
}

/// The errors to state where these are the largest that are found.
fn errors_to_state(errors: Errors) -> Errors {
    let bounds = Errors {
        f64: errors.f32.min(OF_F32 * errors.f64).max(errors.f64),
        f32: errors.f32.max(errors.f64),
    };
    bounds.times(MARGIN).at_least(ONE_ROUNDING)
}

/// The largest errors at all states, with and without applied forces.
fn largest_at_all(trial: &TextbookTrial, target: Target, program: &Program) -> Option<Rounding> {
    let states = trial.clearest(target, program, at_state);
    let least = NEXT_TO_EQUILIBRIUM * median(states.iter().map(|(_, part)| *part));
    let roundings = states.into_iter().map(|(rounding, part)| Rounding {
        of_result: rounding.of_result.filter(|_| part >= least),
        ..rounding
    });
    let largest = roundings.reduce(|a, b| a.or_larger(&b))?;
    let unforced = trial
        .unforced
        .as_ref()
        .filter(|trial| trial.measured.contains_key(&target))
        .and_then(|trial| largest_at_all(trial, target, program));
    let largest = unforced.map_or(largest, |of| largest.or_larger(&of));
    let mut measured = trial.measured[&target].iter();
    Some(Rounding {
        has_gaps: measured.any(|at| !at.is_singular && !at.has_value()),
        ..largest
    })
}

/// The median of those numbers that are not 0; 0 if all are.
fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.filter(|number| *number > 0.0).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

/// The largest errors of a program's outputs at a state, and the largest output beside the largest scale.
fn at_state(measured: &Measured, outputs: &[FloatPair]) -> (Rounding, f64) {
    let errors = measured.errors(outputs);
    let results = measured.exact.iter().map(|exact| exact.nearest().abs());
    let pairs = results.zip(&measured.sizes);
    let significant = pairs.filter(|(result, size)| *result > LEAST_RESULT * *size);
    let result = significant.map(|(result, _)| result).fold(0.0, f64::max);
    let pairs = errors.iter().zip(&measured.sizes);
    let of_result = pairs.map(|(errors, size)| errors.times(size / result));
    let rounding = Rounding {
        of_result: (result > 0.0).then(|| Errors::largest(of_result)),
        errors: Errors::largest(errors.iter().copied()),
        has_gaps: false,
    };
    let size = measured.sizes.iter().copied().fold(0.0, f64::max);
    (rounding, result / size)
}

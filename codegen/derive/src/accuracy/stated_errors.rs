//! The rounding errors that a function's documentation states.

use super::floats::FloatPair;
use super::measurement::Measurement;
use super::reference::Reference;
use super::states::StateRanges;
use super::trial::{TextbookTrial, TextbookTrials};
use multibody_description::function::Target;
use multibody_outputs::report::{Errors, Rounding};
use multibody_program::ir::Program;

/// How many times the largest error found is stated, since the states are only a sample.
const MARGIN: f64 = 6.0;

/// In units in the last place, errors are about the same in both floats, so the larger one counts for both. But the error in f32
/// counts in f64 as at most this many times the error in f64, since intermediate values may have left the range of f32.
const F32_FACTOR: f64 = 8.0;

/// The largest error of a number that is rounded once. If less is found, the operations happened to be exact.
const ONE_ROUNDING: f64 = 0.5;

/// A result that is less than this fraction of its scale is nothing but rounding error, even if it was computed with
/// the precision of the true values.
const LEAST_RESULT: f64 = 1.0 / (1_u64 << 60) as f64;

/// A state is next to an equilibrium if the ratio of the result to its scale is less than this part of the median ratio. The errors
/// relative to the result are not stated for such states.
const EQUILIBRIUM_RATIO: f64 = 0.01;

/// The errors of selected programs at further states, which were not used to select them.
pub struct StatedErrors {
    trials: TextbookTrials,
}

impl StatedErrors {
    /// The textbook's functions of a robot at the further states.
    pub fn new(ranges: &StateRanges<'_>, textbook: &Reference) -> Self {
        // Each float type has states of its own, to sample more. And sums of angles that are floats of f32 are exact in f64, so
        // at the same states fewer errors would be found in f64.
        let mut for_f64 = ranges.further_states();
        let for_f32 = for_f64.split_off(for_f64.len() / 2);
        Self {
            trials: TextbookTrials::at_states(for_f64, &for_f32, ranges, textbook),
        }
    }

    /// The rounding errors that the documentation of a program states. None if there is no state at which they can be
    /// measured.
    ///
    /// # Panics
    /// If the target was not among those of [`StatedErrors::new`].
    #[must_use]
    pub fn of(&self, target: Target, program: &Program) -> Option<Rounding> {
        let in_f64 = largest_rounding(&self.trials.for_f64, target, program)?;
        let in_f32 = largest_rounding(&self.trials.for_f32, target, program)?;
        let rounding = in_f64.with_f32_of(&in_f32);
        Some(Rounding {
            errors: stated_errors(rounding.errors),
            of_result: rounding.of_result.map(stated_errors),
            ..rounding
        })
    }
}

/// The errors that the documentation states if `errors` are the largest that were found.
fn stated_errors(errors: Errors) -> Errors {
    let bounds = Errors {
        f64: errors.f32.min(F32_FACTOR * errors.f64).max(errors.f64),
        f32: errors.f32.max(errors.f64),
    };
    bounds.times(MARGIN).at_least(ONE_ROUNDING)
}

/// The largest errors at all states, with and without applied forces.
fn largest_rounding(trial: &TextbookTrial, target: Target, program: &Program) -> Option<Rounding> {
    let states = trial.at_representative_states(target, program, rounding_at_state);
    let least_ratio = EQUILIBRIUM_RATIO * median(states.iter().map(|(_, ratio)| *ratio));
    let roundings = states.into_iter().map(|(rounding, ratio)| Rounding {
        of_result: rounding.of_result.filter(|_| ratio >= least_ratio),
        ..rounding
    });
    let forced_rounding = roundings.reduce(|a, b| a.or_larger(&b))?;
    let unforced_rounding = trial
        .unforced
        .as_ref()
        .filter(|unforced| unforced.measurements.contains_key(&target))
        .and_then(|unforced| largest_rounding(unforced, target, program));
    let largest = unforced_rounding.map_or(forced_rounding, |rounding| {
        forced_rounding.or_larger(&rounding)
    });
    let mut measurements = trial.measurements[&target].iter();
    Some(Rounding {
        has_undefined_states: measurements.any(|state| !state.is_singular && !state.has_value()),
        ..largest
    })
}

/// The median of those numbers that are not 0; 0 if all are.
fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.filter(|number| *number > 0.0).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}

/// The largest errors of a program's outputs at a state, and the ratio of the largest true value to the largest scale.
/// Values below [`LEAST_RESULT`] count as 0.
fn rounding_at_state(measurement: &Measurement, outputs: &[FloatPair]) -> (Rounding, f64) {
    let errors = measurement.errors(outputs);
    let results = measurement.exact.iter().map(|exact| exact.nearest().abs());
    let pairs = results.zip(&measurement.scales);
    let significant = pairs.filter(|(result, scale)| *result > LEAST_RESULT * *scale);
    let largest_result = significant.map(|(result, _)| result).fold(0.0, f64::max);
    let pairs = errors.iter().zip(&measurement.scales);
    let of_result = pairs.map(|(errors, scale)| errors.times(scale / largest_result));
    let rounding = Rounding {
        of_result: (largest_result > 0.0).then(|| Errors::largest(of_result)),
        errors: Errors::largest(errors.iter().copied()),
        has_undefined_states: false,
    };
    let largest_scale = measurement.scales.iter().copied().fold(0.0, f64::max);
    (rounding, largest_result / largest_scale)
}

//! What is stated of a function: the largest of its errors at several states.

use multibody_outputs::report::{Errors, Rounding};

/// Next to an equilibrium, the terms of all numbers of a result cancel: the largest of these numbers, as a part of the
/// largest scale, is less than this fraction of what it is at half of the states. No number of digits is stated there.
const NEXT_TO_EQUILIBRIUM: f64 = 0.01;

/// The errors of a function at a state.
#[derive(Clone, Copy, Debug)]
pub struct ErrorsAt {
    /// The largest, in units in the last place of the scales of entries.
    of_scales: Errors,
    /// The largest, in units in the last place of 1.
    largest: Errors,
    /// The largest number of the result.
    result: f64,
    /// The largest scale.
    scale: f64,
}

impl ErrorsAt {
    /// Those of entries of these scales, of which `result` is the largest number that has a right digit, or 0.
    pub fn new(entries: &[Errors], scales: &[f64], result: f64) -> Self {
        let beside = entries.iter().zip(scales);
        Self {
            of_scales: largest(entries.iter().copied()),
            largest: largest(beside.map(|(errors, scale)| errors.times(*scale))),
            result,
            scale: scales.iter().copied().fold(0.0, f64::max),
        }
    }

    fn part(&self) -> f64 {
        self.result / self.scale
    }

    fn of_result(&self) -> Errors {
        self.largest.times(1.0 / self.result)
    }
}

/// The largest error in each float.
pub fn largest(errors: impl IntoIterator<Item = Errors>) -> Errors {
    let errors = errors.into_iter();
    errors.fold(Errors::NONE, |largest, errors| largest.or_larger(&errors))
}

/// The largest errors of some states. None: there is no state.
pub fn stated(states: &[ErrorsAt]) -> Option<Rounding> {
    let of_scales = states.iter().map(|at| at.of_scales);
    let mut with_digits: Vec<&ErrorsAt> = states.iter().filter(|at| at.result > 0.0).collect();
    with_digits.sort_by(|a, b| a.part().total_cmp(&b.part()));
    let usual = with_digits.get(with_digits.len() / 2).map(|at| at.part());
    let least = NEXT_TO_EQUILIBRIUM * usual.unwrap_or(0.0);
    let elsewhere = with_digits.iter().filter(|at| at.part() >= least);
    Some(Rounding {
        errors: of_scales.reduce(|a, b| a.or_larger(&b))?,
        of_result: elsewhere
            .map(|at| at.of_result())
            .reduce(|a, b| a.or_larger(&b)),
        has_gaps: false,
    })
}

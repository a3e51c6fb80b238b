//! Comparison of the errors of programs with those of the textbook's programs, that is, of the textbook
//! algorithms in the link frames as read.

use std::fmt;

use super::reference::Reference;
use super::states::StateRanges;
use super::trial::{Comparison, TextbookTrial, TextbookTrials};
use multibody_description::function::Target;
use multibody_outputs::report::Errors;
use multibody_program::ir::Program;

/// If the textbook's error is less than this many units in the last place, it counts as this many, since any entry
/// that is rounded a few times may have such an error.
const LEAST_ERROR: f64 = 2.0;

/// The textbook's functions of a robot at the states at which programs are compared.
#[derive(Clone, Debug)]
pub struct Judge {
    trials: TextbookTrials,
    /// How many times the textbook's error a program may have.
    factor: f64,
}

/// Why a program is refused: an entry is less accurate than the textbook's by more than the factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inaccurate {
    /// Of the entries that are not accurate enough, the errors of the least accurate one.
    pub errors: Errors,
    /// The errors that are allowed for this entry.
    pub limit: Errors,
}

impl fmt::Display for Inaccurate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { errors, limit } = self;
        write!(f, "its errors are {errors}, where {limit} are allowed")
    }
}

impl Judge {
    /// The judge of a robot, from the textbook's program of all its targets.
    #[must_use]
    pub fn new(ranges: &StateRanges<'_>, textbook: &Reference, factor: f64) -> Self {
        Self {
            trials: TextbookTrials::new(ranges.comparison_states(), ranges, textbook),
            factor,
        }
    }

    /// Checks that a program is accurate enough at all states at which this can be measured.
    ///
    /// # Errors
    /// An entry is less accurate than the textbook's by more than the factor.
    ///
    /// # Panics
    /// If the target was not among those of [`Judge::new`].
    pub fn admits(&self, target: Target, program: &Program) -> Result<(), Inaccurate> {
        let mut refusal: Option<Inaccurate> = None;
        for Comparison {
            errors,
            textbook_errors,
        } in self.compare(target, program).into_iter().flatten()
        {
            let limit = textbook_errors.at_least(LEAST_ERROR).times(self.factor);
            if !errors.within(&limit) && refusal.is_none_or(|known| known.errors.within(&errors)) {
                refusal = Some(Inaccurate { errors, limit });
            }
        }
        refusal.map_or(Ok(()), Err)
    }

    /// The largest errors that are found for a program. None if there is no state at which they can be measured.
    ///
    /// # Panics
    /// If the target was not among those of [`Judge::new`].
    #[must_use]
    pub fn largest_errors(&self, target: Target, program: &Program) -> Option<Errors> {
        let largest = |trial: &TextbookTrial| {
            let states = trial.at_representative_states(target, program, |measurement, outputs| {
                Errors::largest(measurement.errors(outputs))
            });
            states.into_iter().reduce(|a, b| a.or_larger(&b))
        };
        let f64_errors = largest(&self.trials.for_f64)?;
        let f32 = largest(&self.trials.for_f32)?.f32;
        Some(Errors { f32, ..f64_errors })
    }

    /// The errors of all entries of a program at each state at which it can be measured.
    fn compare(&self, target: Target, program: &Program) -> Vec<Vec<Comparison>> {
        let in_f64 = self.trials.for_f64.errors(target, program);
        if self.trials.are_same() {
            return in_f64.into_iter().flatten().collect();
        }
        let in_f32 = self.trials.for_f32.errors(target, program);
        let combine_floats = |in_f64: Errors, in_f32: Errors| Errors {
            f64: in_f64.f64,
            f32: in_f32.f32,
        };
        let merge = |(in_f64, in_f32): (Comparison, Comparison)| Comparison {
            errors: combine_floats(in_f64.errors, in_f32.errors),
            textbook_errors: combine_floats(in_f64.textbook_errors, in_f32.textbook_errors),
        };
        let pairs = in_f64.into_iter().zip(in_f32);
        let states = pairs.filter_map(|(in_f64, in_f32)| Some(in_f64?.into_iter().zip(in_f32?)));
        states.map(|entries| entries.map(merge).collect()).collect()
    }
}

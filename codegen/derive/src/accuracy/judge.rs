//! Comparison of the errors of programs with those of the textbook's programs.

use std::fmt;

use super::measures::Measures;
use super::states::StateRanges;
use super::trial::{Compared, TextbookTrial, TextbookTrials};
use multibody_description::function::Target;
use multibody_outputs::report::Errors;
use multibody_program::ir::Program;

/// If the textbook's error is less than this many units in the last place, it counts as this many, since any entry
/// that is rounded a few times may have such an error.
const FREE: f64 = 2.0;

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
    pub found: Errors,
    /// The errors that are allowed for this entry.
    pub allowed: Errors,
}

impl fmt::Display for Inaccurate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { found, allowed } = self;
        write!(f, "its errors are {found}, where {allowed} are allowed")
    }
}

impl Judge {
    /// The judge of a robot, from the textbook's program of all its targets.
    #[must_use]
    pub fn new(robot: &StateRanges<'_>, textbook: &Measures, factor: f64) -> Self {
        Self {
            trials: TextbookTrials::new(robot.compared(), robot, textbook),
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
        let mut refused: Option<Inaccurate> = None;
        for Compared { found, textbook } in self.states(target, program).into_iter().flatten() {
            let allowed = textbook.at_least(FREE).times(self.factor);
            if !found.within(&allowed) && refused.is_none_or(|known| known.found.within(&found)) {
                refused = Some(Inaccurate { found, allowed });
            }
        }
        refused.map_or(Ok(()), Err)
    }

    /// The largest errors that are found for a program. None: there is no state at which they can be measured.
    ///
    /// # Panics
    /// As above.
    #[must_use]
    pub fn found(&self, target: Target, program: &Program) -> Option<Errors> {
        let largest = |trial: &TextbookTrial| {
            let each = trial.clearest(target, program, |at, outputs| {
                Errors::largest(at.errors(outputs))
            });
            each.into_iter().reduce(|a, b| a.or_larger(&b))
        };
        let wide = largest(&self.trials.wide)?;
        let f32 = largest(&self.trials.narrow)?.f32;
        Some(Errors { f32, ..wide })
    }

    /// The errors of all entries of a program at each state at which it can be measured.
    fn states(&self, target: Target, program: &Program) -> Vec<Vec<Compared>> {
        let wide = self.trials.wide.errors(target, program);
        if self.trials.are_one() {
            return wide.into_iter().flatten().collect();
        }
        let narrow = self.trials.narrow.errors(target, program);
        let of_each_float = |wide: Errors, narrow: Errors| Errors {
            f64: wide.f64,
            f32: narrow.f32,
        };
        let both = |(wide, narrow): (Compared, Compared)| Compared {
            found: of_each_float(wide.found, narrow.found),
            textbook: of_each_float(wide.textbook, narrow.textbook),
        };
        let states = wide.into_iter().zip(narrow);
        let states = states.filter_map(|(wide, narrow)| Some(wide?.into_iter().zip(narrow?)));
        states.map(|entries| entries.map(both).collect()).collect()
    }
}

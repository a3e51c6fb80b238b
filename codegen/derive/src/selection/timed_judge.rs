//! The judge of programs in floats, timed.

use super::stopwatch::Stopwatch;
use crate::accuracy::{Inaccurate, Judge, StatedErrors};
use multibody_description::function::Target;
use multibody_outputs::report::Rounding;
use multibody_program::ir::Program;

/// A judge of accuracy, and the stopwatch that times it.
pub struct TimedJudge<'a> {
    /// The judge.
    pub judge: Judge,
    /// The errors that the documentation of selected programs states.
    pub errors: StatedErrors,
    /// The stopwatch.
    pub stopwatch: &'a Stopwatch,
}

impl TimedJudge<'_> {
    /// Checks that a program is accurate enough: see [`Judge::admits`].
    pub fn admits(&self, target: Target, program: &Program) -> Result<(), Inaccurate> {
        self.stopwatch.time(|| self.judge.admits(target, program))
    }

    /// The rounding errors to state of a selected program.
    pub fn rounding(&self, target: Target, program: &Program) -> Option<Rounding> {
        self.stopwatch.time(|| self.errors.of(target, program))
    }
}

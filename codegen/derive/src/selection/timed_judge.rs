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
    /// The errors to state.
    pub errors: StatedErrors,
    /// The stopwatch.
    pub stopwatch: &'a Stopwatch,
}

impl TimedJudge<'_> {
    /// Whether a program is accurate enough.
    pub fn admits(&self, target: Target, program: &Program) -> Result<(), Inaccurate> {
        self.stopwatch.time(|| self.judge.admits(target, program))
    }

    /// The rounding errors to state of a selected program.
    pub fn rounding(&self, target: Target, program: &Program) -> Option<Rounding> {
        self.stopwatch.time(|| self.errors.of(target, program))
    }
}

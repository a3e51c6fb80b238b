//! The trial of programs in floats, and the time that it takes.

use super::clock::Clock;
use crate::accuracy::{Inaccurate, Judge};
use multibody_description::function::Target;
use multibody_description::report::Rounding;
use multibody_program::ir::Program;

/// A judge whose time counts for the trial.
pub struct Trial<'a> {
    pub judge: &'a Judge,
    pub clock: &'a Clock,
}

impl Trial<'_> {
    /// Whether a program is accurate enough.
    pub fn admits(&self, target: Target, program: &Program) -> Result<(), Inaccurate> {
        self.clock.time(|| self.judge.admits(target, program))
    }

    /// What is said of a program that was chosen.
    pub fn rounding(&self, target: Target, program: &Program) -> Option<Rounding> {
        self.clock.time(|| self.judge.rounding(target, program))
    }
}

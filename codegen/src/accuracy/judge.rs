//! The textbook's functions of a robot, and what programs are against them.

use std::collections::BTreeSet;

use super::errors::{Errors, Inaccurate};
use super::side::{Side, inverse_of};
use super::states::{Robot, State};
use crate::derive::functions::Target;
use crate::ir::Program;
use crate::settings::Function;

/// An error in units in the last place that counts as none: an entry that is rounded a few times.
const FREE: f64 = 2.0;

/// The textbook's functions of a robot at all states, in both floats.
#[derive(Clone, Debug)]
pub struct Judge {
    wide: Side<f64>,
    narrow: Side<f32>,
    /// How many times the textbook's error a program may have.
    factor: f64,
}

/// The functions that some are measured by, themselves among them: accelerations by forces and the
/// inverse mass matrix.
#[must_use]
pub fn needed(targets: &[Target]) -> BTreeSet<Target> {
    let target = |function| Target {
        function,
        link: None,
    };
    let mut needed: BTreeSet<Target> = targets.iter().copied().collect();
    for solves in [
        Function::ForwardDynamics,
        Function::ForwardDynamicsWithWrenches,
    ] {
        if needed.contains(&target(solves)) {
            needed.insert(target(inverse_of(solves)));
            needed.insert(target(Function::MassMatrixInverse));
        }
    }
    needed
}

impl Judge {
    /// Of a robot, by the textbook's program of all `targets`, whose outputs, so many each, stand
    /// behind each other, all that are [`needed`] among them.
    #[must_use]
    pub fn new(
        robot: &Robot<'_>,
        targets: &[(Target, usize)],
        textbook: &Program,
        factor: f64,
    ) -> Self {
        let states = State::all(robot);
        // A float's own numbers, so that what is given is no error.
        let narrowed = states.each_ref().map(State::narrowed);
        Self {
            wide: Side::new(states, robot.states(), targets, textbook),
            narrow: Side::new(narrowed, robot.states(), targets, textbook),
            factor,
        }
    }

    /// The largest errors of a program at all states.
    ///
    /// # Errors
    /// It is less accurate than the textbook's by more than the factor.
    ///
    /// # Panics
    /// If the target was not among those of [`Judge::new`].
    pub fn errors(&self, target: Target, program: &Program) -> Result<Errors, Inaccurate> {
        let mut largest = Errors::default();
        let mut refused: Option<Inaccurate> = None;
        for (found, textbook) in self.compared(target, program) {
            let allowed = self.allowed(&textbook);
            if !found.within(&allowed) && refused.is_none_or(|known| known.found.within(&found)) {
                refused = Some(Inaccurate { found, allowed });
            }
            largest = largest.or_larger(&found);
        }
        refused.map_or(Ok(largest), Err)
    }

    /// The largest errors of a program, and of the textbook's, at each state.
    ///
    /// # Panics
    /// If the target was not among those of [`Judge::new`].
    pub fn compared(
        &self,
        target: Target,
        program: &Program,
    ) -> impl Iterator<Item = (Errors, Errors)> {
        let wide = self.wide.errors(target, program);
        let narrow = self.narrow.errors(target, program);
        wide.zip(narrow)
            .map(|((f64, textbook_64), (f32, textbook_32))| {
                let textbook = Errors {
                    f64: textbook_64,
                    f32: textbook_32,
                };
                (Errors { f64, f32 }, textbook)
            })
    }

    /// The errors that a program may have where the textbook's has such.
    #[must_use]
    pub fn allowed(&self, textbook: &Errors) -> Errors {
        textbook.at_least(FREE).times(self.factor)
    }
}

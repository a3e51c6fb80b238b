//! The textbook's functions of a robot, and what programs are against them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::lanes::run;
use super::natural::{Values, forces_of};
use super::precise::{Parts, Precise};
use super::sizes::sizes;
use super::states::{LANES, Robot, State};
use crate::function::{Function, Target};
use crate::ir::{Float, Program};
use crate::report::Errors;

/// An error in units in the last place that counts as none: an entry that is rounded a few times.
const FREE: f64 = 2.0;

/// The textbook's functions of a robot at all states, in both floats.
#[derive(Clone, Debug)]
pub struct Judge {
    wide: Arc<Trial>,
    narrow: Arc<Trial>,
    /// How many times the textbook's error a program may have.
    factor: f64,
}

/// What functions come to at some states.
#[derive(Debug)]
struct Trial {
    states: [State; LANES],
    /// Of each function, at each state that is different.
    measured: BTreeMap<Target, Vec<Measured>>,
}

/// A function at a state.
#[derive(Clone, Debug)]
struct Measured {
    exact: Vec<Parts>,
    sizes: Vec<f64>,
    /// The textbook's own largest errors.
    textbook: Errors,
}

/// Why a program is not taken: it is less accurate than the textbook's by more than the factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inaccurate {
    /// The largest errors of the program, among the states where one is too large.
    pub found: Errors,
    /// Those that were allowed there.
    pub allowed: Errors,
}

impl fmt::Display for Inaccurate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { found, allowed } = self;
        write!(f, "its errors are {found}, where {allowed} are allowed")
    }
}

/// The functions that some are measured by, themselves among them: accelerations by forces and the
/// mass matrix.
#[must_use]
pub fn needed(targets: &[Target]) -> BTreeSet<Target> {
    let target = |function| Target {
        function,
        link: None,
    };
    let mut needed: BTreeSet<Target> = targets.iter().copied().collect();
    for forces in targets.iter().filter_map(|of| forces_of(of.function)) {
        needed.insert(target(forces));
        needed.insert(target(Function::MassMatrix));
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
        let mut start = 0;
        let parts = targets.iter().map(|&(target, count)| {
            start += count;
            (target, start - count..start)
        });
        let parts: BTreeMap<Target, Range<usize>> = parts.collect();
        let trial = |states| Arc::new(Trial::new(states, robot.states(), &parts, textbook));
        let narrow = trial(State::narrow(robot));
        let wide = match robot.has_quaternions() {
            // No quaternion of short numbers is of unit length but for long ones.
            true => trial(State::wide(robot)),
            false => Arc::clone(&narrow),
        };
        Self {
            wide,
            narrow,
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
        let wide = self.wide.errors::<f64>(target, program);
        let narrow = self.narrow.errors::<f32>(target, program);
        let pairs = wide.into_iter().zip(narrow);
        pairs.map(|((f64, textbook), (f32, of_narrow))| {
            let textbook = Errors {
                f32: of_narrow.f32,
                ..textbook
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

impl Trial {
    fn new(
        states: [State; LANES],
        different: usize,
        parts: &BTreeMap<Target, Range<usize>>,
        textbook: &Program,
    ) -> Self {
        let terms = sizes(textbook, &states, different);
        let wide = run::<f64>(textbook, &states, different);
        let narrow = run::<f32>(textbook, &states, different);
        let exact = Precise::run(textbook, &states[..different]);
        let mut measured: BTreeMap<Target, Vec<Measured>> = BTreeMap::new();
        for (lane, exact) in exact.iter().enumerate() {
            let values = Values {
                state: &states[lane],
                exact,
                terms: terms.iter().map(|terms| terms[lane]).collect(),
                parts,
            };
            for (&target, outputs) in parts {
                let mut own = Measured {
                    exact: exact[outputs.clone()].to_vec(),
                    sizes: values.natural_sizes(target.function, outputs.clone()),
                    textbook: Errors::default(),
                };
                own.textbook = own.errors(&wide[outputs.clone()], &narrow[outputs.clone()], lane);
                measured.entry(target).or_default().push(own);
            }
        }
        Self { states, measured }
    }

    /// At each state the largest error of a program, and those of the textbook's.
    fn errors<F: Float>(&self, target: Target, program: &Program) -> Vec<(f64, Errors)> {
        let measured = &self.measured[&target];
        let found = run::<F>(program, &self.states, measured.len());
        let at = |(lane, at): (usize, &Measured)| (at.largest(&found, lane), at.textbook);
        measured.iter().enumerate().map(at).collect()
    }
}

impl Measured {
    fn errors(&self, wide: &[[f64; LANES]], narrow: &[[f32; LANES]], lane: usize) -> Errors {
        Errors {
            f64: self.largest(wide, lane),
            f32: self.largest(narrow, lane),
        }
    }

    /// The largest error of some outputs at a state, in units in the last place of natural sizes.
    fn largest<F: Float>(&self, outputs: &[[F; LANES]], lane: usize) -> f64 {
        let entries = outputs.iter().zip(&self.exact).zip(&self.sizes);
        let errors = entries.map(|((output, exact), size)| {
            let error = exact.distance(output[lane].wide());
            match error == 0.0 {
                true => 0.0,
                false => error / (size * F::EPSILON),
            }
        });
        errors.fold(0.0, |largest, error| match error.is_nan() {
            true => f64::INFINITY,
            false => error.max(largest),
        })
    }
}

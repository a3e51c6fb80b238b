//! Lagrange's equations of a tree, as programs.

#[cfg(feature = "symbolica")]
pub mod algebra;
mod call;
#[cfg(feature = "symbolica")]
mod calls;
#[cfg(feature = "symbolica")]
mod candidate;
#[cfg(feature = "symbolica")]
mod clock;
#[cfg(feature = "symbolica")]
mod established;
#[cfg(feature = "symbolica")]
mod expanded;
pub mod expressed;
pub mod forms;
pub mod functions;
pub mod local;
mod meter;
mod motion_types;
mod read;
pub mod reading;
pub mod search;
#[cfg(feature = "symbolica")]
mod textbook;
mod way;

use std::time::Duration;

use crate::function::Target;
use crate::ir::{Count, Program};
use crate::report::Rounding;

pub use call::{Call, is_zero};
pub use motion_types::{MotionType, motions};
#[cfg(feature = "symbolica")]
pub use read::to_read;
pub use read::{Dynamics, Read, ReadConstraints, ToRead};
pub use way::{Algorithm, Way};

/// One derived function.
#[derive(Clone, Debug)]
pub struct Derivation {
    /// What it computes.
    pub target: Target,
    /// How; of a function that calls others with what these compute.
    pub program: Program,
    /// What a call costs, its parameters prepared.
    pub count: Count,
    /// What it would cost without forms written by hand.
    pub derived: Option<Count>,
    /// Which way was the cheapest.
    pub way: Way,
    /// What the other ways have led to.
    pub others: Vec<(Way, Program)>,
    /// How accurate the program is; none where nothing could be measured.
    pub rounding: Option<Rounding>,
    /// What would have been cheaper and is not accurate enough, or not to be had.
    pub refused: Vec<Refused>,
}

impl Derivation {
    /// Of the ways to compute a target the first.
    #[cfg(feature = "symbolica")]
    fn of(
        target: Target,
        chosen: candidate::Chosen,
        derived: Option<Count>,
        trial: &trial::Trial<'_>,
    ) -> Self {
        let mut ways = chosen.ways.into_iter();
        let first = ways.next().expect("there is a way");
        Self {
            target,
            rounding: trial.rounding(target, &first.program),
            count: Count::of(&first.program),
            program: first.program,
            derived,
            way: first.way,
            refused: chosen.refused,
            others: ways.map(|other| (other.way, other.program)).collect(),
        }
    }

    /// What the function computes without those that it calls.
    #[must_use]
    pub fn body(&self) -> Program {
        match self.way.algorithm().call() {
            None => self.program.clone(),
            Some(_) => Program::default(),
        }
    }
}

/// One program of several functions.
#[derive(Clone, Debug)]
pub struct Together {
    /// Its outputs are theirs, one function behind the other.
    pub program: Program,
    /// The largest of their errors; none where one could not be measured.
    pub rounding: Option<Rounding>,
}

/// The programs of its parts, of a program whose outputs are those of several, so many each.
#[must_use]
pub fn parts(program: &Program, counts: &[usize]) -> Vec<Program> {
    let mut left = program.outputs();
    let parts = counts.iter().map(|&count| {
        let (own, rest) = left.split_at(count);
        left = rest;
        program.giving(own)
    });
    parts.collect()
}

impl Derivations {
    /// How many outputs each of some functions has.
    #[must_use]
    pub fn counts(&self, targets: &[Target]) -> Vec<usize> {
        let count = |target: &Target| {
            let mut functions = self.functions.iter();
            let found = functions.find(|function| function.target == *target);
            found.map_or(0, |function| function.program.outputs().len())
        };
        targets.iter().map(count).collect()
    }
}

/// What is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// A way, or what a search has found.
    pub way: String,
    /// What would have been cheaper, or could not even be tried, and why.
    pub why: String,
}

/// All derived functions.
#[derive(Clone, Debug)]
pub struct Derivations {
    /// In the order in which they were asked for.
    pub functions: Vec<Derivation>,
    /// Of each bundle, in their order.
    pub bundles: Vec<Together>,
    /// The form written by hand that could not be proved equal to the derived one, so that none was
    /// used.
    pub refuted: Option<String>,
    /// How long it took to try programs in floats.
    pub trying: Duration,
}

#[cfg(feature = "symbolica")]
mod driver;
#[cfg(feature = "symbolica")]
mod together;
#[cfg(feature = "symbolica")]
mod trial;
#[cfg(feature = "symbolica")]
pub use driver::{derive, derive_telling, derive_with, judge};

//! Derived functions: programs, and their derivation routes.

use std::time::Duration;

use crate::report::Rounding;
use multibody_description::function::Target;
use multibody_program::ir::{Count, Program};

use crate::algorithm::Route;

/// One derived function.
#[derive(Clone, Debug)]
pub struct Derivation {
    /// The function, and its link.
    pub target: Target,
    /// Its program; if it calls other functions, their programs are included.
    pub program: Program,
    /// The operations of one call of the function, with prepared parameters.
    pub count: Count,
    /// The operations of the program without hand-written kernels, if counted.
    pub with_derived_kernels: Option<Count>,
    /// The selected route.
    pub route: Route,
    /// The programs of other routes.
    pub others: Vec<(Route, Program)>,
    /// The rounding errors of the program; `None` if nothing could be measured.
    pub rounding: Option<Rounding>,
    /// Cheaper candidates that are not accurate enough, or that could not be tried or proved.
    pub refused: Vec<RefusedCandidate>,
}

impl Derivation {
    /// The program that the body of the function computes; empty if the body calls other functions instead.
    #[must_use]
    pub fn body(&self) -> Program {
        match self.route.algorithm().as_call() {
            None => self.program.clone(),
            Some(_) => Program::default(),
        }
    }
}

/// One program for the functions of a bundle.
#[derive(Clone, Debug)]
pub struct BundledFunctions {
    /// Its outputs are the outputs of these functions, one function after another.
    pub program: Program,
    /// The largest of the functions' errors; `None` if those of one function could not be measured.
    pub rounding: Option<Rounding>,
}

/// Splits a program with the outputs of several functions into a program for each; `counts` has the number of outputs
/// of each function.
#[must_use]
pub fn split_outputs(program: &Program, counts: &[usize]) -> Vec<Program> {
    let mut outputs = program.outputs();
    let parts = counts.iter().map(|&count| {
        let (part, tail) = outputs.split_at(count);
        outputs = tail;
        program.with_outputs(part)
    });
    parts.collect()
}

impl Derivations {
    /// The number of outputs of each of the given functions.
    #[must_use]
    pub fn counts(&self, targets: &[Target]) -> Vec<usize> {
        let count = |target: &Target| {
            let mut functions = self.functions.iter();
            let derivation = functions.find(|function| function.target == *target);
            derivation.map_or(0, |function| function.program.outputs().len())
        };
        targets.iter().map(count).collect()
    }
}

/// A candidate that was not selected although its program is cheaper, or that could not be tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedCandidate {
    /// The route of the candidate, or the name of the search that has found it.
    pub route: String,
    /// Why it was refused: for example, it is cheaper but not accurate enough, or was not tried at all.
    pub why: String,
}

/// All derived functions.
#[derive(Clone, Debug)]
pub struct Derivations {
    /// The functions, in the order of the request's targets.
    pub functions: Vec<Derivation>,
    /// The program of each bundle, in the order of the bundles.
    pub bundles: Vec<BundledFunctions>,
    /// The hand-written kernel that could not be proved equal to the derived one; if there is one, no hand-written
    /// kernel was used.
    pub refuted: Option<String>,
    /// The time spent on trials of programs in floats.
    pub trial_time: Duration,
}

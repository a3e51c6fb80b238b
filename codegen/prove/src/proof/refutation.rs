//! Why a program is not proved.

use std::fmt;

use crate::evaluation::EvaluationFailure;
use multibody_program::ir;

/// Why a program is not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// At a random state the equation does not hold.
    Counterexample {
        /// The equation.
        equation: &'static str,
        /// The seed of the state.
        seed: u64,
    },
    /// The result is wrong in floats. The text names the entry, its values and the state.
    InFloats(String),
    /// The program could not be evaluated.
    NotEvaluated(EvaluationFailure),
    /// The number of outputs is wrong.
    Shape {
        /// The number of outputs of the program.
        found: usize,
        /// The number of outputs that its function has.
        expected: usize,
    },
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counterexample { equation, seed } => {
                write!(f, "{equation} does not hold at the random state {seed}")
            }
            Self::InFloats(reason) => write!(f, "in f64, {reason}"),
            Self::NotEvaluated(EvaluationFailure::ZeroDivisor) => write!(f, "it divides by 0"),
            Self::NotEvaluated(EvaluationFailure::NoSquare) => {
                write!(f, "undecided: too many roots")
            }
            Self::NotEvaluated(EvaluationFailure::Undecided(reason)) => {
                write!(f, "undecided: {reason}")
            }
            Self::Shape { found, expected } => {
                write!(f, "it has {found} outputs instead of {expected}")
            }
        }
    }
}

impl Refutation {
    /// The equation depends on the values that are chosen for a function.
    pub(super) fn of_choice(equation: &str, function: ir::Function) -> Self {
        let reason = format!("{equation}, where values of {} are chosen", function.name());
        Self::NotEvaluated(EvaluationFailure::Undecided(reason))
    }
}

//! Lagrange's equations of a tree, as programs.

#[cfg(feature = "symbolica")]
pub mod algebra;
#[cfg(feature = "symbolica")]
mod candidate;
#[cfg(feature = "symbolica")]
mod expanded;
pub mod forms;
pub mod functions;
pub mod local;
mod meter;
mod read;
pub mod reading;
pub mod search;

use crate::ir::{Count, Program};
use functions::Target;
pub use meter::Tried;

pub use read::Read;
#[cfg(feature = "symbolica")]
pub use read::read;

/// One derived function.
#[derive(Clone, Debug)]
pub struct Derivation {
    /// What it computes.
    pub target: Target,
    /// How.
    pub program: Program,
    /// What it would cost without forms written by hand.
    pub derived: Option<Count>,
    /// Which way was the cheapest.
    pub way: &'static str,
    /// What the other ways have led to.
    pub others: Vec<(&'static str, Program)>,
}

impl Derivation {
    /// Of the ways to compute a target the first.
    #[cfg(feature = "symbolica")]
    fn of(target: Target, ways: Vec<candidate::Candidate>, derived: Option<Count>) -> Self {
        let mut ways = ways.into_iter();
        let chosen = ways.next().expect("there is a way");
        Self {
            target,
            program: chosen.program,
            derived,
            way: chosen.way,
            others: ways.map(|other| (other.way, other.program)).collect(),
        }
    }
}

/// All derived functions.
#[derive(Clone, Debug)]
pub struct Derivations {
    /// In the order in which they were asked for.
    pub functions: Vec<Derivation>,
    /// The form written by hand that could not be proved equal to the derived one, so that none was
    /// used.
    pub refuted: Option<String>,
}

#[cfg(feature = "symbolica")]
mod driver;
#[cfg(feature = "symbolica")]
pub use driver::{derive, derive_telling, derive_with};

//! Plain data between derivation and text: programs of functions and bundles, their derivation routes, readable equations, and
//! the report.
#![deny(missing_docs)]

mod algorithm;
mod call;
mod derivation;
mod function_program;
pub mod local;
mod motion_type;
mod readable_equations;
pub mod readable_sums;
pub mod report;

pub use algorithm::{Algorithm, Route};
pub use call::{Call, passes_zeros};
pub use derivation::{BundledFunctions, Derivation, Derivations, RefusedCandidate, split_outputs};
pub use function_program::FunctionProgram;
pub use motion_type::{MotionType, motions};
pub use readable_equations::{
    Dynamics, EquationsInFull, RateTerms, ReadableConstraints, ReadableEquations,
};

/// The fingerprint of this crate's sources.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

//! Plain data between derivation and text: programs of functions and bundles, their derivation routes, equations for readers, and
//! the report.
#![deny(missing_docs)]

mod algorithm;
mod call;
mod derivation;
mod equations_to_read;
mod function_program;
pub mod local;
mod motion_type;
pub mod readable_sums;
pub mod report;

pub use algorithm::{Algorithm, Route};
pub use call::{Call, is_zero};
pub use derivation::{BundledFunctions, Derivation, Derivations, RefusedCandidate, split_outputs};
pub use equations_to_read::{
    Dynamics, EquationsInFull, RateTerms, ReadableConstraints, ReadableEquations,
};
pub use function_program::FunctionProgram;
pub use motion_type::{MotionType, motions};

/// The fingerprint of this crate's sources.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

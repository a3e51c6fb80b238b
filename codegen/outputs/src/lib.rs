//! Plain data between derivation and text: programs, their derivation routes, equations to read, and the report.
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
pub use derivation::{Derivation, Derivations, FusedFunctions, RefusedCandidate, split_outputs};
pub use equations_to_read::{
    ConstraintsToRead, Dynamics, EquationsInFull, EquationsToRead, RateTerms,
};
pub use function_program::FunctionProgram;
pub use motion_type::{MotionType, motions};

/// The fingerprint of this crate's sources.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

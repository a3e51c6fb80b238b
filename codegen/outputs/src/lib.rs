//! Plain data between derivation and text: programs, how they came about, and what is read of them.
#![deny(missing_docs)]

mod algorithm;
mod call;
mod derivation;
pub mod local;
mod motion_type;
mod read;
pub mod reading;

pub use algorithm::{Algorithm, Route};
pub use call::{Call, is_zero};
pub use derivation::{Derivation, Derivations, FusedFunctions, Refused, parts};
pub use motion_type::{MotionType, motions};
pub use read::{Dynamics, RateTerms, Read, ReadConstraints, ToRead};

/// Names the sources of this crate: other sources, another name.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

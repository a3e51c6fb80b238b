//! Plain data between derivation and text: programs, how they came about, and what is read of them.
#![deny(missing_docs)]

mod call;
mod derivation;
pub mod local;
mod motion_type;
mod read;
pub mod reading;
mod way;

pub use call::{Call, is_zero};
pub use derivation::{Derivation, Derivations, Refused, Together, parts};
pub use motion_type::{MotionType, motions};
pub use read::{Dynamics, RateTerms, Read, ReadConstraints, ToRead};
pub use way::{Algorithm, Way};

/// Names the sources of this crate: other sources, another name.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

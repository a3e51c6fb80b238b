//! Derives a robot's functions from its `Tree`, as programs: by recursions over the bodies, and from Lagrange's
//! equations written out.
#![deny(missing_docs)]

mod accuracy;
mod driver;
mod expanded;
pub mod functions;
pub mod kernels;
mod lagrangian;
mod lemmas;
mod local_terms;
mod readable_equations;
pub mod search;
mod selection;
pub mod symbolic;

pub use driver::{derive, derive_with_progress, judge, scales, stated_errors};
pub use expanded::expand;
pub use local_terms::{body_terms, local_terms};
pub use readable_equations::readable_equations;

/// A fingerprint of the sources of this crate: different sources have different fingerprints.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

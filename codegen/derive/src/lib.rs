//! Lagrange's equations of a tree, as programs.
#![deny(missing_docs)]

mod accuracy;
mod driver;
mod equations_to_read;
mod expanded;
pub mod functions;
pub mod kernels;
mod lagrangian;
mod lemmas;
mod local_terms;
pub mod search;
mod selection;
pub mod symbolic;

pub use driver::{derive, derive_with_progress, judge, scales, stated_errors};
pub use equations_to_read::equations_to_read;
pub use expanded::expand;
pub use local_terms::{body_terms, local_terms};

/// A fingerprint of the sources of this crate: different sources have different fingerprints.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

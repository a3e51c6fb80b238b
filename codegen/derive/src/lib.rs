//! Lagrange's equations of a tree, as programs.
#![deny(missing_docs)]

mod accuracy;
mod body_terms;
mod call;
mod calls;
mod candidate;
mod chart;
mod derivation;
mod derived_terms;
mod driver;
mod equations_to_read;
mod expanded;
mod expanded_lagrangian;
mod free_body;
pub mod functions;
mod fused_functions;
mod joint_terms;
pub mod kernels;
mod lagrangian;
mod lemmas;
mod meter;
mod motion_types;
mod readable_sums;
pub mod search;
mod stopwatch;
pub mod symbolic;
mod textbook;
mod timed_judge;

pub use body_terms::body_terms;
pub use driver::{derive, derive_with_progress, judge, scales};
pub use equations_to_read::equations_to_read;
pub use expanded_lagrangian::expanded;
pub use joint_terms::local_terms;

/// A fingerprint of the sources of this crate: it differs if they differ.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

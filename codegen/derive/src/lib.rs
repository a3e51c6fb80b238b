//! Lagrange's equations of a tree, as programs.
#![deny(missing_docs)]

mod accuracy;
pub mod algebra;
mod call;
mod calls;
mod candidate;
mod clock;
mod derivation;
mod driver;
mod established;
mod expanded;
pub mod expressed;
pub mod forms;
pub mod functions;
mod meter;
mod motion_types;
pub mod search;
mod textbook;
mod to_read;
mod together;
mod trial;

pub use driver::{derive, derive_telling, derive_with, judge};
pub use to_read::to_read;

/// Names the sources of this crate: other sources, another name.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

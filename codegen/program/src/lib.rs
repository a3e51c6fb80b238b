//! Exact numbers, and straight-line programs over them. Nothing here depends on robots.
#![deny(missing_docs)]

pub mod budget;
pub mod exact;
pub mod ir;
pub mod terms;

/// A name for the sources of this crate: it changes when they change.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

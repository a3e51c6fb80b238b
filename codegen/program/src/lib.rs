//! Exact numbers, and straight-line programs over them. Nothing here depends on robots.
#![deny(missing_docs)]

pub mod budget;
pub mod exact;
pub mod ir;
pub mod terms;

/// A fingerprint of the sources of this crate: different sources have different fingerprints.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

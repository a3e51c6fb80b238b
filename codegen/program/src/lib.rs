//! Exact numbers, straight-line programs of them, and what makes programs shorter: nothing here knows a robot.
#![deny(missing_docs)]

pub mod budget;
pub mod exact;
pub mod ir;
pub mod passes;
pub mod polynomials;
pub mod terms;

/// Names the sources of this crate: other sources, another name.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

//! Descriptions of robots: readers, the model, types of joints, forces and constraints, the tables of functions,
//! options and faults, and the exact system to which a description is lowered.
#![deny(missing_docs)]

pub mod attribute;
pub mod check;
pub mod constraint;
pub mod extend;
pub mod fault;
pub mod findings;
pub mod force;
pub mod function;
pub mod joint;
pub mod language;
pub mod lower;
pub mod model;
pub mod options;
pub mod requested;
pub mod settings;
pub mod signature;
pub mod source;
pub mod system;

/// The fingerprint of this crate's sources.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

//! What users describe: sources and models, joints and forces, functions and options, and faults; and the exact system to which a
//! description is lowered.
#![deny(missing_docs)]

pub mod bundled;
pub mod check;
pub mod contacts_and_loops;
pub mod coupled_rates;
pub mod fault;
pub mod findings;
pub mod force;
pub mod frames;
pub mod function;
pub mod joint;
pub mod lower;
pub mod model;
pub mod no_value;
pub mod options;
pub mod oversize;
pub mod range;
pub mod report;
pub mod settings;
pub mod source;
pub mod system;
pub mod type_name;

/// The fingerprint of this crate's sources.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

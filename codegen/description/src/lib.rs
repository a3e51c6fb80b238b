//! What users describe: sources and models, joints and forces, functions and options, faults; and the exact system that it all comes to.
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

/// Names the sources of this crate: other sources, another name.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

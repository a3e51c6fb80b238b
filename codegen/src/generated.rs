//! What is made of a description.

use crate::fault;
use crate::report::Report;

/// A generated robot.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The struct, for front ends whose user did not write one.
    pub structure: String,
    /// All items but the struct.
    pub items: String,
    /// Figures about it.
    pub report: Report,
    /// Warnings and notes.
    pub diagnostics: fault::Report,
}

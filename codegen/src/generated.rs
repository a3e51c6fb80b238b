//! What is made of a description.

use crate::fault;
use crate::function::Target;
use crate::ir::Prepared;
use crate::report::Report;
use crate::system::System;

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
    /// What can be run without a compiler, if the cache asked for it.
    #[doc(hidden)]
    pub programs: Option<Box<Programs>>,
}

/// The derived programs, and the system that they are of.
#[derive(Clone, Debug)]
pub struct Programs {
    /// As read.
    pub system: System,
    /// What the functions compute.
    pub targets: Vec<Target>,
    /// In the order of the targets.
    pub prepared: Prepared,
}

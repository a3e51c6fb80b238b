//! Whether constraints can be satisfied.

pub mod faults;
mod loop_axes;
mod loop_closure;
mod satisfiability;

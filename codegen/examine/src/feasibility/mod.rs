//! Whether constraints can be satisfied.

pub mod faults;
mod loop_axes;
mod loop_closure;
pub mod rounding;
mod satisfiability;

pub use satisfiability::not_implied;

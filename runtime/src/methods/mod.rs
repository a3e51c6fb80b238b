//! Methods written once for all robots: integration, linearization, constraints along a motion.

pub mod feedback;
mod first_order;
pub mod integrators;
mod linearize;
mod positions;
mod project;

pub use first_order::first_order;
pub use linearize::{Linearizable, Linearization, linearize, linearize_at};
pub use project::project;

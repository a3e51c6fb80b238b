//! Methods written once for all robots: integration, many motions at once, linearization, projection onto
//! constraints and feedback of their errors.

pub mod feedback;
mod first_order;
pub mod integrators;
mod linearize;
mod positions;
mod project;
#[cfg(feature = "std")]
mod rollout;
mod step_derivatives;

pub use first_order::first_order;
pub(crate) use linearize::DIRECTIONS;
pub use linearize::{
    Linearizable, Linearization, derivatives_by_dual_numbers, in_dual_numbers, linearize,
    linearize_at,
};
pub use project::project;
#[cfg(feature = "std")]
pub use rollout::{Rollout, RolloutError};

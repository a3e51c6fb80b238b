//! The motion of a system in floats, without derived programs: charts of positions, poses of links, constraint errors.
//! Simulations use it for their steps, drawings for their poses, and constraints are examined with it before anything is
//! derived.

mod charts;
mod poses;
mod projection;
mod rows;
mod state;

pub use charts::{Charts, neutral, position_rate_values, undefined_orientations};
pub use poses::{link_poses, link_poses_and_axes, time_derivatives};
pub use projection::{Constraints, Projection};
pub use state::{State, input_value};

/// The fingerprint of this crate's sources.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

//! Charts of positions, poses of links and constraint errors of a system, as programs that are evaluated in floats. They are built
//! without derivation: simulations use them for their steps, drawings for their poses, and constraints are examined with them
//! before anything is derived.

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

//! A system as it moves, in floats and without anything derived: what positions are, where links are, what constraints
//! are off by. It is what a simulation steps with, and what is asked of constraints before anything is derived.

mod charts;
mod poses;
mod projection;
mod rows;
mod state;

pub use charts::{Charts, neutral, without_direction};
pub use poses::{along_motion, links, links_and_axes};
pub use projection::{Constraints, Projection};
pub use state::{State, given};

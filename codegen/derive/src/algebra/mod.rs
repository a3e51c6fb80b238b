//! All that is left to the computer algebra: the only place that names Symbolica.
//!
//! Everything goes in and comes out as programs of the IR; no expression leaves this module.

mod body;
mod bridge;
mod chart;
mod expanded;
mod expressed;
mod free_body;
mod gate;
mod harmonics;
mod identity;
mod lagrangian;
mod lemmas;
mod local;
pub mod polynomial;
mod reading;

pub use body::body_terms;
pub use bridge::Unknown;
pub use expanded::{expanded, why_not_expanded};
pub use expressed::expressed;
pub use gate::{Shut, enter};
pub use identity::are_equal;
pub use lemmas::{refuted_for_body, refuted_for_joint, refuted_for_rotations};
pub use local::local_terms;
pub use reading::{reading, sums};

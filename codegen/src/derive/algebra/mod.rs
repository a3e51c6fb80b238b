//! All that is left to the computer algebra: the only place that names Symbolica.
//!
//! Everything goes in and comes out as programs of the IR; no expression leaves this module.

mod bridge;
mod gate;
mod identity;
mod local;

pub use gate::enter;
pub use identity::are_equal;
pub use local::local_terms;

//! The functions that settings request of a robot: those in bundles, and those that are left out because of their size.

mod bundled;
mod oversize;

pub use bundled::{Member, Requests, RobotBundle, bundles};
pub use oversize::{LIMIT, Oversize, oversize};

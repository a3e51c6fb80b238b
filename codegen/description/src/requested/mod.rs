//! The functions that settings request of a robot: those in bundles, and those that are left out because of their size.

mod bundled;
mod links;
mod oversize;
mod returned;

pub use bundled::{Member, Requests, RobotBundle, bundles};
pub use links::{LinkVariant, OF_LINKS, link_variants};
pub use oversize::{LIMIT, Oversize, oversize};
pub use returned::{
    Record, RecordField, RecordType, Returned, argument_name, argument_sizes, arguments,
    arguments_of_bundle,
};

//! Units in which the numbers of a tree are simpler.

mod gravity;
mod length;

pub use gravity::in_gravity_unit;
pub use length::{in_length_unit, length_units};

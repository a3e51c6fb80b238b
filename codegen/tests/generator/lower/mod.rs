//! Lower: from numbers and settings to the system.

mod extreme_numbers;
mod pinocchio;
mod snapping;
mod symbolic_terms_beside_files;
mod welding;

//! Turns systems of polynomials into programs with few operations.
//!
//! Equations that Symbolica has expanded and differentiated are passed in as plain data. The results are programs.

mod cheapest;
mod equations;
mod sums;

pub use cheapest::cheapest;
pub use equations::{ExpandedEquations, Variables};
pub use sums::Sums;

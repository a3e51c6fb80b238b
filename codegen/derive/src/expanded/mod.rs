//! Systems of polynomials as programs in few operations.
//!
//! What Symbolica has expanded and differentiated comes here as plain data and leaves as a program.

mod cheapest;
mod equations;
mod sums;

pub use cheapest::cheapest;
pub use equations::{ExpandedEquations, Variables};
pub use sums::Sums;

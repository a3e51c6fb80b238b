//! From programs to programs of the same values in fewer operations.
//!
//! This is a compiler's work, not an algebra's: no identity between variables is used.

mod factoring;
pub mod polynomials;

pub use factoring::{Thoroughness, factored};

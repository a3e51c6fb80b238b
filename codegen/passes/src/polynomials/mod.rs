//! Polynomials, and their common parts.

mod lower;
mod magnitudes;
mod polynomial;
mod share;
mod tables;

pub use lower::{Lowering, lower};
pub use polynomial::{Monomial, Polynomial, Polynomials, Variable};
pub use share::{SharingOrder, pairs, share};

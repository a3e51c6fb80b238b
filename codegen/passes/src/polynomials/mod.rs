//! Polynomials, and their common parts.

mod lower;
mod magnitudes;
mod polynomial;
mod share;
mod tables;

pub use lower::{Evaluation, to_program};
pub use polynomial::{Monomial, Polynomial, Polynomials, Variable};
pub use share::{SharingOrder, count_pairs, share};

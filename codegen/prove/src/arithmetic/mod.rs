//! Arithmetic of the proof: modulo a prime, and with derivatives.

mod affine;
mod field;
mod jet;
mod wide;

pub use affine::{Affine, twist};
pub use field::{DrawResidues, PrimeField, Residue};
pub use jet::{FIRST, Jet, SECOND, TIME};
pub use wide::drawn_prime;

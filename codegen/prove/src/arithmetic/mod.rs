//! Arithmetic of the proof: residues modulo a prime, jets and dual numbers for derivatives, and floats in place of
//! residues.

mod affine;
mod duals;
mod field;
mod floats;
mod jet;
mod residue;
mod stored;
mod wide;

pub use affine::{Affine, twist};
pub use field::{PrimeField, residues_are_duals, residues_are_floats};
pub use jet::{Jet, direction};
pub use residue::{DrawResidues, Residue};
pub use wide::draw_prime;

//! All operations of computer algebra; the only crate that names Symbolica.
//!
//! Programs of the IR are converted to expressions and back. In between, only functions of this crate act on the expressions.
#![deny(missing_docs)]

mod bridge;
mod gate;
pub mod harmonics;
pub mod identity;
pub mod polynomial;

pub use bridge::{
    UnsupportedOperation, VariableValues, atom_of, expand, from_program, number, partial,
    to_program, total_derivative,
};
pub use gate::{GateShut, enter};
pub use identity::are_equal;
/// An expression of inputs, their sines and their cosines.
pub use symbolica::atom::Atom as Expression;

/// A fingerprint of the sources of this crate: different sources have different fingerprints.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

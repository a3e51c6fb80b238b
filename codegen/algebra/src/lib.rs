//! All that is left to the computer algebra: the only crate that names Symbolica.
//!
//! Programs of the IR become expressions and programs again; what is asked of expressions in between, functions here do.
#![deny(missing_docs)]

mod bridge;
mod gate;
pub mod harmonics;
pub mod identity;
pub mod polynomial;

pub use bridge::{
    UnsupportedFunction, VariableValues, derivative, expanded, lower, number, partial, raise,
    symbol_of,
};
pub use gate::{Shut, enter};
pub use identity::are_equal;
/// An expression of inputs, their sines and their cosines.
pub use symbolica::atom::Atom as Expression;

/// Names the sources of this crate: other sources, another name.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

//! Passes from programs to programs of the same values with fewer operations.
//!
//! Passes do the work of a compiler, not of a computer algebra: they use no identity between variables.
//!
//! All passes, in order. Other ways to save operations are ideas of the derivation, see `settings::Idea`.
//!
//! 1. `share_terms`

mod share_terms;

pub use share_terms::{Thoroughness, factored};

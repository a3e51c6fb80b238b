//! From programs to programs of the same values in fewer operations.
//!
//! This is a compiler's work, not an algebra's: no identity between variables is used.
//!
//! All passes, in order; what else saves operations is an idea of the derivation, see
//! `settings::Idea`.
//!
//! 1. `share_terms`

mod share_terms;

pub use share_terms::{Thoroughness, factored};

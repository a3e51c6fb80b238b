//! What is done to programs between derivation and text: they are shortened, divided, packed and contracted. Nothing here depends on
//! robots.
//!
//! All of it is a compiler's work, not a computer algebra's: it uses no identity between variables.
//!
//! The passes from program to program, in order: `share_terms`. Other ways to save operations are ideas of the derivation, see `settings::Idea`.
//!
//! All that is done to a program from its derivation to its text, in order:
//!
//! | step | where | checked by |
//! |---|---|---|
//! | common parts are factored out of each candidate | `share_terms` | the judge in floats, and the proof of the program chosen |
//! | functions call others, with the option `size` | `derive/src/driver/calls/` | the judge and the proof, with the callees' programs in place |
//! | what depends on fields alone is computed first | `prepared.rs` | the proof of `prepare` and the function together |
//! | values of limbs of one shape are packed | `pack/` | the verifier of the text |
//! | products and sums are contracted | `contracted.rs` | the verifier of the text |
//! | statements are ordered and cut into blocks | `emit/src/schedule/` | the verifier of the text |

#![deny(missing_docs)]

mod contracted;
mod copies;
pub mod pack;
pub mod polynomials;
mod prepared;
mod share_terms;

pub use contracted::{Contraction, contractions};
pub use prepared::Prepared;
pub use share_terms::{Thoroughness, factor_out};

/// A name for the sources of this crate: it changes when they change.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

//! Passes over programs between derivation and text: programs are shortened, divided and packed, and multiply-adds are fused.
//! Nothing here depends on robots.
//!
//! As in a compiler, and unlike in computer algebra, no pass uses an identity between variables.
//!
//! Only one pass turns a program into another that computes the same: `share_terms`. The other optimizations belong to the
//! derivation, see `settings::Idea`.
//!
//! The steps of a program from its derivation to its text, in order:
//!
//! | step | where | checked by |
//! |---|---|---|
//! | common parts are factored out of each candidate | `share_terms` | a comparison in floats (`derive/src/accuracy/`), and the proof of the program chosen |
//! | functions call others, with the option `size` or where a loop is faster | `derive/src/driver/calls/` | the same, with the callees' programs inlined |
//! | values that depend on parameters alone are computed first, by `prepare` | `prepared.rs` | the proof of `prepare` and the function together |
//! | values of limbs of one shape are packed | `pack/` | the verifier of the text |
//! | a product and the sum that adds it are fused into one operation | `contractions.rs` | the verifier of the text |
//! | statements are ordered and cut into blocks | `emit/src/schedule/` | the verifier of the text |

#![deny(missing_docs)]

mod contractions;
mod copies;
pub mod pack;
pub mod polynomials;
mod prepared;
mod share_terms;

pub use contractions::{Contraction, contractions};
pub use prepared::Prepared;
pub use share_terms::{Thoroughness, factor_out};

/// A fingerprint of the sources of this crate: different sources have different fingerprints.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

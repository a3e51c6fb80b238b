//! Emitted code against numbers of others (the golden files of a corpus) and against the generic
//! algorithms of `multibody::reference`.
//!
//! The build script generates the robots; [`corpus::ROBOTS`] lists them and drives all tests.
//! Emitted code is compiled here with every warning denied.
#![deny(warnings)]

// The generated tables name this crate, as they are included from other crates too.
extern crate self as multibody_tests;

pub mod comparison;
pub mod coordinates;
pub mod evaluation;
pub mod expectation;
pub mod golden;
pub mod table;

pub use comparison::{Comparison, Worst};
pub use coordinates::Coordinates;
pub use evaluation::Found;
pub use expectation::{Expectations, NOT_EMITTED};
pub use golden::Golden;
pub use table::{Cost, Emitted, Variant};

/// The robots of the corpus; none if the environment variable `MULTIBODY_CORPUS` was not set when
/// this was built.
pub mod corpus {
    include!(concat!(env!("OUT_DIR"), "/corpus.rs"));
}

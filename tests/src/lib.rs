//! Comparison of emitted code with Pinocchio's numbers (the golden files of a corpus), and with the textbook
//! algorithms of `multibody::reference`.
//!
//! The build script generates the robots and a table of them, [`Emitted`] by [`Emitted`], that
//! drives all tests. Only the tests include these, so that emitted code is compiled once; there
//! every warning is denied.
#![deny(missing_docs)]

pub mod compared_robots;
pub mod comparison;
pub mod coordinates;
#[path = "../../codegen/tests/shared/corpus_folder.rs"]
pub mod corpus_folder;
pub mod evaluation;
pub mod expectation;
pub mod floating;
pub mod golden;
pub mod javascript;
pub mod patterns;
pub mod programs;
pub mod runtime_results;
pub mod table;

pub use compared_robots::ComparedRobots;
pub use comparison::{Comparison, Worst};
pub use coordinates::Coordinates;
pub use evaluation::Evaluation;
pub use expectation::{Expectations, NOT_EMITTED};
pub use golden::Golden;
pub use patterns::{Agreement, Pattern};
pub use runtime_results::{Derivatives, Linearize, derivatives};
pub use table::{Cost, Emitted, Variant};

//! Text: Rust, JavaScript, C, equations for people to read, and the drawings of a report. Emitting does not fail.
#![deny(missing_docs)]

pub mod c;
pub mod equations;
mod infix;
mod interface;
pub mod javascript;
pub mod report;
pub mod rust;
mod schedule;

pub use interface::{BundleNotes, BundleProgram, ProgramNotes, Robot};
pub use schedule::RobotNames;

/// The fingerprint of this crate's sources.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

//! Text: Rust, C, C++ and Python around these, JavaScript, equations for people to read, and the lists and drawings of a report.
//! Emitting does not fail.
#![deny(missing_docs)]

pub mod c;
pub mod equations;
mod infix;
mod interface;
pub mod javascript;
pub mod python;
pub mod report;
pub mod rust;
mod schedule;

use multibody_description::language::Language;

pub use interface::{BundleNotes, BundleProgram, ProgramNotes, Robot, RobotText};
pub use schedule::RobotNames;

/// The text of a robot in the language of its settings. To add a language, write a folder beside `c`, and add an arm here and a row
/// to `LANGUAGES` in `description/src/language.rs`.
#[must_use]
pub fn text(robot: &Robot<'_>) -> RobotText {
    match robot.settings.layout.language {
        Language::Rust => RobotText {
            declarations: rust::structure(robot),
            definitions: rust::items(robot),
            without_jacobian: Vec::new(),
        },
        Language::C => c::text(robot),
    }
}

/// The text by which another language calls the definitions: that of C++ for C, that of Python for Rust if the settings require it;
/// else empty.
#[must_use]
pub fn binding(robot: &Robot<'_>) -> String {
    match robot.settings.layout.language {
        Language::Rust if robot.settings.layout.python => {
            python::texts(robot).join(python::BETWEEN_TEXTS)
        }
        Language::Rust => String::new(),
        Language::C => c::cpp::header(robot),
    }
}

/// The fingerprint of this crate's sources.
pub const SOURCES: &str = env!("MULTIBODY_SOURCES");

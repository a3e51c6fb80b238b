//! Descriptions of robots, read into a [`Model`] with a span on every value.
//!
//! A reader does not judge a description. It reports only what the model cannot represent; the stage
//! [`check`](crate::check) reports all other faults.

mod file;
mod format;
pub mod tokens;
mod urdf;
mod xml;

pub use file::{
    GENERATED_SIZE_LIMIT, SIZE_LIMIT, STDIN, is_rust, package_folder, read_file, read_generated,
    read_stdin,
};
pub use format::{Format, read_among};
pub use urdf::urdf;

use crate::fault::Faults;
use crate::model::{Model, Source};

/// All formats of files: a new one is a row here.
pub const FORMATS: &[Format] = &[urdf::FORMAT];

/// The format with this name.
#[must_use]
pub fn format_named(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// Reads a robot from a text in any one of the formats.
#[must_use]
pub fn read(source: &Source, faults: &mut Faults) -> Option<Model> {
    read_among(FORMATS, source, faults)
}

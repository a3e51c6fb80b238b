//! Descriptions of robots, read into a [`Model`] with a span on every value.
//!
//! A reader does not judge a description. It reports only what the model cannot represent; the stage
//! [`check`](crate::check) reports all other faults.

mod file;
mod format;
mod includes;
mod mjcf;
mod number;
pub mod tokens;
mod urdf;
mod xml;

pub use file::{
    GENERATED_SIZE_LIMIT, SIZE_LIMIT, STDIN, is_rust, package_folder, read_generated, read_stdin,
};
pub use format::{Format, Include, read_among};
pub use includes::read_file_among;
pub use urdf::urdf;

use std::path::Path;

use crate::fault::{Fault, Faults};
use crate::model::{Model, Source};

/// All formats of files. A new format is a row here.
pub const FORMATS: &[Format] = &[urdf::FORMAT, mjcf::FORMAT];

/// The format with this name.
#[must_use]
pub fn format_named(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// Reads a file and the files that it includes, without byte order marks. The name of the source is the path as given. An
/// included file that cannot be read is not an error here: [`read`] reports it.
///
/// # Errors
/// [`Fault::FileMissing`], [`Fault::FileNotRegular`] (a folder, a pipe), [`Fault::FileTooLarge`] (detected before
/// anything is read), [`Fault::FileUnreadable`], [`Fault::FileNotUtf8`], [`Fault::FileNotText`].
pub fn read_file(path: &Path) -> Result<Source, Fault> {
    read_file_among(FORMATS, path)
}

/// Reads a robot from a text in any one of the formats.
#[must_use]
pub fn read(source: &Source, faults: &mut Faults) -> Option<Model> {
    read_among(FORMATS, source, faults)
}

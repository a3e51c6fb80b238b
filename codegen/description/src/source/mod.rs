//! Descriptions of robots, read into a [`Model`](crate::model::Model) with a span on every value.
//!
//! A reader does not judge. It reports what it cannot represent; the stage [`check`](crate::check) reports all other
//! faults.

mod file;
mod format;
pub mod tokens;
mod urdf;
mod xml;

pub use file::{SIZE_LIMIT, STDIN, is_rust, read_file, read_stdin};
pub use format::{FORMATS, Format, format, read, read_among};
pub use urdf::urdf;

//! Descriptions of robots, read into a [`Model`](crate::model::Model) with a span on every value.
//!
//! A reader does not judge: it reports what it cannot represent, and the stage
//! [`check`](crate::check) does the rest.

mod file;
mod format;
pub mod tokens;
mod urdf;
mod xml;

pub use file::{SIZE_LIMIT, STDIN, is_rust, read_file, read_stdin};
pub use format::{FORMATS, Format, format, read, read_among};
pub use urdf::urdf;

//! What is not to be believed.

use std::fmt;
use std::io;

/// Why a folder, or a file in it, is not used.
#[derive(Debug)]
pub enum Unusable {
    /// The operating system does not let us.
    System(io::Error),
    /// It is not what it should be, or others can write to it: what it is, to stand behind its name.
    Unfit(String),
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

/// Stands behind the name of the file or folder.
impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(error) => write!(f, "cannot be used: {error}"),
            Self::Unfit(reason) => f.write_str(reason),
        }
    }
}

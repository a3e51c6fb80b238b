//! Why a folder or a file is not used.

use std::fmt;
use std::io;

/// The reason why a folder, or a file in it, is not used.
#[derive(Debug)]
pub enum Unusable {
    /// The operating system reports an error.
    System(io::Error),
    /// It is not what it should be, or it is not private; the reason is a phrase that follows its
    /// name.
    Unfit(String),
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

/// The text follows the name of the file or folder.
impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(error) => write!(f, "cannot be used: {error}"),
            Self::Unfit(reason) => f.write_str(reason),
        }
    }
}

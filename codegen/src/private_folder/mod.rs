//! Folders that nobody but this user can write to, and the files in them: opened without following
//! links and without waiting, and checked before they are believed.

#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod unix;

use std::fmt;
use std::io;
use std::time::SystemTime;

#[cfg(not(unix))]
pub use elsewhere::PrivateFolder;
#[cfg(unix)]
pub use unix::PrivateFolder;

/// A file of a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// When it was last written or used; the first field, since entries are sorted by age.
    pub modified: SystemTime,
    /// Without its folder.
    pub name: String,
    /// Its size.
    pub bytes: u64,
}

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

//! The entry of a file in a folder.

use std::time::SystemTime;

/// A file of a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FolderEntry {
    /// When it was last written or used. It is the first field because entries are sorted by age.
    pub modified: SystemTime,
    /// The name of the file without the folder.
    pub name: String,
    /// The size of the file, in bytes.
    pub bytes: u64,
}

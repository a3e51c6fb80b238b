//! What a folder says of a file.

use std::time::SystemTime;

/// A file of a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FolderEntry {
    /// When it was last written or used; the first field, since entries are sorted by age.
    pub modified: SystemTime,
    /// Without its folder.
    pub name: String,
    /// Its size.
    pub bytes: u64,
}

//! For systems where the user's folders are private anyway, such as Windows.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::entry::FolderEntry;
use super::unusable::Unusable;

/// A folder of this user.
#[derive(Debug)]
pub struct PrivateFolder {
    path: PathBuf,
}

impl PrivateFolder {
    /// Opens an existing folder.
    pub fn open(path: &Path) -> Result<Self, Unusable> {
        if fs::metadata(path)?.is_dir() {
            Ok(Self {
                path: path.to_owned(),
            })
        } else {
            Err(Unusable::Unfit("is not a folder".into()))
        }
    }

    /// Opens a folder, and makes it if it does not exist.
    pub fn make(path: &Path) -> Result<Self, Unusable> {
        match (Self::open(path), fs::create_dir(path)) {
            (Err(Unusable::System(_)), Ok(())) => Self::open(path),
            (result, _) => result,
        }
    }

    /// Opens an existing file for reading.
    pub fn file(&self, name: &str) -> Result<File, Unusable> {
        check_regular(File::open(self.path.join(name))?)
    }

    /// Opens a file for reading and for writing in place, and makes it if it does not exist.
    pub fn open_or_create(&self, name: &str) -> Result<File, Unusable> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        check_regular(options.open(self.path.join(name))?)
    }

    /// Makes a new file for writing; fails if it exists.
    pub fn new_file(&self, name: &str) -> Result<File, Unusable> {
        Ok(File::create_new(self.path.join(name))?)
    }

    /// Renames a file, and replaces the file that had the new name.
    pub fn rename(&self, old_name: &str, new_name: &str) -> io::Result<()> {
        fs::rename(self.path.join(old_name), self.path.join(new_name))
    }

    /// Removes a file.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.path.join(name))
    }

    /// The files in this folder that may be opened.
    pub fn entries(&self) -> io::Result<Vec<FolderEntry>> {
        let entries = fs::read_dir(&self.path)?.filter_map(|result| {
            let entry = result.ok()?;
            let metadata = entry.metadata().ok()?;
            let name = entry.file_name().to_str()?.to_owned();
            let (modified, bytes) = (metadata.modified().ok()?, metadata.len());
            metadata.is_file().then_some(FolderEntry {
                modified,
                name,
                bytes,
            })
        });
        Ok(entries.collect())
    }

    /// Always true, since open files keep their names on these systems.
    pub fn still_contains(&self, _: &str, _: &File) -> bool {
        true
    }
}

/// Returns the file if it is a regular one.
fn check_regular(file: File) -> Result<File, Unusable> {
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(Unusable::Unfit("is not a regular file".into()))
    }
}

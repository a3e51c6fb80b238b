//! A file next to the one that it will replace.

use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::names::folder;
use multibody_support::foreign::file_name;

/// A file next to the one to be replaced; it is removed unless it replaces that file. Its name is the first
/// unused one of a numbered series. A killed run leaves its draft behind, and the next run removes it. A lock
/// shows whether the run that made the draft is still alive, and a mode that nobody would give to an ordinary
/// file shows that it is a draft.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    file: File,
    /// The permissions that files created here get by default.
    permissions: Permissions,
    is_done: bool,
}

/// The maximum number of bytes of the file's name in the name of its draft; names of files may have 255.
const MAX_NAME: usize = 200;

impl Draft {
    /// An empty draft.
    pub fn new(target: &Path) -> io::Result<Self> {
        let name = file_name(target);
        let beginning = name
            .char_indices()
            .take_while(|(offset, char)| offset + char.len_utf8() <= MAX_NAME);
        let name: String = beginning.map(|(_, char)| char).collect();
        let mut number = 1;
        loop {
            let suffix = match number {
                1 => String::new(),
                _ => format!(".{number}"),
            };
            let path = folder(target).join(format!(".{name}{suffix}.multibody"));
            match File::create_new(&path) {
                Ok(file) if lock_file_at(&path, &file) => {
                    let permissions = file.metadata()?.permissions();
                    // Some file systems have no modes; on these, the draft of a killed run stays.
                    let _ = mark_as_draft(&file);
                    return Ok(Self {
                        path,
                        file,
                        permissions,
                        is_done: false,
                    });
                }
                // Another run has mistaken this draft for one left by a killed run.
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    if !remove_leftover(&path)? {
                        number += 1;
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// The draft with a text in it.
    pub fn filled(mut self, text: &str) -> io::Result<Self> {
        self.file.write_all(text.as_bytes())?;
        self.file.sync_all()?;
        Ok(self)
    }

    /// Replaces a file by the draft.
    pub fn replace(mut self, target: &Path) -> io::Result<()> {
        let target_permissions = fs::metadata(target).map(|metadata| metadata.permissions());
        let permissions = target_permissions.unwrap_or_else(|_| self.permissions.clone());
        self.file.set_permissions(permissions)?;
        fs::rename(&self.path, target)?;
        self.is_done = true;
        Ok(())
    }

    /// Leaves the draft behind, as a killed run does.
    #[cfg(test)]
    pub fn leave(mut self) {
        self.is_done = true;
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_done {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes a draft, unless a running process has its lock. Returns whether its name is free now. Files that are not drafts are left
/// alone.
fn remove_leftover(path: &Path) -> io::Result<bool> {
    let is_gone = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    let _lock = match fs::symlink_metadata(path) {
        // The next run may already have made its own draft here.
        Err(error) if is_gone(&error) => return Ok(true),
        Ok(entry) if has_draft_mark(&entry) => match File::options().write(true).open(path) {
            Err(error) if is_gone(&error) => return Ok(true),
            Ok(file) if !lock_file_at(path, &file) => return Ok(!path.exists()),
            file => file?,
        },
        _ => return Ok(false),
    };
    match fs::remove_file(path) {
        Err(error) if !is_gone(&error) => Err(error),
        _ => Ok(true),
    }
}

/// A file that may be written and that nobody may read.
#[cfg(unix)]
const MODE: u32 = 0o200;

#[cfg(unix)]
fn mark_as_draft(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;

    file.set_permissions(Permissions::from_mode(MODE))
}

/// Whether the mode says that a file is a draft. A file with several hard links is not one, since somebody may
/// use the other names.
#[cfg(unix)]
fn has_draft_mark(entry: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;

    entry.is_file() && entry.mode() & 0o7777 == MODE && entry.nlink() == 1
}

/// There are no modes here, so only the name marks a draft.
#[cfg(not(unix))]
fn mark_as_draft(_: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn has_draft_mark(entry: &Metadata) -> bool {
    entry.is_file()
}

/// Locks an open file, and returns whether this run alone has the lock and the path still leads to this file. A
/// previous run with the lock may have renamed or removed it.
fn lock_file_at(path: &Path, file: &File) -> bool {
    file.try_lock().is_ok() && is_at(path, file)
}

/// Whether a path leads to an open file.
#[cfg(unix)]
fn is_at(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt as _;

    let is_same = |entry: fs::Metadata, file: fs::Metadata| {
        (entry.dev(), entry.ino()) == (file.dev(), file.ino())
    };
    let entry = fs::symlink_metadata(path);
    entry.is_ok_and(|entry| file.metadata().is_ok_and(|file| is_same(entry, file)))
}

/// There is no inode number to compare.
#[cfg(not(unix))]
fn is_at(path: &Path, _: &File) -> bool {
    path.exists()
}

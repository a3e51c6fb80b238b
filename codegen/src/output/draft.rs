//! Drafts: files that are written next to the files that they will replace.

use std::fs::{self, File, Metadata, Permissions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::names::folder;
use multibody_support::foreign::file_name;

/// A file next to the one that it will replace. A draft that is dropped without having replaced that file is removed. Its name is
/// the first unused one of a numbered series.
///
/// A killed run leaves its draft behind, and the next run removes it. A lock shows whether the run that made a draft is still
/// alive. A mode that nobody would give to an ordinary file shows that a file is a draft. Where files cannot be locked, drafts
/// have no such mode, and no run removes those of others.
#[derive(Debug)]
pub struct Draft {
    path: PathBuf,
    file: File,
    /// The permissions that files created here get by default.
    permissions: Permissions,
    /// Whether the draft has replaced its file, so that nothing is left to remove.
    is_done: bool,
}

/// Locks a file if no other run has locked it: [`File::try_lock`], except in tests.
type TryLock = fn(&File) -> Result<(), TryLockError>;

/// The maximum number of bytes that the name of a draft takes from the name of the file. Names of files may have 255 bytes.
const MAX_NAME_BYTES: usize = 200;

impl Draft {
    /// An empty draft.
    pub fn new(target: &Path) -> io::Result<Self> {
        Self::with_lock(target, File::try_lock)
    }

    /// An empty draft that `try_lock` locks.
    fn with_lock(target: &Path, try_lock: TryLock) -> io::Result<Self> {
        let name = file_name(target);
        let beginning = name
            .char_indices()
            .take_while(|(offset, char)| offset + char.len_utf8() <= MAX_NAME_BYTES);
        let name: String = beginning.map(|(_, char)| char).collect();
        let mut number = 1;
        loop {
            let suffix = match number {
                1 => String::new(),
                _ => format!(".{number}"),
            };
            let path = folder(target).join(format!(".{name}{suffix}.multibody"));
            match File::create_new(&path) {
                Ok(file) => {
                    let permissions = file.metadata()?.permissions();
                    match try_lock(&file) {
                        Ok(()) if is_at(&path, &file) => {
                            // Some file systems have no modes; on these, the draft of a killed run stays.
                            let _ = mark_as_draft(&file);
                        }
                        // A race: another run was about to remove a killed run's draft with this name, but a third run was faster. So
                        // the other run has locked this new file instead, and will remove it. Try again.
                        Ok(()) | Err(TryLockError::WouldBlock) => continue,
                        // Files cannot be locked here. Without the mark, other runs leave this draft alone.
                        Err(TryLockError::Error(_)) => {}
                    }
                    return Ok(Self {
                        path,
                        file,
                        permissions,
                        is_done: false,
                    });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    if !remove_leftover(&path, try_lock)? {
                        number += 1;
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// The draft with a text in it.
    pub fn with_text(mut self, text: &str) -> io::Result<Self> {
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

/// Removes a draft, unless a running process has its lock or files cannot be locked. Returns whether its name is free now. Files
/// that are not drafts are left alone.
fn remove_leftover(path: &Path, try_lock: TryLock) -> io::Result<bool> {
    let is_gone = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    let _lock = match fs::symlink_metadata(path) {
        // The run that made the draft has finished, or another run has removed the draft.
        Err(error) if is_gone(&error) => return Ok(true),
        Ok(entry) if has_draft_mark(&entry) => match File::options().write(true).open(path) {
            Err(error) if is_gone(&error) => return Ok(true),
            // If a run that had the lock has renamed or removed the file, this lock is on a file that no longer has this path.
            Ok(file) if try_lock(&file).is_err() || !is_at(path, &file) => {
                return Ok(!path.exists());
            }
            file => file?,
        },
        _ => return Ok(false),
    };
    match fs::remove_file(path) {
        Err(error) if !is_gone(&error) => Err(error),
        _ => Ok(true),
    }
}

/// The mode of a draft: its owner may write it, and nobody may read it.
#[cfg(unix)]
const DRAFT_MODE: u32 = 0o200;

#[cfg(unix)]
fn mark_as_draft(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;

    file.set_permissions(Permissions::from_mode(DRAFT_MODE))
}

/// Whether the mode says that a file is a draft. A file with several hard links is not one, since somebody may
/// use the other names.
#[cfg(unix)]
fn has_draft_mark(entry: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;

    entry.is_file() && entry.mode() & 0o7777 == DRAFT_MODE && entry.nlink() == 1
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

/// Without inode numbers, a file with this path is taken to be the open one.
#[cfg(not(unix))]
fn is_at(path: &Path, _: &File) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Locking fails, as on a network file system without locks. If `Draft::new` took this for another run's lock, it would make
    /// new files without end.
    #[test]
    fn a_file_system_without_locks_has_drafts_too() {
        let without_locks: TryLock =
            |_| Err(TryLockError::Error(io::ErrorKind::Unsupported.into()));
        let name = format!("multibody-without-locks-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let target = folder.join("arm.rs");
        let first = Draft::with_lock(&target, without_locks).expect("a draft");
        let second = Draft::with_lock(&target, without_locks).expect("a draft beside the first");
        assert_ne!(first.path, second.path);
        // Another computer may have locks, but it does not remove the draft of a run that may be alive either.
        #[cfg(unix)]
        assert!(!remove_leftover(&first.path, File::try_lock).expect("an answer"));
        for (draft, text) in [(first, "first"), (second, "second")] {
            let filled = draft.with_text(text).expect("space");
            filled.replace(&target).expect("a file");
            assert_eq!(fs::read_to_string(&target).expect("the file"), text);
        }
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
        fs::remove_dir_all(&folder).expect("the folder");
    }

    /// Nobody knows whether the run that made the draft is alive.
    #[test]
    fn a_draft_that_cannot_be_locked_is_left_alone() {
        let name = format!("multibody-left-alone-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let draft = Draft::new(&folder.join("arm.rs")).expect("a draft");
        let path = draft.path.clone();
        draft.leave();
        let without_locks: TryLock =
            |_| Err(TryLockError::Error(io::ErrorKind::Unsupported.into()));
        assert!(!remove_leftover(&path, without_locks).expect("an answer"));
        assert!(path.exists());
        assert!(remove_leftover(&path, File::try_lock).expect("an answer"));
        assert!(!path.exists());
        fs::remove_dir_all(&folder).expect("the folder");
    }
}

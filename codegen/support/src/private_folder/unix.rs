//! Private folders on Unix. Every step starts from the open folder, so that nobody can replace a
//! part of the path between a check and a use.

use std::fs::{DirBuilder, File, Metadata};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Dir, Mode, OFlags};

use super::entry::FolderEntry;
use super::unusable::Unusable;

/// Bits of a mode that let others write.
const WRITABLE_BY_OTHERS: u32 = 0o022;

/// An open folder that belongs to this user and that others cannot write to.
#[derive(Debug)]
pub struct PrivateFolder {
    path: PathBuf,
    folder: File,
}

impl PrivateFolder {
    /// Opens an existing folder.
    pub fn open(path: &Path) -> Result<Self, Unusable> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let folder = match rustix::fs::open(path, flags, Mode::empty()) {
            Ok(folder) => File::from(folder),
            Err(error) => {
                let file_type = path.symlink_metadata().map(|metadata| metadata.file_type());
                return Err(match file_type {
                    Ok(file_type) if file_type.is_symlink() => unfit("is a symbolic link"),
                    Ok(file_type) if !file_type.is_dir() => unfit("is not a folder"),
                    _ => io::Error::from(error).into(),
                });
            }
        };
        check_private(&folder.metadata()?)?;
        Ok(Self {
            path: path.to_owned(),
            folder,
        })
    }

    /// Opens a folder, and makes it if it does not exist.
    pub fn make(path: &Path) -> Result<Self, Unusable> {
        let creation = DirBuilder::new().mode(0o700).create(path);
        match (Self::open(path), creation) {
            (Err(Unusable::System(_)), Err(error)) => Err(error.into()),
            (result, _) => result,
        }
    }

    /// Opens an existing file for reading.
    pub fn file(&self, name: &str) -> Result<File, Unusable> {
        self.open_file(name, OFlags::RDONLY)
    }

    /// Opens a file for reading and for writing in place, and makes it if it does not exist.
    pub fn open_or_create(&self, name: &str) -> Result<File, Unusable> {
        self.open_file(name, OFlags::RDWR | OFlags::CREATE)
    }

    /// Makes a new file for writing; fails if it exists.
    pub fn new_file(&self, name: &str) -> Result<File, Unusable> {
        self.open_file(name, OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL)
    }

    /// Renames a file, and replaces the file that had the new name.
    pub fn rename(&self, old_name: &str, new_name: &str) -> io::Result<()> {
        Ok(rustix::fs::renameat(
            &self.folder,
            old_name,
            &self.folder,
            new_name,
        )?)
    }

    /// Removes a file.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.folder, name, AtFlags::empty())?)
    }

    /// The files in this folder that may be opened.
    pub fn entries(&self) -> io::Result<Vec<FolderEntry>> {
        let entries = Dir::read_from(&self.folder)?.filter_map(|entry| {
            let name = entry.ok()?.file_name().to_str().ok()?.to_owned();
            let metadata = self.file(&name).ok()?.metadata().ok()?;
            let (modified, bytes) = (metadata.modified().ok()?, metadata.len());
            Some(FolderEntry {
                modified,
                name,
                bytes,
            })
        });
        Ok(entries.collect())
    }

    /// Whether this folder's path and the file's name still lead to a file that was opened here.
    pub fn still_contains(&self, name: &str, file: &File) -> bool {
        let metadata =
            Self::open(&self.path).and_then(|folder| Ok(folder.file(name)?.metadata()?));
        match (metadata, file.metadata()) {
            (Ok(metadata), Ok(file)) => {
                (metadata.dev(), metadata.ino()) == (file.dev(), file.ino())
            }
            _ => false,
        }
    }

    fn open_file(&self, name: &str, access: OFlags) -> Result<File, Unusable> {
        // Without NONBLOCK, opening a pipe in the place of a file would block.
        let flags = access | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let descriptor: Result<OwnedFd, _> =
            rustix::fs::openat(&self.folder, name, flags, Mode::RUSR | Mode::WUSR);
        let file = match descriptor {
            Ok(file) => File::from(file),
            Err(rustix::io::Errno::LOOP) => return Err(unfit("is a symbolic link")),
            Err(rustix::io::Errno::ISDIR) => return Err(unfit("is a folder, not a file")),
            Err(error) => return Err(io::Error::from(error).into()),
        };
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(unfit("is not a regular file"));
        }
        check_private(&metadata)?;
        Ok(file)
    }
}

/// Refuses files and folders that belong to another user, or that others can write to.
fn check_private(metadata: &Metadata) -> Result<(), Unusable> {
    let user = rustix::process::geteuid().as_raw();
    if metadata.uid() != user {
        let owner = metadata.uid();
        return Err(Unusable::Unfit(format!(
            "belongs to user {owner}, not to user {user}, who runs this"
        )));
    }
    if metadata.mode() & WRITABLE_BY_OTHERS != 0 {
        let mode = metadata.mode() & 0o7777;
        return Err(Unusable::Unfit(format!(
            "can be written to by others: its mode is {mode:o}"
        )));
    }
    Ok(())
}

fn unfit(reason: &str) -> Unusable {
    Unusable::Unfit(reason.into())
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, chown, symlink};
    use std::process::Command;

    use super::*;

    /// A folder of its own for one test.
    struct Temporary(PathBuf);

    impl Temporary {
        fn new(test: &str) -> Self {
            let name = format!("multibody-private-{test}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            fs::create_dir_all(&path).expect("a folder for the test");
            Self(path)
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn complaint<T>(result: Result<T, Unusable>) -> String {
        match result {
            Err(Unusable::Unfit(reason)) => reason,
            Err(Unusable::System(error)) => panic!("of the system: {error}"),
            Ok(_) => panic!("nothing is wrong"),
        }
    }

    #[test]
    fn new_folders_and_files_are_private() {
        let temporary = Temporary::new("made");
        let path = temporary.0.join("folder");
        let folder = PrivateFolder::make(&path).expect("a folder");
        folder.new_file("file").expect("a file");
        let mode = |path: &Path| fs::metadata(path).expect("it is there").mode() & 0o777;
        assert_eq!((mode(&path), mode(&path.join("file"))), (0o700, 0o600));
        assert!(folder.new_file("file").is_err(), "it is there already");
        assert!(PrivateFolder::make(&path).is_ok());
    }

    #[test]
    fn folders_that_others_can_write_to_are_refused() {
        let temporary = Temporary::new("folder");
        fs::set_permissions(&temporary.0, Permissions::from_mode(0o775)).unwrap();
        let text = complaint(PrivateFolder::make(&temporary.0));
        assert_eq!(text, "can be written to by others: its mode is 775");
        let link = temporary.0.join("link");
        symlink("/", &link).unwrap();
        assert_eq!(complaint(PrivateFolder::make(&link)), "is a symbolic link");
        fs::write(temporary.0.join("file"), "").unwrap();
        let text = complaint(PrivateFolder::open(&temporary.0.join("file")));
        assert_eq!(text, "is not a folder");
    }

    #[test]
    fn folders_of_other_users_are_refused() {
        let temporary = Temporary::new("owner");
        // Root owns `/` itself, but may change the owner of a folder that it has made.
        let foreign = if rustix::process::geteuid().is_root() {
            chown(&temporary.0, Some(65_534), None).unwrap();
            &temporary.0
        } else {
            Path::new("/")
        };
        let text = complaint(PrivateFolder::make(foreign));
        assert!(text.starts_with("belongs to user "), "{text}");
    }

    #[test]
    fn only_regular_files_are_opened_without_blocking_or_following_links() {
        let temporary = Temporary::new("files");
        let folder = PrivateFolder::open(&temporary.0).expect("a folder");
        let path = |name: &str| temporary.0.join(name);
        fs::write(path("kept"), "as it is").unwrap();
        symlink(path("kept"), path("link")).unwrap();
        fs::create_dir(path("folder")).unwrap();
        let status = Command::new("mkfifo").arg(path("pipe")).status();
        assert!(status.expect("mkfifo").success());
        fs::write(path("open"), "").unwrap();
        fs::set_permissions(path("open"), Permissions::from_mode(0o666)).unwrap();
        for (name, reason) in [
            ("link", "is a symbolic link"),
            ("folder", "is a folder, not a file"),
            ("pipe", "is not a regular file"),
            ("open", "can be written to by others: its mode is 666"),
        ] {
            assert_eq!(complaint(folder.open_or_create(name)), reason);
        }
        assert_eq!(complaint(folder.file("pipe")), "is not a regular file");
        assert_eq!(complaint(folder.file("folder")), "is not a regular file");
        assert_eq!(fs::read_to_string(path("kept")).unwrap(), "as it is");
        let names = folder
            .entries()
            .unwrap()
            .into_iter()
            .map(|entry| entry.name);
        let mut names: Vec<String> = names.collect();
        names.sort();
        assert_eq!(names, ["kept"]);
    }

    #[test]
    fn a_file_that_was_exchanged_is_noticed() {
        let temporary = Temporary::new("exchanged");
        let folder = PrivateFolder::make(&temporary.0.join("folder")).expect("a folder");
        let file = folder.open_or_create("file").expect("a file");
        assert!(folder.still_contains("file", &file));
        folder.remove("file").unwrap();
        assert!(!folder.still_contains("file", &file));
        let _another = folder.open_or_create("file").expect("another file");
        assert!(!folder.still_contains("file", &file));
    }
}

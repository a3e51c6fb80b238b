//! The lock of a user: a file in each of this user's [lock folders](super::folders). Nobody else can write to these
//! folders. The operating system releases the lock when the file is closed, however the process ends.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::GateShut;
use super::folders::LockFolders;
use super::holder::write_holder;
use super::queue::wait_for;
use multibody_support::foreign;
use multibody_support::private_folder::{PrivateFolder, Unusable};

/// The file that is locked.
const FILE: &str = "symbolica.lock";

/// The locked files. Dropping this value releases them.
#[derive(Debug)]
pub struct Lock {
    _files: Vec<File>,
}

impl Lock {
    /// Waits until no other process of this user is inside the gate. The error is the reason why a file could not be locked.
    pub fn acquire() -> Result<Self, GateShut> {
        Self::acquire_in(&LockFolders::of_user())
    }

    fn acquire_in(folders: &LockFolders) -> Result<Self, GateShut> {
        loop {
            let paths = folders.paths();
            let files = paths.iter().map(|path| lock(path));
            let files: Vec<File> = files
                .collect::<Result<_, _>>()
                .map_err(|(path, error)| gate_shut(&path, &error))?;
            // Lock, then list again: if the list has changed, drop the locks and start over. Otherwise two processes could be
            // inside. If this user has no folder yet, and another user has taken its usual name, each process makes a folder with a
            // random name. Two processes that start together then lock different folders. The process that lists later sees both
            // folders, and waits for the other.
            if folders.paths() == paths {
                return Ok(Self { _files: files });
            }
        }
    }
}

/// Locks the file of a folder, and returns it.
fn lock(path: &Path) -> Result<File, (PathBuf, Unusable)> {
    let folder_error = |error| (path.to_owned(), error);
    let file_error = |error| (path.join(FILE), error);
    loop {
        let folder = PrivateFolder::make(path).map_err(folder_error)?;
        let file = folder.open_or_create(FILE).map_err(file_error)?;
        wait_for(&folder, &file).map_err(|error| file_error(error.into()))?;
        // Whatever cleans up /tmp may have removed the file that this process waited for; other processes would then lock a
        // different file.
        if folder.still_contains(FILE, &file) {
            // An error is ignored, since the process ID is only for the messages of waiting processes.
            let _ = write_holder(&file);
            return Ok(file);
        }
    }
}

/// The reason why the file or folder at a path cannot be used.
fn gate_shut(path: &Path, error: &Unusable) -> GateShut {
    let path = foreign::path(path);
    let help = match error {
        Unusable::System(_) => "builds of one user take turns by locking a file there".to_owned(),
        Unusable::Unfit(_) => format!(
            "remove it, or have its owner or an administrator do so: builds of one user take turns by locking a file that nobody else can write to (ls -ld {path})"
        ),
    };
    GateShut {
        reason: format!("`{path}` {error}"),
        help,
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, TryLockError};
    use std::time::Duration;

    use super::*;
    use crate::gate::holder::read_holder;
    use crate::gate::temporary::Temporary;

    fn file(temporary: &Temporary) -> PathBuf {
        temporary.first_folder().join(FILE)
    }

    fn complaint(temporary: &Temporary) -> GateShut {
        Lock::acquire_in(&temporary.lock_folders()).expect_err("there is no lock")
    }

    #[test]
    fn a_waiting_process_can_read_which_process_has_the_lock() {
        let temporary = Temporary::new("holder");
        for _ in 0..2 {
            let lock = Lock::acquire_in(&temporary.lock_folders()).expect("a lock");
            let file = File::open(file(&temporary)).expect("its file");
            assert_eq!(
                read_holder(&file),
                format!("process {}", std::process::id())
            );
            assert!(matches!(file.try_lock(), Err(TryLockError::WouldBlock)));
            assert_eq!(file.metadata().expect("its size").len(), 11);
            drop(lock);
            file.try_lock().expect("the lock, which was released");
        }
        fs::write(file(&temporary), "").expect("an empty file");
        let file = File::open(file(&temporary)).expect("a file");
        assert_eq!(read_holder(&file), "another process");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_place_of_the_file_is_not_followed() {
        let temporary = Temporary::new("link");
        fs::create_dir(temporary.first_folder()).expect("a folder");
        let target = temporary.0.join("precious");
        fs::write(&target, "as it is").expect("a file");
        std::os::unix::fs::symlink(&target, file(&temporary)).expect("a link");
        let GateShut { reason, help } = complaint(&temporary);
        assert!(
            reason.contains(FILE) && reason.ends_with("is a symbolic link"),
            "{reason}"
        );
        assert!(help.starts_with("remove it"), "{help}");
        assert_eq!(fs::read_to_string(target).expect("the file"), "as it is");
    }

    #[test]
    fn a_lock_has_to_be_a_file_in_a_folder_of_this_user() {
        let temporary = Temporary::new("unfit");
        fs::create_dir_all(file(&temporary)).expect("a folder in the place of the file");
        assert!(Lock::acquire_in(&temporary.lock_folders()).is_err());
        fs::remove_dir_all(temporary.first_folder()).expect("the folder");
        fs::write(temporary.first_folder(), "").expect("a file in the place of the folder");
        let GateShut { reason, .. } = complaint(&temporary);
        assert!(reason.ends_with("is not a folder"), "{reason}");
        let nowhere = Lock::acquire_in(&LockFolders {
            parent: temporary.0.join("no"),
            usual_name: "folder".into(),
            ..temporary.lock_folders()
        });
        let GateShut { reason, .. } = nowhere.expect_err("there is no folder to make it in");
        assert!(reason.contains("cannot be used: "), "{reason}");
    }

    /// The folder is open to others, as if another user had made it first.
    #[cfg(unix)]
    #[test]
    fn a_folder_that_others_can_write_to_is_no_place_for_a_lock() {
        use std::os::unix::fs::PermissionsExt as _;

        let temporary = Temporary::new("open");
        fs::create_dir(temporary.first_folder()).expect("a folder");
        let mode = fs::Permissions::from_mode(0o777);
        fs::set_permissions(temporary.first_folder(), mode).expect("a folder of ours");
        let GateShut { reason, help } = complaint(&temporary);
        assert!(reason.contains("can be written to by others"), "{reason}");
        assert!(help.contains("an administrator"), "{help}");
    }

    /// The file is removed, as when a program clears the folder for temporary files.
    #[test]
    fn a_lock_on_a_removed_file_does_not_count() {
        let temporary = Temporary::new("removed");
        let first = Lock::acquire_in(&temporary.lock_folders()).expect("a lock");
        let waiting = std::thread::spawn({
            let folders = temporary.lock_folders();
            move || Lock::acquire_in(&folders).map(|_| ())
        });
        std::thread::sleep(Duration::from_millis(50));
        fs::remove_file(file(&temporary)).expect("the file");
        drop(first);
        waiting.join().expect("a thread").expect("a lock");
        assert!(
            file(&temporary).exists(),
            "the file that is locked now has the name of the removed one"
        );
    }

    /// A user who runs none of the tests.
    #[cfg(unix)]
    const OTHER_UID: u32 = 65_534;

    /// Only root may change the owner of a folder, so a folder with a mark counts as another user's.
    #[cfg(unix)]
    fn owner_by_mark(path: &Path) -> Option<u32> {
        if path.join("mark").exists() {
            Some(OTHER_UID)
        } else {
            super::super::folders::owner(path)
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_of_another_user_is_skipped() {
        let temporary = Temporary::new("others");
        let folders = LockFolders {
            owner: owner_by_mark,
            ..temporary.lock_folders()
        };
        fs::create_dir(temporary.first_folder()).expect("a folder");
        fs::write(temporary.first_folder().join("mark"), "").expect("a mark");
        assert_skips_first_folder(&temporary, &folders);
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_root_gives_to_another_user_is_skipped() {
        use std::os::unix::fs::chown;

        let temporary = Temporary::new("given");
        fs::create_dir(temporary.first_folder()).expect("a folder");
        let is_root = rustix::process::geteuid().is_root();
        let change = chown(temporary.first_folder(), Some(OTHER_UID), None);
        // Only root may change the owner of a folder.
        assert_eq!(change.is_ok(), is_root, "{change:?}");
        match change {
            Ok(()) => assert_skips_first_folder(&temporary, &temporary.lock_folders()),
            Err(_) => assert_eq!(temporary.lock_folders().paths(), [temporary.first_folder()]),
        }
    }

    /// Checks that another user cannot block this one by making the folder first, and that a user's second lock waits
    /// for the first.
    #[cfg(unix)]
    fn assert_skips_first_folder(temporary: &Temporary, folders: &LockFolders) {
        let paths = folders.paths();
        assert_eq!(paths.len(), 1, "{paths:?}");
        assert_ne!(paths, [temporary.first_folder()]);
        let first = Lock::acquire_in(folders).expect("a lock");
        let paths = folders.paths();
        assert_eq!(paths.len(), 1, "{paths:?}");
        assert_ne!(paths, [temporary.first_folder()]);
        // The other user's folder is removed, and this user makes one with its name.
        fs::remove_dir_all(temporary.first_folder()).expect("the folder of the other user");
        PrivateFolder::make(&temporary.first_folder()).expect("a folder");
        let both_folders = folders.paths();
        assert_eq!(both_folders, [temporary.first_folder(), paths[0].clone()]);
        let waiting = std::thread::spawn({
            let folders = folders.clone();
            move || Lock::acquire_in(&folders).map(drop)
        });
        std::thread::sleep(Duration::from_millis(200));
        assert!(!waiting.is_finished(), "two are inside");
        drop(first);
        waiting.join().expect("a thread").expect("a lock");
    }
}

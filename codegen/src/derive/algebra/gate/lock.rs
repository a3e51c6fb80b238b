//! The lock of a user: a file in a folder that nobody else can write to. The kernel gives it back when
//! the file is closed, however the process ends.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::Shut;
use crate::foreign;
use crate::private_folder::{PrivateFolder, Unusable};

/// The file that is locked.
const FILE: &str = "symbolica.lock";
/// How long to wait in silence for another process, and until the next one is named.
const PATIENCE: Duration = Duration::from_secs(5);
/// Digits of the number of a process: each holder writes over the one before, so that the file, which
/// others read, never has another size.
const DIGITS: usize = 10;

/// Held until it is dropped.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Waits until nobody else of this user is inside.
    pub fn acquire() -> Result<Self, Shut> {
        Self::acquire_in(&folder())
    }

    fn acquire_in(path: &Path) -> Result<Self, Shut> {
        let locked = || -> Result<File, (PathBuf, Unusable)> {
            let whole = |error| (path.to_owned(), error);
            let part = |error| (path.join(FILE), error);
            loop {
                let folder = PrivateFolder::make(path).map_err(whole)?;
                let file = folder.file_to_keep(FILE).map_err(part)?;
                wait_for(&file).map_err(|error| part(error.into()))?;
                // Who cleans up /tmp may have removed what was waited for: others lock another file then.
                if folder.still_holds(FILE, &file) {
                    return Ok(file);
                }
            }
        };
        let file = locked().map_err(|(path, error)| shut(&path, &error))?;
        // Only for the message of those who wait.
        let _ = name_holder(&file);
        Ok(Self { _file: file })
    }
}

/// One folder per user, wherever a process runs and whatever its environment says: Symbolica counts
/// per user too.
#[cfg(unix)]
fn folder() -> PathBuf {
    let user = rustix::process::geteuid().as_raw();
    PathBuf::from(format!("/tmp/multibody-{user}"))
}

/// The folder for temporary files is the user's own here.
#[cfg(not(unix))]
fn folder() -> PathBuf {
    std::env::temp_dir().join("multibody")
}

fn shut(path: &Path, error: &Unusable) -> Shut {
    let path = foreign::path(path);
    let help = match error {
        Unusable::System(_) => "builds of one user take turns by a file there".to_owned(),
        Unusable::Unfit(_) => format!(
            "remove it, or have its owner or an administrator do so: builds of one user take turns by a \
             file that nobody else can write to (ls -ld {path})"
        ),
    };
    Shut {
        reason: format!("`{path}` {error}"),
        help,
    }
}

/// Locks a file; says, now and then, for whom it waits.
fn wait_for(file: &File) -> io::Result<()> {
    let (mut told, mut begin) = (String::new(), Instant::now());
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let holder = match begin.elapsed() < PATIENCE {
            true => continue,
            false => holder(file),
        };
        begin = Instant::now();
        if holder != told {
            let text = format!("multibody: waiting for {holder} to finish its derivation");
            let _ = writeln!(io::stderr(), "{text}"); // whoever reads it may have gone
            told = holder;
        }
    }
}

/// Says in the file who has it.
fn name_holder(mut file: &File) -> io::Result<()> {
    file.rewind()?;
    writeln!(file, "{:>DIGITS$}", std::process::id())
}

/// Who has the file.
fn holder(mut file: &File) -> String {
    let mut text = String::new();
    let found = file.rewind();
    let found = found.and_then(|()| file.take(DIGITS as u64).read_to_string(&mut text));
    match text.trim().parse::<u32>() {
        Ok(process) if found.is_ok() => format!("process {process}"),
        _ => "another process".into(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A folder of its own for one test, with the folder of a lock in it.
    struct Temporary(PathBuf);

    impl Temporary {
        fn new(test: &str) -> Self {
            let name = format!("multibody-lock-{test}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            fs::create_dir_all(&path).expect("a folder for the test");
            Self(path)
        }

        fn folder(&self) -> PathBuf {
            self.0.join("user")
        }

        fn file(&self) -> PathBuf {
            self.folder().join(FILE)
        }

        fn complaint(&self) -> Shut {
            Lock::acquire_in(&self.folder()).expect_err("there is no lock")
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn whoever_waits_can_read_who_holds() {
        let temporary = Temporary::new("holder");
        for _ in 0..2 {
            let lock = Lock::acquire_in(&temporary.folder()).expect("a lock");
            let file = File::open(temporary.file()).expect("its file");
            assert_eq!(holder(&file), format!("process {}", std::process::id()));
            assert!(matches!(file.try_lock(), Err(TryLockError::WouldBlock)));
            assert_eq!(file.metadata().expect("its size").len(), 11);
            drop(lock);
            file.try_lock().expect("it was given back");
        }
        fs::write(temporary.file(), "").expect("an empty file");
        let file = File::open(temporary.file()).expect("a file");
        assert_eq!(holder(&file), "another process");
    }

    #[cfg(unix)]
    #[test]
    fn what_a_link_leads_to_is_left_alone() {
        let temporary = Temporary::new("link");
        fs::create_dir(temporary.folder()).expect("a folder");
        let target = temporary.0.join("precious");
        fs::write(&target, "as it is").expect("a file");
        std::os::unix::fs::symlink(&target, temporary.file()).expect("a link");
        let Shut { reason, help } = temporary.complaint();
        assert!(
            reason.contains(FILE) && reason.ends_with("is a symbolic link"),
            "{reason}"
        );
        assert!(help.starts_with("remove it"), "{help}");
        assert_eq!(fs::read_to_string(target).expect("the file"), "as it is");
    }

    #[test]
    fn what_is_no_file_in_a_folder_of_this_user_is_no_lock() {
        let temporary = Temporary::new("unfit");
        fs::create_dir_all(temporary.file()).expect("a folder in the place of the file");
        assert!(Lock::acquire_in(&temporary.folder()).is_err());
        fs::remove_dir_all(temporary.folder()).expect("the folder");
        fs::write(temporary.folder(), "").expect("a file in the place of the folder");
        let Shut { reason, .. } = temporary.complaint();
        assert!(reason.ends_with("is not a folder"), "{reason}");
        let nowhere = Lock::acquire_in(&temporary.0.join("no/folder"));
        let Shut { reason, .. } = nowhere.expect_err("there is no folder to make it in");
        assert!(reason.contains("cannot be used: "), "{reason}");
    }

    /// As by others, who are there first.
    #[cfg(unix)]
    #[test]
    fn a_folder_that_others_can_write_to_is_no_place_for_a_lock() {
        use std::os::unix::fs::PermissionsExt as _;

        let temporary = Temporary::new("open");
        fs::create_dir(temporary.folder()).expect("a folder");
        let open = fs::Permissions::from_mode(0o777);
        fs::set_permissions(temporary.folder(), open).expect("a folder of ours");
        let Shut { reason, help } = temporary.complaint();
        assert!(reason.contains("can be written to by others"), "{reason}");
        assert!(help.contains("an administrator"), "{help}");
    }

    /// As by a program that clears folders for temporary files.
    #[test]
    fn a_lock_on_a_file_that_was_removed_is_none() {
        let temporary = Temporary::new("removed");
        let first = Lock::acquire_in(&temporary.folder()).expect("a lock");
        let waiting = std::thread::spawn({
            let folder = temporary.folder();
            move || Lock::acquire_in(&folder).map(|_| ())
        });
        std::thread::sleep(Duration::from_millis(50));
        fs::remove_file(temporary.file()).expect("the file");
        drop(first);
        waiting.join().expect("a thread").expect("a lock");
        assert!(temporary.file().exists(), "what is locked now has the name");
    }
}

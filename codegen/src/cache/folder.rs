//! Files of a folder, each written whole or not at all; the oldest go where there are too many.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

/// Most bytes that are kept: some hundred humanoids, thousands of arms.
const LIMIT: u64 = 256 << 20;
/// What ends the names of our files; others are never touched.
const ENDING: &str = ".multibody";

/// A folder of entries.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    limit: u64,
}

/// The folder for caches of the user whose environment this is.
pub fn of_user(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name: &str| {
        let path = PathBuf::from(variable(name)?);
        path.is_absolute().then_some(path)
    };
    let caches = if cfg!(windows) {
        folder("LOCALAPPDATA")?
    } else if cfg!(target_os = "macos") {
        folder("HOME")?.join("Library/Caches")
    } else {
        folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")))?
    };
    Some(caches.join("multibody"))
}

impl Folder {
    /// A folder, which need not be there yet.
    pub fn new(path: PathBuf) -> Self {
        Self { path, limit: LIMIT }
    }

    /// The text of an entry, which is the youngest now.
    pub fn read(&self, key: &str) -> Option<String> {
        let path = self.file(key);
        let text = fs::read_to_string(&path).ok()?;
        // Best effort: a folder that cannot be written to forgets in another order.
        let _ = OpenOptions::new()
            .append(true)
            .open(&path)
            .and_then(|file| file.set_modified(SystemTime::now()));
        Some(text)
    }

    /// Makes an entry if it can be made.
    pub fn write(&self, key: &str, text: &str) {
        // What cannot be kept is made again next time.
        let _ = self.try_write(key, text);
    }

    fn try_write(&self, key: &str, text: &str) -> io::Result<()> {
        fs::create_dir_all(&self.path)?;
        static DRAFTS: AtomicUsize = AtomicUsize::new(0);
        let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
        // Where a folder is shared, a process of another container may have this one's number.
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let now = now.map_or(0, |time| time.as_nanos());
        let draft = self.file(&format!("{key}-{}-{number}-{now}", std::process::id()));
        let written = File::create_new(&draft)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .and_then(|()| fs::rename(&draft, self.file(key)));
        if written.is_err() {
            let _ = fs::remove_file(&draft);
        }
        self.forget()?;
        written
    }

    /// Removes the oldest files until the rest is within the limit.
    fn forget(&self) -> io::Result<()> {
        let entries = fs::read_dir(&self.path)?.filter_map(|entry| aged(&entry.ok()?.path()));
        let mut files: Vec<(SystemTime, PathBuf, u64)> = entries.collect();
        let mut size: u64 = files.iter().map(|(_, _, size)| size).sum();
        files.sort();
        for (_, path, bytes) in files {
            if size <= self.limit {
                break;
            }
            fs::remove_file(path)?;
            size -= bytes;
        }
        Ok(())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}{ENDING}"))
    }
}

/// Date and size of a file if it is one of ours.
fn aged(path: &Path) -> Option<(SystemTime, PathBuf, u64)> {
    let ours = path.file_name()?.to_str()?.ends_with(ENDING);
    let data = fs::symlink_metadata(path).ok()?;
    let date = data.modified().ok()?;
    (ours && data.is_file()).then(|| (date, path.to_owned(), data.len()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// A folder of its own for one test.
    struct Temporary(Folder);

    impl Temporary {
        fn new(test: &str) -> Self {
            let name = format!("multibody-cache-{test}-{}", std::process::id());
            Self(Folder::new(std::env::temp_dir().join(name)))
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0.path).expect("a folder");
            let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
            let mut names: Vec<_> = entries
                .map(|entry| name(entry).to_string_lossy().into_owned())
                .collect();
            names.sort();
            names
        }

        fn set_age(&self, key: &str, seconds: u64) {
            let file = OpenOptions::new().append(true).open(self.0.file(key));
            let date = SystemTime::now() - Duration::from_secs(seconds);
            let aged = file.and_then(|file| file.set_modified(date));
            aged.expect("a file with a date");
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0.path);
        }
    }

    #[test]
    fn what_is_written_is_found_and_nothing_is_left_beside_it() {
        let temporary = Temporary::new("write");
        let folder = &temporary.0;
        assert_eq!(folder.read("a"), None);
        folder.write("a", "first");
        folder.write("a", "second");
        assert_eq!(folder.read("a").as_deref(), Some("second"));
        assert_eq!(temporary.names(), ["a.multibody"]);
    }

    #[test]
    fn of_many_writers_one_has_written_last() {
        let temporary = Temporary::new("writers");
        let text = |k: usize| format!("{k} ").repeat(10_000);
        std::thread::scope(|scope| {
            for k in 0..8 {
                let folder = &temporary.0;
                scope.spawn(move || (0..20).for_each(|_| folder.write("a", &text(k))));
            }
        });
        let found = temporary.0.read("a").expect("an entry");
        assert!((0..8).any(|k| found == text(k)));
        assert_eq!(temporary.names(), ["a.multibody"]);
    }

    #[test]
    fn the_oldest_go_and_what_is_not_ours_stays() {
        let mut temporary = Temporary::new("limit");
        temporary.0.limit = 25;
        let folder = &temporary.0;
        for (age, key) in [(30, "a"), (20, "b")] {
            folder.write(key, "ten bytes.");
            temporary.set_age(key, age);
        }
        fs::write(folder.path.join("mine"), "x".repeat(100)).expect("a file");
        assert!(folder.read("a").is_some(), "now it is the youngest");
        folder.write("c", "ten bytes.");
        assert_eq!(temporary.names(), ["a.multibody", "c.multibody", "mine"]);
    }

    #[test]
    fn where_nothing_can_be_written_nothing_is_kept() {
        let temporary = Temporary::new("file");
        fs::write(&temporary.0.path, "a file, not a folder").expect("a file");
        temporary.0.write("a", "text");
        assert_eq!(temporary.0.read("a"), None);
        fs::remove_file(&temporary.0.path).expect("the file");
    }

    #[cfg(not(any(windows, target_os = "macos")))]
    #[test]
    fn the_environment_names_the_folder() {
        let folder = |variables: &[(&str, &str)]| {
            of_user(|name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| value.into())
            })
        };
        let home = ("HOME", "/home/me");
        assert_eq!(folder(&[home]), Some("/home/me/.cache/multibody".into()));
        let both = [home, ("XDG_CACHE_HOME", "/caches")];
        assert_eq!(folder(&both), Some("/caches/multibody".into()));
        let relative = [home, ("XDG_CACHE_HOME", "caches")];
        assert_eq!(folder(&relative), folder(&[home]));
        assert_eq!(folder(&[]), None);
    }
}

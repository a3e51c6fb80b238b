//! Files in a folder to which only this user can write. Each file is written as a whole or not at all. If there
//! are too many, the oldest are removed.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

use multibody_support::foreign;
use multibody_support::private_folder::{FolderEntry, PrivateFolder, Unusable};

/// The maximum number of bytes that are kept: enough for some hundred humanoids, or thousands of arms.
const MAX_BYTES: u64 = 256 << 20;
/// The ending of the names of entries; files without it are never touched.
const ENDING: &str = ".multibody";

/// A folder of entries.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    limit: u64,
}

/// The user's folder for caches, according to the environment variables whose values `variable` returns.
pub fn user_cache_folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
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
    /// A folder, which need not exist yet.
    pub fn new(path: PathBuf) -> Self {
        Self {
            path,
            limit: MAX_BYTES,
        }
    }

    /// The text of an entry. Reading makes the entry the youngest.
    pub fn read(&self, key: &str) -> Option<String> {
        let folder = self.usable_folder(PrivateFolder::open(&self.real_path().ok()?))?;
        let file = folder.file(&file_name(key)).ok()?;
        let mut text = String::new();
        let bytes = (&file).take(self.limit).read_to_string(&mut text).ok()?;
        // Best effort: if the time cannot be set, the entry counts as older than it is, and may be removed too early.
        let _ = file.set_modified(SystemTime::now());
        ((bytes as u64) < self.limit).then_some(text)
    }

    /// Writes an entry, if that is possible.
    pub fn write(&self, key: &str, text: &str) {
        let _ = self.path.parent().map(fs::create_dir_all);
        let path = self.real_path().unwrap_or_else(|_| self.path.clone());
        if let Some(folder) = self.usable_folder(PrivateFolder::make(&path)) {
            // A result that cannot be kept is generated again next time.
            let _ = write(&folder, key, text);
            let _ = remove_oldest(&folder, self.limit);
        }
    }

    /// The path without links: the user may have moved the folder and left a link, and it is the real folder that has to be
    /// private.
    fn real_path(&self) -> io::Result<PathBuf> {
        fs::canonicalize(&self.path)
    }

    /// The folder, if it can be used. Why a folder is unfit is reported once. Nothing is reported about a folder that does not
    /// exist or cannot be made.
    fn usable_folder(&self, folder: Result<PrivateFolder, Unusable>) -> Option<PrivateFolder> {
        static REPORTED: Once = Once::new();
        if let Err(Unusable::Unfit(reason)) = &folder {
            REPORTED.call_once(|| {
                let text = refusal(&self.path, reason);
                let _ = writeln!(io::stderr(), "{text}"); // the reader may have closed it
            });
        }
        folder.ok()
    }
}

/// The message about a folder that is not used.
fn refusal(path: &Path, reason: &str) -> String {
    format!(
        "multibody: nothing is kept: the folder `{}` {reason}\n  \
         = help: make it yours alone (chmod 700), or name another one in MULTIBODY_CACHE_DIR",
        foreign::path(path)
    )
}

/// Writes an entry to a draft, which then replaces the entry's file.
fn write(folder: &PrivateFolder, key: &str, text: &str) -> Result<(), Unusable> {
    static DRAFTS: AtomicUsize = AtomicUsize::new(0);
    let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
    // The time distinguishes processes with the same ID: containers may share the folder.
    let since_epoch = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let now = since_epoch.map_or(0, |time| time.as_nanos());
    let draft = file_name(&format!("{key}-{}-{number}-{now}", std::process::id()));
    let mut file = folder.new_file(&draft)?;
    let outcome = file
        .write_all(text.as_bytes())
        .and_then(|()| folder.rename(&draft, &file_name(key)));
    if outcome.is_err() {
        let _ = folder.remove(&draft);
    }
    Ok(outcome?)
}

/// Removes the oldest entries until the total size of all others is within the limit.
fn remove_oldest(folder: &PrivateFolder, limit: u64) -> io::Result<()> {
    let mut files = folder.entries()?;
    files.retain(|entry| entry.name.ends_with(ENDING));
    files.sort(); // by age
    let mut size: u64 = files.iter().map(|entry| entry.bytes).sum();
    for FolderEntry { name, bytes, .. } in files {
        if size <= limit {
            break;
        }
        folder.remove(&name)?;
        size -= bytes;
    }
    Ok(())
}

/// The name of an entry's file.
fn file_name(key: &str) -> String {
    format!("{key}{ENDING}")
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;
    use std::time::Duration;

    use super::*;

    /// A folder for one test.
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
            let file = OpenOptions::new()
                .append(true)
                .open(self.0.path.join(file_name(key)));
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
    fn a_written_entry_is_read_and_no_draft_is_left() {
        let temporary = Temporary::new("write");
        let folder = &temporary.0;
        assert_eq!(folder.read("a"), None);
        folder.write("a", "first");
        folder.write("a", "second");
        assert_eq!(folder.read("a").as_deref(), Some("second"));
        assert_eq!(temporary.names(), ["a.multibody"]);
    }

    #[test]
    fn many_writers_leave_the_whole_text_of_one() {
        let temporary = Temporary::new("writers");
        let text = |k: usize| format!("{k} ").repeat(10_000);
        std::thread::scope(|scope| {
            for k in 0..8 {
                let folder = &temporary.0;
                scope.spawn(move || (0..20).for_each(|_| folder.write("a", &text(k))));
            }
        });
        let content = temporary.0.read("a").expect("an entry");
        assert!((0..8).any(|k| content == text(k)));
        assert_eq!(temporary.names(), ["a.multibody"]);
    }

    #[test]
    fn the_oldest_entries_are_removed_and_other_files_stay() {
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

    #[cfg(unix)]
    #[test]
    fn a_folder_that_others_can_write_to_is_not_used() {
        use std::os::unix::fs::PermissionsExt as _;

        let temporary = Temporary::new("shared");
        let folder = &temporary.0;
        folder.write("a", "text");
        let mode = |mode| fs::set_permissions(&folder.path, fs::Permissions::from_mode(mode));
        mode(0o777).expect("a folder of ours");
        assert_eq!(folder.read("a"), None);
        folder.write("b", "text");
        assert_eq!(temporary.names(), ["a.multibody"]);
        mode(0o755).expect("a folder of ours");
        assert_eq!(folder.read("a").as_deref(), Some("text"));
        let text = refusal(
            Path::new("/c"),
            "can be written to by others: its mode is 777",
        );
        let beginning = "multibody: nothing is kept: the folder `/c` can be written to by others";
        assert!(text.starts_with(beginning), "{text}");
    }

    /// A pipe is not an entry, and nothing waits for it; a link is not followed.
    #[cfg(unix)]
    #[test]
    fn pipes_and_links_are_not_entries() {
        let temporary = Temporary::new("pipe");
        let folder = &temporary.0;
        folder.write("sound", "text");
        let path = |key: &str| folder.path.join(file_name(key));
        let status = std::process::Command::new("mkfifo")
            .arg(path("pipe"))
            .status();
        assert!(status.expect("mkfifo").success());
        std::os::unix::fs::symlink(path("sound"), path("link")).expect("a link");
        for key in ["pipe", "link"] {
            assert_eq!(folder.read(key), None, "{key}");
            folder.write(key, "another text");
            assert_eq!(folder.read(key).as_deref(), Some("another text"), "{key}");
        }
        assert_eq!(folder.read("sound").as_deref(), Some("text"));
    }

    /// A folder may be a link to a place where there is space.
    #[cfg(unix)]
    #[test]
    fn a_link_to_a_folder_of_this_user_is_followed() {
        let temporary = Temporary::new("elsewhere");
        temporary.0.write("a", "text");
        let link = temporary.0.path.join("link");
        std::os::unix::fs::symlink(&temporary.0.path, &link).expect("a link");
        assert_eq!(Folder::new(link).read("a").as_deref(), Some("text"));
    }

    #[cfg(not(any(windows, target_os = "macos")))]
    #[test]
    fn the_environment_names_the_folder() {
        let folder = |variables: &[(&str, &str)]| {
            user_cache_folder(|name| {
                let entry = variables.iter().find(|(known, _)| *known == name);
                entry.map(|(_, value)| value.into())
            })
        };
        let home = ("HOME", "/home/me");
        assert_eq!(folder(&[home]), Some("/home/me/.cache/multibody".into()));
        let homes = [home, ("XDG_CACHE_HOME", "/caches")];
        assert_eq!(folder(&homes), Some("/caches/multibody".into()));
        let relative = [home, ("XDG_CACHE_HOME", "caches")];
        assert_eq!(folder(&relative), folder(&[home]));
        assert_eq!(folder(&[]), None);
    }
}

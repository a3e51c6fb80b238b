//! Result files: written whole or not at all, or compared with what is there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::foreign::{self, excerpt};

/// A file that a result may be written to.
#[derive(Debug)]
pub struct Destination {
    /// As the user named it, for messages.
    named: PathBuf,
    /// The file itself, where that is a link to it.
    path: PathBuf,
}

/// What writing came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// The file has changed.
    New,
    /// The file held the text already and was not touched.
    Unchanged,
}

impl Destination {
    /// Whether a result could be written to `named`, found out before there is one.
    ///
    /// # Errors
    /// No folder to write to, no regular file, links that lead nowhere, or the very file that the result
    /// is made from.
    pub fn new(named: &Path, input: &Path) -> Result<Self, Failure> {
        let shown = foreign::path(named);
        let path = fs::canonicalize(named).unwrap_or_else(|_| behind_links(named));
        if path.is_symlink() {
            return Err(Failure::new(
                format_args!("`{shown}` is a link that leads back to itself"),
                "remove it, or write elsewhere",
            ));
        }
        if path.exists() && !path.is_file() {
            return Err(Failure::new(
                format_args!("`{shown}` is {}", what_it_is(&path)),
                "name the file to write, or - for stdout",
            ));
        }
        if !folder(&path).is_dir() {
            let place = match named.is_symlink() {
                true => format!(", which leads to `{}`", foreign::path(&path)),
                false => String::new(),
            };
            return Err(Failure::new(
                format_args!("there is no folder for `{shown}`{place}"),
                "make it first, or write elsewhere",
            ));
        }
        let destination = Self {
            named: named.to_owned(),
            path,
        };
        destination.spares(input)?;
        Ok(destination)
    }

    /// Whether it is another file than one that the result is made from.
    ///
    /// # Errors
    /// It is that file.
    pub fn spares(&self, input: &Path) -> Result<(), Failure> {
        match fs::canonicalize(input).is_ok_and(|input| input == self.path) {
            false => Ok(()),
            true => Err(Failure::new(
                format_args!("`{}` is the description itself", foreign::path(&self.named)),
                "name another file to write",
            )),
        }
    }

    /// Whether both are one file, by whatever names.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let place = |path: &Path| {
            let name = path.file_name().map(ToOwned::to_owned);
            (fs::canonicalize(folder(path)).ok(), name)
        };
        self.path == other.path || place(&self.path) == place(&other.path)
    }

    /// Whether the file can be made, where there is none, found out before there is a text.
    ///
    /// # Errors
    /// The operating system's.
    pub fn is_open(&self) -> Result<(), Failure> {
        self.failing("write", || match fs::symlink_metadata(&self.path) {
            // It may hold the text already, wherever it is.
            Ok(_) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Draft::new(&self.path).map(drop)
            }
            Err(error) => Err(error),
        })
    }

    /// Makes the file hold `text`.
    ///
    /// # Errors
    /// The operating system's; then the file is as it was.
    pub fn write(&self, text: &str) -> Result<Written, Failure> {
        if fs::read(&self.path).is_ok_and(|found| found == text.as_bytes()) {
            return Ok(Written::Unchanged);
        }
        self.failing("write", || {
            Draft::new(&self.path)?.replace(&self.path, text)
        })?;
        Ok(Written::New)
    }

    fn failing<T>(&self, what: &str, work: impl FnOnce() -> io::Result<T>) -> Result<T, Failure> {
        work().map_err(|error| Failure::io(what, &self.named, &error))
    }

    /// Whether the file holds `text`.
    ///
    /// # Errors
    /// The first line that differs.
    pub fn compare(&self, text: &str) -> Result<(), Failure> {
        let shown = foreign::path(&self.named);
        let found =
            fs::read(&self.path).map_err(|error| Failure::io("read", &self.named, &error))?;
        let found = String::from_utf8_lossy(&found);
        if found == text {
            return Ok(());
        }
        let (line, there, wanted) = first_difference(&found, text);
        Err(Failure::complete(format!(
            "error: `{shown}` is out of date\n --> {shown}:{line}\n  | in the file: {there}\n  | generated:   {wanted}\n  \
             = help: run the same command without --check",
        )))
    }
}

/// What stands where a file should.
fn what_it_is(path: &Path) -> &'static str {
    match path.is_dir() {
        true => "a folder, not a file",
        false => "a device or a pipe, not a file",
    }
}

/// Where the links lead from a name that leads to no file yet; a link still, where they lead in a circle.
fn behind_links(named: &Path) -> PathBuf {
    const MOST: usize = 40;
    let mut path = named.to_owned();
    for _ in 0..MOST {
        match fs::read_link(&path) {
            Ok(target) => path = folder(&path).join(target),
            Err(_) => break,
        }
    }
    path
}

/// A file beside the one to be replaced; it goes if it does not get there. Its name is the first of a row that
/// no other run has: a run that was killed leaves its draft, which the next removes; a lock says who lives.
struct Draft {
    path: PathBuf,
    file: File,
    is_done: bool,
}

/// Most bytes of a file's name in that of its draft: names may have 255.
const NAME: usize = 200;

impl Draft {
    fn new(beside: &Path) -> io::Result<Self> {
        let name = file_name(beside);
        let beginning = name
            .char_indices()
            .take_while(|(at, char)| at + char.len_utf8() <= NAME);
        let name: String = beginning.map(|(_, char)| char).collect();
        let mut number = 1;
        loop {
            let rank = match number {
                1 => String::new(),
                _ => format!(".{number}"),
            };
            let path = folder(beside).join(format!(".{name}{rank}.multibody"));
            match File::create_new(&path) {
                Ok(file) if holds(&path, &file) => {
                    let is_done = false;
                    return Ok(Self {
                        path,
                        file,
                        is_done,
                    });
                }
                // Another run has taken it for what a killed one has left.
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    if !remove_left(&path)? {
                        number += 1;
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn replace(mut self, target: &Path, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        self.file.sync_all()?;
        if let Ok(old) = fs::metadata(target) {
            self.file.set_permissions(old.permissions())?;
        }
        fs::rename(&self.path, target)?;
        self.is_done = true;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_done {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes a name in the place of a draft, whatever it leads to, unless a run at work holds it. Nothing is
/// written to what is found there.
fn remove_left(path: &Path) -> io::Result<bool> {
    let is_gone = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    let _held = match fs::symlink_metadata(path) {
        // Who comes next may be at work there already.
        Err(error) if is_gone(&error) => return Ok(true),
        Ok(found) if found.is_file() => match File::open(path) {
            Err(error) if is_gone(&error) => return Ok(true),
            Ok(file) if !holds(path, &file) => return Ok(!path.exists()),
            file => file.ok(),
        },
        _ => None,
    };
    match fs::remove_file(path) {
        Err(error) if !is_gone(&error) => Err(error),
        _ => Ok(true),
    }
}

/// Whether an open file is locked now by this run alone, and still what its name leads to: whoever held it
/// before has renamed or removed it.
fn holds(path: &Path, file: &File) -> bool {
    file.try_lock().is_ok() && is_at(path, file)
}

/// Whether a path leads to an open file.
#[cfg(unix)]
fn is_at(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt as _;

    let same = |found: fs::Metadata, file: fs::Metadata| {
        (found.dev(), found.ino()) == (file.dev(), file.ino())
    };
    let found = fs::symlink_metadata(path);
    found.is_ok_and(|found| file.metadata().is_ok_and(|file| same(found, file)))
}

/// There is no number of a file to compare.
#[cfg(not(unix))]
fn is_at(path: &Path, _: &File) -> bool {
    path.exists()
}

/// The last part of a path, as text.
#[must_use]
pub fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

/// The folder of a file.
#[must_use]
pub fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => path,
    }
}

/// Number from 1 of the first line that differs, and both of its texts.
fn first_difference(found: &str, wanted: &str) -> (usize, String, String) {
    let lines = |text| str::split_inclusive(text, '\n').map(Some).chain([None]);
    let pairs = lines(found).zip(lines(wanted));
    let (at, (line, other)) = pairs
        .enumerate()
        .find(|(_, (line, other))| line != other)
        .unwrap_or_default();
    let differ_visibly = line.map(str::trim_end) != other.map(str::trim_end);
    let shown = |line: Option<&str>| match line {
        None => "(the end)".into(),
        Some(line) if differ_visibly => excerpt(line.trim_end()),
        Some(line) => excerpt(line),
    };
    (at + 1, shown(line), shown(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for one test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(test: &str) -> Self {
            let path =
                std::env::temp_dir().join(format!("multibody-{test}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn destination(&self) -> Destination {
            Destination::new(&self.0.join("arm.rs"), &self.0.join("arm.urdf")).unwrap()
        }

        fn files(&self) -> Vec<String> {
            let mut names: Vec<String> = fs::read_dir(&self.0)
                .unwrap()
                .map(|entry| file_name(&entry.unwrap().path()))
                .collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_file_is_written_once_and_nothing_is_left_beside_it() {
        let folder = Folder::new("write");
        assert_eq!(
            folder.destination().write("fn a() {}\n").unwrap(),
            Written::New
        );
        assert_eq!(
            folder.destination().write("fn a() {}\n").unwrap(),
            Written::Unchanged
        );
        assert_eq!(
            folder.destination().write("fn b() {}\n").unwrap(),
            Written::New
        );
        assert_eq!(
            fs::read_to_string(folder.0.join("arm.rs")).unwrap(),
            "fn b() {}\n"
        );
        assert_eq!(folder.files(), ["arm.rs"]);
    }

    #[test]
    fn a_fault_leaves_nothing_behind() {
        let folder = Folder::new("fault");
        let destination = folder.destination();
        fs::create_dir(folder.0.join("arm.rs")).unwrap(); // in the way of the rename
        assert!(destination.write("fn a() {}\n").is_err());
        assert_eq!(folder.files(), ["arm.rs"]);
    }

    #[test]
    fn what_cannot_be_written_is_found_out_before_the_work() {
        let folder = Folder::new("before");
        let input = folder.0.join("arm.urdf");
        fs::write(&input, "<robot/>").unwrap();
        let complaint = |out: &Path| Destination::new(out, &input).unwrap_err().to_string();
        assert!(complaint(&folder.0).contains("is a folder, not a file"));
        assert!(complaint(&folder.0.join("none/arm.rs")).contains("no folder"));
        assert!(
            complaint(
                &folder
                    .0
                    .join("../")
                    .join(folder.0.file_name().unwrap())
                    .join("arm.urdf")
            )
            .contains("description itself")
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = Folder::new("link");
        fs::write(folder.0.join("real.rs"), "old").unwrap();
        std::os::unix::fs::symlink(folder.0.join("real.rs"), folder.0.join("arm.rs")).unwrap();
        folder.destination().write("new").unwrap();
        assert!(
            fs::symlink_metadata(folder.0.join("arm.rs"))
                .unwrap()
                .is_symlink()
        );
        assert_eq!(fs::read_to_string(folder.0.join("real.rs")).unwrap(), "new");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_file_that_is_not_there_yet_leads_to_it() {
        use std::os::unix::fs::symlink;

        let folder = Folder::new("dangling");
        let at = |name: &str| folder.0.join(name);
        symlink("another", at("arm.rs")).unwrap();
        symlink("real.rs", at("another")).unwrap();
        folder.destination().write("new").unwrap();
        assert!(at("arm.rs").is_symlink() && at("another").is_symlink());
        assert_eq!(fs::read_to_string(at("real.rs")).unwrap(), "new");
        assert_eq!(folder.files(), ["another", "arm.rs", "real.rs"]);

        let complaint = |name: &str| {
            let destination = Destination::new(&at(name), &at("arm.urdf"));
            destination.unwrap_err().to_string()
        };
        symlink("none/real.rs", at("astray")).unwrap();
        assert!(complaint("astray").contains("which leads to `"));
        symlink("circle", at("circle")).unwrap();
        assert!(complaint("circle").contains("leads back to itself"));
    }

    #[test]
    fn what_a_killed_run_has_left_goes() {
        let folder = Folder::new("killed");
        let draft = folder.0.join(".arm.rs.multibody");
        fs::write(&draft, "a beginning that is longer than the text").unwrap();
        folder.destination().write("new").unwrap();
        let text = || fs::read_to_string(folder.0.join("arm.rs")).unwrap();
        assert_eq!(
            (text().as_str(), folder.files()),
            ("new", vec!["arm.rs".into()])
        );
    }

    /// Links of both kinds lead to what somebody keeps.
    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_link_in_the_place_of_a_draft() {
        let folder = Folder::new("precious");
        let (draft, precious) = (
            folder.0.join(".arm.rs.multibody"),
            folder.0.join("precious"),
        );
        fs::write(&precious, "as it is").unwrap();
        for (text, hard) in [("new", false), ("newer", true)] {
            match hard {
                true => fs::hard_link(&precious, &draft).unwrap(),
                false => std::os::unix::fs::symlink(&precious, &draft).unwrap(),
            }
            folder.destination().write(text).unwrap();
            assert_eq!(fs::read_to_string(&precious).unwrap(), "as it is");
            let written = folder.0.join("arm.rs");
            assert_eq!(fs::read_to_string(written).unwrap(), text);
            assert_eq!(folder.files(), ["arm.rs", "precious"]);
        }
    }

    #[test]
    fn a_draft_that_another_run_holds_is_not_waited_for() {
        let folder = Folder::new("held");
        let held = Draft::new(&folder.0.join("arm.rs")).unwrap();
        folder.destination().write("new").unwrap();
        assert_eq!(folder.files(), [".arm.rs.multibody", "arm.rs"]);
        held.replace(&folder.0.join("arm.rs"), "newer").unwrap();
        let found = fs::read_to_string(folder.0.join("arm.rs")).unwrap();
        assert_eq!(
            (found.as_str(), folder.files()),
            ("newer", vec!["arm.rs".into()])
        );
    }

    #[test]
    fn names_are_as_long_as_the_system_allows() {
        let folder = Folder::new("long");
        let input = folder.0.join("arm.urdf");
        for (letter, most) in [("a", 255), ("ä", 127)] {
            let destination = |count: usize| {
                Destination::new(&folder.0.join(letter.repeat(count)), &input).unwrap()
            };
            destination(most).is_open().unwrap();
            destination(most).write("new").unwrap();
            let text = destination(most + 1).is_open().unwrap_err().to_string();
            assert!(text.contains(&letter.repeat(most + 1)), "{text}");
            assert!(text.contains("too long"), "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_no_files() {
        let found = Destination::new(Path::new("/dev/null"), Path::new("arm.urdf"));
        let text = found.unwrap_err().to_string();
        assert!(
            text.contains("`/dev/null` is a device or a pipe, not a file"),
            "{text}"
        );
        assert!(text.contains("- for stdout"), "{text}");
    }

    #[test]
    fn of_many_writers_each_writes_the_whole() {
        let folder = Folder::new("writers");
        let text = |k: usize| format!("{k} ").repeat(10_000);
        std::thread::scope(|scope| {
            for k in 0..8 {
                let destination = folder.destination();
                scope.spawn(move || {
                    (0..10).for_each(|at| {
                        destination.write(&text(k + 8 * at)).unwrap();
                    });
                });
            }
        });
        let found = fs::read_to_string(folder.0.join("arm.rs")).unwrap();
        assert!((0..80).any(|k| found == text(k)));
        assert_eq!(folder.files(), ["arm.rs"]);
    }

    #[test]
    fn a_check_names_the_first_line_that_differs() {
        let folder = Folder::new("check");
        fs::write(folder.0.join("arm.rs"), "same\nold\nsame\n").unwrap();
        assert!(folder.destination().compare("same\nold\nsame\n").is_ok());
        let text = folder
            .destination()
            .compare("same\nnew\nsame\n")
            .unwrap_err()
            .to_string();
        assert!(
            text.contains("arm.rs:2\n  | in the file: old\n  | generated:   new\n"),
            "{text}"
        );
    }

    #[test]
    fn ends_differ_visibly() {
        assert_eq!(
            first_difference("a\n", "a\nb\n"),
            (2, "(the end)".into(), "b".into())
        );
        assert_eq!(first_difference("a\n", "a"), (1, r"a\n".into(), "a".into()));
        assert_eq!(
            first_difference("a\r\n", "a\n"),
            (1, r"a\r\n".into(), r"a\n".into())
        );
    }
}

//! Files with results: they are written as a whole or not at all, or compared with what is there. Files that
//! this tool has not made are replaced only on request (`--force`).

mod difference;
mod draft;
mod mark;
mod names;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use difference::{Difference, first_difference};
use draft::Draft;
pub use mark::{MARK, is_marked, mark};
use multibody_support::foreign;
pub use names::folder;

/// A file that a result may be written to.
#[derive(Debug)]
pub struct Destination {
    /// The path as the user gave it, for messages.
    user_path: PathBuf,
    /// The path of the file itself: all links are followed.
    path: PathBuf,
}

/// The result of writing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// The file has changed.
    Changed,
    /// The file had the text already, and was not touched.
    Unchanged,
}

impl Destination {
    /// The destination at the path `target`. Checks whether a result could be written there, before there is one.
    ///
    /// # Errors
    /// There is no folder to write to, the path does not name a regular file, its links lead nowhere, or it is
    /// the very file from which the result is made.
    pub fn new(target: &Path, input: &Path) -> Result<Self, Failure> {
        let name = foreign::path(target);
        let path = fs::canonicalize(target).unwrap_or_else(|_| follow_links(target));
        if path.is_symlink() {
            return Err(Failure::new(
                format_args!("`{name}` is a link that leads back to itself"),
                "remove it, or write elsewhere",
            ));
        }
        if path.exists() && !path.is_file() {
            return Err(Failure::new(
                format_args!("`{name}` is {}", non_file_kind(&path)),
                "name the file to write, or - for stdout",
            ));
        }
        if !folder(&path).is_dir() {
            let link_note = if target.is_symlink() {
                format!(", which leads to `{}`", foreign::path(&path))
            } else {
                String::new()
            };
            return Err(Failure::new(
                format_args!("there is no folder for `{name}`{link_note}"),
                "make it first, or write elsewhere",
            ));
        }
        let destination = Self {
            user_path: target.to_owned(),
            path,
        };
        destination.check_is_not_input(input)?;
        Ok(destination)
    }

    /// Checks that the file is not one from which the result is made.
    ///
    /// # Errors
    /// The file is `input`.
    pub fn check_is_not_input(&self, input: &Path) -> Result<(), Failure> {
        if fs::canonicalize(input).is_ok_and(|input| input == self.path) {
            Err(self.description_failure())
        } else {
            Ok(())
        }
    }

    /// Checks that the file is none of those from which the result is made.
    ///
    /// # Errors
    /// The file is one of the `inputs`.
    pub fn check_is_not_inputs(&self, inputs: &[PathBuf]) -> Result<(), Failure> {
        let mut files = inputs.iter();
        files.try_for_each(|input| self.check_is_not_input(input))
    }

    /// Checks that the file is not a copy of a text from which the result is made, for example one from a pipe.
    ///
    /// # Errors
    /// The file has that text.
    pub fn check_is_not_input_text(&self, input: &str) -> Result<(), Failure> {
        if fs::read(&self.path).is_ok_and(|content| content == input.as_bytes()) {
            Err(self.description_failure())
        } else {
            Ok(())
        }
    }

    /// Checks that the file is one that this tool has made, or is empty, or does not exist yet.
    ///
    /// # Errors
    /// The file is none of these; `help` says what to do.
    pub fn check_kind(&self, is_ours: impl Fn(&str) -> bool, help: &str) -> Result<(), Failure> {
        let content = fs::read(&self.path).unwrap_or_default();
        let text = String::from_utf8_lossy(&content);
        if text.trim().is_empty() || is_ours(&text) {
            Ok(())
        } else {
            Err(Failure::new(
                format_args!(
                    "`{}` is not a file of this kind that multibody has generated",
                    foreign::path(&self.user_path)
                ),
                help,
            ))
        }
    }

    fn description_failure(&self) -> Failure {
        Failure::new(
            format_args!(
                "`{}` is the description itself",
                foreign::path(&self.user_path)
            ),
            "name another file to write",
        )
    }

    /// The path as the user gave it.
    #[must_use]
    pub fn user_path(&self) -> &Path {
        &self.user_path
    }

    /// Removes the file, if it is there.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn remove(&self) -> Result<(), Failure> {
        self.try_task("remove", || match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        })
    }

    /// The path as the user gave it, for messages.
    #[must_use]
    pub fn shown_path(&self) -> String {
        foreign::path(&self.user_path).to_string()
    }

    /// Whether both are the same file, whatever their names are.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }

    /// The identity of the file: its folder and its name. They are the same for all paths that lead to the file.
    #[must_use]
    pub fn identity(&self) -> (PathBuf, Option<OsString>) {
        let parent = folder(&self.path);
        let folder = fs::canonicalize(parent).unwrap_or_else(|_| parent.to_owned());
        (folder, self.path.file_name().map(ToOwned::to_owned))
    }

    /// Checks whether the file can be written, before there is a text.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn check_is_writable(&self) -> Result<(), Failure> {
        self.try_task("write", || match fs::symlink_metadata(&self.path) {
            // For example, the name is too long.
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Draft::new(&self.path).map(drop),
        })
    }

    /// Writes `text` to the file.
    ///
    /// # Errors
    /// The error of the operating system; in that case the file is as it was before.
    pub fn write(&self, text: &str) -> Result<Written, Failure> {
        self.prepare(text)?.finish()
    }

    /// Writes `text` to a draft next to the file, which does not change until the draft is finished.
    ///
    /// # Errors
    /// The error of the operating system; in that case no draft is left.
    pub fn prepare(&self, text: &str) -> Result<PreparedFile<'_>, Failure> {
        if fs::read(&self.path).is_ok_and(|content| content == text.as_bytes()) {
            let (destination, draft) = (self, None);
            return Ok(PreparedFile { destination, draft });
        }
        self.prepare_anew(text)
    }

    /// Writes `text` to a draft next to the file, even if the file has this text already.
    ///
    /// # Errors
    /// The error of the operating system; in that case no draft is left.
    pub fn prepare_anew(&self, text: &str) -> Result<PreparedFile<'_>, Failure> {
        let draft = self.try_task("write", || Draft::new(&self.path)?.with_text(text))?;
        let (destination, draft) = (self, Some(draft));
        Ok(PreparedFile { destination, draft })
    }

    /// Runs a task on the file; an error names the task and the file.
    fn try_task<T>(&self, task: &str, work: impl FnOnce() -> io::Result<T>) -> Result<T, Failure> {
        work().map_err(|error| Failure::io(task, &self.user_path, &error))
    }

    /// The contents of the file.
    ///
    /// # Errors
    /// The error of the operating system. If there is no file, the failure says how to make it.
    pub fn read(&self) -> Result<Vec<u8>, Failure> {
        fs::read(&self.path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Failure::new(
                format_args!("there is no file `{}`", foreign::path(&self.user_path)),
                "run the same command without --check",
            ),
            _ => Failure::io("read", &self.user_path, &error),
        })
    }

    /// Checks that the file contains `text`.
    ///
    /// # Errors
    /// The first line that differs, or an error of [`Self::read`].
    pub fn compare(&self, text: &str) -> Result<(), Failure> {
        let name = foreign::path(&self.user_path);
        let content = self.read()?;
        if content == text.as_bytes() {
            return Ok(());
        }
        let Difference {
            line,
            found: content,
            expected,
        } = first_difference(&content, text.as_bytes());
        Err(Failure::complete(format!(
            "error: `{name}` is out of date\n --> {name}:{line}\n  | in the file: {content}\n  | generated:   {expected}\n  \
             = help: run the same command without --check",
        )))
    }
}

/// A result that is ready to replace its file. Several results are all prepared before the first is finished: then no file has
/// changed if, for example, there is too little space.
#[derive(Debug)]
#[must_use = "nothing has happened yet"]
pub struct PreparedFile<'a> {
    destination: &'a Destination,
    /// The new text; `None` if the file has it already.
    draft: Option<Draft>,
}

impl PreparedFile<'_> {
    /// Whether the file will change.
    #[must_use]
    pub fn will_change(&self) -> bool {
        self.draft.is_some()
    }

    /// Puts the text in its place.
    ///
    /// # Errors
    /// The error of the operating system; in that case the file is as it was before.
    pub fn finish(self) -> Result<Written, Failure> {
        let Self { destination, draft } = self;
        let Some(draft) = draft else {
            return Ok(Written::Unchanged);
        };
        destination.try_task("write", || draft.replace(&destination.path))?;
        Ok(Written::Changed)
    }
}

/// Checks whether a file or a folder could be made in the folder of a path.
///
/// # Errors
/// The error of the operating system.
pub fn check_folder_is_writable(path: &Path) -> io::Result<()> {
    Draft::new(path).map(drop)
}

/// Whether a path has the name of a draft: a file that a run writes before it replaces another.
#[must_use]
pub fn is_draft(path: &Path) -> bool {
    let name = foreign::file_name(path);
    name.starts_with('.') && name.ends_with(".multibody")
}

/// The kind of an entry where a file should be.
fn non_file_kind(path: &Path) -> &'static str {
    if path.is_dir() {
        "a folder, not a file"
    } else {
        "a device or a pipe, not a file"
    }
}

/// The path to which links lead from a path without a file behind it. If the links form a circle, the result is still a link.
fn follow_links(file: &Path) -> PathBuf {
    /// As many links as Linux follows.
    const MAX_LINKS: usize = 40;
    let mut path = file.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder(&path).join(target),
            Err(_) => break,
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_support::foreign::file_name;

    /// A folder for one test.
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
            Written::Changed
        );
        assert_eq!(
            folder.destination().write("fn a() {}\n").unwrap(),
            Written::Unchanged
        );
        assert_eq!(
            folder.destination().write("fn b() {}\n").unwrap(),
            Written::Changed
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
    fn impossible_destinations_are_refused_before_there_is_a_text() {
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
        let path = |name: &str| folder.0.join(name);
        symlink("another", path("arm.rs")).unwrap();
        symlink("real.rs", path("another")).unwrap();
        folder.destination().write("new").unwrap();
        assert!(path("arm.rs").is_symlink() && path("another").is_symlink());
        assert_eq!(fs::read_to_string(path("real.rs")).unwrap(), "new");
        assert_eq!(folder.files(), ["another", "arm.rs", "real.rs"]);

        let complaint = |name: &str| {
            let destination = Destination::new(&path(name), &path("arm.urdf"));
            destination.unwrap_err().to_string()
        };
        symlink("none/real.rs", path("astray")).unwrap();
        assert!(complaint("astray").contains("which leads to `"));
        symlink("circle", path("circle")).unwrap();
        assert!(complaint("circle").contains("leads back to itself"));
    }

    /// Neighbours with the name of a draft, and with the next name in the series.
    #[test]
    fn other_files_with_the_names_of_drafts_stay() {
        let folder = Folder::new("neighbours");
        for name in [".arm.rs.multibody", ".arm.rs.2.multibody"] {
            fs::write(folder.0.join(name), "as it is").unwrap();
        }
        folder.destination().write("new").unwrap();
        let files = [".arm.rs.2.multibody", ".arm.rs.multibody", "arm.rs"];
        assert_eq!(folder.files(), files);
        let draft = fs::read_to_string(folder.0.join(files[1])).unwrap();
        assert_eq!(draft, "as it is");
    }

    #[test]
    fn only_generated_files_are_replaced() {
        let folder = Folder::new("others");
        let path = folder.0.join("arm.rs");
        let complaint = || {
            let is_ours = |text: &str| is_marked("//", text);
            let result = folder.destination().check_kind(is_ours, "use --force");
            result.err().map(|failure| failure.to_string())
        };
        assert_eq!(complaint(), None);
        for ours in [String::new(), mark("//", " from a.urdf\n")] {
            fs::write(&path, ours).unwrap();
            assert_eq!(complaint(), None);
        }
        fs::write(&path, "fn main() {} // @generated by multibody\n").unwrap();
        let text = complaint().expect("a hand-written file");
        assert!(text.contains("arm.rs` is not a file"), "{text}");
        assert!(text.ends_with("use --force"), "{text}");
        let outcome = folder.destination().check_is_not_input_text("other");
        assert!(outcome.is_ok());
        let text = fs::read_to_string(&path).unwrap();
        assert!(folder.destination().check_is_not_input_text(&text).is_err());
    }

    #[test]
    fn a_draft_is_removed_unless_it_is_finished() {
        let folder = Folder::new("prepared");
        let destination = folder.destination();
        drop(destination.prepare("new").unwrap());
        assert_eq!(folder.files(), [""; 0]);
        let prepared = destination.prepare("new").unwrap();
        assert_eq!(folder.files(), [".arm.rs.multibody"]);
        assert_eq!(prepared.finish().unwrap(), Written::Changed);
        assert_eq!(folder.files(), ["arm.rs"]);
    }

    #[test]
    fn what_a_killed_run_has_left_is_removed() {
        let folder = Folder::new("killed");
        let draft = Draft::new(&folder.0.join("arm.rs")).unwrap();
        let beginning = "a beginning that is longer than the text";
        draft.with_text(beginning).unwrap().leave();
        folder.destination().write("new").unwrap();
        let text = || fs::read_to_string(folder.0.join("arm.rs")).unwrap();
        assert_eq!(
            (text().as_str(), folder.files()),
            ("new", vec!["arm.rs".into()])
        );
    }

    /// Symbolic and hard links lead to a file that somebody keeps.
    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_link_in_the_place_of_a_draft() {
        let folder = Folder::new("precious");
        let (draft, precious) = (
            folder.0.join(".arm.rs.multibody"),
            folder.0.join("precious"),
        );
        fs::write(&precious, "as it is").unwrap();
        for (text, is_hard_link) in [("new", false), ("newer", true)] {
            if is_hard_link {
                fs::hard_link(&precious, &draft).unwrap()
            } else {
                std::os::unix::fs::symlink(&precious, &draft).unwrap()
            }
            folder.destination().write(text).unwrap();
            assert_eq!(fs::read_to_string(&precious).unwrap(), "as it is");
            let target = folder.0.join("arm.rs");
            assert_eq!(fs::read_to_string(target).unwrap(), text);
            assert_eq!(folder.files(), [".arm.rs.multibody", "arm.rs", "precious"]);
            fs::remove_file(&draft).unwrap();
        }
    }

    #[test]
    fn a_draft_that_another_run_locks_is_not_waited_for() {
        let folder = Folder::new("held");
        let empty_draft = Draft::new(&folder.0.join("arm.rs")).unwrap();
        folder.destination().write("new").unwrap();
        assert_eq!(folder.files(), [".arm.rs.multibody", "arm.rs"]);
        let draft = empty_draft.with_text("newer").unwrap();
        draft.replace(&folder.0.join("arm.rs")).unwrap();
        let content = fs::read_to_string(folder.0.join("arm.rs")).unwrap();
        assert_eq!(
            (content.as_str(), folder.files()),
            ("newer", vec!["arm.rs".into()])
        );
    }

    #[test]
    fn names_are_as_long_as_the_system_allows() {
        let folder = Folder::new("long");
        let input = folder.0.join("arm.urdf");
        for (letter, limit) in [("a", 255), ("ä", 127)] {
            let destination = |count: usize| {
                Destination::new(&folder.0.join(letter.repeat(count)), &input).unwrap()
            };
            destination(limit).check_is_writable().unwrap();
            destination(limit).write("new").unwrap();
            let text = destination(limit + 1)
                .check_is_writable()
                .unwrap_err()
                .to_string();
            assert!(text.contains(&letter.repeat(limit + 1)), "{text}");
            assert!(text.contains("too long"), "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_no_files() {
        let result = Destination::new(Path::new("/dev/null"), Path::new("arm.urdf"));
        let text = result.unwrap_err().to_string();
        assert!(
            text.contains("`/dev/null` is a device or a pipe, not a file"),
            "{text}"
        );
        assert!(text.contains("- for stdout"), "{text}");
    }

    #[test]
    fn many_writers_leave_the_whole_text_of_one() {
        let folder = Folder::new("writers");
        let text = |k: usize| format!("{k} ").repeat(10_000);
        std::thread::scope(|scope| {
            for k in 0..8 {
                let destination = folder.destination();
                scope.spawn(move || {
                    (0..10).for_each(|index| {
                        destination.write(&text(k + 8 * index)).unwrap();
                    });
                });
            }
        });
        let content = fs::read_to_string(folder.0.join("arm.rs")).unwrap();
        assert!((0..80).any(|k| content == text(k)));
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
}

//! Folders with packages. The last file, without which the others cannot be built, is absent while the others change. So if the
//! process is killed, the folder does not build from files of two robots.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::file::PackageFile;
use super::kind::PackageKind;
use crate::failure::Failure;
use crate::output::{
    Destination, PreparedFile, Written, check_folder_is_writable, folder, is_draft, is_marked,
};
use multibody_support::foreign;

/// A folder that a package may be written to.
#[derive(Debug)]
pub struct PackageFolder {
    /// The path as the user gave it.
    user_path: PathBuf,
    kind: &'static PackageKind,
    /// The description, which is not to be replaced.
    input: PathBuf,
}

/// What has happened to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FolderChange {
    /// It has been written, or its text was there already.
    File(PathBuf, Written),
    /// It was part of an earlier package only, and is gone.
    Removed(PathBuf),
}

/// A step of writing a package.
enum Step<'a> {
    /// Removes the file without which nothing can be built.
    TakeAway(&'a Destination),
    /// Puts a file in its place.
    Put(&'a Destination, PreparedFile<'a>),
    /// Removes a file of an earlier package.
    Remove(PathBuf),
}

impl PackageFolder {
    /// Checks whether a package could be written to `target`, before there is one.
    ///
    /// # Errors
    /// The path names something other than a folder, or the folder that it would be in is not there.
    pub fn new(target: &Path, input: &Path, kind: &'static PackageKind) -> Result<Self, Failure> {
        let name = foreign::path(target);
        if target.is_dir() || !target.is_symlink() && !target.exists() {
            let parent = folder(target);
            if target.is_dir() || parent.is_dir() {
                return Ok(Self {
                    user_path: target.to_owned(),
                    kind,
                    input: input.to_owned(),
                });
            }
            return Err(Failure::new(
                format_args!("there is no folder for `{name}`"),
                "make it first, or write elsewhere",
            ));
        }
        Err(Failure::new(
            format_args!("`{name}` is not a folder"),
            "name the folder to write, which may be absent",
        ))
    }

    /// Checks that the folder can be written to. Unless `force` is set, also checks that it is absent, is empty, or has a package
    /// of this kind.
    ///
    /// # Errors
    /// It has other files, or the error of the operating system.
    pub fn check_may_replace(&self, force: bool) -> Result<(), Failure> {
        let last_file = self.user_path.join(self.kind.last_file);
        if !self.user_path.exists() {
            return self.try_task("write", || check_folder_is_writable(&self.user_path));
        }
        if !force && !self.is_ours()? {
            return Err(Failure::new(
                format_args!(
                    "`{}` has files, but no package that --{} has written",
                    foreign::path(&self.user_path),
                    self.kind.name,
                ),
                "name another folder to write, or add --force to write into it",
            ));
        }
        self.try_task("write", || check_folder_is_writable(&last_file))
    }

    /// Whether the folder has a package of this kind, the remains of a killed run, or no files.
    fn is_ours(&self) -> Result<bool, Failure> {
        let text_of = |path: &Path| fs::read_to_string(path).unwrap_or_default();
        let mut signs = self.kind.signs.iter();
        if signs.any(|(name, begin)| is_marked(begin, &text_of(&self.user_path.join(name)))) {
            return Ok(true);
        }
        // A killed run may have left only drafts, and some files in the package's own folders.
        let mut files = Vec::new();
        self.try_task("read", || files_within(&self.user_path, &mut files))?;
        let is_of_killed_run = |path: &PathBuf| {
            let relative_path = path.strip_prefix(&self.user_path).unwrap_or(path);
            let mut folders = self.kind.folders.iter();
            let is_in_folder = folders.any(|folder| relative_path.starts_with(folder));
            is_draft(path) || is_in_folder && self.kind.is_of_package(&text_of(path))
        };
        Ok(files.iter().all(is_of_killed_run))
    }

    /// Runs a task on the folder. The message of an error names the task and the folder.
    fn try_task<T>(&self, task: &str, work: impl FnOnce() -> io::Result<T>) -> Result<T, Failure> {
        work().map_err(|error| Failure::io(task, &self.user_path, &error))
    }

    /// The path as the user gave it, for messages.
    #[must_use]
    pub fn shown_path(&self) -> String {
        foreign::path(&self.user_path).to_string()
    }

    /// The folder itself, behind links and dots.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        let canonical = |path: &Path| fs::canonicalize(path).ok();
        let name = self.user_path.file_name().unwrap_or_default();
        let in_parent = || Some(canonical(folder(&self.user_path))?.join(name));
        let path = canonical(&self.user_path).or_else(in_parent);
        path.unwrap_or_else(|| self.user_path.clone())
    }

    fn destination(&self, file: &PackageFile) -> Result<Destination, Failure> {
        Destination::new(&self.user_path.join(&file.path), &self.input)
    }

    /// Checks that there is a folder that can be compared.
    ///
    /// # Errors
    /// There is none.
    pub fn check_is_there(&self) -> Result<(), Failure> {
        if self.user_path.is_dir() {
            return Ok(());
        }
        Err(Failure::new(
            format_args!("there is no folder `{}`", foreign::path(&self.user_path)),
            "run the same command without --check",
        ))
    }

    /// Checks that the folder contains these files, and none of an earlier package.
    ///
    /// # Errors
    /// The first file that is missing or differs, with its first line that differs; or else the first file of an earlier package.
    pub fn compare(&self, files: &[PackageFile]) -> Result<(), Failure> {
        const HELP: &str = "run the same command without --check";
        for file in files {
            let path = self.user_path.join(&file.path);
            if !path.exists() {
                let path = foreign::path(&path);
                return Err(Failure::new(
                    format_args!("there is no file `{path}`"),
                    HELP,
                ));
            }
            self.destination(file)?.compare(&file.text)?;
        }
        match self.stale_files(files)?.first() {
            None => Ok(()),
            Some(path) => Err(Failure::new(
                format_args!(
                    "`{}` is of an earlier package in this folder",
                    foreign::path(path)
                ),
                HELP,
            )),
        }
    }

    /// Writes these files, and removes those of an earlier package. `inputs` are files that the package is made from.
    ///
    /// # Errors
    /// A file of others or an input is in the place of one of these files (`force` permits only the former to be replaced), or the
    /// error of the operating system. The folder is then as it was before, unless a file cannot be renamed or removed after all
    /// drafts are written: then the last file is missing.
    pub fn write(
        &self,
        files: &[PackageFile],
        inputs: &[PathBuf],
        force: bool,
    ) -> Result<Vec<FolderChange>, Failure> {
        let mut new_folders = NewFolders::default();
        let destinations = self.destinations(files, &mut new_folders)?;
        for (destination, file) in destinations.iter().zip(files) {
            destination.check_is_not_inputs(inputs)?;
            if !force {
                const HELP: &str = "name another folder to write, or add --force to replace it";
                destination.check_kind(|text| file.is_ours(text), HELP)?;
            }
        }
        let steps = self.steps(&destinations, files)?;
        // From here on, an error does not undo earlier steps.
        new_folders.keep();
        let mut changes = Vec::new();
        for step in steps {
            changes.extend(self.run(step)?);
        }
        Ok(changes)
    }

    /// The destinations of files. Makes their folders if they are not there.
    fn destinations(
        &self,
        files: &[PackageFile],
        new_folders: &mut NewFolders,
    ) -> Result<Vec<Destination>, Failure> {
        let destination = |file: &PackageFile| {
            let path = self.user_path.join(&file.path);
            self.try_task("make a folder in", || new_folders.make(folder(&path)))?;
            self.destination(file)
        };
        files.iter().map(destination).collect()
    }

    /// The steps that turn the folder into the package, in order. When this returns, the drafts of all changed files are written.
    fn steps<'a>(
        &self,
        destinations: &'a [Destination],
        files: &[PackageFile],
    ) -> Result<Vec<Step<'a>>, Failure> {
        let pairs: Vec<(&Destination, &PackageFile)> = destinations.iter().zip(files).collect();
        let ((last, last_file), others) = pairs.split_last().expect("a package has files");
        let drafts: Vec<PreparedFile<'_>> = others
            .iter()
            .map(|(destination, file)| destination.prepare(&file.text))
            .collect::<Result<_, _>>()?;
        let stale_files = self.stale_files(files)?;
        let is_changed = drafts.iter().any(PreparedFile::will_change) || !stale_files.is_empty();
        let last_draft = if is_changed {
            last.prepare_anew(&last_file.text)?
        } else {
            last.prepare(&last_file.text)?
        };
        let mut steps = Vec::new();
        steps.extend(is_changed.then_some(Step::TakeAway(last)));
        let replacements = others.iter().zip(drafts);
        steps.extend(replacements.map(|((destination, _), draft)| Step::Put(destination, draft)));
        steps.extend(stale_files.into_iter().map(Step::Remove));
        steps.push(Step::Put(last, last_draft));
        Ok(steps)
    }

    fn run(&self, step: Step<'_>) -> Result<Option<FolderChange>, Failure> {
        Ok(match step {
            Step::TakeAway(destination) => {
                destination.remove()?;
                None
            }
            Step::Put(destination, draft) => {
                let path = destination.user_path().to_owned();
                Some(FolderChange::File(path, draft.finish()?))
            }
            Step::Remove(path) => {
                self.try_task("remove a file in", || remove_with_folders(&path))?;
                Some(FolderChange::Removed(path))
            }
        })
    }

    /// The files of earlier packages in the package's own folders, sorted by path.
    fn stale_files(&self, files: &[PackageFile]) -> Result<Vec<PathBuf>, Failure> {
        let mut paths = Vec::new();
        for folder in self.kind.folders {
            let path = self.user_path.join(folder);
            if path.is_dir() {
                self.try_task("read", || files_within(&path, &mut paths))?;
            }
        }
        let expected: Vec<PathBuf> = (files.iter())
            .map(|file| self.user_path.join(&file.path))
            .collect();
        paths.retain(|path| {
            let text = || fs::read_to_string(path).unwrap_or_default();
            !expected.contains(path) && !is_draft(path) && self.kind.is_of_package(&text())
        });
        paths.sort();
        Ok(paths)
    }
}

/// Appends the files in a folder and in its subfolders. Links are not followed.
fn files_within(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            files_within(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// Removes a file, and the folder that it was in if nothing else is there.
fn remove_with_folders(path: &Path) -> io::Result<()> {
    fs::remove_file(path)?;
    // Best effort: a folder that is not empty stays.
    let _ = fs::remove_dir(folder(path));
    Ok(())
}

/// Folders that have been made. Dropping this value removes them, unless `keep` was called.
#[derive(Default)]
struct NewFolders(Vec<PathBuf>);

impl NewFolders {
    /// Makes a folder and its parents, unless they are there.
    fn make(&mut self, path: &Path) -> io::Result<()> {
        if path.is_dir() {
            return Ok(());
        }
        if let Some(parent) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
            self.make(parent)?;
        }
        fs::create_dir(path)?;
        self.0.push(path.to_owned());
        Ok(())
    }

    fn keep(&mut self) {
        self.0.clear();
    }
}

impl Drop for NewFolders {
    fn drop(&mut self) {
        for path in self.0.iter().rev() {
            // Best effort: a folder that is not empty stays.
            let _ = fs::remove_dir(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::kind::KINDS;
    use super::*;

    /// A package of a robot with this name. All its texts end with this number.
    fn files(name: &str, number: u32) -> Vec<PackageFile> {
        let head = "// @generated by multibody 0.1.0 from a.urdf; do not edit.\n// To make it again: cargo multibody package a.urdf --c";
        let file = |path: String, text: String, comment| PackageFile {
            path,
            text: format!("{text}\n{number}\n"),
            comment: Some(comment),
        };
        vec![
            file(format!("include/{name}/{name}.h"), head.into(), "//"),
            file(format!("src/{name}.c"), head.into(), "//"),
            file(
                "package.xml".into(),
                "<!-- @generated by multibody 0.1.0 -->".into(),
                "<!--",
            ),
            file(
                "CMakeLists.txt".into(),
                "# @generated by multibody 0.1.0".into(),
                "#",
            ),
        ]
    }

    /// The texts of all files in a folder except drafts, sorted by path.
    fn texts(path: &Path) -> Vec<String> {
        let mut paths = Vec::new();
        files_within(path, &mut paths).expect("a folder");
        paths.retain(|path| !is_draft(path));
        paths.sort();
        let texts = paths
            .iter()
            .map(|path| fs::read_to_string(path).expect("a file"));
        texts.collect()
    }

    /// If a run ends after any number of steps, the folder has a whole package or cannot be built. The next run completes it.
    #[test]
    fn after_each_step_a_package_is_whole_or_cannot_be_built() {
        let test_name = format!("multibody-steps-{}", std::process::id());
        let test_folder = std::env::temp_dir().join(test_name);
        fs::create_dir_all(&test_folder).expect("a folder");
        let path = test_folder.join("arm");
        let folder = PackageFolder::new(&path, Path::new("a.urdf"), &KINDS[0]).expect("a folder");
        let (earlier, later) = (files("leg", 1), files("arm", 2));
        let sorted_texts = |files: &[PackageFile]| {
            let mut pairs: Vec<(&str, &str)> = files
                .iter()
                .map(|file| (file.path.as_str(), file.text.as_str()))
                .collect();
            pairs.sort_unstable();
            pairs.into_iter().map(|(_, text)| text.to_owned()).collect()
        };
        let packages: [Vec<String>; 2] = [sorted_texts(&earlier), sorted_texts(&later)];
        let mut incomplete_packages = 0;
        // The folder is not there at first.
        for count in 0..=7 {
            if count > 0 {
                folder.write(&earlier, &[], false).expect("it is ours");
                assert_eq!(texts(&path), packages[0]);
            }
            let mut new_folders = NewFolders::default();
            let result = folder.destinations(&later, &mut new_folders);
            let destinations = result.expect("folders");
            new_folders.keep();
            let steps = folder.steps(&destinations, &later).expect("drafts");
            assert!(steps.len() <= 7);
            for step in steps.into_iter().take(count) {
                folder.run(step).expect("a step");
            }
            let is_whole = packages.contains(&texts(&path));
            incomplete_packages += usize::from(!is_whole);
            assert!(is_whole || !path.join("CMakeLists.txt").exists(), "{count}");
            folder.check_may_replace(false).expect("it is ours");
            folder.write(&later, &[], false).expect("it is ours");
            assert_eq!(texts(&path), packages[1], "{count}");
            folder.compare(&later).expect("it is up to date");
        }
        assert!(incomplete_packages >= 5, "{incomplete_packages}");
        fs::remove_dir_all(test_folder).expect("the folder");
    }
}

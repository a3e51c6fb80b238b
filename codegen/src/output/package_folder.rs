//! Folders with results of several files. One file, without which the others cannot be built, is absent while these change: whoever
//! kills the process leaves no folder that builds from files of two robots.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::draft::Draft;
use super::names::folder;
use super::{Destination, PreparedFile, Written, is_marked};
use crate::failure::Failure;
use crate::package::{PackageFile, PackageKind};
use multibody_support::foreign;

/// A folder that a package may be written to.
#[derive(Debug)]
pub struct PackageFolder {
    /// The path as the user gave it.
    named: PathBuf,
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
                    named: target.to_owned(),
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

    /// Checks that the folder is absent or empty or has such a package, unless others' files may be replaced; and that it can be
    /// written.
    ///
    /// # Errors
    /// It has other files, or the error of the operating system.
    pub fn check_may_replace(&self, force: bool) -> Result<(), Failure> {
        let last_file = self.named.join(self.kind.last_file);
        if !self.named.exists() {
            return self.try_task("write", || Draft::new(&self.named).map(drop));
        }
        if !force && !self.is_ours()? {
            return Err(Failure::new(
                format_args!(
                    "`{}` has files, and multibody has not generated a package in it",
                    foreign::path(&self.named)
                ),
                "name another folder to write, or add --force to write into it",
            ));
        }
        self.try_task("write", || Draft::new(&last_file).map(drop))
    }

    /// Whether the folder has files of a package, or has no files.
    fn is_ours(&self) -> Result<bool, Failure> {
        let read = |path: &Path| fs::read_to_string(path).unwrap_or_default();
        let mut signs = self.kind.signs.iter();
        if signs.any(|(name, begin)| is_marked(begin, &read(&self.named.join(name)))) {
            return Ok(true);
        }
        // A killed run may have left nothing but drafts and some files in folders of the package's own.
        let mut files = Vec::new();
        self.try_task("read", || files_within(&self.named, &mut files))?;
        let is_of_killed_run = |path: &PathBuf| {
            let inside = path.strip_prefix(&self.named).unwrap_or(path);
            let mut folders = self.kind.folders.iter();
            let is_in_folder = folders.any(|folder| inside.starts_with(folder));
            is_draft(path) || is_in_folder && self.kind.is_of_package(&read(path))
        };
        Ok(files.iter().all(is_of_killed_run))
    }

    /// Runs a task on the folder; an error names both.
    fn try_task<T>(&self, task: &str, work: impl FnOnce() -> io::Result<T>) -> Result<T, Failure> {
        work().map_err(|error| Failure::io(task, &self.named, &error))
    }

    /// The path as the user gave it, for messages.
    #[must_use]
    pub fn shown_path(&self) -> String {
        foreign::path(&self.named).to_string()
    }

    /// The folder itself, behind links and dots.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        let canonical = |path: &Path| fs::canonicalize(path).ok();
        let name = self.named.file_name().unwrap_or_default();
        let in_parent = || Some(canonical(folder(&self.named))?.join(name));
        let path = canonical(&self.named).or_else(in_parent);
        path.unwrap_or_else(|| self.named.clone())
    }

    fn destination(&self, file: &PackageFile) -> Result<Destination, Failure> {
        Destination::new(&self.named.join(&file.path), &self.input)
    }

    /// Checks that there is a package that can be compared.
    ///
    /// # Errors
    /// There is none.
    pub fn check_is_there(&self) -> Result<(), Failure> {
        if self.named.is_dir() {
            return Ok(());
        }
        Err(Failure::new(
            format_args!("there is no folder `{}`", foreign::path(&self.named)),
            "run the same command without --check",
        ))
    }

    /// Checks that the folder contains these files, and none of an earlier package.
    ///
    /// # Errors
    /// The first line that differs, or the first file that is too few or too many.
    pub fn compare(&self, files: &[PackageFile]) -> Result<(), Failure> {
        const HELP: &str = "run the same command without --check";
        for file in files {
            let path = self.named.join(&file.path);
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
    /// A file of others is in the place of one, unless it may be replaced; or the error of the operating system. The folder is as it
    /// was before, unless files could be written and not renamed: then it has no last file.
    pub fn write(
        &self,
        files: &[PackageFile],
        inputs: &[PathBuf],
        force: bool,
    ) -> Result<Vec<FolderChange>, Failure> {
        let mut made = MadeFolders::default();
        let folders = files
            .iter()
            .filter_map(|file| Path::new(&file.path).parent());
        for folder in folders {
            let path = self.named.join(folder);
            self.try_task("make a folder in", || made.make(&path))?;
        }
        let destinations: Vec<Destination> = files
            .iter()
            .map(|file| self.destination(file))
            .collect::<Result<_, _>>()?;
        for (destination, file) in destinations.iter().zip(files) {
            destination.check_is_not_inputs(inputs)?;
            if !force {
                const HELP: &str = "name another folder to write, or add --force to replace it";
                destination.check_kind(|text| file.is_ours(text), HELP)?;
            }
        }
        let pairs = || destinations.iter().zip(files);
        let mut prepared: Vec<PreparedFile<'_>> = pairs()
            .map(|(destination, file)| destination.prepare(&file.text))
            .collect::<Result<_, _>>()?;
        let stale_files = self.stale_files(files)?;
        let last = prepared.pop().expect("a package has files");
        let is_new = |file: &PreparedFile<'_>| file.draft.is_some();
        let mut changes = Vec::new();
        if prepared.iter().any(is_new) || !stale_files.is_empty() {
            let (last, text) = pairs().next_back().expect("a package has files");
            let last_file = last.prepare_anew(&text.text)?;
            made.keep();
            self.try_task("write", || remove(&last.path))?;
            for (file, (destination, _)) in prepared.into_iter().zip(pairs()) {
                changes.push(FolderChange::File(
                    destination.named.clone(),
                    file.finish()?,
                ));
            }
            for path in stale_files {
                self.try_task("remove a file in", || remove_with_folders(&path))?;
                changes.push(FolderChange::Removed(path));
            }
            changes.push(FolderChange::File(last.named.clone(), last_file.finish()?));
            return Ok(changes);
        }
        made.keep();
        let written = last.finish()?;
        let others = pairs().map(|(file, _)| (file.named.clone(), Written::Unchanged));
        changes.extend(others.map(|(path, written)| FolderChange::File(path, written)));
        if let Some(FolderChange::File(_, of_last)) = changes.last_mut() {
            *of_last = written;
        }
        Ok(changes)
    }

    /// The files of earlier packages in the folders of the package's own, in order.
    fn stale_files(&self, files: &[PackageFile]) -> Result<Vec<PathBuf>, Failure> {
        let mut found = Vec::new();
        for folder in self.kind.folders {
            let path = self.named.join(folder);
            if path.is_dir() {
                self.try_task("read", || files_within(&path, &mut found))?;
            }
        }
        let expected: Vec<PathBuf> = (files.iter())
            .map(|file| self.named.join(&file.path))
            .collect();
        found.retain(|path| {
            let text = || fs::read_to_string(path).unwrap_or_default();
            !expected.contains(path) && !is_draft(path) && self.kind.is_of_package(&text())
        });
        found.sort();
        Ok(found)
    }
}

/// The files in a folder and in those in it; links are not followed.
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

/// Whether a file has the name of a draft.
fn is_draft(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') && name.ends_with(".multibody")
}

/// Removes a file, if it is there.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes a file, and the folder that it was in if nothing else is there.
fn remove_with_folders(path: &Path) -> io::Result<()> {
    remove(path)?;
    let _ = fs::remove_dir(folder(path));
    Ok(())
}

/// Folders that have been made; they are removed unless they are kept.
#[derive(Default)]
struct MadeFolders(Vec<PathBuf>);

impl MadeFolders {
    /// Makes a folder, and those that it is in.
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

impl Drop for MadeFolders {
    fn drop(&mut self) {
        for path in self.0.iter().rev() {
            // Best effort: a folder that is not empty stays.
            let _ = fs::remove_dir(path);
        }
    }
}

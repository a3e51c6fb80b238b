//! Reads a description of several files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::file::{self, SIZE_LIMIT, canonical_path, package_folder};
use super::format::{Format, Include};
use crate::fault::{Fault, Hint, Shown};
use crate::model::{IncludedFile, Inclusion, NotIncluded, Source, Span, join_paths};

/// Maximum depth of an included file; a file that the main file includes has the depth 1.
const DEPTH_LIMIT: usize = 16;
/// Maximum number of includes in all files of a description.
const COUNT_LIMIT: usize = 256;

/// The text of a file, and of the files that it includes, in one of the given formats.
///
/// # Errors
/// As for [`read_file`](super::read_file).
pub fn read_file_among(formats: &[Format], path: &Path) -> Result<Source, Fault> {
    let main = file::read(path, SIZE_LIMIT)?;
    let recognises_text = |format: &&Format| (format.recognises)(&main.text);
    let Some(format) = formats.iter().find(recognises_text) else {
        return Ok(main);
    };
    let includes = (format.includes)(&main.text);
    if includes.is_empty() {
        return Ok(main);
    }
    let real_path = canonical_path(path)?;
    // If the file is a symbolic link, paths start from the folder that contains the link.
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => canonical_path(folder)?,
        _ => canonical_path(Path::new("."))?,
    };
    let mut files = Files {
        format,
        bounds: package_folder(&folder.join(path.file_name().unwrap_or_default())),
        folder,
        text: main.text.to_string(),
        inclusions: Vec::new(),
        places: BTreeMap::from([(real_path, None)]),
    };
    files.include_all(includes, 0, 0);
    Ok(Source::of_files(main.name, files.text, files.inclusions))
}

/// The files of a description that have been read.
struct Files<'a> {
    format: &'a Format,
    /// The folder from which paths start.
    folder: PathBuf,
    /// The folder in which all files have to be.
    bounds: PathBuf,
    /// The texts of all files, one after another.
    text: String,
    inclusions: Vec<Inclusion>,
    /// The place that includes each file, by its canonical path; none for the main file.
    places: BTreeMap<PathBuf, Option<Span>>,
}

impl Files<'_> {
    /// Reads the files that one file includes, and in turn the files that those include. The text of the including file
    /// begins at `start`, and `depth` is its depth.
    fn include_all(&mut self, includes: Vec<Include>, start: usize, depth: usize) {
        for Include { path, span } in includes {
            // The first inclusion beyond the limit has been stored with its fault, which suffices.
            if self.inclusions.len() > COUNT_LIMIT {
                return;
            }
            let place = span.moved(start);
            let file = self.include(Path::new(&path), place, depth);
            let text_span = file.as_ref().map(|file| file.span).ok();
            self.inclusions.push(Inclusion { path, place, file });
            if let Some(text_span) = text_span {
                let nested_includes =
                    (self.format.includes)(&self.text[text_span.start..text_span.end]);
                self.include_all(nested_includes, text_span.start, depth + 1);
            }
        }
    }

    /// Reads a file that a file at this depth includes.
    fn include(
        &mut self,
        written_path: &Path,
        place: Span,
        depth: usize,
    ) -> Result<IncludedFile, NotIncluded> {
        if self.inclusions.len() == COUNT_LIMIT {
            return Err(NotIncluded::TooMany(COUNT_LIMIT));
        }
        if depth == DEPTH_LIMIT {
            return Err(NotIncluded::TooDeep(DEPTH_LIMIT));
        }
        let path = join_paths(&self.folder, written_path);
        // The path is compared first, so that the file system is not asked about files outside.
        if !path.starts_with(&self.bounds) {
            return Err(NotIncluded::Outside);
        }
        let real_path = canonical_path(&path).map_err(|fault| unreadable(fault, written_path))?;
        if !real_path.starts_with(&self.bounds) {
            return Err(NotIncluded::Outside);
        }
        if let Some(first) = self.places.get(&real_path) {
            return Err(NotIncluded::Again(*first));
        }
        let limit = SIZE_LIMIT.saturating_sub(self.text.len() as u64);
        let source = file::read(&path, limit).map_err(|fault| unreadable(fault, written_path))?;
        self.places.insert(real_path, Some(place));
        self.text.push('\n');
        let start = self.text.len();
        self.text.push_str(&source.text);
        let span = Span {
            start,
            end: self.text.len(),
        };
        Ok(IncludedFile { path, span })
    }
}

/// Why an included file cannot be read.
fn unreadable(fault: Fault, written_path: &Path) -> NotIncluded {
    let texts = fault.texts();
    let help = match fault {
        Fault::FileTooLarge { .. } => return NotIncluded::TooLarge(SIZE_LIMIT),
        Fault::FileMissing { hint } => {
            // The hint is a name without a folder, so the folder of the written path is added.
            let hint = match hint {
                Hint::Nearest(name) => {
                    let path = written_path.with_file_name(name.to_string());
                    Hint::Nearest(Shown::from(&*path.to_string_lossy()))
                }
                hint => hint,
            };
            format!("{hint} (in all files, paths start from the folder of the main file)")
        }
        Fault::FileNotRegular { .. } | Fault::FileNotText { .. } => "name a file of text".into(),
        _ => texts.help,
    };
    NotIncluded::Unreadable {
        reason: texts.message,
        help,
    }
}

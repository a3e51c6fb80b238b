//! The reports on an attribute with its struct, and on the file that it names.

use std::path::{Path, PathBuf};

use super::base::DescribedFile;
use crate::fault::{Fault, Remark, Report};
use crate::model::{Source, Spanned};
use crate::source::tokens::Places;

/// The reports on an attribute with its struct, and on the file that it names.
#[derive(Debug)]
pub struct Reports {
    /// The source locations of the tokens, to which `tokens` refers.
    pub places: Places,
    /// The report on the attribute and the struct.
    pub tokens: Report,
    /// The file that describes the robot, if one does.
    pub description: Option<Description>,
}

/// A file that describes a robot, and what was found while it was read.
#[derive(Debug)]
pub struct Description {
    /// The path as written in the attribute, and where it is written.
    pub path_as_written: Spanned<String>,
    /// The path of the file.
    pub path: PathBuf,
    /// The paths of the files that it includes.
    pub included_paths: Vec<PathBuf>,
    /// Why the file cannot be read, if it cannot.
    pub unreadable: Option<Fault>,
    /// What was found in the file, if it can be read.
    pub content: Option<ReadFile>,
}

/// A file, and what was found in it.
#[derive(Clone, Debug)]
pub struct ReadFile {
    /// Its text.
    pub source: Source,
    /// The report on it.
    pub report: Report,
}

impl Description {
    /// A file that has not been read.
    #[must_use]
    pub fn unread(file: &DescribedFile) -> Self {
        Self {
            path_as_written: file.path_as_written.clone(),
            path: file.path.clone(),
            included_paths: Vec::new(),
            unreadable: None,
            content: None,
        }
    }

    /// A file with its text, which no reader has seen yet. The text is `None` if the file cannot be read.
    #[must_use]
    pub fn read(file: &DescribedFile) -> (Self, Option<Source>) {
        let mut description = Self::unread(file);
        match file.text() {
            Ok(source) => {
                let paths = source.included_paths().map(Path::to_owned);
                description.included_paths = paths.collect();
                (description, Some(source))
            }
            Err(fault) => {
                description.unreadable = Some(fault);
                (description, None)
            }
        }
    }

    /// The paths of all files.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        let included = self.included_paths.iter().map(PathBuf::as_path);
        std::iter::once(self.path.as_path()).chain(included)
    }
}

impl Reports {
    /// The number of all errors.
    #[must_use]
    pub fn errors(&self) -> usize {
        let file_errors = self.description.as_ref().map_or(0, |file| {
            let count = (file.content.as_ref()).map_or(0, |content| content.report.errors);
            count + usize::from(file.unreadable.is_some())
        });
        self.tokens.errors + file_errors
    }

    /// All faults and remarks as text, in the style of rustc. `source` is the text from which the tokens were read.
    #[must_use]
    pub fn render(&self, source: &Source) -> String {
        let mut parts = vec![with_byte_spans(&self.tokens, &self.places).render(source)];
        if let Some(file) = &self.description {
            parts.extend(file.unreadable.as_ref().map(|fault| {
                let path = &file.path_as_written.value;
                format!("{}{PATH_NOTE}", fault.render_whole(path))
            }));
            parts.extend(
                file.content
                    .as_ref()
                    .map(|content| content.report.render(&content.source)),
            );
        }
        parts.retain(|part| !part.is_empty());
        parts.join("\n")
    }

    /// Warnings and notes one by one. `source` is the text from which the tokens were read.
    #[must_use]
    pub fn warnings(&self, source: &Source) -> Vec<Remark> {
        let mut remarks = with_byte_spans(&self.tokens, &self.places).remarks(source);
        let description = self.description.as_ref();
        if let Some(content) = description.and_then(|file| file.content.as_ref()) {
            remarks.extend(content.report.remarks(&content.source));
        }
        remarks
    }
}

/// A note on a file that cannot be read: the folder from which paths start.
pub const PATH_NOTE: &str = "  = note: the path starts from the folder of Cargo.toml\n";

/// A report on tokens, with spans as byte ranges of the text from which the tokens were read.
fn with_byte_spans(report: &Report, places: &Places) -> Report {
    let mut report = report.clone();
    for diagnostic in &mut report.diagnostics {
        diagnostic.span = places.bytes(diagnostic.span);
        for span in &mut diagnostic.others {
            *span = places.bytes(*span);
        }
    }
    report.diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    report
}

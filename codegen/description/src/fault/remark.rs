//! Warnings and notes as data, for use by programs.

use super::{Report, Severity};
use crate::model::Source;

/// A warning or a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The name of its row in the table of faults, e.g. `MissingLimit`.
    pub kind: &'static str,
    /// `warning` or `note`.
    pub severity: &'static str,
    /// The text of the warning or note.
    pub message: String,
    /// The remedy; may be empty.
    pub help: String,
    /// The file to which it refers.
    pub file: String,
    /// The line in that file, counted from 1.
    pub line: usize,
}

impl Report {
    /// Warnings and notes in the order of their places.
    #[must_use]
    pub fn remarks(&self, source: &Source) -> Vec<Remark> {
        let is_remark = |d: &&super::Diagnostic| d.fault.severity() != Severity::Error;
        let remark = |diagnostic: &super::Diagnostic| {
            let texts = diagnostic.fault.texts();
            let (line, _) = source.position(diagnostic.span.start);
            Remark {
                kind: diagnostic.fault.kind(),
                severity: diagnostic.fault.severity().word(),
                message: texts.message,
                help: texts.help,
                file: source.file_at(diagnostic.span.start).name.into_owned(),
                line,
            }
        };
        self.diagnostics
            .iter()
            .filter(is_remark)
            .map(remark)
            .collect()
    }
}

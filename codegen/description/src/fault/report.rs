//! All faults of a description.

use super::Diagnostic;

/// Maximum number of faults that a report shows; the rest are only counted.
pub const SHOWN_LIMIT: usize = 100;

/// The faults found, sorted by place.
#[derive(Clone, Debug)]
pub struct Report {
    /// At most [`SHOWN_LIMIT`] faults; if more were found, these are the most severe ones.
    pub diagnostics: Vec<Diagnostic>,
    /// The number of faults that are not shown.
    pub more: usize,
    /// The total number of errors.
    pub errors: usize,
}

impl Report {
    /// Whether an error was found, so that no program can be made.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }
}

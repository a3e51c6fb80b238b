//! All faults of a description.

use super::Diagnostic;

/// Most faults a report shows; the rest are counted.
pub const SHOWN_LIMIT: usize = 100;

/// What was found, sorted by place.
#[derive(Clone, Debug)]
pub struct Report {
    /// At most [`SHOWN_LIMIT`]; where there are more, the most severe of them.
    pub diagnostics: Vec<Diagnostic>,
    /// How many there are besides.
    pub more: usize,
    /// How many errors there are in all.
    pub errors: usize,
}

impl Report {
    /// Whether an error was found, so that no program can be made.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }
}

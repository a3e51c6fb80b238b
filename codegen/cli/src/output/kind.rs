//! Kinds of files that the command writes, and how it recognises a file that it has written before. Files
//! written by others are replaced only with `--force`.

use multibody_codegen::Failure;
use multibody_codegen::internal::language::Language;
use multibody_codegen::internal::output::{Destination, is_marked, mark};

use super::ReportFormat;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Generated code in a language.
    Code(Language),
    /// A report in a format other than HTML.
    Report(ReportFormat),
    /// A report as a page.
    Page,
    /// A plot of a motion.
    Plot,
    /// A table of a motion.
    Table,
}

/// The beginnings of the comments that have the mark of a generated file.
const PAGE_BEGINNING: &str = "<!DOCTYPE html><!--";
const PLOT_BEGINNING: &str = "<!--";

impl FileKind {
    /// Whether a text is of this kind. A text without comments is recognised by its beginning.
    fn matches(self, text: &str) -> bool {
        let mut lines = text.lines();
        match self {
            Self::Code(language) => is_marked(language.row().comment, text),
            Self::Page => is_marked(PAGE_BEGINNING, text),
            Self::Plot => is_marked(PLOT_BEGINNING, text),
            Self::Table => {
                let head = lines.next().unwrap_or_default();
                head.starts_with("t,") && head.contains(",kinetic energy,")
            }
            Self::Report(ReportFormat::Text) => lines.nth(2) == Some("Tree"),
            Self::Report(ReportFormat::Json) => text.starts_with("{\"ablation\":"),
            Self::Report(ReportFormat::Plain) => text.starts_with("Equations of motion\n"),
            Self::Report(ReportFormat::Latex) => {
                text.starts_with("\\paragraph{Equations of motion}")
            }
        }
    }

    /// A text with the mark of a generated file, if files of this kind have one and do not begin with it already.
    pub fn with_mark(self, text: String) -> String {
        match self {
            Self::Page => text.replacen("<!DOCTYPE html>", &mark(PAGE_BEGINNING, " -->"), 1),
            Self::Plot => mark(PLOT_BEGINNING, " -->\n") + text.as_str(),
            Self::Code(_) | Self::Report(_) | Self::Table => text,
        }
    }

    /// Checks that a file may be written: a file of any other kind is replaced only if the user forces it.
    ///
    /// # Errors
    /// The file has other content, or cannot be written.
    pub fn check_may_replace(self, destination: &Destination, force: bool) -> Result<(), Failure> {
        const HELP: &str = "name another file to write, or add --force to replace it";
        if !force {
            destination.check_kind(|text| self.matches(text), HELP)?;
        }
        destination.check_is_writable()
    }
}

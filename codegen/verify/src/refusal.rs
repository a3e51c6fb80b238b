//! Why a file cannot be verified at all.

use std::fmt;
use std::path::Path;

use syn::spanned::Spanned;

use multibody_support::foreign::{Shown, with_short_names};

/// The result of a check: nothing, or a refusal.
pub type Checked = Result<(), Refusal>;

/// Why a file cannot be verified, where, and what to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// The line of the file. `None`: the refusal is about the whole file.
    pub line: Option<usize>,
    /// What is wrong. Long names are shortened in messages and helps.
    pub message: String,
    /// What to do.
    pub help: String,
    /// Whether an unchanged generated file may get this refusal, for its size, an option, or the user's struct. Any other refusal
    /// of such a file is a bug.
    pub is_of_valid_file: bool,
    /// Whether only one function is refused, since it calls another whose head is wrong.
    pub is_of_callee: bool,
}

impl Refusal {
    /// The exit code of the command for a file that cannot be verified.
    pub const EXIT_CODE: u8 = 2;

    /// The message about a file.
    #[must_use]
    pub fn render(&self, file: &Path) -> String {
        format!("error: {}: {self}", excerpt(&file.display().to_string()))
    }

    /// A refusal of the whole file.
    pub fn of_file(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            message: with_short_names(&message.into()),
            help: with_short_names(&help.into()),
            ..Self::default()
        }
    }

    /// The refusal of a construct at a place of the file.
    pub fn at(place: &impl Spanned, message: impl Into<String>) -> Self {
        Self::in_line(place.span().start().line, message)
    }

    /// A refusal of a line.
    pub fn in_line(line: usize, message: impl Into<String>) -> Self {
        let help = "remove it: only what `cargo multibody generate` emits can be verified";
        Self {
            line: Some(line),
            ..Self::of_file(message, help)
        }
    }

    /// The refusal of a call of a function whose head is wrong.
    pub fn of_callee(call: &impl Spanned, name: &str) -> Self {
        let message = format!("it calls `{name}`, which is wrong, or not for bodies to call");
        Self {
            is_of_callee: true,
            ..Self::at(call, message)
        }
    }

    /// This refusal with another remedy.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = with_short_names(&help.into());
        self
    }

    /// Marks a refusal that an unchanged generated file may get, as in [`Self::is_of_valid_file`].
    pub fn of_valid_file(mut self) -> Self {
        self.is_of_valid_file = true;
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message)?,
            None => write!(f, "{}", self.message)?,
        }
        write!(f, "\n  = help: {}", self.help)
    }
}

/// A text of the file as messages show it: shortened, on one line.
pub fn excerpt(text: &str) -> String {
    Shown::from(text).to_string()
}

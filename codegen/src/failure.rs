//! The failure of a command or a build script, as text for the user.

use std::fmt;
use std::io;
use std::path::Path;

use multibody_support::foreign::{self, visible};

/// A complete message: one error or several, and what to do where that is known. The `main` of a build script shows the
/// `Debug` form, so this is the same text.
pub struct Failure(String);

impl Failure {
    /// One error and what to do about it.
    #[must_use]
    pub fn new(message: impl fmt::Display, help: impl fmt::Display) -> Self {
        Self(format!("error: {message}\n  = help: {help}"))
    }

    /// A text that is already a complete message.
    #[must_use]
    pub fn complete(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The failure to use a file, with the error of the operating system.
    #[must_use]
    pub fn io(action: &str, path: &Path, error: &io::Error) -> Self {
        Self(format!(
            "error: cannot {action} `{}`: {error}",
            foreign::path(path)
        ))
    }

    /// The failure of the description called `name`, with its faults as text, and their number.
    #[must_use]
    pub fn of_description(text: &str, errors: usize, name: &str) -> Self {
        let errors = match errors {
            1 => "1 error".into(),
            number => format!("{number} errors"),
        };
        let name = visible(name);
        Self(format!("{text}\nerror: no dynamics for `{name}`: {errors}"))
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl std::error::Error for Failure {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use multibody_description::fault::{Fault, Faults};
    use multibody_description::model::Span;

    use super::*;
    use multibody_description::model::Source;

    #[test]
    fn all_faults_are_shown_and_errors_counted() {
        let source = Source::new("arm.urdf", "<robot/>");
        let mut faults = Faults::new();
        faults.push(
            Span { start: 0, end: 8 },
            Fault::ZeroAxis {
                joint: "elbow".into(),
            },
        );
        faults.push(Span { start: 1, end: 8 }, Fault::NoLinks);
        faults.push(
            Span { start: 2, end: 8 },
            Fault::MimicOnFixed {
                joint: "wrist".into(),
            },
        );
        let report = faults.finish();
        let failure = Failure::of_description(&report.render(&source), report.errors, "arm.urdf");
        assert_eq!(format!("{failure:?}"), format!("\n{failure}"));
        let text = failure.to_string();
        assert!(
            text.starts_with("error: joint `elbow` has a zero axis\n"),
            "{text}"
        );
        assert!(text.contains("\n\nnote: the fixed joint `wrist`"), "{text}");
        assert!(
            text.ends_with("\n\nerror: no dynamics for `arm.urdf`: 2 errors"),
            "{text}"
        );
    }
}

//! Why a command ends without its result, as text for the user.

use std::fmt;
use std::io;
use std::path::Path;

use multibody_codegen::fault::Report;
use multibody_codegen::model::Source;

/// A message that is complete: it begins with `error:` and says what to do.
#[derive(Debug)]
pub struct Failure(String);

impl Failure {
    /// One error and what to do about it.
    pub fn new(message: impl fmt::Display, help: impl fmt::Display) -> Self {
        Self(format!("error: {message}\n  = help: {help}"))
    }

    /// A text that is complete already.
    pub fn complete(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// A file that the operating system does not let us use.
    pub fn io(action: &str, path: &Path, error: &io::Error) -> Self {
        Self(format!(
            "error: cannot {action} `{}`: {error}",
            path.display()
        ))
    }

    /// All that is wrong with a description.
    pub fn of_description(found: &Report, source: &Source) -> Self {
        let text = rendered(found, source);
        let errors = match found.errors {
            1 => "1 error".into(),
            number => format!("{number} errors"),
        };
        Self(format!(
            "{text}error: no dynamics for `{}`: {errors}",
            source.name
        ))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What was found, followed by an empty line; empty where nothing was found.
pub fn rendered(found: &Report, source: &Source) -> String {
    let text = found.render(source);
    if text.is_empty() {
        text
    } else {
        format!("{text}\n")
    }
}

#[cfg(test)]
mod tests {
    use multibody_codegen::fault::{Fault, Faults};
    use multibody_codegen::model::Span;

    use super::*;

    #[test]
    fn all_faults_are_shown_and_errors_counted() {
        let source = Source {
            name: "arm.urdf".into(),
            text: "<robot/>".into(),
        };
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
        let text = Failure::of_description(&faults.finish(), &source).to_string();
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

    #[test]
    fn nothing_is_said_about_nothing() {
        let source = Source {
            name: "arm.urdf".into(),
            text: "<robot/>".into(),
        };
        assert_eq!(rendered(&Faults::new().finish(), &source), "");
    }
}

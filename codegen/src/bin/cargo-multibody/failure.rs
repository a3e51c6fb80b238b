//! Why a command ends without its result, as text for the user.

use std::fmt;
use std::io;
use std::path::Path;

use multibody_codegen::fault::{Diagnostic, Severity};
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

    /// All that is wrong with a description, and how much that is.
    pub fn of_description(found: &[Diagnostic], source: &Source) -> Self {
        let mut text = rendered(found, source);
        text.push_str(&format!(
            "error: no dynamics for `{}`: {}",
            source.name,
            tally(found)
        ));
        Self(text)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Faults one below the other, each followed by an empty line.
pub fn rendered(found: &[Diagnostic], source: &Source) -> String {
    found
        .iter()
        .map(|diagnostic| diagnostic.render(source) + "\n")
        .collect()
}

/// E.g. `2 errors, 1 warning`.
fn tally(found: &[Diagnostic]) -> String {
    let count = |severity| {
        found
            .iter()
            .filter(|d| d.fault.severity() == severity)
            .count()
    };
    let counted = [Severity::Error, Severity::Warning, Severity::Note]
        .into_iter()
        .map(|severity| (count(severity), severity.word()))
        .filter(|(number, _)| *number > 0)
        .map(|(number, word)| format!("{number} {word}{}", if number == 1 { "" } else { "s" }));
    counted.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use multibody_codegen::fault::Fault;
    use multibody_codegen::model::Span;

    use super::*;

    #[test]
    fn all_faults_are_shown_and_counted() {
        let source = Source {
            name: "arm.urdf".into(),
            text: "<robot/>".into(),
        };
        let fault = |fault| Diagnostic {
            fault,
            span: Span { start: 0, end: 8 },
            others: Vec::new(),
        };
        let mut found = vec![
            fault(Fault::ZeroAxis {
                joint: "elbow".into(),
            }),
            fault(Fault::NoLinks),
        ];
        found.push(fault(Fault::MimicOnFixed {
            joint: "wrist".into(),
        }));
        let text = Failure::of_description(&found, &source).to_string();
        assert!(
            text.starts_with("error: joint `elbow` has a zero axis\n"),
            "{text}"
        );
        assert!(
            text.ends_with("\n\nerror: no dynamics for `arm.urdf`: 2 errors, 1 note"),
            "{text}"
        );
    }
}

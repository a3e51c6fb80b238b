//! A format in which files describe robots: its name, how its files begin and are recognised, and its reader.

use crate::fault::{Fault, Faults, Shown};
use crate::model::{Model, NotIncluded, Source, Span};

/// A format in which files describe robots.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Its name; in the attribute this is the option for a file of this format, e.g. `urdf = "arm.urdf"`.
    pub name: &'static str,
    /// The usual extension of such files, without the dot.
    pub extension: &'static str,
    /// How a file of this format begins, for messages.
    pub begins: &'static str,
    /// Whether a text, which may contain faults, looks like this format. No two formats recognise the same text.
    pub recognises: fn(&str) -> bool,
    /// The files that a text includes, in order; empty if it cannot be parsed.
    pub includes: fn(&str) -> Vec<Include>,
    /// Reads a text, and adds faults to those in the collector. Even if there are errors among these faults, the
    /// reader may return a model, so that the check can find all other faults: values that could not be read have
    /// defaults or count as unknown, and missing names are empty.
    pub reader: fn(&Source, &mut Faults) -> Option<Model>,
}

/// The name of a file that a text includes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Include {
    /// The path as written; it starts from the folder of the main file.
    pub path: String,
    /// Where it is written.
    pub span: Span,
}

impl Format {
    /// Reads a text that is expected to be in this format.
    #[must_use]
    pub fn read(&self, source: &Source, faults: &mut Faults) -> Option<Model> {
        read_among(std::slice::from_ref(self), source, faults)
    }
}

/// Reads a robot from a text in any one of the given formats.
#[must_use]
pub fn read_among(formats: &[Format], source: &Source, faults: &mut Faults) -> Option<Model> {
    match formats
        .iter()
        .find(|format| (format.recognises)(&source.text))
    {
        Some(format) => {
            report_inclusions(format, source, faults);
            (format.reader)(source, faults)
        }
        None => {
            faults.push(
                first_word(&source.text),
                unknown_format(formats, &source.text),
            );
            None
        }
    }
}

/// Reports the included files that cannot be part of the description. From standard input, which has
/// no folder, none can.
fn report_inclusions(format: &Format, source: &Source, faults: &mut Faults) {
    if source.inclusions().is_empty() {
        for Include { path, span } in (format.includes)(&source.text) {
            let path = Shown::from(&path);
            faults.push(span, Fault::IncludeWithoutFolder { path });
        }
    }
    for inclusion in source.inclusions() {
        let Err(reason) = inclusion.file.clone() else {
            continue;
        };
        let path = Shown::from(&inclusion.path);
        let mut others = Vec::new();
        let fault = match reason {
            NotIncluded::Unreadable { reason, help } => {
                Fault::IncludeUnreadable { path, reason, help }
            }
            NotIncluded::Outside => Fault::IncludeOutside { path },
            NotIncluded::Again(first) => {
                others.extend(first);
                Fault::IncludeAgain { path }
            }
            NotIncluded::TooDeep(limit) => Fault::IncludeTooDeep { limit },
            NotIncluded::TooMany(limit) => Fault::TooMany {
                what: "included files",
                limit,
            },
            NotIncluded::TooLarge(limit) => Fault::IncludeTooLarge { limit },
        };
        faults.push_conflict(inclusion.place, others, fault);
    }
}

/// The fault for a text that no format recognises.
fn unknown_format(formats: &[Format], text: &str) -> Fault {
    if text.contains("#[multibody") {
        return Fault::RustInstead;
    }
    let descriptions = formats
        .iter()
        .map(|format| format!("{} ({})", format.name, format.begins));
    Fault::UnknownFormat {
        formats: descriptions.collect::<Vec<_>>().join(", "),
    }
}

/// The place of the first word of a text; if there is none, the end of the text.
fn first_word(text: &str) -> Span {
    let start = text.len() - text.trim_start().len();
    let word = text[start..].split_whitespace().next().unwrap_or_default();
    Span {
        start,
        end: start + word.len(),
    }
}

//! What a format in which files describe robots consists of.

use crate::fault::{Fault, Faults};
use crate::model::{Model, Source, Span};

/// A format in which files describe robots.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Its name; in the attribute this is the option for a file of this format, e.g. `urdf = "arm.urdf"`.
    pub name: &'static str,
    /// How a file of this format begins, for messages.
    pub begins: &'static str,
    /// Whether a text looks like this format. It may be faulty; no other format recognises it.
    pub recognises: fn(&str) -> bool,
    /// Reads a text. Faults are added to those given. Even if there are errors among them, a model may be returned so that the
    /// check can find all other faults: values that could not be read have their defaults, and names are empty.
    pub reader: fn(&Source, &mut Faults) -> Option<Model>,
}

impl Format {
    /// Reads a text that is to be of this format.
    #[must_use]
    pub fn read(&self, source: &Source, faults: &mut Faults) -> Option<Model> {
        read_among(std::slice::from_ref(self), source, faults)
    }
}

/// Reads a robot in whichever of some formats its text is.
#[must_use]
pub fn read_among(formats: &[Format], source: &Source, faults: &mut Faults) -> Option<Model> {
    let found = formats
        .iter()
        .find(|format| (format.recognises)(&source.text));
    match found {
        Some(format) => (format.reader)(source, faults),
        None => {
            faults.push(first_word(&source.text), unknown(formats, &source.text));
            None
        }
    }
}

fn unknown(formats: &[Format], text: &str) -> Fault {
    if text.contains("#[multibody") {
        return Fault::RustInstead;
    }
    let formats = formats
        .iter()
        .map(|format| format!("{} ({})", format.name, format.begins));
    Fault::UnknownFormat {
        formats: formats.collect::<Vec<_>>().join(", "),
    }
}

/// The first word of a text, or its end.
fn first_word(text: &str) -> Span {
    let start = text.len() - text.trim_start().len();
    let word = text[start..].split_whitespace().next().unwrap_or_default();
    Span {
        start,
        end: start + word.len(),
    }
}

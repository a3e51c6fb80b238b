//! XML with places in the text: limits are checked, `roxmltree` parses, and its errors are translated into faults.

mod element;
mod guard;
mod malformed;
mod references;
mod tags;

pub(super) use element::{Attribute, Element};

use roxmltree::{Document, ParsingOptions};

use crate::fault::Faults;
use crate::model::Source;

/// Parses a text; reports why it cannot be parsed.
pub(super) fn parse<'a>(source: &'a Source, faults: &mut Faults) -> Option<Document<'a>> {
    let text: &str = &source.text;
    if let Err((span, fault)) = guard::guard(text) {
        faults.push(span, fault);
        return None;
    }
    let unsound = references::check(text, faults);
    match Document::parse_with_options(text, ParsingOptions::default()) {
        // Unsound references make names unknown, so all other faults would only be consequences of the references.
        Ok(document) => unsound.is_empty().then_some(document),
        Err(error) => {
            malformed::report(text, &error, &unsound, faults);
            None
        }
    }
}

//! XML with places in the text: what other readers accept becomes strict, limits are checked, `roxmltree` parses, and
//! its errors are translated into faults.

mod element;
mod guard;
mod parser_errors;
mod prefixes;
mod references;
mod strict_text;
mod tags;

pub(super) use element::{Attribute, Element};
pub(super) use prefixes::{is_foreign, local_name, report_undeclared_prefixes};

use std::borrow::Cow;

use roxmltree::{Document, ParsingOptions};

use crate::fault::Faults;
use crate::model::Source;

/// A text as strict XML, with the same places; none if it is beyond the limits.
pub(super) fn strict_xml<'a>(source: &'a Source, faults: &mut Faults) -> Option<Cow<'a, str>> {
    let text: &str = &source.text;
    if let Err((span, fault)) = guard::guard_size(text) {
        faults.push(span, fault);
        return None;
    }
    let strict = strict_text::strict_xml(text, faults);
    if let Err((span, fault)) = guard::guard_tags(&strict) {
        faults.push(span, fault);
        return None;
    }
    Some(strict)
}

/// Parses a text that [`strict_xml`] returned for a source; reports why it cannot be parsed.
pub(super) fn parse<'a>(
    strict: &'a str,
    source: &Source,
    faults: &mut Faults,
) -> Option<Document<'a>> {
    let unsound_references = references::check(strict, faults);
    match Document::parse_with_options(strict, ParsingOptions::default()) {
        // Unsound references make names unknown, so all other faults would only be consequences of the references.
        Ok(document) => unsound_references.is_empty().then_some(document),
        Err(error) => {
            parser_errors::report(strict, &source.text, &error, &unsound_references, faults);
            None
        }
    }
}

//! XML with places: the text is guarded, parsed by `roxmltree`, and its errors are put in our words.

mod element;
mod guard;
mod malformed;
mod references;
mod tags;

pub(super) use element::{Attribute, Element};

use roxmltree::{Document, ParsingOptions};

use crate::fault::Faults;
use crate::model::Source;

/// Parses a text; reports what hinders that.
pub(super) fn parse<'a>(source: &'a Source, faults: &mut Faults) -> Option<Document<'a>> {
    let text: &str = &source.text;
    if let Err((span, fault)) = guard::guard(text) {
        faults.push(span, fault);
        return None;
    }
    let unsound = references::check(text, faults);
    match Document::parse_with_options(text, ParsingOptions::default()) {
        // What a name would be that has no such character is unknown: faults that follow from it are none of the user's.
        Ok(document) => unsound.is_empty().then_some(document),
        Err(error) => {
            malformed::report(text, &error, &unsound, faults);
            None
        }
    }
}

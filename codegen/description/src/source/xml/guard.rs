//! Limits that keep hostile texts from exhausting the parser's time and memory.

use super::remedies::Remedies;
use super::tags::{TagKind, Tags};
use crate::fault::{Fault, Hint};
use crate::model::Span;

/// Maximum nesting depth of elements; a URDF needs six levels, simulators' extensions a few more.
const DEPTH_LIMIT: usize = 64;
/// Maximum number of attributes of one element: finding duplicates among them takes quadratic time.
const ATTRIBUTE_LIMIT: usize = 256;
/// Maximum number of namespace declarations: the parser searches them for each element.
const NAMESPACE_LIMIT: usize = 256;
/// Maximum number of characters `<`, and of characters `=`. Each element has one or two `<`, each attribute has one
/// `=`. The limit is thirty times what the largest robots have. Even an unoptimised generator, as in a macro, reads a
/// text within this limit in a second.
const CHARACTER_LIMIT: usize = 1 << 16;

/// Checks the size of a text against the limits.
pub(super) fn guard_size(text: &str) -> Result<(), (Span, Fault)> {
    check_occurrences(text, "<", CHARACTER_LIMIT, "tags")?;
    check_occurrences(text, "=", CHARACTER_LIMIT, "attributes")?;
    check_occurrences(text, "xmlns", NAMESPACE_LIMIT, "namespace declarations")
}

/// Checks the tags of a text against the limits.
pub(super) fn guard_tags(text: &str, remedies: &Remedies) -> Result<(), (Span, Fault)> {
    let mut depth: usize = 0;
    for tag in Tags::new(text) {
        match tag.kind {
            TagKind::Open => depth += 1,
            TagKind::Close => depth = depth.saturating_sub(1),
            TagKind::DocumentType => {
                let hint = hint_for_document_type(&text[tag.span.end..]);
                return Err((tag.span, Fault::DocumentType { hint }));
            }
            TagKind::Empty | TagKind::Unfinished => {}
        }
        if depth > DEPTH_LIMIT {
            let (limit, remedy) = (DEPTH_LIMIT, remedies.nesting);
            return Err((tag.span, Fault::NestedTooDeeply { limit, remedy }));
        }
        if tag.attribute_count > ATTRIBUTE_LIMIT {
            let (noun, limit) = ("attributes of one element", ATTRIBUTE_LIMIT);
            return Err((tag.span, Fault::TooMany { what: noun, limit }));
        }
    }
    Ok(())
}

/// The hint for a document type declaration; `tail` is the text after `<!DOCTYPE`. Web pages have such a declaration too.
fn hint_for_document_type(tail: &str) -> Hint {
    let first = tail.trim_start().get(..4);
    Hint::Write(
        if first.is_some_and(|name| name.eq_ignore_ascii_case("html")) {
            "this is HTML, the page about a file perhaps; download the file itself"
        } else {
            "remove it, and write the values in place of the entities"
        },
    )
}

fn check_occurrences(
    text: &str,
    pattern: &str,
    limit: usize,
    noun: &'static str,
) -> Result<(), (Span, Fault)> {
    match text.match_indices(pattern).nth(limit) {
        None => Ok(()),
        Some((start, _)) => Err((
            Span {
                start,
                end: start + pattern.len(),
            },
            Fault::TooMany { what: noun, limit },
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::super::remedies::URDF;
    use super::*;

    fn kind(text: &str) -> Option<&'static str> {
        let guarded = guard_size(text).and_then(|()| guard_tags(text, &URDF));
        guarded.err().map(|(_, fault)| fault.kind())
    }

    #[test]
    fn limits_are_the_largest_numbers_allowed() {
        assert_eq!(kind(&"<a>".repeat(DEPTH_LIMIT)), None);
        assert_eq!(
            kind(&"<a>".repeat(DEPTH_LIMIT + 1)),
            Some("NestedTooDeeply")
        );
        let attributes = |n| format!("<a {}/>", "b='' ".repeat(n));
        assert_eq!(kind(&attributes(ATTRIBUTE_LIMIT)), None);
        assert_eq!(kind(&attributes(ATTRIBUTE_LIMIT + 1)), Some("TooMany"));
        assert_eq!(kind(&"<a xmlns=''/>".repeat(NAMESPACE_LIMIT)), None);
        assert_eq!(
            kind(&"<a xmlns=''/>".repeat(NAMESPACE_LIMIT + 1)),
            Some("TooMany")
        );
        assert_eq!(kind(&"<a/>".repeat(CHARACTER_LIMIT)), None);
        assert_eq!(kind(&"<a/>".repeat(CHARACTER_LIMIT + 1)), Some("TooMany"));
        assert_eq!(kind(&"=".repeat(CHARACTER_LIMIT + 1)), Some("TooMany"));
        assert_eq!(kind("<!DOCTYPE a><a/>"), Some("DocumentType"));
    }
}

//! XML with places in the text: what other readers accept becomes strict, limits are checked, `roxmltree` parses, and
//! its errors are translated into faults.

mod element;
mod guard;
mod parser_errors;
mod place;
mod prefixes;
mod references;
mod remedies;
mod strict_text;
mod tags;

pub(super) use element::{Attribute, Element};
pub(super) use place::place;
pub(super) use prefixes::{is_foreign, local_name, report_undeclared_prefixes};
pub(super) use remedies::{MJCF, Remedies};

use std::borrow::Cow;

use roxmltree::{Document, ParsingOptions};

use super::format::Include;
use crate::fault::Faults;
use crate::model::{Source, Span};
use remedies::URDF;
use tags::{TagKind, Tags};

/// The text of the main file as strict XML, with the same places; `None` if it exceeds the limits, or if a document type
/// may change it.
pub(super) fn strict_xml<'a>(source: &'a Source, faults: &mut Faults) -> Option<Cow<'a, str>> {
    strict_file(source, source.file_at(0).span, &URDF, faults)
}

/// As [`strict_xml`], for one file of the description. Places in the result are relative to the beginning of this file.
pub(super) fn strict_file<'a>(
    source: &'a Source,
    file: Span,
    remedies: &Remedies,
    faults: &mut Faults,
) -> Option<Cow<'a, str>> {
    faults.read_at(file.start, |faults| {
        let text = source.part(file);
        if let Err((span, fault)) = guard::guard_size(text) {
            faults.push(span, fault);
            return None;
        }
        let strict = strict_text::strict_xml(text, remedies, faults);
        if let Err((span, fault)) = guard::guard_tags(&strict, remedies) {
            faults.push(span, fault);
            return None;
        }
        Some(strict)
    })
}

/// Parses a text that [`strict_xml`] returned for a source; reports a fault if it cannot be parsed.
pub(super) fn parse<'a>(
    strict: &'a str,
    source: &Source,
    faults: &mut Faults,
) -> Option<Document<'a>> {
    parse_file(strict, source, source.file_at(0).span, faults)
}

/// Parses a text that [`strict_file`] returned for a file. [`Element::in_file`] makes its elements.
pub(super) fn parse_file<'a>(
    strict: &'a str,
    source: &Source,
    file: Span,
    faults: &mut Faults,
) -> Option<Document<'a>> {
    faults.read_at(file.start, |faults| {
        let unsound_references = references::check(strict, faults);
        match Document::parse_with_options(strict, ParsingOptions::default()) {
            // Unsound references make names unknown, so all other faults would only be consequences of the references.
            Ok(document) => unsound_references.is_empty().then_some(document),
            Err(error) => {
                let text = source.part(file);
                parser_errors::report(strict, text, &error, &unsound_references, faults);
                None
            }
        }
    })
}

/// The name of the first element of a text, which need not be well-formed.
pub(super) fn root_tag(text: &str) -> Option<&str> {
    let tag = Tags::new(text).next()?;
    if tag.kind != TagKind::DocumentType {
        return text.get(tag.span.start + 1..tag.span.end);
    }
    // The declarations in brackets may contain `>` too.
    let declaration = &text[tag.span.end..];
    let mark = declaration.find(['[', '>'])?;
    let has_brackets = declaration[mark..].starts_with('[');
    let end = if has_brackets { mark + declaration[mark..].find("]")? } else { mark };
    let content = &declaration[end + 1..];
    let first_tag = Tags::new(content).find(|tag| tag.kind != TagKind::DocumentType)?;
    content.get(first_tag.span.start + 1..first_tag.span.end)
}

/// The files that a text includes: the values of the attribute `attribute` of all elements with the tag `tag`. Empty if the
/// text cannot be parsed.
pub(super) fn includes(text: &str, tag: &str, attribute: &str) -> Vec<Include> {
    // The reader reports the faults.
    let mut faults = Faults::new();
    let includes = includes_of(&Source::new("", text), tag, attribute, &mut faults);
    drop(faults.finish());
    includes.unwrap_or_default()
}

/// As [`includes`], for a source; `None` if it cannot be parsed.
fn includes_of(
    source: &Source,
    tag: &str,
    attribute: &str,
    faults: &mut Faults,
) -> Option<Vec<Include>> {
    let strict = strict_xml(source, faults)?;
    let document = parse(&strict, source, faults)?;
    let root = Element::new(document.root_element(), &source.text);
    let elements = root.descendants().filter(|element| element.tag() == tag);
    let attributes = elements.filter_map(|element| element.attribute(attribute));
    let include = |attribute: Attribute<'_>| Include {
        path: attribute.value.to_owned(),
        span: attribute.value_span,
    };
    Some(attributes.map(include).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{IncludedFile, Inclusion};

    #[test]
    fn the_first_element_is_found_in_any_text() {
        for (text, expected) in [
            (
                "<?xml version='1.0'?>\n<!-- <robot> -->\n<mujoco model='a'>",
                Some("mujoco"),
            ),
            ("\u{feff}<mujoco/>", Some("mujoco")),
            ("<mujoco", Some("mujoco")),
            ("<!DOCTYPE mujoco>\n<mujoco/>", Some("mujoco")),
            (
                "<!DOCTYPE a [<!ENTITY b '>'>]>\n<!-- c --><robot/>",
                Some("robot"),
            ),
            ("<!DOCTYPE a [", None),
            ("<", Some("")),
            ("robot: arm", None),
        ] {
            assert_eq!(root_tag(text), expected, "{text}");
        }
    }

    #[test]
    fn includes_are_found_where_a_reader_sees_them() {
        let text = "<a><!-- <include file='no'/> --><b><include file=\"p/x&#46;xml\"/></b>\
                    <include/><include name='n' file = 'y.xml'/></a>";
        let include_list = includes(text, "include", "file");
        let paths = include_list.iter().map(|include| include.path.as_str());
        assert_eq!(paths.collect::<Vec<_>>(), ["p/x.xml", "y.xml"]);
        let place = |include: &Include| &text[include.span.start..include.span.end];
        let places: Vec<&str> = include_list.iter().map(place).collect();
        assert_eq!(places, ["p/x&#46;xml", "y.xml"]);
        assert_eq!(includes("<a><include file='x'/>", "include", "file"), []);
    }

    #[test]
    fn places_in_an_included_file_are_those_of_the_whole_text() {
        let text = "<a/>\n<b>\n<c d=' e f'/> g</b>\n<h>\n</i>";
        let inclusion = |start: usize, end: usize| Inclusion {
            path: String::new(),
            place: Span::default(),
            file: Ok(IncludedFile {
                path: "b.xml".into(),
                span: Span { start, end },
            }),
        };
        let end = text.find("<h>").expect("a third file");
        let files = vec![inclusion(5, end - 1), inclusion(end, text.len())];
        let source = Source::of_files("a.xml".into(), text.into(), files);
        let [main, second, third] = source.file_spans().collect::<Vec<_>>()[..] else {
            panic!("{source:?}");
        };
        let mut faults = Faults::new();
        assert_eq!(source.part(main), "<a/>");
        let strict = strict_file(&source, second, &MJCF, &mut faults).expect("a file");
        let document = parse_file(&strict, &source, second, &mut faults).expect("elements");
        let root = Element::in_file(document.root_element(), &source.text, second.start);
        let child = root.children().next().expect("a child");
        let attribute = child.attribute("d").expect("an attribute");
        let words = attribute.words(&source.text).map(|(_, span)| span);
        let spans = [root.tag_span(), child.tag_span(), attribute.span];
        let stray = root.stray_text().expect("a letter");
        let places = spans.into_iter().chain(words).chain([stray]);
        let texts: Vec<&str> = places.map(|span| source.part(span)).collect();
        assert_eq!(texts, ["<b", "<c", "d=' e f'", "e", "f", "g"]);
        // The places of faults are in the whole text too.
        let strict = strict_file(&source, third, &MJCF, &mut faults).expect("a file");
        assert!(parse_file(&strict, &source, third, &mut faults).is_none());
        let report = faults.finish();
        let fault = &report.diagnostics[0];
        assert_eq!(source.part(fault.span), "</i");
        assert_eq!(source.part(fault.others[0]), "<h");
    }
}

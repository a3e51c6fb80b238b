//! Turns texts that other readers of URDF and MJCF accept into strict XML of the same length, so that places stay the same.
//!
//! - Comments and processing instructions become spaces: comments may then contain `--`, and the declaration of XML may
//!   follow blank lines and comments.
//! - A document type declaration becomes spaces if it cannot change the text.
//! - Colons in names become hyphens: those readers have no namespaces, so no prefix needs a declaration.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::remedies::Remedies;
use super::tags::{delimiters, is_document_type};
use crate::fault::table::Times;
use crate::fault::{Fault, Faults};
use crate::model::Span;

/// The beginning of the declaration of XML itself.
const XML_DECLARATION: &str = "<?xml";
/// Marks of declarations by which a document type changes the text: entities, default values of attributes, and parameter
/// entities, which begin with `%`.
const CHANGING_DECLARATIONS: [&str; 3] = ["<!ENTITY", "<!ATTLIST", "%"];

/// Something that is passed over and reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Lapse {
    /// `<?xml ..?>` that is not at the very beginning, which strict XML does not allow.
    XmlDeclaration,
    /// `--` in a comment, which strict XML does not allow.
    Dashes,
    /// A document type that cannot change the text.
    DocumentType,
}

/// The same text as strict XML, as far as possible; reports what is passed over.
pub(super) fn strict_xml<'a>(
    text: &'a str,
    remedies: &Remedies,
    faults: &mut Faults,
) -> Cow<'a, str> {
    let mut strict = StrictText {
        text,
        position: 0,
        bytes: text.as_bytes().to_vec(),
        lapses: BTreeMap::new(),
    };
    strict.blank_the_beginning();
    while strict.handle_next_piece().is_some() {}
    for (lapse, (first, times)) in strict.lapses {
        faults.push(first, lapse.fault(times, remedies));
    }
    match String::from_utf8(strict.bytes) {
        Ok(strict) if strict != text => Cow::Owned(strict),
        // Here nothing has changed: the bytes are always UTF-8, since only whole characters are replaced.
        _ => Cow::Borrowed(text),
    }
}

impl Lapse {
    fn fault(self, times: usize, remedies: &Remedies) -> Fault {
        let (noun, remedy) = match self {
            Lapse::XmlDeclaration => (
                "the declaration <?xml ...?> is not at the very beginning",
                "move it there, or remove it",
            ),
            Lapse::Dashes => (
                "a comment contains `--`",
                "write other characters there; a comment ends at the first `-->`",
            ),
            Lapse::DocumentType => {
                let remedy = remedies.document_type;
                return Fault::DocumentTypeIgnored { remedy };
            }
        };
        Fault::LaxXml {
            what: noun,
            times: Times(times),
            remedy,
        }
    }
}

/// The text, how far it has been read, and the changed text.
struct StrictText<'a> {
    text: &'a str,
    position: usize,
    bytes: Vec<u8>,
    /// The first place of each lapse, and how often it occurs.
    lapses: BTreeMap<Lapse, (Span, usize)>,
}

impl StrictText<'_> {
    /// Turns byte order marks and blanks at the beginning of the text into spaces.
    fn blank_the_beginning(&mut self) {
        let is_blank = |c: char| c.is_whitespace() || c == '\u{feff}';
        let length = self.text.len() - self.text.trim_start_matches(is_blank).len();
        self.blank(0, length);
    }

    /// Handles the next tag, comment, instruction or declaration. `None` if the text stays as it is from here on: there is no
    /// other, it does not end, or it is a document type that may change the text.
    fn handle_next_piece(&mut self) -> Option<()> {
        self.position += self.text[self.position..].find('<')?;
        let tail = &self.text[self.position..];
        if is_document_type(tail) {
            return self.blank_document_type();
        }
        match delimiters(tail) {
            Some(("<!--", end)) => self.blank_comment(end),
            Some(("<?", end)) => self.blank_instruction(end),
            Some((begin, end)) => {
                self.position += begin.len() + tail[begin.len()..].find(end)? + end.len();
                Some(())
            }
            None => self.replace_colons_in_tag(),
        }
    }

    /// Turns the next comment into spaces; `None` if it does not end.
    fn blank_comment(&mut self, end: &str) -> Option<()> {
        const BEGIN: usize = "<!--".len();
        let tail = &self.text[self.position + BEGIN..];
        let content = &tail[..tail.find(end)?];
        if content.contains("--") || content.ends_with('-') {
            self.note(Lapse::Dashes, BEGIN);
        }
        self.blank_next(BEGIN + content.len() + end.len());
        Some(())
    }

    /// Turns the next instruction into spaces; `None` if it does not end.
    fn blank_instruction(&mut self, end: &str) -> Option<()> {
        let tail = &self.text[self.position..];
        let length = if is_xml_declaration(tail) {
            if !self.text[..self.position]
                .trim_start_matches('\u{feff}')
                .is_empty()
            {
                self.note(Lapse::XmlDeclaration, XML_DECLARATION.len());
            }
            // Its question mark at the end may be missing; nothing in it contains `>`.
            tail.find('>')? + 1
        } else {
            tail.find(end)? + end.len()
        };
        self.blank_next(length);
        Some(())
    }

    /// Turns the next document type into spaces; `None` if it does not end, or if it may change the text.
    fn blank_document_type(&mut self) -> Option<()> {
        let tail = &self.text[self.position..];
        let length = document_type_length(tail)?;
        // `guard_tags` reports the declaration, which stays in the text.
        if changes_the_text(&tail[..length]) {
            return None;
        }
        self.note(Lapse::DocumentType, "<!DOCTYPE".len());
        self.blank_next(length);
        Some(())
    }

    /// Handles a tag up to its `>`, or up to a `<` that begins another: colons outside values become hyphens.
    fn replace_colons_in_tag(&mut self) -> Option<()> {
        self.position += 1;
        while let Some(byte) = self.text.as_bytes().get(self.position) {
            match byte {
                b':' => self.bytes[self.position] = b'-',
                b'"' | b'\'' => {
                    let quote = char::from(*byte);
                    self.position += 1 + self.text[self.position + 1..].find(quote)?;
                }
                b'<' => return Some(()),
                b'>' => {
                    self.position += 1;
                    return Some(());
                }
                _ => {}
            }
            self.position += 1;
        }
        None
    }

    /// Notes a lapse, whose place is the next `length` bytes.
    fn note(&mut self, lapse: Lapse, length: usize) {
        let span = Span {
            start: self.position,
            end: self.position + length,
        };
        self.lapses.entry(lapse).or_insert((span, 0)).1 += 1;
    }

    /// Turns the next bytes into spaces, and skips them.
    fn blank_next(&mut self, length: usize) {
        self.blank(self.position, self.position + length);
        self.position += length;
    }

    /// Turns bytes into spaces, but keeps the ends of lines.
    fn blank(&mut self, start: usize, end: usize) {
        for byte in &mut self.bytes[start..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
}

/// Whether the declaration of XML begins here, and no other instruction such as `<?xml-stylesheet`.
fn is_xml_declaration(text: &str) -> bool {
    let tail = text.strip_prefix(XML_DECLARATION);
    tail.is_some_and(|tail| tail.starts_with(|c: char| c.is_ascii_whitespace() || c == '?'))
}

/// The number of bytes of a document type declaration at the beginning of the text, if it ends.
fn document_type_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut position, mut in_brackets) = (1, false);
    loop {
        let tail = &text[position..];
        match bytes.get(position)? {
            b'"' | b'\'' => position += 1 + tail[1..].find(char::from(bytes[position]))?,
            b'<' if tail.starts_with("<!--") => position += tail.find("-->")?,
            b'[' => in_brackets = true,
            b']' => in_brackets = false,
            b'>' if !in_brackets => return Some(position + 1),
            _ => {}
        }
        position += 1;
        while !text.is_char_boundary(position) {
            position += 1;
        }
    }
}

/// Whether a document type could change what is read. That of a web page counts as such, so
/// that it is reported.
fn changes_the_text(declaration: &str) -> bool {
    let name = declaration["<!DOCTYPE".len()..].trim_start();
    let is_page = name
        .get(..4)
        .is_some_and(|name| name.eq_ignore_ascii_case("html"));
    is_page
        || CHANGING_DECLARATIONS
            .iter()
            .any(|change| declaration.contains(change))
}

#[cfg(test)]
mod tests {
    use super::super::remedies::URDF;
    use super::*;

    fn strict(text: &str) -> (String, Vec<&'static str>) {
        let mut faults = Faults::new();
        let strict = strict_xml(text, &URDF, &mut faults).into_owned();
        let diagnostics = faults.finish().diagnostics;
        (strict, diagnostics.iter().map(|d| d.fault.kind()).collect())
    }

    #[test]
    fn places_stay_the_same() {
        let text = "\u{feff}\n <?xml v='1.0'>\n<!-- \u{e9}--\n--><a:b c:d='e:f' g=\"<:>\">h:i<![CDATA[<j:k>]]></a:b>";
        let (strict, kinds) = strict(text);
        assert_eq!(strict.len(), text.len());
        assert_eq!(
            strict.trim_start(),
            "<a-b c-d='e:f' g=\"<:>\">h:i<![CDATA[<j:k>]]></a-b>"
        );
        let line_ends = |text: &str| {
            text.match_indices('\n')
                .map(|(at, _)| at)
                .collect::<Vec<_>>()
        };
        assert_eq!(line_ends(&strict), line_ends(text));
        assert_eq!(kinds, ["LaxXml"; 2]);
    }

    #[test]
    fn strict_xml_is_not_reported() {
        for text in [
            "<?xml version='1.0'?><a/>",
            "\u{feff}<?xml version='1.0'?><a/>",
            "<?a b?><!-- - --><a/>",
            "<?xml-model b?><!----><a/>",
        ] {
            let (strict, kinds) = strict(text);
            assert_eq!((strict.trim_start(), kinds), ("<a/>", vec![]), "{text}");
        }
    }

    #[test]
    fn document_types_are_passed_over_unless_they_change_the_text() {
        for harmless in [
            "<!DOCTYPE robot>",
            "<!doctype robot SYSTEM \"a>.dtd\">",
            "<!DOCTYPE robot PUBLIC 'a' \"b\" [<!ELEMENT robot ANY> <!-- ]> -->\n]>",
        ] {
            let (strict, kinds) = strict(&format!("{harmless}<a/>"));
            assert_eq!(
                (strict.trim_start(), kinds),
                ("<a/>", vec!["DocumentTypeIgnored"])
            );
        }
        for document_type in [
            "<!DOCTYPE robot [<!ENTITY a 'b'>]>",
            "<!DOCTYPE robot [%a;]>",
            "<!DOCTYPE robot [<!ATTLIST mass value CDATA '1'>]>",
            "<!DOCTYPE html>",
            "<!DOCTYPE robot [",
            "<!DOCTYPE robot 'a>",
        ] {
            let text = format!("{document_type}<a/>");
            assert_eq!(strict(&text), (text, vec![]));
        }
    }

    #[test]
    fn unfinished_pieces_stay_unchanged() {
        for text in [
            "<!-- <a:b>",
            "<?a <b:c>",
            "<a b='c:d><e:f>",
            "<a:",
            "<![CDATA[<a:b>",
        ] {
            let (strict, kinds) = strict(text);
            assert_eq!(
                (strict.replace('-', ":"), kinds),
                (text.replace('-', ":"), vec![])
            );
        }
    }
}

//! Translates the parser's errors into faults.

use roxmltree::{Error, TextPos};

use super::tags::{TagKind, Tags};
use crate::fault::{Fault, Faults, Shown};
use crate::model::Span;

/// Reports why a text could not be parsed; `source` is the same text, with the names as written. The references that
/// begin at `unsound_references`, to characters that do not exist, have already been reported.
pub(super) fn report(
    text: &str,
    source: &str,
    error: &Error,
    unsound_references: &[usize],
    faults: &mut Faults,
) {
    let position = byte_offset(text, error.pos());
    let token_span = token(text, position);
    match error {
        Error::UnexpectedCloseTag(start_tag, close, _) => {
            let others: Vec<Span> = innermost_open(text, position).into_iter().collect();
            let open_tag = others
                .first()
                .map_or(Shown::from(start_tag), |tag| tag_name(source, *tag));
            let fault = Fault::MismatchedTag {
                open: open_tag,
                close: as_written(source, position + "</".len(), close),
            };
            faults.push_conflict(token_span, others, fault);
        }
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            let (span, fault) = end_fault(text, source);
            faults.push(span, fault);
        }
        _ if unsound_references
            .iter()
            .any(|&reference| are_in_one_tag(text, reference, position)) => {}
        Error::InvalidChar(b'"' | b'\'', b'<', _) | Error::InvalidAttributeValue(_) => {
            let tags = Tags::new(text).take_while(|tag| tag.span.start < position);
            let others = tags.last().map(|tag| tag.span).into_iter().collect();
            faults.push_conflict(token_span, others, Fault::BareBracket);
        }
        _ => faults.push(token_span, translate(text, source, position, error)),
    }
}

/// Whether `position` is in the same tag as an unsound reference, or near a reference between two tags. An error there follows
/// from the reference.
fn are_in_one_tag(text: &str, reference: usize, position: usize) -> bool {
    let start = text[..reference].rfind('<').unwrap_or(0);
    let end = text[reference..].find('>');
    position >= start && end.is_none_or(|length| position <= reference + length)
}

/// The fault for an error that needs no second place.
fn translate(text: &str, source: &str, position: usize, error: &Error) -> Fault {
    let malformed = |message: String| Fault::Malformed {
        language: "XML",
        what: message,
    };
    match error {
        Error::DuplicatedAttribute(name, _) => Fault::DuplicateAttribute {
            attribute: as_written(source, position, name),
        },
        Error::DuplicatedNamespace(..) => Fault::DuplicateAttribute {
            attribute: Shown::from("xmlns"),
        },
        Error::UnknownEntityReference(name, _) => Fault::UnknownEntity {
            entity: Shown::from(name),
        },
        Error::MalformedEntityReference(_) => Fault::BareAmpersand,
        Error::NoRootNode => Fault::NoElement,
        Error::InvalidChar(expected, byte, _) => malformed(format!(
            "expected `{}`, found `{}`",
            Shown::from(&char::from(*expected).to_string()),
            character(text, position, *byte)
        )),
        Error::InvalidChar2("a whitespace", byte, _) if byte.is_ascii_alphabetic() => malformed(
            "expected a space between attributes; a quotation mark before is missing, or one too many"
                .into(),
        ),
        Error::InvalidChar2(expected, byte, _) => malformed(format!(
            "expected {expected}, found `{}`",
            character(text, position, *byte)
        )),
        Error::InvalidString(expected, _) => malformed(format!("expected `{expected}`")),
        Error::InvalidName(_) => malformed("expected a name".into()),
        Error::InvalidCharacterData(_) => malformed("`]]>` is allowed in CDATA only".into()),
        Error::NonXmlChar(c, _) => malformed(format!(
            "the character U+{:04X} is not allowed",
            u32::from(*c)
        )),
        Error::UnknownToken(_) => malformed(match Tags::new(text).next() {
            Some(root) if root.span.start < position => format!(
                "nothing is allowed after the end of the first element, <{}>",
                tag_name(source, root.span)
            ),
            _ => "nothing is allowed here".into(),
        }),
        error => malformed(without_position(&error.to_string())),
    }
}

/// A name as it is written at a place; it has as many bytes as in the text that was parsed.
fn as_written(source: &str, position: usize, parsed: &str) -> Shown {
    Shown::from(
        source
            .get(position..position + parsed.len())
            .unwrap_or(parsed),
    )
}

/// The name in a tag.
fn tag_name(source: &str, tag: Span) -> Shown {
    Shown::from(&source[tag.start + 1..tag.end])
}

/// The character at a place; the parser gives only one byte of it.
fn character(text: &str, position: usize, byte: u8) -> Shown {
    let character = text[position..].chars().next().unwrap_or(char::from(byte));
    Shown::from(&character.to_string())
}

/// The message of an error without its ` at row:column`, since the place is shown separately.
fn without_position(message: &str) -> String {
    message
        .rsplit_once(" at ")
        .map_or(message, |(before, _)| before)
        .to_string()
}

/// The fault of a text that ends too early, and its place.
fn end_fault(text: &str, source: &str) -> (Span, Fault) {
    let unfinished = Tags::new(text).find(|tag| tag.kind == TagKind::Unfinished);
    if let Some(tag) = unfinished {
        return (
            tag.span,
            Fault::Malformed {
                language: "XML",
                what: "the text ends before this does".into(),
            },
        );
    }
    match innermost_open(text, text.len()) {
        Some(span) => {
            let tag = tag_name(source, span);
            (span, Fault::UnclosedElement { tag })
        }
        None => {
            let end = Span {
                start: text.len(),
                end: text.len(),
            };
            (
                end,
                Fault::Malformed {
                    language: "XML",
                    what: "the text ends too early".into(),
                },
            )
        }
    }
}

/// The last tag before `position` whose element is still open there.
fn innermost_open(text: &str, position: usize) -> Option<Span> {
    let mut stack = Vec::new();
    for tag in Tags::new(text).take_while(|tag| tag.span.start < position) {
        match tag.kind {
            TagKind::Open => stack.push(tag.span),
            TagKind::Close => drop(stack.pop()),
            _ => {}
        }
    }
    stack.pop()
}

/// The byte offset of a line and column of the parser, both from 1, columns in characters.
fn byte_offset(text: &str, position: TextPos) -> usize {
    let lines_before = position.row.saturating_sub(1) as usize;
    let line_start = match lines_before {
        0 => 0,
        n => text
            .match_indices('\n')
            .nth(n - 1)
            .map_or(text.len(), |(newline, _)| newline + 1),
    };
    let column = position.col.saturating_sub(1) as usize;
    text[line_start..]
        .char_indices()
        .nth(column)
        .map_or(text.len(), |(index, _)| line_start + index)
}

/// The span of the token at a place: a tag with its name, a word, or a character.
fn token(text: &str, start: usize) -> Span {
    let tail = &text[start..];
    let mark_length = tail.bytes().take_while(|b| b"</&".contains(b)).count();
    let is_in_name = |c: &char| c.is_alphanumeric() || "_:-.".contains(*c);
    let word_length: usize = tail[mark_length..]
        .chars()
        .take_while(is_in_name)
        .map(char::len_utf8)
        .sum();
    let length = if mark_length + word_length > 0 {
        mark_length + word_length
    } else {
        tail.chars().next().map_or(0, char::len_utf8)
    };
    Span {
        start,
        end: start + length,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_of_the_parser_become_bytes() {
        let text = "a\u{e9}\n\u{e9}b\n";
        assert_eq!(byte_offset(text, TextPos::new(1, 3)), 3);
        assert_eq!(byte_offset(text, TextPos::new(2, 2)), 6);
        assert_eq!(byte_offset(text, TextPos::new(9, 9)), text.len());
        assert_eq!(byte_offset(text, TextPos::new(1, 99)), text.len());
    }

    #[test]
    fn the_innermost_open_tag_is_found() {
        let text = "<a><b/><c></c><d>";
        let span = innermost_open(text, text.len()).unwrap();
        assert_eq!(&text[span.start..span.end], "<d");
        assert_eq!(innermost_open("<a></a>", 7), None);
    }
}

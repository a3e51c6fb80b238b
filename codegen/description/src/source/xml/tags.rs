//! The tags of a text in order; the text need not be well-formed.

use crate::model::Span;

/// The kind of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TagKind {
    /// `<a>`
    Open,
    /// `<a/>`
    Empty,
    /// `</a>`
    Close,
    /// `<!DOCTYPE`
    DocumentType,
    /// The text ends inside this tag or comment, or a `<` interrupts the tag.
    Unfinished,
}

/// A tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    pub(super) kind: TagKind,
    /// From `<` to the end of the name.
    pub(super) span: Span,
    pub(super) attribute_count: usize,
}

/// The beginning of a document type declaration.
const DOCUMENT_TYPE: &str = "<!DOCTYPE";

/// Iterates over the tags of a text; skips comments, character data and processing instructions. A document type
/// declaration is the last item.
pub(super) struct Tags<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Tags<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Tags { text, position: 0 }
    }

    /// Continues after the next `end`, or at the end of the text if there is none, and returns whether there is one.
    fn skip_past(&mut self, end: &str) -> bool {
        let length = self.text[self.position..].find(end);
        self.position = length.map_or(self.text.len(), |before| self.position + before + end.len());
        length.is_some()
    }

    /// The tag that begins here, up to its `>`.
    fn read_tag(&mut self) -> Tag {
        let start = self.position;
        let bytes = self.text.as_bytes();
        let is_closing = bytes.get(start + 1) == Some(&b'/');
        let name_start = start + 1 + usize::from(is_closing);
        let name_length = bytes[name_start..]
            .iter()
            .take_while(|b| !b" \t\r\n/<>=\"'".contains(b))
            .count();
        let span = Span {
            start,
            end: name_start + name_length,
        };
        let mut attribute_count = 0;
        self.position = span.end;
        while let Some(byte) = bytes.get(self.position) {
            self.position += 1;
            match byte {
                b'=' => attribute_count += 1,
                b'"' if !self.skip_past("\"") => break,
                b'\'' if !self.skip_past("'") => break,
                b'<' => break,
                b'>' => {
                    let kind = match bytes[self.position - 2] {
                        _ if is_closing => TagKind::Close,
                        b'/' => TagKind::Empty,
                        _ => TagKind::Open,
                    };
                    return Tag {
                        kind,
                        span,
                        attribute_count,
                    };
                }
                _ => {}
            }
        }
        Tag {
            kind: TagKind::Unfinished,
            span,
            attribute_count,
        }
    }
}

/// Whether a document type declaration begins here; in HTML it may be in upper or lower case.
pub(super) fn is_document_type(text: &str) -> bool {
    let begin = text.get(..DOCUMENT_TYPE.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(DOCUMENT_TYPE))
}

/// The beginning and end of a comment, of character data or of a processing instruction, if one begins here.
pub(super) fn delimiters(text: &str) -> Option<(&'static str, &'static str)> {
    let kinds = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
    kinds.into_iter().find(|(begin, _)| text.starts_with(begin))
}

impl Iterator for Tags<'_> {
    type Item = Tag;

    fn next(&mut self) -> Option<Tag> {
        loop {
            self.position += self.text[self.position..].find('<')?;
            let start = self.position;
            let tail = &self.text[start..];
            if is_document_type(tail) {
                self.position = self.text.len();
                let span = Span {
                    start,
                    end: start + DOCUMENT_TYPE.len(),
                };
                return Some(Tag {
                    kind: TagKind::DocumentType,
                    span,
                    attribute_count: 0,
                });
            }
            let Some((begin, end)) = delimiters(tail) else {
                return Some(self.read_tag());
            };
            self.position += begin.len();
            if !self.skip_past(end) {
                let span = Span {
                    start,
                    end: start + 2,
                };
                return Some(Tag {
                    kind: TagKind::Unfinished,
                    span,
                    attribute_count: 0,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(text: &str) -> Vec<(TagKind, &str, usize)> {
        Tags::new(text)
            .map(|t| (t.kind, &text[t.span.start..t.span.end], t.attribute_count))
            .collect()
    }

    #[test]
    fn only_tags_are_found() {
        let text = "<?xml v='<'?><a x='>' y=\"/\"><!-- <b> --><c/><![CDATA[<d>]]></a >";
        let expected = [
            (TagKind::Open, "<a", 2),
            (TagKind::Empty, "<c", 0),
            (TagKind::Close, "</a", 0),
        ];
        assert_eq!(tags(text), expected);
    }

    #[test]
    fn broken_tags_are_unfinished() {
        assert_eq!(tags("<a b='"), [(TagKind::Unfinished, "<a", 1)]);
        assert_eq!(tags("<!-- <a>"), [(TagKind::Unfinished, "<!", 0)]);
        assert_eq!(tags("<!-->"), [(TagKind::Unfinished, "<!", 0)]);
        assert_eq!(tags("<"), [(TagKind::Unfinished, "<", 0)]);
        assert_eq!(
            tags("<!DOCTYPE a>"),
            [(TagKind::DocumentType, "<!DOCTYPE", 0)]
        );
    }
}

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
    Declaration,
    /// The text ends inside this tag or comment, or the tag is broken.
    Unfinished,
}

/// A tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    pub(super) kind: TagKind,
    /// From `<` to the end of the name.
    pub(super) span: Span,
    /// How many attributes it has.
    pub(super) attributes: usize,
}

/// The beginning of a document type declaration.
const DECLARATION: &str = "<!DOCTYPE";

/// Iterates over the tags of a text; skips comments, character data and processing instructions.
pub(super) struct Tags<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tags<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Tags { text, at: 0 }
    }

    /// Continues after the next `end`, or at the end of the text if there is none, and returns whether there is one.
    fn skip_past(&mut self, end: &str) -> bool {
        let found = self.text[self.at..].find(end);
        self.at = found.map_or(self.text.len(), |before| self.at + before + end.len());
        found.is_some()
    }

    /// The tag that begins here, up to its `>`.
    fn tag(&mut self) -> Tag {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let closes = bytes.get(start + 1) == Some(&b'/');
        let name_start = start + 1 + usize::from(closes);
        let name = bytes[name_start..]
            .iter()
            .take_while(|b| !b" \t\r\n/<>=\"'".contains(b))
            .count();
        let span = Span {
            start,
            end: name_start + name,
        };
        let mut attributes = 0;
        self.at = span.end;
        while let Some(byte) = bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'=' => attributes += 1,
                b'"' if !self.skip_past("\"") => break,
                b'\'' if !self.skip_past("'") => break,
                b'<' => break,
                b'>' => {
                    let kind = match bytes[self.at - 2] {
                        _ if closes => TagKind::Close,
                        b'/' => TagKind::Empty,
                        _ => TagKind::Open,
                    };
                    return Tag {
                        kind,
                        span,
                        attributes,
                    };
                }
                _ => {}
            }
        }
        Tag {
            kind: TagKind::Unfinished,
            span,
            attributes,
        }
    }
}

/// Whether a document type declaration begins here; in HTML it may be in upper or lower case.
pub(super) fn is_declaration(text: &str) -> bool {
    let begin = text.get(..DECLARATION.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(DECLARATION))
}

/// The beginning and end of a comment, of character data or of a processing instruction, if one begins here.
pub(super) fn passed_over(text: &str) -> Option<(&'static str, &'static str)> {
    let kinds = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
    kinds.into_iter().find(|(begin, _)| text.starts_with(begin))
}

impl Iterator for Tags<'_> {
    type Item = Tag;

    fn next(&mut self) -> Option<Tag> {
        loop {
            self.at += self.text[self.at..].find('<')?;
            let start = self.at;
            let rest = &self.text[start..];
            if is_declaration(rest) {
                self.at = self.text.len();
                let span = Span {
                    start,
                    end: start + DECLARATION.len(),
                };
                return Some(Tag {
                    kind: TagKind::Declaration,
                    span,
                    attributes: 0,
                });
            }
            let Some((begin, end)) = passed_over(rest) else {
                return Some(self.tag());
            };
            self.at += begin.len();
            if !self.skip_past(end) {
                let span = Span {
                    start,
                    end: start + 2,
                };
                return Some(Tag {
                    kind: TagKind::Unfinished,
                    span,
                    attributes: 0,
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
            .map(|t| (t.kind, &text[t.span.start..t.span.end], t.attributes))
            .collect()
    }

    #[test]
    fn tags_are_found_and_the_rest_passed_over() {
        let text = "<?xml v='<'?><a x='>' y=\"/\"><!-- <b> --><c/><![CDATA[<d>]]></a >";
        let expected = [
            (TagKind::Open, "<a", 2),
            (TagKind::Empty, "<c", 0),
            (TagKind::Close, "</a", 0),
        ];
        assert_eq!(tags(text), expected);
    }

    #[test]
    fn broken_tags_end_somewhere() {
        assert_eq!(tags("<a b='"), [(TagKind::Unfinished, "<a", 1)]);
        assert_eq!(tags("<!-- <a>"), [(TagKind::Unfinished, "<!", 0)]);
        assert_eq!(tags("<!-->"), [(TagKind::Unfinished, "<!", 0)]);
        assert_eq!(tags("<"), [(TagKind::Unfinished, "<", 0)]);
        assert_eq!(
            tags("<!DOCTYPE a>"),
            [(TagKind::Declaration, "<!DOCTYPE", 0)]
        );
    }
}

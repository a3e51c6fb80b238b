//! Elements and attributes as they stand in the text.

use roxmltree::Node;

use crate::model::Span;

/// An element and the text it stands in.
#[derive(Clone, Copy, Debug)]
pub(in crate::source) struct Element<'a> {
    node: Node<'a, 'a>,
    text: &'a str,
}

/// An attribute.
#[derive(Clone, Copy, Debug)]
pub(in crate::source) struct Attribute<'a> {
    /// As written, with its prefix.
    pub(in crate::source) name: &'a str,
    /// References resolved, line breaks made spaces.
    pub(in crate::source) value: &'a str,
    /// Name and value.
    pub(in crate::source) span: Span,
    /// What stands between the quotation marks.
    pub(in crate::source) value_span: Span,
}

impl<'a> Element<'a> {
    pub(in crate::source) fn new(node: Node<'a, 'a>, text: &'a str) -> Self {
        Element { node, text }
    }

    /// The name as written, with its prefix.
    pub(in crate::source) fn tag(&self) -> &'a str {
        let span = self.tag_span();
        &self.text[span.start + 1..span.end]
    }

    /// `<` and the name.
    pub(in crate::source) fn tag_span(&self) -> Span {
        let start = self.node.range().start;
        let rest = &self.text[start + 1..];
        let length = rest.find(|c: char| c.is_ascii_whitespace() || "/>".contains(c));
        Span {
            start,
            end: start + 1 + length.unwrap_or(rest.len()),
        }
    }

    /// The element around this one.
    pub(in crate::source) fn parent(&self) -> Option<Element<'a>> {
        self.node
            .parent_element()
            .map(|node| Element::new(node, self.text))
    }

    /// Elements directly inside, in order.
    pub(in crate::source) fn children(&self) -> impl Iterator<Item = Element<'a>> + use<'a> {
        let text = self.text;
        self.node
            .children()
            .filter(Node::is_element)
            .map(move |node| Element::new(node, text))
    }

    /// This element and all inside, in order.
    pub(in crate::source) fn descendants(&self) -> impl Iterator<Item = Element<'a>> + use<'a> {
        let text = self.text;
        self.node
            .descendants()
            .filter(Node::is_element)
            .map(move |node| Element::new(node, text))
    }

    /// Attributes in order, without declarations of namespaces.
    pub(in crate::source) fn attributes(&self) -> impl Iterator<Item = Attribute<'a>> + use<'a> {
        let text = self.text;
        self.node.attributes().map(move |attribute| {
            let range = attribute.range();
            let written = &text[range.clone()];
            let name = written
                .find(|c: char| c.is_ascii_whitespace() || c == '=')
                .unwrap_or(0);
            let quote = written.find(['"', '\'']).unwrap_or(0);
            Attribute {
                name: &written[..name],
                value: attribute.value(),
                span: Span {
                    start: range.start,
                    end: range.end,
                },
                value_span: Span {
                    start: range.start + quote + 1,
                    end: range.end - 1,
                },
            }
        })
    }

    /// The attribute of this name.
    pub(in crate::source) fn attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.attributes().find(|attribute| attribute.name == name)
    }

    /// The first text directly inside that is no white space.
    pub(in crate::source) fn stray_text(&self) -> Option<Span> {
        let texts = self.node.children().filter(Node::is_text);
        let stray = texts.filter(|node| node.text().is_some_and(|text| !text.trim().is_empty()));
        stray.map(|node| node.range()).next().map(|range| {
            let written = &self.text[range.clone()];
            let trimmed = written.trim();
            let start = range.start + (written.len() - written.trim_start().len());
            Span {
                start,
                end: start + trimmed.len(),
            }
        })
    }
}

impl<'a> Attribute<'a> {
    /// Words of the value, each with its place.
    pub(in crate::source) fn words(self, text: &'a str) -> impl Iterator<Item = (&'a str, Span)> {
        // A value with references is longer in the text than it is: its words have no places.
        let as_written = text[self.value_span.start..self.value_span.end].len() == self.value.len();
        let mut next = self.value_span.start;
        let places = self.value.split([' ', '\t', '\n', '\r']).map(move |word| {
            let start = next;
            next += word.len() + 1;
            (
                word,
                Span {
                    start,
                    end: start + word.len(),
                },
            )
        });
        places
            .filter(|(word, _)| !word.is_empty())
            .map(move |(word, span)| (word, if as_written { span } else { self.value_span }))
    }
}

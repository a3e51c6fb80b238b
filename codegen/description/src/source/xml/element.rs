//! Elements and attributes, with their places in the text.

use roxmltree::Node;

use crate::model::Span;

/// The beginning of the name of an attribute that declares a prefix.
const PREFIX_DECLARATION: &str = "xmlns:";

/// An element, with the original text of all files.
///
/// The text that was parsed is [strict](super::strict_text) and has the same places, but not the same names.
#[derive(Clone, Copy, Debug)]
pub(in crate::source) struct Element<'a> {
    node: Node<'a, 'a>,
    text: &'a str,
    /// Where the text of the file begins.
    start: usize,
}

/// An attribute.
#[derive(Clone, Copy, Debug)]
pub(in crate::source) struct Attribute<'a> {
    /// The name as written, with its prefix.
    pub(in crate::source) name: &'a str,
    /// The value, with references resolved, and line breaks and tabs replaced by spaces.
    pub(in crate::source) value: &'a str,
    /// The span of name and value.
    pub(in crate::source) span: Span,
    /// The span of the text between the quotation marks.
    pub(in crate::source) value_span: Span,
}

impl<'a> Element<'a> {
    pub(in crate::source) fn new(node: Node<'a, 'a>, text: &'a str) -> Self {
        Element::in_file(node, text, 0)
    }

    /// An element of the file whose text begins at the byte `start` of `text`.
    pub(in crate::source) fn in_file(node: Node<'a, 'a>, text: &'a str, start: usize) -> Self {
        Element { node, text, start }
    }

    /// Another node of the same file.
    fn with_node(self, node: Node<'a, 'a>) -> Self {
        Element { node, ..self }
    }

    /// The name as written, with its prefix.
    pub(in crate::source) fn tag(&self) -> &'a str {
        let span = self.tag_span();
        &self.text[span.start + 1..span.end]
    }

    /// The span of `<` and the name.
    pub(in crate::source) fn tag_span(&self) -> Span {
        let start = self.start + self.node.range().start;
        let tail = &self.text[start + 1..];
        let length = tail.find(|c: char| c.is_ascii_whitespace() || "/>".contains(c));
        Span {
            start,
            end: start + 1 + length.unwrap_or(tail.len()),
        }
    }

    /// The element around this one.
    pub(in crate::source) fn parent(&self) -> Option<Element<'a>> {
        self.node.parent_element().map(|node| self.with_node(node))
    }

    /// The direct child elements, in order.
    pub(in crate::source) fn children(&self) -> impl Iterator<Item = Element<'a>> + use<'a> {
        let element = *self;
        let nodes = self.node.children().filter(Node::is_element);
        nodes.map(move |node| element.with_node(node))
    }

    /// This element and all elements inside it, in order.
    pub(in crate::source) fn descendants(&self) -> impl Iterator<Item = Element<'a>> + use<'a> {
        let element = *self;
        let nodes = self.node.descendants().filter(Node::is_element);
        nodes.map(move |node| element.with_node(node))
    }

    /// Attributes in order, without namespace declarations.
    pub(in crate::source) fn attributes(&self) -> impl Iterator<Item = Attribute<'a>> + use<'a> {
        let attributes = self.all_attributes();
        attributes.filter(|attribute| !attribute.name.starts_with(PREFIX_DECLARATION))
    }

    /// The prefixes that this element declares.
    pub(super) fn prefixes(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let attributes = self.all_attributes();
        attributes.filter_map(|attribute| attribute.name.strip_prefix(PREFIX_DECLARATION))
    }

    /// Attributes in order, with the declarations of prefixes.
    fn all_attributes(&self) -> impl Iterator<Item = Attribute<'a>> + use<'a> {
        let (text, file_start) = (self.text, self.start);
        self.node.attributes().map(move |attribute| {
            let range_in_file = attribute.range();
            let range = file_start + range_in_file.start..file_start + range_in_file.end;
            let source = &text[range.clone()];
            let name_length = source
                .find(|c: char| c.is_ascii_whitespace() || c == '=')
                .unwrap_or(0);
            let quote = source.find(['"', '\'']).unwrap_or(0);
            Attribute {
                name: &source[..name_length],
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

    /// The attribute with this name.
    pub(in crate::source) fn attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.attributes().find(|attribute| attribute.name == name)
    }

    /// The text at the beginning of this element.
    pub(in crate::source) fn text(&self) -> Option<&'a str> {
        self.node.text()
    }

    /// The first text directly inside this element that is not just white space.
    pub(in crate::source) fn stray_text(&self) -> Option<Span> {
        let texts = self.node.children().filter(Node::is_text);
        let stray = texts.filter(|node| node.text().is_some_and(|text| !text.trim().is_empty()));
        stray.map(|node| node.range()).next().map(|range| {
            // Comments are blank in the text that was parsed.
            let parsed = &self.node.document().input_text()[range.clone()];
            let trimmed = parsed.trim();
            let start = self.start + range.start + (parsed.len() - parsed.trim_start().len());
            Span {
                start,
                end: start + trimmed.len(),
            }
        })
    }
}

impl<'a> Attribute<'a> {
    /// The words of the value, each with its span.
    pub(in crate::source) fn words(self, text: &'a str) -> impl Iterator<Item = (&'a str, Span)> {
        // If a value contains references, the words have no spans of their own, since the text is longer than the
        // value.
        let is_as_written =
            text[self.value_span.start..self.value_span.end].len() == self.value.len();
        let mut next_start = self.value_span.start;
        let words = self.value.split([' ', '\t', '\n', '\r']).map(move |word| {
            let start = next_start;
            next_start += word.len() + 1;
            (
                word,
                Span {
                    start,
                    end: start + word.len(),
                },
            )
        });
        words
            .filter(|(word, _)| !word.is_empty())
            .map(move |(word, span)| (word, if is_as_written { span } else { self.value_span }))
    }
}

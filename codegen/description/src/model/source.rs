//! The text of a description and places in it.

use std::sync::Arc;

/// The text of a description, and its name in messages.
#[derive(Clone, Debug)]
pub struct Source {
    /// As the user named it.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
}

/// A range of bytes in a [`Source`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A value and where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

impl Source {
    /// The last character boundary at or before a byte.
    #[must_use]
    pub fn boundary(&self, byte: usize) -> usize {
        let mut offsets = (0..=byte.min(self.text.len())).rev();
        offsets
            .find(|&offset| self.text.is_char_boundary(offset))
            .unwrap_or(0)
    }

    /// Line and column of a byte, both from 1; columns count characters.
    #[must_use]
    pub fn position(&self, byte: usize) -> (usize, usize) {
        let text = &self.text[..self.boundary(byte)];
        let line_start = text.rfind('\n').map_or(0, |newline| newline + 1);
        (
            text.matches('\n').count() + 1,
            text[line_start..].chars().count() + 1,
        )
    }
}

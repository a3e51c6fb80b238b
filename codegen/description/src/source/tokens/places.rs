//! Places of tokens, for front ends that know more about them than a range of bytes.

use proc_macro2::Span as TokenSpan;

use crate::model::Span;

/// Where places begin: beyond the last byte of any file, so that both may be in one model.
const FIRST: usize = usize::MAX / 2;

/// The tokens that faults may point at. A [`Span`] of what is read from tokens is a range of this
/// table; whoever has the tokens turns it back.
#[derive(Clone, Debug, Default)]
pub struct Places(Vec<TokenSpan>);

impl Places {
    /// The place of one token.
    pub fn at(&mut self, token: TokenSpan) -> Span {
        self.between(token, token)
    }

    /// The place from one token to another.
    pub fn between(&mut self, first: TokenSpan, last: TokenSpan) -> Span {
        let start = FIRST + self.0.len();
        self.0.extend([first, last]);
        Span {
            start,
            end: start + 2,
        }
    }

    /// Whether a place is one of tokens, not of bytes of a file.
    #[must_use]
    pub fn has(place: Span) -> bool {
        place.start >= FIRST
    }

    /// The first and the last token of a place.
    #[must_use]
    pub fn tokens(&self, place: Span) -> (TokenSpan, TokenSpan) {
        let known = |at: usize| self.0.get(at.checked_sub(FIRST)?).copied();
        let first = known(place.start).unwrap_or_else(TokenSpan::call_site);
        (first, known(place.end.saturating_sub(1)).unwrap_or(first))
    }

    /// The bytes of a place, if the tokens were read from a text.
    #[must_use]
    pub fn bytes(&self, place: Span) -> Span {
        let (first, last) = self.tokens(place);
        Span {
            start: first.byte_range().start,
            end: last.byte_range().end,
        }
    }
}

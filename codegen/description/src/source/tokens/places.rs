//! Places of tokens, for front ends that know more about a token than a range of bytes.

use proc_macro2::Span as TokenSpan;

use crate::model::Span;

/// The least place of a token. It is greater than the offset of any byte of a file, so one model may contain places of
/// tokens and ranges of bytes.
const FIRST_TOKEN: usize = usize::MAX / 2;

/// The tokens that faults may point at. The [`Span`] of something read from tokens is a range in this table; a front
/// end that has the tokens translates it back.
#[derive(Clone, Debug, Default)]
pub struct Places(Vec<TokenSpan>);

impl Places {
    /// The place of one token.
    pub fn at(&mut self, token: TokenSpan) -> Span {
        self.between(token, token)
    }

    /// The place that extends from one token to another.
    pub fn between(&mut self, first: TokenSpan, last: TokenSpan) -> Span {
        let start = FIRST_TOKEN + self.0.len();
        self.0.extend([first, last]);
        Span {
            start,
            end: start + 2,
        }
    }

    /// Whether a place is in a table of tokens; otherwise it is a range of bytes of a file.
    #[must_use]
    pub fn is_token(place: Span) -> bool {
        place.start >= FIRST_TOKEN
    }

    /// The first and the last token of a place.
    #[must_use]
    pub fn first_and_last_token(&self, place: Span) -> (TokenSpan, TokenSpan) {
        let token = |index: usize| self.0.get(index.checked_sub(FIRST_TOKEN)?).copied();
        let first = token(place.start).unwrap_or_else(TokenSpan::call_site);
        (first, token(place.end.saturating_sub(1)).unwrap_or(first))
    }

    /// The range of bytes of a place, if the tokens were parsed from a text.
    #[must_use]
    pub fn bytes(&self, place: Span) -> Span {
        let (first, last) = self.first_and_last_token(place);
        Span {
            start: first.byte_range().start,
            end: last.byte_range().end,
        }
    }
}

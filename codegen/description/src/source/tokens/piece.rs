//! Runs of tokens between commas. Each is read separately, so that a fault in one does not hide faults in the next.

use proc_macro2::{Delimiter, Group, Ident, Span as TokenSpan, TokenStream, TokenTree};

use super::places::Places;
use crate::fault::{Fault, Faults, Shown};
use crate::model::Spanned;

/// What is expected in place of a name.
pub const NAME: &str = "a name: an identifier as it is, any other name in quotes";

/// The two collections to which readers add.
pub struct Context<'a> {
    /// The places of tokens.
    pub places: &'a mut Places,
    /// The faults found so far.
    pub faults: &'a mut Faults,
}

impl Context<'_> {
    /// Reports a fault at a token.
    pub fn report(&mut self, location: TokenSpan, fault: Fault) {
        let span = self.places.at(location);
        self.faults.push(span, fault);
    }

    /// Reports that something else is expected at a place.
    pub fn refuse_at<T>(
        &mut self,
        location: TokenSpan,
        expected: &'static str,
        label: Shown,
    ) -> Option<T> {
        let fault = Fault::TokenUnexpected {
            expected,
            found: label,
        };
        self.report(location, fault);
        None
    }

    /// Reports a list that does not have the expected length.
    pub fn check_count(
        &mut self,
        count: usize,
        expected: usize,
        noun: &str,
        location: TokenSpan,
    ) -> Option<()> {
        if count == expected {
            return Some(());
        }
        let place = noun.to_owned();
        let fault = Fault::TokenWrongCount {
            found: count,
            expected,
            place,
        };
        self.report(location, fault);
        None
    }
}

/// A run of tokens.
#[derive(Clone, Debug)]
pub struct Piece {
    tokens: Vec<TokenTree>,
    /// The place of its end, or of the whole if it is empty.
    end: TokenSpan,
}

impl Piece {
    /// The tokens of a stream; `end` is the place of the piece if the stream is empty.
    pub fn new(stream: TokenStream, end: TokenSpan) -> Self {
        let tokens = stream.into_iter().map(unwrap_group).collect();
        Self { tokens, end }
    }

    /// The tokens inside a group.
    pub fn inside(group: &Group) -> Self {
        Self::new(group.stream(), group.span_close())
    }

    /// The parts between commas; a trailing comma adds no part. A definition, `let x = ..;`, ends with its semicolon.
    pub fn split(self) -> Vec<Piece> {
        let mut parts = Vec::new();
        let mut tokens = Vec::new();
        for token in self.tokens {
            match &token {
                TokenTree::Punct(sign) if ends_part(&tokens, sign.as_char()) => {
                    let (tokens, end) = (std::mem::take(&mut tokens), sign.span());
                    parts.push(Piece { tokens, end });
                }
                _ => tokens.push(token),
            }
        }
        if !tokens.is_empty() {
            let end = self.end;
            parts.push(Piece { tokens, end });
        }
        parts
    }

    /// The tokens before the first `separator`, and those after it, which are `None` if it does not occur.
    pub fn divide(mut self, separator: char) -> (Piece, Option<Piece>) {
        let is_sign =
            |t: &TokenTree| matches!(t, TokenTree::Punct(punct) if punct.as_char() == separator);
        let Some(index) = self.tokens.iter().position(is_sign) else {
            return (self, None);
        };
        let tail = self.skip(index + 1);
        self.end = self.at(index);
        self.tokens.truncate(index);
        (self, Some(tail))
    }

    /// The tokens after the first `count`.
    #[must_use]
    pub fn skip(&self, count: usize) -> Piece {
        Piece {
            tokens: self.tokens.get(count..).unwrap_or_default().to_vec(),
            end: self.at(count.saturating_sub(1)),
        }
    }

    /// The first `count` tokens.
    #[must_use]
    pub fn first(&self, count: usize) -> Piece {
        let count = count.min(self.tokens.len());
        Piece {
            tokens: self.tokens[..count].to_vec(),
            end: self.at(count),
        }
    }

    /// All its tokens.
    #[must_use]
    pub fn tokens(&self) -> &[TokenTree] {
        &self.tokens
    }

    /// All its tokens, as a stream.
    #[must_use]
    pub fn stream(&self) -> TokenStream {
        self.tokens.iter().cloned().collect()
    }

    /// Whether it has no tokens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The place of the token with this index, or of the last token if there are fewer.
    #[must_use]
    pub fn at(&self, index: usize) -> TokenSpan {
        let token = self.tokens.get(index).or(self.tokens.last());
        token.map_or(self.end, TokenTree::span)
    }

    /// Reports that something else is expected in place of a token.
    pub fn refuse<T>(
        &self,
        index: usize,
        expected: &'static str,
        context: &mut Context<'_>,
    ) -> Option<T> {
        let label = self
            .tokens
            .get(index)
            .map_or("nothing".into(), display_token);
        context.refuse_at(self.at(index), expected, label)
    }

    /// The token, if it is the only one.
    pub fn token(&self, expected: &'static str, context: &mut Context<'_>) -> Option<&TokenTree> {
        match &self.tokens[..] {
            [token] => Some(token),
            [] => self.refuse(0, expected, context),
            _ => self.refuse(1, "a comma", context),
        }
    }

    /// A name: an identifier, or anything in quotes.
    pub fn name(&self, context: &mut Context<'_>) -> Option<Spanned<String>> {
        let token = self.token(NAME, context)?;
        let Some(value) = name(token) else {
            return self.refuse(0, NAME, context);
        };
        let span = context.places.at(token.span());
        Some(Spanned { value, span })
    }
}

/// Whether a sign ends the part that begins with these tokens.
fn ends_part(part: &[TokenTree], sign: char) -> bool {
    let is_definition = matches!(part.first(), Some(TokenTree::Ident(word)) if *word == "let");
    sign == ',' || is_definition && sign == ';'
}

/// The name that a token represents; an empty string is not a name.
pub fn name(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Ident(ident) => Some(bare(ident)),
        TokenTree::Literal(literal) => match syn::Lit::new(literal.clone()) {
            syn::Lit::Str(text) if text.suffix().is_empty() => {
                Some(text.value()).filter(|name| !name.is_empty())
            }
            _ => None,
        },
        _ => None,
    }
}

/// A token without the invisible group that another macro may have put around it.
fn unwrap_group(token: TokenTree) -> TokenTree {
    if let TokenTree::Group(group) = &token
        && group.delimiter() == Delimiter::None
    {
        let mut tokens = group.stream().into_iter();
        if let (Some(only), None) = (tokens.next(), tokens.next()) {
            return unwrap_group(only);
        }
    }
    token
}

/// An identifier without the `r#` of raw identifiers.
pub fn bare(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map(str::to_owned).unwrap_or(text)
}

/// A token as it is shown in messages.
pub fn display_token(token: &TokenTree) -> Shown {
    Shown::from(&match token {
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Parenthesis => "(".into(),
            Delimiter::Brace => "{".into(),
            Delimiter::Bracket => "[".into(),
            Delimiter::None => group.to_string(),
        },
        token => token.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_name(text: &str) -> Option<String> {
        let tokens: TokenStream = text.parse().expect("tokens");
        name(&tokens.into_iter().next().expect("a token"))
    }

    #[test]
    fn names_are_words_or_strings() {
        for (text, expected) in [
            ("plain", "plain"),
            ("r#loop", "loop"),
            ("\"a\\\"b\\u{e9}\"", "a\"b\u{e9}"),
            ("r#\"a \"b\"\"#", "a \"b\""),
        ] {
            assert_eq!(read_name(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["1.0", "\"\"", "'a'", "b\"bytes\"", "c\"c\"", "="] {
            assert_eq!(read_name(text), None, "{text}");
        }
    }
}

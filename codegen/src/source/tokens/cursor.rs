//! Tokens one after the other, with faults where another one is wanted.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span as TokenSpan, TokenStream, TokenTree};

use super::places::Places;
use super::string::string_of;
use crate::fault::{Fault, Faults, Shown};
use crate::model::{Span, Spanned};

/// What reading leaves behind.
pub struct Context<'a> {
    /// Where tokens are.
    pub places: &'a mut Places,
    /// What is wrong with them.
    pub faults: &'a mut Faults,
}

impl Context<'_> {
    /// Reports a fault at a token.
    pub fn fault(&mut self, at: TokenSpan, fault: Fault) {
        let span = self.places.at(at);
        self.faults.push(span, fault);
    }
}

/// A run of tokens, read from the front.
pub struct Cursor {
    tokens: std::vec::IntoIter<TokenTree>,
    /// The last token read, or what encloses all.
    last: TokenSpan,
}

impl Cursor {
    /// At the start of a stream; `around` stands for it where it is empty.
    pub fn new(stream: TokenStream, around: TokenSpan) -> Self {
        let tokens: Vec<TokenTree> = stream.into_iter().map(bared).collect();
        Self {
            tokens: tokens.into_iter(),
            last: around,
        }
    }

    /// Before nothing, at a place.
    #[must_use]
    pub fn empty(at: TokenSpan) -> Self {
        Self::new(TokenStream::new(), at)
    }

    /// Inside a group.
    pub fn inside(group: &Group) -> Self {
        Self::new(group.stream(), group.span_close())
    }

    /// The parts between commas; one at the end adds nothing.
    pub fn split(self) -> Vec<Cursor> {
        let around = self.last;
        let mut parts: Vec<Vec<TokenTree>> = vec![Vec::new()];
        let mut commas = Vec::new();
        for token in self.tokens {
            match &token {
                TokenTree::Punct(comma) if comma.as_char() == ',' => {
                    commas.push(comma.span());
                    parts.push(Vec::new());
                }
                _ => parts.last_mut().expect("there is one").push(token),
            }
        }
        parts.pop_if(|last| last.is_empty());
        let ends = commas.into_iter().chain([around]);
        parts
            .into_iter()
            .zip(ends)
            .map(|(part, end)| Cursor {
                last: part.first().map_or(end, TokenTree::span),
                tokens: part.into_iter(),
            })
            .collect()
    }

    /// The next token, left where it is.
    pub fn peek(&self) -> Option<&TokenTree> {
        self.tokens.as_slice().first()
    }

    /// All that is left.
    pub fn rest(&self) -> &[TokenTree] {
        self.tokens.as_slice()
    }

    /// The place of the next token, or of the last.
    pub fn here(&self) -> TokenSpan {
        self.peek().map_or(self.last, TokenTree::span)
    }

    /// The next token.
    #[expect(
        clippy::should_implement_trait,
        reason = "the methods of iterators would shadow `take`"
    )]
    pub fn next(&mut self) -> Option<TokenTree> {
        let token = self.tokens.next()?;
        self.last = token.span();
        Some(token)
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.peek().is_none()
    }

    /// Takes a sign if it is next.
    pub fn take(&mut self, sign: char) -> bool {
        let found = self.is_next(sign);
        if found {
            self.next();
        }
        found
    }

    /// Whether a sign is next.
    pub fn is_next(&self, sign: char) -> bool {
        matches!(self.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
    }

    /// Takes a group if it is next.
    pub fn take_group(&mut self, delimiter: Delimiter) -> Option<Group> {
        match self.peek() {
            Some(TokenTree::Group(group)) if group.delimiter() == delimiter => {
                let group = group.clone();
                self.next();
                Some(group)
            }
            _ => None,
        }
    }

    /// Takes an identifier if it is next.
    pub fn take_ident(&mut self) -> Option<Ident> {
        match self.peek() {
            Some(TokenTree::Ident(ident)) => {
                let ident = ident.clone();
                self.next();
                Some(ident)
            }
            _ => None,
        }
    }

    /// Takes a literal if it is next.
    pub fn take_literal(&mut self) -> Option<Literal> {
        match self.peek() {
            Some(TokenTree::Literal(literal)) => {
                let literal = literal.clone();
                self.next();
                Some(literal)
            }
            _ => None,
        }
    }

    /// A name: an identifier, or anything in quotes.
    pub fn name(&mut self, context: &mut Context<'_>) -> Option<Spanned<String>> {
        if let Some(ident) = self.take_ident() {
            let span = context.places.at(ident.span());
            let value = bare(&ident);
            return Some(Spanned { value, span });
        }
        if let Some(TokenTree::Literal(literal)) = self.peek()
            && let Some(value) = string_of(&literal.to_string())
        {
            let span = context.places.at(literal.span());
            self.next();
            return Some(Spanned { value, span });
        }
        self.wanted(
            context,
            "a name: an identifier as it is, any other name in quotes",
        )
    }

    /// A sign that has to be there.
    pub fn sign(
        &mut self,
        context: &mut Context<'_>,
        sign: char,
        wanted: &'static str,
    ) -> Option<()> {
        if self.take(sign) {
            return Some(());
        }
        self.wanted(context, wanted)
    }

    /// Reports that something else should be here.
    pub fn wanted<T>(&mut self, context: &mut Context<'_>, wanted: &'static str) -> Option<T> {
        let found = self.peek().map_or("nothing".into(), shown);
        context.fault(self.here(), Fault::TokenUnexpected { wanted, found });
        None
    }

    /// Reports what is left, if anything is.
    pub fn end(&mut self, context: &mut Context<'_>, wanted: &'static str) -> Option<()> {
        if self.is_empty() {
            return Some(());
        }
        self.wanted(context, wanted)
    }

    /// The place from a token to the last one read.
    pub fn since(&self, context: &mut Context<'_>, first: TokenSpan) -> Span {
        context.places.between(first, self.last)
    }
}

/// A token without the invisible group that another macro may have put around it.
fn bared(token: TokenTree) -> TokenTree {
    if let TokenTree::Group(group) = &token
        && group.delimiter() == Delimiter::None
    {
        let mut inside = group.stream().into_iter();
        if let (Some(one), None) = (inside.next(), inside.next()) {
            return bared(one);
        }
    }
    token
}

/// An identifier without the mark of a raw one.
pub fn bare(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map(str::to_owned).unwrap_or(text)
}

fn shown(token: &TokenTree) -> Shown {
    Shown::from(&match token {
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Parenthesis => "(".into(),
            Delimiter::Brace => "{".into(),
            Delimiter::Bracket => "[".into(),
            Delimiter::None => group.to_string(),
        },
        other => other.to_string(),
    })
}

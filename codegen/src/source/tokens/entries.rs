//! What stands between the braces of a joint or a body: words, and keys with values.

use std::collections::HashMap;

use proc_macro2::{Group, Span as TokenSpan, TokenTree};
use syn::Expr;

use super::piece::{Context, Piece, bare};
use crate::fault::{Fault, Hint, Shown};
use crate::model::Span;

/// One entry: a word alone, or a key with its value.
pub struct Entry {
    /// The word.
    pub key: String,
    /// Its place.
    pub at: TokenSpan,
    /// What stands behind the colon; none: there is no colon.
    pub value: Option<Piece>,
}

/// The entries of a group; those without a word in front are reported.
pub fn entries(group: &Group, place: &str, context: &mut Context<'_>) -> Vec<Entry> {
    let mut first: HashMap<String, Span> = HashMap::new();
    let mut found = Vec::new();
    for part in Piece::inside(group).split() {
        let (word, value) = match part.tokens() {
            [TokenTree::Ident(word)] => (word, None),
            [TokenTree::Ident(word), TokenTree::Punct(colon), ..] if colon.as_char() == ':' => {
                (word, Some(part.behind(2)))
            }
            [TokenTree::Ident(_), ..] => {
                part.unexpected::<()>(1, "a colon behind the key", context);
                continue;
            }
            _ => {
                part.unexpected::<()>(0, "a key, e.g. mass: 1.5", context);
                continue;
            }
        };
        let (key, at) = (bare(word), word.span());
        let span = context.places.at(at);
        if let Some(other) = first.insert(key.clone(), span) {
            let (key, place) = (Shown::from(&key), place.to_owned());
            let fault = Fault::TokenDuplicateKey { key, place };
            context.faults.push_conflict(span, vec![other], fault);
            continue;
        }
        found.push(Entry { key, at, value });
    }
    found
}

/// Reports a key that is none.
pub fn unknown(
    entry: &Entry,
    place: &str,
    known: &'static [&'static str],
    context: &mut Context<'_>,
) {
    let near = context.faults.nearest(&entry.key, known.iter().copied());
    let hint = near.or(Hint::Known(known));
    let (key, place) = (Shown::from(&entry.key), place.to_owned());
    context.fault(entry.at, Fault::TokenUnknownKey { key, place, hint });
}

impl Entry {
    /// The value behind the colon.
    pub fn value(&self, example: &'static str, context: &mut Context<'_>) -> Option<&Piece> {
        if self.value.is_none() {
            context.expected::<()>(self.at, example, Shown::from(&self.key));
        }
        self.value.as_ref()
    }

    /// The value behind the colon, as an expression.
    pub fn expression(
        &self,
        example: &'static str,
        wanted: &'static str,
        context: &mut Context<'_>,
    ) -> Option<Expr> {
        self.value(example, context)?.expression(wanted, context)
    }
}

//! The entries between the braces of an item, such as a joint or a body: words, and keys with values.

use std::collections::HashMap;

use proc_macro2::{Group, Span as TokenSpan, TokenTree};
use syn::Expr;

use super::piece::{Context, Piece, bare};
use crate::fault::{Fault, Hint, Shown};
use crate::model::{Span, Spanned};

/// One entry: a word alone, or a key with its value.
pub struct Entry {
    /// The word.
    pub key: String,
    /// The place of the word.
    pub location: TokenSpan,
    /// The tokens after the colon; `None` if there is no colon.
    pub value: Option<Piece>,
    /// The whole entry, if it is a word with parentheses.
    pub call: Option<Piece>,
}

/// The entries of a group. Reports entries of another form, and repeated keys, and leaves them out. Only the words in `calls`
/// may be followed by parentheses. `owner` is the name of the group in messages, e.g. ``joint `elbow` ``.
pub fn entries(
    group: &Group,
    owner: &str,
    calls: &[&str],
    context: &mut Context<'_>,
) -> Vec<Entry> {
    let mut earlier_spans: HashMap<String, Span> = HashMap::new();
    let mut entries = Vec::new();
    for part in Piece::inside(group).split() {
        let (word, value, call) = match part.tokens() {
            [TokenTree::Ident(word)] => (word, None, None),
            [TokenTree::Ident(word), TokenTree::Punct(colon), ..] if colon.as_char() == ':' => {
                (word, Some(part.skip(2)), None)
            }
            [TokenTree::Ident(word), TokenTree::Group(_)]
                if calls.contains(&bare(word).as_str()) =>
            {
                (word, None, Some(part.clone()))
            }
            [TokenTree::Ident(_), ..] => {
                part.refuse::<()>(1, "a colon behind the key", context);
                continue;
            }
            _ => {
                part.refuse::<()>(0, "a key, e.g. mass: 1.5", context);
                continue;
            }
        };
        let (key, location) = (bare(word), word.span());
        let span = context.places.at(location);
        if let Some(earlier) = earlier_spans.insert(key.clone(), span) {
            let (key, place) = (Shown::from(&key), owner.to_owned());
            let fault = Fault::TokenDuplicateKey { key, place };
            context.faults.push_conflict(span, vec![earlier], fault);
            continue;
        }
        entries.push(Entry {
            key,
            location,
            value,
            call,
        });
    }
    entries
}

/// Reports an unknown key, and returns the known key that was probably meant.
pub fn report_unknown_key(
    entry: &Entry,
    owner: &str,
    keys: &[&'static str],
    context: &mut Context<'_>,
) -> Option<&'static str> {
    let nearest = context.faults.nearest_of(&entry.key, keys.iter().copied());
    let hint = nearest.map_or_else(
        || Hint::OneOf(keys.join(", ")),
        |nearest| Hint::Nearest(Shown::from(nearest)),
    );
    let (key, place) = (Shown::from(&entry.key), owner.to_owned());
    context.report(entry.location, Fault::TokenUnknownKey { key, place, hint });
    nearest
}

impl Entry {
    /// The value after the colon; reports that `example` is expected if there is none.
    pub fn value(&self, example: &'static str, context: &mut Context<'_>) -> Option<&Piece> {
        if self.value.is_none() {
            context.refuse_at::<()>(self.location, example, Shown::from(&self.key));
        }
        self.value.as_ref()
    }

    /// The value after the colon, as an expression.
    pub fn expression(
        &self,
        example: &'static str,
        expected: &'static str,
        context: &mut Context<'_>,
    ) -> Option<Expr> {
        self.value(example, context)?.expression(expected, context)
    }
}

/// Reports a name that `first` has already.
pub fn report_duplicate(
    name: &Spanned<String>,
    first: Option<&Spanned<String>>,
    owner: &str,
    context: &mut Context<'_>,
) {
    if let Some(first) = first {
        let (key, place) = (Shown::from(&name.value), owner.to_owned());
        let fault = Fault::TokenDuplicateKey { key, place };
        context
            .faults
            .push_conflict(name.span, vec![first.span], fault);
    }
}

//! What stands between the braces of a joint or a body: words, and keys with values.

use std::collections::HashMap;

use proc_macro2::{Delimiter, Group, Span as TokenSpan};

use super::Reader;
use super::cursor::{Context, Cursor, bare};
use crate::fault::{Fault, Hint, Shown};
use crate::model::{Quantity, Span};

/// One entry: a word alone, or a key with its value.
pub struct Entry {
    /// The word.
    pub key: String,
    /// Its place.
    pub at: TokenSpan,
    /// What stands behind the colon; none: there is no colon.
    pub value: Option<Cursor>,
}

/// The entries of a group; those without a word in front are reported.
pub fn entries(group: &Group, place: &str, context: &mut Context<'_>) -> Vec<Entry> {
    let mut first: HashMap<String, Span> = HashMap::new();
    let mut found = Vec::new();
    for mut part in Cursor::inside(group).split() {
        let Some(word) = part.take_ident() else {
            part.wanted::<()>(context, "a key, e.g. mass: 1.5");
            continue;
        };
        let (key, at) = (bare(&word), word.span());
        let value = if part.take(':') {
            Some(part)
        } else if part.is_empty() {
            None
        } else {
            part.wanted::<()>(context, "a colon behind the key");
            continue;
        };
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
    let hint = match context.faults.nearest(&entry.key, known.iter().copied()) {
        Hint::None => Hint::Known(known),
        near => near,
    };
    let (key, place) = (Shown::from(&entry.key), place.to_owned());
    context.fault(entry.at, Fault::TokenUnknownKey { key, place, hint });
}

impl Entry {
    /// The value behind the colon.
    pub fn value(
        &mut self,
        example: &'static str,
        context: &mut Context<'_>,
    ) -> Option<&mut Cursor> {
        if self.value.is_none() {
            let found = Shown::from(&self.key);
            let wanted = example;
            context.fault(self.at, Fault::TokenUnexpected { wanted, found });
        }
        self.value.as_mut()
    }
}

impl Reader<'_> {
    /// `[x, y, z]`
    pub(super) fn vector(
        &mut self,
        cursor: &mut Cursor,
        what: &str,
        context: &mut Context<'_>,
    ) -> Option<[Quantity; 3]> {
        let Some(group) = cursor.take_group(Delimiter::Bracket) else {
            return cursor.wanted(context, "three values in brackets, e.g. [0, 0, 1]");
        };
        cursor.end(context, "a comma")?;
        self.list(&group, what, context)
    }

    /// So many expressions between commas.
    pub(super) fn list<const N: usize>(
        &mut self,
        group: &Group,
        what: &str,
        context: &mut Context<'_>,
    ) -> Option<[Quantity; N]> {
        let parts = Cursor::inside(group).split();
        let found = parts.len();
        // All are read before giving up, so that all their faults are found.
        let values: Vec<Option<Quantity>> = parts
            .into_iter()
            .map(|mut part| self.expressions.quantity(&mut part, context))
            .collect();
        if found != N {
            let (wanted, place) = (N, what.to_owned());
            let fault = Fault::TokenWrongCount {
                found,
                wanted,
                place,
            };
            context.fault(group.span(), fault);
            return None;
        }
        values
            .into_iter()
            .collect::<Option<Vec<_>>>()?
            .try_into()
            .ok()
    }
}

//! The reader of a description, item by item.

use proc_macro2::{Delimiter, Group, TokenTree};

use super::expression::Expressions;
use super::piece::{self, Context, Piece};
use crate::model::{Model, Span, Spanned};

/// The reader of a description, which extends the model by each item.
pub struct TokenReader<'a> {
    /// The reader of the values in the items.
    pub expressions: Expressions<'a>,
    /// The model of the items read so far.
    pub model: &'a mut Model,
    /// The place of the item `gravity`, if it has been read.
    pub gravity_span: Option<Span>,
}

/// Name and braces of `word NAME { .. }`; nothing may follow them.
pub fn name_and_group<'a>(
    item: &'a Piece,
    context: &mut Context<'_>,
) -> Option<(Spanned<String>, &'a Group)> {
    let Some(name) = item.tokens().get(1).and_then(piece::name) else {
        return item.refuse(1, piece::NAME, context);
    };
    let span = context.places.at(item.at(1));
    match &item.tokens()[2..] {
        [TokenTree::Group(braces), tail @ ..] if braces.delimiter() == Delimiter::Brace => {
            match tail {
                [] => Some((Spanned { value: name, span }, braces)),
                _ => item.refuse(3, "a comma", context),
            }
        }
        _ => item.refuse(2, "{ .. } behind the name", context),
    }
}

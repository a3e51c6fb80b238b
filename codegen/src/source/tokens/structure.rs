//! The struct that an attribute stands on.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::cursor::{Context, Cursor, bare};
use super::{Fields, Places};
use crate::fault::{Fault, Faults, Shown};
use crate::model::{Shape, Spanned};

/// Most numbers that the fields hold together: each is an input of every program.
const PARAMETER_LIMIT: usize = 4096;

/// What is to be known of a struct.
#[derive(Clone, Debug)]
pub struct Structure {
    /// Its name.
    pub name: Spanned<String>,
    /// As written, e.g. `pub (crate)`; empty: private.
    pub visibility: String,
    /// Its fields, all of them parameters.
    pub fields: Fields,
}

/// Reads a struct with named fields, or none.
#[must_use]
pub fn structure(item: TokenStream, places: &mut Places, faults: &mut Faults) -> Option<Structure> {
    let mut cursor = Cursor::new(item, proc_macro2::Span::call_site());
    let mut context = Context { places, faults };
    skip_attributes(&mut cursor);
    let visibility = visibility(&mut cursor);
    let found = cursor.take_ident();
    if found.is_none_or(|word| word != "struct") {
        return cursor.wanted(&mut context, "a struct");
    }
    let name = cursor.name(&mut context)?;
    if cursor.is_next('<') {
        context.fault(cursor.here(), Fault::AttributeGeneric);
        return None;
    }
    let mut fields = Fields::default();
    if let Some(braces) = cursor.take_group(Delimiter::Brace) {
        read_fields(&braces, &mut fields, &mut context);
    } else {
        cursor.sign(
            &mut context,
            ';',
            "named fields in braces, or none and a semicolon",
        )?;
    }
    Some(Structure {
        name,
        visibility,
        fields,
    })
}

fn read_fields(braces: &Group, fields: &mut Fields, context: &mut Context<'_>) {
    for mut part in Cursor::inside(braces).split() {
        skip_attributes(&mut part);
        visibility(&mut part);
        let Some(name) = part.take_ident() else {
            part.wanted::<()>(context, "a field, e.g. pub mass: f64");
            continue;
        };
        let span = context.places.at(name.span());
        part.take(':');
        match shape(part.rest()) {
            Some(shape) => {
                let value = name.to_string();
                let within = fields.count() <= PARAMETER_LIMIT;
                fields.push(Spanned { value, span }, limited(shape));
                if within && fields.count() > PARAMETER_LIMIT {
                    let (what, limit) = ("parameters", PARAMETER_LIMIT);
                    context.faults.push(span, Fault::TooMany { what, limit });
                }
            }
            None => {
                let field = Shown::from(&bare(&name));
                context.faults.push(span, Fault::TokenFieldType { field });
            }
        }
    }
}

/// A shape, its count cut behind the limit, which has been passed then.
fn limited(shape: Shape) -> Shape {
    match shape {
        Shape::Array(count) => Shape::Array(count.min(PARAMETER_LIMIT + 1)),
        Shape::Scalar => Shape::Scalar,
    }
}

/// Of a type that is f32 or f64, or an array of these.
fn shape(tokens: &[TokenTree]) -> Option<Shape> {
    match tokens {
        [TokenTree::Ident(ident)] if *ident == "f32" || *ident == "f64" => Some(Shape::Scalar),
        [TokenTree::Group(array)] if array.delimiter() == Delimiter::Bracket => {
            let inside: Vec<TokenTree> = array.stream().into_iter().collect();
            let [
                element,
                TokenTree::Punct(semicolon),
                TokenTree::Literal(count),
            ] = &inside[..]
            else {
                return None;
            };
            let scalar = shape(std::slice::from_ref(element)) == Some(Shape::Scalar);
            let count = count.to_string().parse().ok()?;
            (scalar && semicolon.as_char() == ';').then_some(Shape::Array(count))
        }
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            shape(&group.stream().into_iter().collect::<Vec<_>>())
        }
        _ => None,
    }
}

fn skip_attributes(cursor: &mut Cursor) {
    while cursor.take('#') {
        cursor.take_group(Delimiter::Bracket);
    }
}

/// Takes a visibility if there is one, and gives its text.
fn visibility(cursor: &mut Cursor) -> String {
    if !matches!(cursor.peek(), Some(TokenTree::Ident(word)) if *word == "pub") {
        return String::new();
    }
    cursor.next();
    match cursor.take_group(Delimiter::Parenthesis) {
        Some(group) => format!("pub({})", group.stream()),
        None => "pub".into(),
    }
}

//! The struct that an attribute stands on.

use proc_macro2::{Delimiter, Group, Span as TokenSpan, TokenStream, TokenTree};

use super::cursor::{Context, Cursor};
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
    /// Its fields.
    pub fields: Vec<Field>,
}

/// A field of a struct.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name, as Rust writes it.
    pub name: Spanned<String>,
    /// What it holds; none: no numbers.
    pub shape: Option<Shape>,
    /// What stands in the parentheses of its attribute `#[parameter(..)]`.
    pub parameter: Option<Parenthesis>,
}

/// What stands in parentheses, and where they are.
#[derive(Clone, Debug)]
pub struct Parenthesis {
    /// What is inside.
    pub inside: TokenStream,
    /// Where they are, or what stands in their place.
    pub at: TokenSpan,
}

impl Structure {
    /// The fields of a robot in tokens, all of them parameters.
    pub(super) fn parameters(&self, faults: &mut Faults) -> Fields {
        let mut fields = Fields::default();
        for Field {
            name,
            shape,
            parameter,
        } in &self.fields
        {
            let field = Shown::from(name.value.strip_prefix("r#").unwrap_or(&name.value));
            match shape {
                Some(shape) => {
                    let within = fields.count() <= PARAMETER_LIMIT;
                    fields.push(name.clone(), *shape);
                    if within && fields.count() > PARAMETER_LIMIT {
                        let (what, limit) = ("parameters", PARAMETER_LIMIT);
                        faults.push(name.span, Fault::TooMany { what, limit });
                    }
                }
                None => faults.push(
                    name.span,
                    Fault::TokenFieldType {
                        field: field.clone(),
                    },
                ),
            }
            if parameter.is_some() {
                faults.push(name.span, Fault::ParameterOfTokens { field });
            }
        }
        fields
    }
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
    let mut fields = Vec::new();
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

fn read_fields(braces: &Group, fields: &mut Vec<Field>, context: &mut Context<'_>) {
    for mut part in Cursor::inside(braces).split() {
        let parameter = skip_attributes(&mut part);
        visibility(&mut part);
        let Some(name) = part.take_ident() else {
            part.wanted::<()>(context, "a field, e.g. pub mass: f64");
            continue;
        };
        let (value, span) = (name.to_string(), context.places.at(name.span()));
        part.take(':');
        fields.push(Field {
            name: Spanned { value, span },
            shape: shape(part.rest()).map(limited),
            parameter,
        });
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

/// Passes over attributes; what `#[parameter(..)]` says, if it is among them.
fn skip_attributes(cursor: &mut Cursor) -> Option<Parenthesis> {
    let mut parameter = None;
    while cursor.take('#') {
        let Some(brackets) = cursor.take_group(Delimiter::Bracket) else {
            continue;
        };
        let mut inside = Cursor::inside(&brackets);
        if inside.take_ident().is_some_and(|name| name == "parameter") {
            let parentheses = inside.take_group(Delimiter::Parenthesis);
            parameter = Some(Parenthesis {
                at: parentheses.as_ref().map_or(brackets.span(), Group::span),
                inside: parentheses.map_or(TokenStream::new(), |group| group.stream()),
            });
        }
    }
    parameter
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

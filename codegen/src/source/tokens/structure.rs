//! The struct that an attribute stands on.

use proc_macro2::{Span as TokenSpan, TokenStream};
use quote::ToTokens;
use syn::{Attribute, Expr, ItemStruct, Lit, Meta, Type, Visibility};

use super::attributes::{is_parameter, without};
use super::limits::check_types;
use super::piece::Context;
use super::syntax::parsed;
use super::{Fields, Places};
use crate::fault::{Fault, Faults, Shown};
use crate::model::{Shape, Spanned};
use crate::type_name;

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
        for of in &self.fields {
            let (name, shape) = (&of.name, of.shape);
            let field = Shown::from(name.value.strip_prefix("r#").unwrap_or(&name.value));
            match shape {
                Some(shape) => {
                    let within = fields.count() <= PARAMETER_LIMIT;
                    fields.push(name.clone(), shape);
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
            if of.parameter.is_some() {
                faults.push(name.span, Fault::ParameterOfTokens { field });
            }
        }
        fields
    }
}

/// Reads a struct with named fields, or none.
#[must_use]
pub fn structure(item: TokenStream, places: &mut Places, faults: &mut Faults) -> Option<Structure> {
    let mut context = Context { places, faults };
    // Others say nothing here, and may be anything.
    let item = without(item, &|attribute| !is_parameter(attribute));
    if let Err((at, fault)) = check_types(&item) {
        context.fault(at, fault);
        return None;
    }
    let end = item.clone().into_iter().last();
    let end = end.map_or_else(TokenSpan::call_site, |token| token.span());
    let item: ItemStruct = parsed(item, end, "a struct", &mut context)?;
    if let Some(open) = item.generics.lt_token {
        context.fault(open.span, Fault::AttributeGeneric);
        return None;
    }
    let name = super::bare(&item.ident);
    if type_name::MEANT.contains(&name.as_str()) {
        let name = Shown::from(&name);
        context.fault(item.ident.span(), Fault::TokenStructName { name });
        return None;
    }
    if let syn::Fields::Unnamed(fields) = &item.fields {
        let wanted = "named fields in braces, or none and a semicolon";
        return context.unexpected(fields, wanted);
    }
    let named = |ident: &syn::Ident, context: &mut Context<'_>| Spanned {
        value: ident.to_string(),
        span: context.places.at(ident.span()),
    };
    let fields = item.fields.iter().filter_map(|field| {
        Some(Field {
            name: named(field.ident.as_ref()?, &mut context),
            shape: shape(&field.ty),
            parameter: field.attrs.iter().rev().find_map(parameter),
        })
    });
    Some(Structure {
        fields: fields.collect(),
        visibility: visibility(&item.vis),
        name: Spanned {
            value: name,
            span: context.places.at(item.ident.span()),
        },
    })
}

/// Of a type that is f32 or f64, or an array of these; its count is cut behind the limit, which has
/// been passed then.
fn shape(of: &Type) -> Option<Shape> {
    match of {
        Type::Path(path) if path.path.is_ident("f32") || path.path.is_ident("f64") => {
            Some(Shape::Scalar)
        }
        Type::Array(array) => match (&array.len, shape(&array.elem)?) {
            (Expr::Lit(count), Shape::Scalar) => match &count.lit {
                Lit::Int(count) if matches!(count.suffix(), "" | "usize") => {
                    let count: usize = count.base10_parse().ok()?;
                    Some(Shape::Array(count.min(PARAMETER_LIMIT + 1)))
                }
                _ => None,
            },
            _ => None,
        },
        Type::Group(group) => shape(&group.elem),
        Type::Paren(group) => shape(&group.elem),
        _ => None,
    }
}

/// What `#[parameter(..)]` says.
fn parameter(attribute: &Attribute) -> Option<Parenthesis> {
    if !attribute.path().is_ident("parameter") {
        return None;
    }
    Some(match &attribute.meta {
        Meta::List(list) => Parenthesis {
            inside: list.tokens.clone(),
            at: list.delimiter.span().join(),
        },
        _ => Parenthesis {
            inside: TokenStream::new(),
            at: attribute.bracket_token.span.join(),
        },
    })
}

/// A visibility as text.
fn visibility(of: &Visibility) -> String {
    match of {
        Visibility::Inherited => String::new(),
        Visibility::Public(_) => "pub".into(),
        Visibility::Restricted(within) => {
            let path = within.path.to_token_stream();
            let within = within.in_token.as_ref().map_or("", |_| "in ");
            format!("pub({within}{path})")
        }
    }
}

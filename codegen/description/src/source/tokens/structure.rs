//! The struct that has the attribute.

use proc_macro2::{Delimiter, Group, Span as TokenSpan, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, GenericParam, ItemStruct, Lit, Meta, Token, Type, Visibility};

use super::attributes::{is_condition, is_parameter, without_attributes};
use super::fields::OtherField;
use super::limits::check_types;
use super::piece::{Context, Piece};
use super::syntax::parse;
use super::{Fields, Places};
use crate::fault::{Fault, Faults, Shown};
use crate::model::{FieldShape, Parameter, Span, Spanned};
use crate::settings::type_name;
use multibody_support::foreign::is_keyword;

/// Maximum number of parameters in all fields together: each is an input of every program.
const PARAMETER_LIMIT: usize = 4096;

/// What the generator needs of a struct.
#[derive(Clone, Debug)]
pub struct StructItem {
    /// Its name, as a raw identifier if necessary.
    pub name: Spanned<String>,
    /// The visibility, e.g. `pub(crate)`; empty if it is private.
    pub visibility: String,
    /// Its fields.
    pub fields: Vec<StructField>,
}

/// A field of a struct.
#[derive(Clone, Debug)]
pub struct StructField {
    /// Its name, as written in Rust.
    pub name: Spanned<String>,
    /// The shape of its numbers; `None` if it does not contain numbers.
    pub shape: Option<FieldShape>,
    /// The tokens in the parentheses of its attribute `#[parameter(..)]`.
    pub parameter: Option<Parenthesis>,
    /// The place of a condition that decides whether the field exists, or whether it is a parameter.
    pub condition: Option<Span>,
}

/// The tokens in parentheses, and the place of the parentheses.
#[derive(Clone, Debug)]
pub struct Parenthesis {
    /// The tokens inside.
    pub tokens: TokenStream,
    /// The place of the parentheses, or of the attribute if there are none.
    pub span: TokenSpan,
}

impl StructItem {
    /// The fields of a robot that is described in tokens. All of them have to be parameters; reports those that are not.
    pub(super) fn parameters(&self, faults: &mut Faults) -> Fields {
        let mut fields = Fields::default();
        for member in &self.fields {
            let (name, shape) = (&member.name, member.shape);
            let field = Shown::from(name.value.strip_prefix("r#").unwrap_or(&name.value));
            match shape {
                Some(shape) => {
                    let was_within_limit = fields.count() <= PARAMETER_LIMIT;
                    fields.push(name.clone(), shape, None);
                    if was_within_limit && fields.count() > PARAMETER_LIMIT {
                        let (noun, limit) = ("parameters", PARAMETER_LIMIT);
                        faults.push(name.span, Fault::TooMany { what: noun, limit });
                    }
                }
                None => {
                    let field = field.clone();
                    faults.push(name.span, Fault::TokenFieldType { field });
                    fields.others.push(OtherField {
                        name: name.clone(),
                        is_reported: true,
                    });
                }
            }
            if member.parameter.is_some() {
                faults.push(name.span, Fault::ParameterOfTokens { field });
            } else if let Some(condition) = member.condition {
                faults.push(condition, Fault::ParameterConditional { field });
            }
        }
        fields
    }
}

/// The fields of a struct whose attribute names a file. The fields of the model's parameters are parameters; faults of
/// other fields that are marked as parameters have been reported.
#[must_use]
pub fn fields_for_file(parameters: Vec<Parameter>, fields: &[StructField]) -> Fields {
    let is_other =
        |field: &&StructField| parameters.iter().all(|p| p.field.value != field.name.value);
    let other_fields = fields.iter().filter(is_other).map(|field| OtherField {
        name: field.name.clone(),
        is_reported: field.parameter.is_some(),
    });
    // Collected before the parameters, which the filter borrows, are moved.
    let others = other_fields.collect();
    Fields::of(parameters, others)
}

/// Reads a struct with named fields or without fields.
#[must_use]
pub fn read_struct(
    item: TokenStream,
    places: &mut Places,
    faults: &mut Faults,
) -> Option<StructItem> {
    let mut context = Context { places, faults };
    let item = parse_struct(item, &mut context)?;
    if let Some(bracket) = item.generics.lt_token {
        context.report(bracket.span, Fault::AttributeGeneric);
        return None;
    }
    let mut name = super::bare(&item.ident);
    if type_name::means_another_type(&name) {
        let name = Shown::from(&name);
        context.report(item.ident.span(), Fault::TokenStructName { name });
        return None;
    }
    if is_keyword(&name) {
        name.insert_str(0, "r#");
    }
    if let syn::Fields::Unnamed(fields) = &item.fields {
        let expected = "named fields in braces, or none and a semicolon";
        return context.refuse(fields, expected);
    }
    let spanned_name = |ident: &syn::Ident, context: &mut Context<'_>| Spanned {
        value: ident.to_string(),
        span: context.places.at(ident.span()),
    };
    let fields = item.fields.iter().filter_map(|field| {
        Some(StructField {
            name: spanned_name(field.ident.as_ref()?, &mut context),
            shape: shape(&field.ty),
            parameter: field.attrs.iter().rev().find_map(parameter),
            condition: (field.attrs.iter().find_map(condition))
                .map(|token| context.places.at(token)),
        })
    });
    Some(StructItem {
        fields: fields.collect(),
        visibility: visibility(&item.vis),
        name: Spanned {
            value: name,
            span: context.places.at(item.ident.span()),
        },
    })
}

/// Parses an item with syn. Only the attributes that matter here are kept, since all others may contain anything.
fn parse_struct(item: TokenStream, context: &mut Context<'_>) -> Option<ItemStruct> {
    let item = match readable_item(item) {
        Ok(item) => item,
        Err((location, fault)) => {
            context.report(location, fault);
            return None;
        }
    };
    let last = item.clone().into_iter().last();
    let end = last.map_or_else(TokenSpan::call_site, |token| token.span());
    parse(item, end, "a struct", context)
}

/// An item without those parts that do not matter here and that syn might be unable to parse.
///
/// # Errors
/// [`Fault::TokenNestedTooDeeply`], [`Fault::TooMany`]: the types are nested too deeply for syn's stack, or too long.
fn readable_item(item: TokenStream) -> Result<TokenStream, (TokenSpan, Fault)> {
    let item = without_attributes(item, &|attribute| {
        !is_parameter(attribute) && !is_condition(attribute)
    });
    check_types(&item)?;
    let replace_fields = |token| match token {
        TokenTree::Group(fields) if fields.delimiter() == Delimiter::Brace => {
            let content = without_values.parse2(fields.stream());
            let mut group = Group::new(Delimiter::Brace, content.unwrap_or(fields.stream()));
            group.set_span(fields.span());
            group.into()
        }
        token => token,
    };
    Ok(item.into_iter().map(replace_fields).collect())
}

/// Fields without their default values, e.g. `mass: f64` for `mass: f64 = 1.0`. Syn cannot parse default values; the compiler
/// checks them.
fn without_values(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut fields = TokenStream::new();
    while !input.is_empty() {
        syn::Field::parse_named(input)?.to_tokens(&mut fields);
        if input.parse::<Option<Token![=]>>()?.is_some() {
            input.parse::<Expr>()?;
        }
        input.parse::<Option<Token![,]>>()?.to_tokens(&mut fields);
    }
    Ok(fields)
}

/// Whether the compiler has already reported that an item is invalid Rust. Before it passes an item on, the compiler
/// parses the item and recovers from mistakes. If syn cannot parse an item because its syntax is that of a later
/// compiler, nothing has been reported.
#[must_use]
pub fn is_reported_by_compiler(item: TokenStream) -> bool {
    let Ok(Err(error)) = readable_item(item).map(syn::parse2::<ItemStruct>) else {
        return false;
    };
    let message = error.to_string();
    let token = error.span().source_text().unwrap_or_default();
    let is_name = || syn::parse_str::<syn::Ident>(&token).is_ok() || is_keyword(&token);
    match message.as_str() {
        "expected `:`" | "expected identifier" => true,
        "expected `,`" => token == ";" || is_name(),
        // A later version of Rust may allow `unsafe` fields.
        message => {
            let is_end_error = message.starts_with("unexpected end of input");
            let is_keyword_error = message.starts_with("expected identifier, found keyword");
            is_end_error || is_keyword_error && token != "unsafe"
        }
    }
}

/// The head of an implementation for a struct, such as `impl Arm`, even if the struct is not a valid robot. `None` if
/// the item is no struct, or if one of its generic parameters has a name that generated functions use for their own.
#[must_use]
pub fn impl_head(item: TokenStream) -> Option<String> {
    let (mut places, mut faults) = (Places::default(), Faults::new());
    let mut context = Context {
        places: &mut places,
        faults: &mut faults,
    };
    let item = parse_struct(item, &mut context);
    let _reported_before = faults.finish();
    let item = item?;
    let is_reserved = |parameter: &GenericParam| match parameter {
        GenericParam::Lifetime(_) => false,
        GenericParam::Type(generic) => generic.ident == "T" || generic.ident == "N",
        GenericParam::Const(generic) => generic.ident == "T" || generic.ident == "N",
    };
    if item.generics.params.iter().any(is_reserved) {
        return None;
    }
    let (generics, type_generics, bounds) = item.generics.split_for_impl();
    let name = &item.ident;
    Some(quote!(impl #generics #name #type_generics #bounds).to_string())
}

/// The shape of a field whose type is f32 or f64, or an array of these. The length of an array is capped at one more
/// than the limit, which is then exceeded.
fn shape(field_type: &Type) -> Option<FieldShape> {
    match field_type {
        Type::Path(path) if path.path.is_ident("f32") || path.path.is_ident("f64") => {
            Some(FieldShape::Scalar)
        }
        Type::Array(array) => match (&array.len, shape(&array.elem)?) {
            (Expr::Lit(count), FieldShape::Scalar) => match &count.lit {
                Lit::Int(count) if matches!(count.suffix(), "" | "usize") => {
                    let count: usize = count.base10_parse().ok()?;
                    Some(FieldShape::Array(count.min(PARAMETER_LIMIT + 1)))
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

/// The place of an attribute that decides whether a field exists, or whether it is a parameter.
fn condition(attribute: &Attribute) -> Option<TokenSpan> {
    let is_condition_of_field = attribute.path().is_ident("cfg")
        || conditional_attributes(attribute)
            .any(|name| ["cfg", "cfg_attr", "parameter"].contains(&name.as_str()));
    is_condition_of_field.then(|| attribute.bracket_token.span.join())
}

/// The names of the attributes after the condition of `cfg_attr`.
fn conditional_attributes(attribute: &Attribute) -> impl Iterator<Item = String> {
    let list = attribute
        .meta
        .require_list()
        .ok()
        .filter(|list| list.path.is_ident("cfg_attr"));
    let pieces =
        list.map(|list| Piece::new(list.tokens.clone(), list.delimiter.span().join()).split());
    let parts = pieces.into_iter().flatten().skip(1);
    parts.filter_map(|part| part.tokens().first().map(ToString::to_string))
}

/// The arguments of `#[parameter(..)]`; they are empty if the attribute depends on a condition.
fn parameter(attribute: &Attribute) -> Option<Parenthesis> {
    if conditional_attributes(attribute).any(|name| name == "parameter") {
        return Some(Parenthesis {
            tokens: TokenStream::new(),
            span: attribute.bracket_token.span.join(),
        });
    }
    if !attribute.path().is_ident("parameter") {
        return None;
    }
    Some(match &attribute.meta {
        Meta::List(list) => Parenthesis {
            tokens: list.tokens.clone(),
            span: list.delimiter.span().join(),
        },
        _ => Parenthesis {
            tokens: TokenStream::new(),
            span: attribute.bracket_token.span.join(),
        },
    })
}

/// A visibility as text.
fn visibility(visibility: &Visibility) -> String {
    match visibility {
        Visibility::Inherited => String::new(),
        Visibility::Public(_) => "pub".into(),
        Visibility::Restricted(restriction) => {
            let path = restriction.path.to_token_stream();
            let word = restriction.in_token.as_ref().map_or("", |_| "in ");
            format!("pub({word}{path})")
        }
    }
}

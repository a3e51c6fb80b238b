//! The items of a file: those whose functions are verified, those that are recognised, and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::spanned::Spanned as _;
use syn::{
    Attribute, File, ImplItem, ImplItemConst, ImplItemFn, Item, ItemEnum, ItemImpl, ItemStruct,
    Meta, Type,
};

use crate::body::{index, path};
use crate::joints;
use crate::parse::parse_items;
use crate::refusal::Refusal;
use crate::signature::is_same;

/// The name of the item that has the reference model.
const REFERENCE: &str = "multibody::reference_items";
/// Words that no item of a generated file has, since they could change what other names mean.
const FOREIGN: [&str; 11] = [
    "cfg",
    "cfg_attr",
    "extern",
    "include",
    "include_str",
    "macro_rules",
    "mod",
    "path",
    "static",
    "union",
    "unsafe",
];

/// The crates that generated code names.
const NAMES_OF_CRATES: [&str; 3] = ["multibody", "core", "std"];

/// The items of a file.
#[derive(Default)]
pub struct Items<'a> {
    /// The inherent functions of the robot, by name.
    pub functions: BTreeMap<String, &'a ImplItemFn>,
    /// The constants `NQ` and `NV`, where they are.
    pub sizes: BTreeMap<String, (usize, Span)>,
    /// The table of joints.
    pub joints: Option<&'a ImplItemConst>,
    /// The implementations of traits that call the inherent functions.
    pub traits: Vec<&'a ItemImpl>,
    /// What is recognised and not verified.
    pub recognised: Vec<String>,
}

/// The items of a file for a robot of this name.
///
/// # Errors
/// Something is no item of a generated file.
pub fn items<'a>(file: &'a File, name: &str) -> Result<Items<'a>, Refusal> {
    if let Some(attribute) = file.attrs.first() {
        return Err(Refusal::at(
            attribute.span(),
            "a generated file has no inner attributes",
        ));
    }
    let mut items = Items::default();
    let mut has_struct = false;
    let others = others(file, name);
    for item in &file.items {
        match item {
            Item::Struct(of) if of.ident == name => {
                is_unit(of)?;
                if std::mem::replace(&mut has_struct, true) {
                    return Err(Refusal::at(of.span(), "the struct is there twice"));
                }
            }
            Item::Impl(of) if is_named(&of.self_ty, name) && of.trait_.is_none() => {
                items.inherent(of)?;
            }
            Item::Impl(of) if is_named(&of.self_ty, name) => items.of_trait(of)?,
            Item::Impl(of) if others.contains(&type_name(&of.self_ty)) => {
                attributes(&of.attrs, &[])?;
                plain(syn_tokens(of))?;
                items.recognised.push(format!(
                    "the implementations of `{}`",
                    type_name(&of.self_ty)
                ));
            }
            Item::Struct(ItemStruct { ident, attrs, .. })
            | Item::Enum(ItemEnum { ident, attrs, .. })
                if others.contains(&ident.to_string()) =>
            {
                attributes(attrs, &["derive"])?;
                plain(syn_tokens(item))?;
                items.recognised.push(format!("`{ident}`"));
            }
            Item::Macro(of) if path(&of.mac.path).as_deref() == Some(REFERENCE) => {
                attributes(&of.attrs, &[])?;
                reference(of.mac.tokens.clone(), name)?;
                items.recognised.push("the reference model".into());
            }
            other => {
                return Err(Refusal::at(
                    other.span(),
                    "a generated file has no such item",
                ));
            }
        }
    }
    if !has_struct {
        let message = format!("the file has no `struct {name};`");
        return Err(Refusal::of_file(
            message,
            "give the name in the file's head, or the file of this robot",
        ));
    }
    items.recognised.sort();
    items.recognised.dedup();
    Ok(items)
}

impl<'a> Items<'a> {
    fn inherent(&mut self, of: &'a ItemImpl) -> Result<(), Refusal> {
        attributes(&of.attrs, &[])?;
        if !is_plain_impl(of) || !of.generics.params.is_empty() {
            return Err(Refusal::at(
                of.span(),
                "a generated file has no such implementation",
            ));
        }
        for item in &of.items {
            match item {
                ImplItem::Fn(function) => {
                    attributes(&function.attrs, &["must_use", "inline"])?;
                    let name = function.sig.ident.to_string();
                    if function.defaultness.is_some() {
                        return Err(Refusal::at(function.span(), "`default` is not emitted"));
                    }
                    if self.functions.insert(name, function).is_some() {
                        return Err(Refusal::at(function.span(), "this function is there twice"));
                    }
                }
                ImplItem::Const(constant) => {
                    attributes(&constant.attrs, &[])?;
                    let name = constant.ident.to_string();
                    match name.as_str() {
                        "NQ" | "NV" => {
                            let value = (index(&constant.expr)?, constant.span());
                            self.sizes.insert(name, value);
                        }
                        "JOINTS" => {
                            plain(syn_tokens(constant))?;
                            self.joints = Some(constant);
                            self.recognised.push(joints::NOT_VERIFIED.into());
                        }
                        "LINKS" | "COSTS" | "EQUATIONS" | "EQUATIONS_LATEX" | "PINOCCHIO_Q"
                        | "PINOCCHIO_V" => {
                            self.recognised.push(format!("`{name}`"));
                        }
                        _ => {
                            return Err(Refusal::at(
                                constant.span(),
                                "this constant is not emitted",
                            ));
                        }
                    }
                }
                other => {
                    return Err(Refusal::at(
                        other.span(),
                        "a generated file has no such item",
                    ));
                }
            }
        }
        Ok(())
    }

    fn of_trait(&mut self, of: &'a ItemImpl) -> Result<(), Refusal> {
        attributes(&of.attrs, &[])?;
        if !is_plain_impl(of) || !has_one_number_type(of) {
            return Err(Refusal::at(
                of.span(),
                "a generated file has no such implementation",
            ));
        }
        let (negative, of_trait, _) = of.trait_.as_ref().expect("an implementation of a trait");
        let segments: Vec<String> = of_trait
            .segments
            .iter()
            .map(|s| s.ident.to_string())
            .collect();
        match (&segments[..], negative) {
            ([first, name], None) if first == "multibody" && of_trait.leading_colon.is_none() => {
                match name.as_str() {
                    "Joints" => self
                        .recognised
                        .push("the implementation of `Joints`".into()),
                    _ => self.traits.push(of),
                }
            }
            _ => {
                return Err(Refusal::at(
                    of.span(),
                    "a generated file implements no such trait",
                ));
            }
        }
        for item in &of.items {
            match item {
                ImplItem::Fn(function) => attributes(&function.attrs, &["inline"])?,
                ImplItem::Type(of) if of.attrs.is_empty() => {}
                other => {
                    return Err(Refusal::at(
                        other.span(),
                        "a generated file has no such item",
                    ));
                }
            }
        }
        plain(syn_tokens(of))
    }
}

/// Checks the tokens of what is recognised and not verified.
pub fn plain(tokens: TokenStream) -> Result<(), Refusal> {
    without(tokens, &[])
}

/// The tokens of an item.
pub fn syn_tokens(of: &impl quote::ToTokens) -> TokenStream {
    of.to_token_stream()
}

/// Checks that foreign words and these words are not there.
fn without(tokens: TokenStream, words: &[&str]) -> Result<(), Refusal> {
    let mut is_lifetime = false;
    for token in tokens {
        let was_lifetime = std::mem::take(&mut is_lifetime);
        match token {
            TokenTree::Ident(_) if was_lifetime => {}
            TokenTree::Ident(of) => {
                let word = of.to_string();
                let word = word.trim_start_matches("r#");
                if FOREIGN.contains(&word) || words.contains(&word) {
                    return Err(Refusal::at(
                        of.span(),
                        format!("`{word}` is not emitted here"),
                    ));
                }
            }
            TokenTree::Group(of) => without(of.stream(), words)?,
            TokenTree::Punct(of) => is_lifetime = of.as_char() == '\'',
            TokenTree::Literal(_) => {}
        }
    }
    Ok(())
}

/// Checks that the reference model is nothing but that.
fn reference(tokens: TokenStream, name: &str) -> Result<(), Refusal> {
    plain(tokens.clone())?;
    for item in parse_items(tokens)?.items {
        let unknown = || Refusal::at(item.span(), "the reference model has no such item");
        let Item::Impl(of) = &item else {
            return Err(unknown());
        };
        let is_expected = match &of.trait_ {
            None => of.items.iter().all(|item| match item {
                ImplItem::Fn(function) => function.sig.ident == "model",
                _ => false,
            }),
            Some((None, of_trait, _)) => {
                path(of_trait).as_deref() == Some("multibody::reference::Described")
            }
            Some(_) => false,
        };
        if !is_expected || !is_named(&of.self_ty, name) || !of.generics.params.is_empty() {
            return Err(unknown());
        }
    }
    Ok(())
}

/// Checks attributes: documentation, allowed lints, the formatter's, and these.
pub fn attributes(attributes: &[Attribute], others: &[&str]) -> Result<(), Refusal> {
    for attribute in attributes {
        let name = path(attribute.path()).unwrap_or_default();
        let is_known = match (name.as_str(), &attribute.meta) {
            ("doc", Meta::NameValue(of)) => matches!(&of.value, syn::Expr::Lit(_)),
            ("allow", Meta::List(_)) | ("rustfmt::skip", Meta::Path(_)) => true,
            (other, Meta::Path(_) | Meta::List(_)) => others.contains(&other),
            _ => false,
        };
        if !is_known || matches!(attribute.style, syn::AttrStyle::Inner(_)) {
            return Err(Refusal::at(
                attribute.span(),
                format!("the attribute `{name}` is not emitted here"),
            ));
        }
        if name == "derive" {
            const DERIVED: [&str; 7] = [
                "Clone",
                "Copy",
                "Debug",
                "Default",
                "PartialEq",
                "Eq",
                "Hash",
            ];
            let Meta::List(list) = &attribute.meta else {
                continue;
            };
            for token in list.tokens.clone() {
                match token {
                    TokenTree::Ident(of) if DERIVED.contains(&of.to_string().as_str()) => {}
                    TokenTree::Punct(of) if of.as_char() == ',' => {}
                    other => return Err(Refusal::at(other.span(), "this is not derived")),
                }
            }
        }
    }
    Ok(())
}

/// Checks that the struct has neither fields nor generics.
fn is_unit(of: &ItemStruct) -> Result<(), Refusal> {
    attributes(&of.attrs, &["derive"])?;
    let is_plain = of.generics.params.is_empty() && of.generics.where_clause.is_none();
    match is_plain && of.fields == syn::Fields::Unit {
        true => Ok(()),
        false => Err(Refusal {
            help: "robots with run-time parameters are not yet verified".into(),
            ..Refusal::at(of.span(), "the struct has fields")
        }),
    }
}

fn is_plain_impl(of: &ItemImpl) -> bool {
    of.defaultness.is_none() && of.unsafety.is_none() && of.generics.where_clause.is_none()
}

/// Whether an implementation is for no number type, or for `T: multibody::Real`.
fn has_one_number_type(of: &ItemImpl) -> bool {
    let expected: syn::Generics = syn::parse_quote!(<T: multibody::Real>);
    of.generics.params.is_empty() || of.generics.params == expected.params
}

fn is_named(of: &Type, name: &str) -> bool {
    matches!(of, Type::Path(of) if of.qself.is_none() && of.path.is_ident(name))
}

/// The other types of a robot that a file declares, such as its links: their names begin with that of the robot.
fn others(file: &File, name: &str) -> BTreeSet<String> {
    let names = file.items.iter().filter_map(|item| match item {
        Item::Struct(of) => Some(of.ident.to_string()),
        Item::Enum(of) => Some(of.ident.to_string()),
        _ => None,
    });
    let is_other = |other: &String| {
        other.starts_with(name) && other != name && !NAMES_OF_CRATES.contains(&other.as_str())
    };
    names.filter(is_other).collect()
}

fn type_name(of: &Type) -> String {
    match of {
        Type::Path(of) if of.qself.is_none() && of.path.segments.len() == 1 => {
            of.path.segments[0].ident.to_string()
        }
        _ => String::new(),
    }
}

/// Whether a function of a trait has this head, and this body.
pub fn is_forwarding(function: &ImplItemFn, head: &str, body: &str) -> bool {
    let expected = syn::parse_str::<syn::Block>(body);
    is_same(&function.sig, head) && expected.is_ok_and(|expected| expected == function.block)
}

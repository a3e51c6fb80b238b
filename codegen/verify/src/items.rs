//! The items of a file: those whose functions are verified, those that are recognised, and nothing else.

use std::collections::BTreeMap;

use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned as _;
use syn::{
    Attribute, File, ImplItem, ImplItemConst, ImplItemFn, Item, ItemEnum, ItemImpl, ItemStruct,
    Meta, Type,
};

use crate::body::path;
use crate::owner::{Owner, normal_form};
use crate::parse::parse_items;
use crate::refusal::Refusal;

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

/// The items of a file.
#[derive(Default)]
pub struct Items<'a> {
    /// The inherent functions, by the type that has them and by name.
    pub functions: BTreeMap<(Owner, String), &'a ImplItemFn>,
    /// The constants of the robot, by name.
    pub constants: BTreeMap<String, &'a ImplItemConst>,
    /// The declaration of the robot.
    pub robot: Option<&'a ItemStruct>,
    /// The enum of links, and the implementation that lists them.
    pub links: Option<&'a ItemEnum>,
    pub all_links: Option<&'a ItemImpl>,
    /// The implementations of traits.
    pub traits: Vec<(Owner, &'a ItemImpl)>,
    /// Structs, implementations and macros that have one fixed text each.
    pub fixed: Vec<&'a Item>,
    /// What is recognised and not verified.
    pub recognised: Vec<String>,
}

/// The items of a file for a robot of this name.
///
/// # Errors
/// Something is no item of a generated file.
pub fn items<'a>(file: &'a File, name: &str) -> Result<Items<'a>, Refusal> {
    if let Some(attribute) = file.attrs.first() {
        let what = "a generated file has no inner attributes";
        return Err(Refusal::at(attribute.span(), what));
    }
    let mut items = Items::default();
    let owners: BTreeMap<String, Owner> = Owner::all()
        .filter_map(|owner| {
            let of: Type = syn::parse_str(&owner.type_of(name)).ok()?;
            Some((normal_form(&of), owner))
        })
        .collect();
    for item in &file.items {
        items.add(item, name, &owners)?;
    }
    if items.robot.is_none() {
        let message = format!("the file has no `struct {name}`");
        let help = "give the name in the file's head, or the file of this robot";
        return Err(Refusal::of_file(message, help));
    }
    items.recognised.sort();
    items.recognised.dedup();
    Ok(items)
}

impl<'a> Items<'a> {
    fn add(
        &mut self,
        item: &'a Item,
        name: &str,
        owners: &BTreeMap<String, Owner>,
    ) -> Result<(), Refusal> {
        let unknown = || Refusal::at(item.span(), "a generated file has no such item");
        let twice = || Refusal::at(item.span(), "this item is there twice");
        match item {
            Item::Struct(of) if of.ident == name => {
                attributes(&of.attrs, &["derive"])?;
                self.robot.replace(of).map_or(Ok(()), |_| Err(twice()))
            }
            Item::Struct(of) => {
                attributes(&of.attrs, &["derive"])?;
                let mut fields = of.fields.iter();
                fields.try_for_each(|field| attributes(&field.attrs, &[]))?;
                self.fixed.push(item);
                Ok(())
            }
            Item::Enum(of) if of.ident == format!("{name}Link") => {
                attributes(&of.attrs, &["derive"])?;
                self.links.replace(of).map_or(Ok(()), |_| Err(twice()))
            }
            Item::Impl(of) => match (owners.get(&normal_form(&of.self_ty)), &of.trait_) {
                _ if of.defaultness.is_some() || of.unsafety.is_some() => Err(unknown()),
                (Some(&owner), None) if is_for_numbers(of) => self.inherent(of, owner),
                (Some(&owner), Some((None, _, _))) if is_for_numbers(of) => {
                    self.of_trait(of, owner)
                }
                (None, None) if is_named(&of.self_ty, &format!("{name}Link")) => {
                    attributes(&of.attrs, &[])?;
                    self.all_links.replace(of).map_or(Ok(()), |_| Err(twice()))
                }
                _ => {
                    attributes(&of.attrs, &[])?;
                    self.fixed.push(item);
                    Ok(())
                }
            },
            Item::Macro(of) if path(&of.mac.path).as_deref() == Some(REFERENCE) => {
                attributes(&of.attrs, &[])?;
                self.recognised.push("the reference model".into());
                reference(of.mac.tokens.clone(), name)
            }
            Item::Macro(of) => {
                attributes(&of.attrs, &[])?;
                self.fixed.push(item);
                Ok(())
            }
            _ => Err(unknown()),
        }
    }

    fn inherent(&mut self, of: &'a ItemImpl, owner: Owner) -> Result<(), Refusal> {
        attributes(&of.attrs, &[])?;
        for item in &of.items {
            let twice = || Refusal::at(item.span(), "this is there twice");
            match item {
                ImplItem::Fn(function) => {
                    attributes(&function.attrs, &["must_use", "inline"])?;
                    if function.defaultness.is_some() {
                        return Err(Refusal::at(function.span(), "`default` is not emitted"));
                    }
                    let key = (owner, function.sig.ident.to_string());
                    if self.functions.insert(key, function).is_some() {
                        return Err(twice());
                    }
                }
                ImplItem::Const(constant) if owner == Owner::ROBOT => {
                    attributes(&constant.attrs, &[])?;
                    let name = constant.ident.to_string();
                    if self.constants.insert(name, constant).is_some() {
                        return Err(twice());
                    }
                }
                other => {
                    let what = "a generated file has no such item";
                    return Err(Refusal::at(other.span(), what));
                }
            }
        }
        Ok(())
    }

    fn of_trait(&mut self, of: &'a ItemImpl, owner: Owner) -> Result<(), Refusal> {
        attributes(&of.attrs, &[])?;
        for item in &of.items {
            match item {
                ImplItem::Fn(function) => attributes(&function.attrs, &["inline"])?,
                ImplItem::Type(of) if of.attrs.is_empty() => {}
                other => {
                    let what = "a generated file has no such item";
                    return Err(Refusal::at(other.span(), what));
                }
            }
        }
        self.traits.push((owner, of));
        Ok(())
    }
}

/// Checks the tokens of what is recognised and not verified.
pub fn plain(of: &impl quote::ToTokens) -> Result<(), Refusal> {
    without_foreign(of.to_token_stream())
}

/// Checks that foreign words are not there.
fn without_foreign(tokens: TokenStream) -> Result<(), Refusal> {
    let mut is_lifetime = false;
    for token in tokens {
        let was_lifetime = std::mem::take(&mut is_lifetime);
        match token {
            TokenTree::Ident(_) if was_lifetime => {}
            TokenTree::Ident(of) => {
                let word = of.to_string();
                let word = word.trim_start_matches("r#");
                if FOREIGN.contains(&word) {
                    return Err(Refusal::at(
                        of.span(),
                        format!("`{word}` is not emitted here"),
                    ));
                }
            }
            TokenTree::Group(of) => without_foreign(of.stream())?,
            TokenTree::Punct(of) => is_lifetime = of.as_char() == '\'',
            TokenTree::Literal(_) => {}
        }
    }
    Ok(())
}

/// Checks that the reference model is nothing but that.
fn reference(tokens: TokenStream, name: &str) -> Result<(), Refusal> {
    without_foreign(tokens.clone())?;
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

/// Whether an implementation is for no number type, or for `T: multibody::Real`.
fn is_for_numbers(of: &ItemImpl) -> bool {
    let texts = ["", "<T: multibody::Real>", "<'a, T: multibody::Real>"];
    let is_it = |text: &&str| {
        let expected = syn::parse_str::<syn::Generics>(text);
        expected.is_ok_and(|expected| expected.params == of.generics.params)
    };
    of.generics.where_clause.is_none() && texts.iter().any(is_it)
}

fn is_named(of: &Type, name: &str) -> bool {
    matches!(of, Type::Path(of) if of.qself.is_none() && of.path.is_ident(name))
}

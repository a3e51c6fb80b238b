//! The items of a file: those whose functions are verified, those that are recognised, and nothing else.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned;
use syn::{
    Attribute, File, ImplItem, ImplItemConst, ImplItemFn, Item, ItemEnum, ItemImpl, ItemStruct,
    Meta, Type,
};

use crate::owner::{Owner, bare, is_same, path};
use crate::refusal::Refusal;

/// The name of the item that has the reference model.
const REFERENCE: &str = "multibody::reference_items";
/// Words and signs of items that act outside of the item that they are in, of macros, and of attributes.
const FOREIGN: &str = "! # extern impl mod union unsafe";
/// The traits that are derived.
const DERIVED: &str = ", Clone Copy Debug Default PartialEq Eq Hash";

/// The items of a file.
#[derive(Default)]
pub struct Items<'a> {
    /// The inherent functions, by the type that has them and by name.
    pub functions: BTreeMap<(Owner, String), &'a ImplItemFn>,
    /// The constants of the robot, by name.
    pub constants: BTreeMap<String, &'a ImplItemConst>,
    /// The declaration of the robot.
    pub robot: Option<&'a ItemStruct>,
    /// The implementations of traits.
    pub traits: Vec<(Owner, &'a ItemImpl)>,
    /// Structs, the enum of links, implementations and macros that have one fixed text each.
    pub fixed: Vec<&'a Item>,
    /// What is recognised and not verified.
    pub recognised: Vec<String>,
}

/// The items of a file for a robot of this name.
///
/// # Errors
/// Something is no item of a generated file.
pub fn items<'a>(file: &'a [Item], name: &str) -> Result<Items<'a>, Refusal> {
    let mut items = Items::default();
    let named = |owner: Owner| {
        let of = syn::parse_str::<Type>(&owner.type_of(name)).ok()?;
        Some((bare(&of), owner))
    };
    let owners: BTreeMap<String, Owner> = Owner::all().filter_map(named).collect();
    for item in file {
        items.add(item, name, &owners)?;
    }
    if items.robot.is_none() {
        let message = format!("the file has no `struct {name}`");
        let help = "give the name in the file's head, or the file of this robot";
        return Err(Refusal::of_file(message, help));
    }
    Ok(items)
}

impl<'a> Items<'a> {
    /// Whether a type has a function.
    pub fn has(&self, owner: Owner, function: &str) -> bool {
        self.functions.contains_key(&(owner, function.to_owned()))
    }

    fn add(
        &mut self,
        item: &'a Item,
        name: &str,
        owners: &BTreeMap<String, Owner>,
    ) -> Result<(), Refusal> {
        let is_own = |of: &Ident| of.unraw() == name.trim_start_matches("r#");
        match item {
            // It may be written by the user.
            Item::Struct(of) if is_own(&of.ident) => {
                attributes(&of.attrs, &["derive"]).map_err(Refusal::expected)?;
                let mut fields = of.fields.iter();
                let attributes = fields.try_for_each(|field| attributes(&field.attrs, &[]));
                attributes.map_err(Refusal::expected)?;
                if self.robot.replace(of).is_some() {
                    return Err(Refusal::at(item.span(), "this item is there twice"));
                }
            }
            Item::Struct(ItemStruct { attrs, .. }) | Item::Enum(ItemEnum { attrs, .. }) => {
                attributes(attrs, &["derive"])?;
                self.fixed.push(item);
            }
            Item::Impl(of) => {
                attributes(&of.attrs, &[])?;
                match (owners.get(&bare(&of.self_ty)), &of.trait_) {
                    _ if of.defaultness.is_some() || of.unsafety.is_some() => return unknown(item),
                    (Some(&owner), None) if is_for_numbers(of) => return self.inherent(of, owner),
                    (Some(&owner), Some((None, name, _)))
                        if is_for_numbers(of) && !name.is_ident("Default") =>
                    {
                        return self.of_trait(of, owner);
                    }
                    _ => self.fixed.push(item),
                }
            }
            Item::Macro(of) => {
                attributes(&of.attrs, &[])?;
                match path(&of.mac.path).as_deref() == Some(REFERENCE) {
                    true => {
                        self.recognised.push("the reference model".into());
                        reference(of.mac.tokens.clone(), name)?;
                    }
                    false => self.fixed.push(item),
                }
            }
            other => return unknown(other),
        }
        Ok(())
    }

    fn inherent(&mut self, of: &'a ItemImpl, owner: Owner) -> Result<(), Refusal> {
        for item in &of.items {
            let is_known = match item {
                ImplItem::Fn(function) => {
                    self::function(function, &["must_use", "inline"])?;
                    let key = (owner, function.sig.ident.to_string());
                    self.functions.insert(key, function).is_some()
                }
                ImplItem::Const(constant) if owner == Owner::ROBOT => {
                    attributes(&constant.attrs, &[])?;
                    let name = constant.ident.to_string();
                    self.constants.insert(name, constant).is_some()
                }
                other => return unknown(other),
            };
            if is_known {
                return Err(Refusal::at(item.span(), "this is there twice"));
            }
        }
        Ok(())
    }

    fn of_trait(&mut self, of: &'a ItemImpl, owner: Owner) -> Result<(), Refusal> {
        for item in &of.items {
            match item {
                ImplItem::Fn(function) => self::function(function, &["inline"])?,
                ImplItem::Type(of) if of.attrs.is_empty() => {}
                other => return unknown(other),
            }
        }
        self.traits.push((owner, of));
        Ok(())
    }
}

/// Checks that a function has no attributes but these, and none within its body.
fn function(of: &ImplItemFn, others: &[&str]) -> Result<(), Refusal> {
    attributes(&of.attrs, others)?;
    match find(of.block.to_token_stream(), "#") {
        Some(at) => Err(Refusal::at(at, "an attribute is not emitted here")),
        None if of.defaultness.is_some() => unknown(of),
        None => Ok(()),
    }
}

/// The refusal of an item that no generated file has.
pub fn unknown(item: &impl Spanned) -> Result<(), Refusal> {
    let what = "a generated file has no such item";
    Err(Refusal::at(item.span(), what))
}

/// Checks that what is recognised and not verified has no foreign words.
pub fn plain(of: &impl ToTokens) -> Result<(), Refusal> {
    let found = |word| find(of.to_token_stream(), word).map(|at| (word, at));
    match FOREIGN.split(' ').find_map(found) {
        Some((word, at)) => Err(Refusal::at(at, format!("`{word}` is not emitted here"))),
        None => Ok(()),
    }
}

/// Checks that the reference model is nothing but that.
fn reference(tokens: TokenStream, name: &str) -> Result<(), Refusal> {
    let items = syn::parse2::<File>(tokens);
    let items = items.map_err(|of| Refusal::at(of.span(), "these are no items"))?;
    for item in items.items {
        let Item::Impl(of) = &item else {
            return unknown(&item);
        };
        attributes(&of.attrs, &[])?;
        for item in &of.items {
            let ImplItem::Fn(of) = item else {
                return unknown(item);
            };
            function(of, &[])?;
            plain(&of.sig)?;
            plain(&of.block)?;
        }
        let is_model = |item: &ImplItem| matches!(item, ImplItem::Fn(function) if function.sig.ident == "model");
        let is_expected = match &of.trait_ {
            None => of.items.iter().all(is_model),
            Some((not, of_trait, _)) => {
                not.is_none() && is_same(of_trait, "multibody::reference::Described")
            }
        };
        if !is_expected || !is_same(&*of.self_ty, name) || !of.generics.params.is_empty() {
            return unknown(&item);
        }
    }
    Ok(())
}

/// The place of a word in tokens, or of a sign.
pub fn find(tokens: TokenStream, word: &str) -> Option<Span> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Group(of) => find(of.stream(), word),
        other => (other.to_string() == word).then(|| other.span()),
    })
}

/// Checks attributes: documentation, allowed lints, the formatter's, and these.
pub fn attributes(attributes: &[Attribute], others: &[&str]) -> Result<(), Refusal> {
    for attribute in attributes {
        let name = path(attribute.path()).unwrap_or_default();
        let is_known = match (name.as_str(), &attribute.meta) {
            ("doc", Meta::NameValue(of)) => matches!(&of.value, syn::Expr::Lit(_)),
            ("allow", Meta::List(_)) | ("rustfmt::skip", Meta::Path(_)) => true,
            ("derive", Meta::List(of)) => {
                let is_derived =
                    |token: TokenTree| DERIVED.split(' ').any(|of| of == token.to_string());
                others.contains(&"derive") && of.tokens.clone().into_iter().all(is_derived)
            }
            (other, Meta::Path(_) | Meta::List(_)) => others.contains(&other),
            _ => false,
        };
        if !is_known || matches!(attribute.style, syn::AttrStyle::Inner(_)) {
            let what = format!("the attribute `{name}` is not emitted here");
            return Err(Refusal::at(attribute.span(), what));
        }
    }
    Ok(())
}

/// Whether an implementation is for no number type, or for `T: multibody::Real`.
fn is_for_numbers(of: &ItemImpl) -> bool {
    let texts = ["", "<T: multibody::Real>", "<'a, T: multibody::Real>"];
    let is_it = |text: &&str| is_same(&of.generics, text);
    of.generics.where_clause.is_none() && texts.iter().any(is_it)
}

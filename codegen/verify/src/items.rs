//! The items of a file: those whose functions are verified, those that are recognised, and nothing else.

use std::collections::BTreeMap;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{
    Attribute, File, ImplItem, ImplItemConst, ImplItemFn, Item, ItemImpl, ItemStruct, Meta, Type,
};

use crate::body::path;
use crate::owner::{Owner, bare, is_same};
use crate::parse::parse_items;
use crate::refusal::Refusal;

/// The name of the item that has the reference model.
const REFERENCE: &str = "multibody::reference_items";
/// Words that no item of a generated file has, since they could change what other names mean.
const FOREIGN: &str =
    "cfg cfg_attr extern include include_str macro_rules mod path static trait union unsafe";
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
pub fn items<'a>(file: &'a File, name: &str) -> Result<Items<'a>, Refusal> {
    if let Some(attribute) = file.attrs.first() {
        let what = "a generated file has no inner attributes";
        return Err(Refusal::at(attribute.span(), what));
    }
    let mut items = Items::default();
    let named = |owner: Owner| {
        Some((
            bare(&syn::parse_str::<Type>(&owner.type_of(name)).ok()?),
            owner,
        ))
    };
    let owners: BTreeMap<String, Owner> = Owner::all().filter_map(named).collect();
    for item in &file.items {
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
        let once = |known: bool| match known {
            true => Err(Refusal::at(item.span(), "this item is there twice")),
            false => Ok(()),
        };
        match item {
            Item::Struct(of) => {
                // That of the robot may be written by the user.
                let is_expected = of.ident == name;
                let own = |of: Refusal| Refusal { is_expected, ..of };
                attributes(&of.attrs, &["derive"]).map_err(own)?;
                let fields = of.fields.iter().map(|field| attributes(&field.attrs, &[]));
                fields.collect::<Result<(), _>>().map_err(own)?;
                match is_expected {
                    true => return once(self.robot.replace(of).is_some()),
                    false => self.fixed.push(item),
                }
            }
            Item::Enum(of) => {
                attributes(&of.attrs, &["derive"])?;
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
                    attributes(&function.attrs, &["must_use", "inline"])?;
                    if function.defaultness.is_some() {
                        return unknown(item);
                    }
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
                ImplItem::Fn(function) => attributes(&function.attrs, &["inline"])?,
                ImplItem::Type(of) if of.attrs.is_empty() => {}
                other => return unknown(other),
            }
        }
        self.traits.push((owner, of));
        Ok(())
    }
}

/// The refusal of an item that no generated file has.
pub fn unknown(item: &impl Spanned) -> Result<(), Refusal> {
    let what = "a generated file has no such item";
    Err(Refusal::at(item.span(), what))
}

/// Checks that what is recognised and not verified has no foreign words.
pub fn plain(of: &impl ToTokens) -> Result<(), Refusal> {
    let mut is_lifetime = false;
    for token in of.to_token_stream() {
        let was_lifetime = std::mem::take(&mut is_lifetime);
        match token {
            TokenTree::Ident(_) if was_lifetime => {}
            TokenTree::Ident(of) => {
                let word = of.to_string();
                let word = word.trim_start_matches("r#");
                if FOREIGN.split(' ').any(|of| of == word) {
                    let what = format!("`{word}` is not emitted here");
                    return Err(Refusal::at(of.span(), what));
                }
            }
            TokenTree::Group(of) => plain(&of.stream())?,
            TokenTree::Punct(of) => is_lifetime = of.as_char() == '\'',
            TokenTree::Literal(_) => {}
        }
    }
    Ok(())
}

/// Checks that the reference model is nothing but that.
fn reference(tokens: TokenStream, name: &str) -> Result<(), Refusal> {
    plain(&tokens)?;
    for item in parse_items(tokens)?.items {
        let Item::Impl(of) = &item else {
            return unknown(&item);
        };
        let is_model = |item: &ImplItem| matches!(item, ImplItem::Fn(function) if function.sig.ident == "model");
        let is_expected = match &of.trait_ {
            None => of.items.iter().all(is_model),
            Some((not, of_trait, _)) => {
                not.is_none() && is_same(of_trait, "multibody::reference::Described")
            }
        };
        // An implementation within a function acts outside of it.
        let is_inside = |of: &ImplItem| has_word(of.to_token_stream(), "impl");
        let is_expected = is_expected && !of.items.iter().any(is_inside);
        if !is_expected || !is_same(&*of.self_ty, name) || !of.generics.params.is_empty() {
            return unknown(&item);
        }
    }
    Ok(())
}

/// Whether tokens have a word.
pub fn has_word(tokens: TokenStream, word: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(of) => has_word(of.stream(), word),
        other => other.to_string() == word,
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

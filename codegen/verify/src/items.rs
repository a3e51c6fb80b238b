//! Sorts the items of a file into those that are verified and those that are left out of the verification. All others are refused.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned;
use syn::{File, Generics, ImplItem, ImplItemConst, ImplItemFn, Item, ItemImpl, ItemStruct, Path};

use crate::clean_item::clean_item;
use crate::owner::{Owner, is_same, path, token_text, tokens_of};
use crate::refusal::{Checked, Refusal};
use crate::syntax::parts;

/// The macro that contains the reference model.
const REFERENCE: &str = "multibody::reference_items";
/// The maximum number of items.
const MAX_ITEMS: usize = 1 << 12;

/// The types that have functions, by their texts.
type Owners = BTreeMap<String, Owner>;

/// The items of a file.
#[derive(Default)]
pub struct Items<'a> {
    /// The inherent functions, by the type that has them and by name.
    pub functions: BTreeMap<(Owner, String), &'a ImplItemFn>,
    /// The constants of the robot, by name.
    pub constants: BTreeMap<String, &'a ImplItemConst>,
    /// The declaration of the robot, and the traits that it derives.
    pub robot: Option<(&'a ItemStruct, String)>,
    /// The implementations of traits: the type that has it, the path of the trait, and the items.
    pub traits: Vec<(Owner, &'a Path, &'a [ImplItem])>,
    /// Structs, the enum of links, implementations and macros that have one fixed text each.
    pub fixed: Vec<&'a Item>,
    /// The names of items that are left out of the verification.
    pub unverified: Vec<String>,
}

/// The items of a file for a robot of this name.
///
/// # Errors
/// The file contains something that no generated file contains.
pub fn items<'a>(file: &'a mut [Item], name: &str) -> Result<Items<'a>, Refusal> {
    let mut items = Items::default();
    let entry = |owner: Owner| Some((tokens_of(&owner.type_of(name))?, owner));
    let owners: Owners = Owner::all().filter_map(entry).collect();
    for (index, item) in file.iter_mut().enumerate() {
        if index == MAX_ITEMS {
            let message = format!("the file has more than {MAX_ITEMS} items");
            return Err(Refusal::at(item, message));
        }
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

    /// Adds an item of the file.
    fn add(&mut self, item: &'a mut Item, name: &str, owners: &Owners) -> Checked {
        let is_its_name = |ident: &Ident| ident.unraw() == name.trim_start_matches("r#");
        // The struct may be the user's own: what is refused there does not show a bug of the generator.
        let is_robot = matches!(item, Item::Struct(node) if is_its_name(&node.ident));
        let cleaned = clean_item(item, false);
        let traits = if is_robot { cleaned.map_err(Refusal::of_valid_file)? } else { cleaned? };
        let item: &'a Item = item;
        match item {
            Item::Struct(node) if is_robot => {
                let previous = self.robot.replace((node, traits));
                previous.map_or(Ok(()), |_| Err(duplicate(node)))
            }
            Item::Impl(node) => self.add_impl(item, node, owners),
            Item::Macro(node) if path(&node.mac.path).as_deref() == Some(REFERENCE) => {
                let call = parts!(node, ItemMacro: mac; no ident; any attrs semi_token);
                let tokens = call
                    .and_then(|call| parts!(call, Macro: tokens; any path bang_token delimiter));
                self.unverified.push("the reference model".into());
                check_reference(tokens.ok_or_else(|| unknown(item))?.clone(), name)
            }
            _ => {
                self.fixed.push(item);
                Ok(())
            }
        }
    }

    /// Adds an implementation.
    fn add_impl(&mut self, item: &'a Item, node: &'a ItemImpl, owners: &Owners) -> Checked {
        let (trait_path, generics, ty, items) = implementation_parts(node)?;
        let number_types = ["", "<T:multibody::Real>", "<'_,T:multibody::Real>"];
        let is_for_numbers = number_types.contains(&&*generics.replace(' ', ""));
        let owner = owners.get(&ty).filter(|_| is_for_numbers);
        match (owner, trait_path) {
            (Some(&owner), None) => {
                return items.iter().try_for_each(|it| self.add_inherent(it, owner));
            }
            (Some(&owner), Some(trait_path)) if !trait_path.is_ident("Default") => {
                self.traits.push((owner, trait_path, items));
            }
            _ if generics.contains("T : Real") => {
                return Err(unknown(node).with_help("write `T: multibody::Real`"));
            }
            _ => self.fixed.push(item),
        }
        Ok(())
    }

    /// Adds a function or a constant that a type has without a trait.
    fn add_inherent(&mut self, item: &'a ImplItem, owner: Owner) -> Checked {
        let is_known = match (function(item), item) {
            (Some(function), _) => {
                let key = (owner, function.sig.ident.to_string());
                self.functions.insert(key, function).is_some()
            }
            (None, ImplItem::Const(node)) if owner == Owner::ROBOT => {
                (self.constants.insert(node.ident.to_string(), node)).is_some()
            }
            _ => return Err(unknown(item)),
        };
        if is_known { Err(duplicate(item)) } else { Ok(()) }
    }
}

/// The parts of an implementation: the trait, the generic parameters, the type, and the items.
type Implementation<'a> = (Option<&'a Path>, String, String, &'a [ImplItem]);

/// The parts of an implementation. One with other parts, such as a `where` clause, is refused.
fn implementation_parts(node: &ItemImpl) -> Result<Implementation<'_>, Refusal> {
    let parts = parts!(node, ItemImpl: generics trait_ self_ty items; no defaultness unsafety; any
        attrs impl_token brace_token);
    match parts {
        Some((generics, trait_path @ (None | Some((None, ..))), ty, items))
            if generics.where_clause.is_none() =>
        {
            let trait_path = trait_path.as_ref().map(|(_, path, _)| path);
            Ok((trait_path, token_text(generics), token_text(ty), items))
        }
        _ => Err(unknown(node)),
    }
}

/// The item of an implementation as a function. `None`: it is something else, or a `default fn`.
pub fn function(item: &ImplItem) -> Option<&ImplItemFn> {
    match item {
        ImplItem::Fn(node) if node.defaultness.is_none() => Some(node),
        _ => None,
    }
}

/// Whether there are no generic parameters.
pub fn is_plain(node: &Generics) -> bool {
    let params = parts!(node, Generics: params; no where_clause; any lt_token gt_token);
    params.is_some_and(|params| params.is_empty())
}

/// The refusal of an item that no generated file has.
pub fn unknown(item: &impl Spanned) -> Refusal {
    Refusal::at(item, "a generated file has no such item, or only one")
}

/// The refusal of a second item with the same name.
pub fn duplicate(item: &impl Spanned) -> Refusal {
    Refusal::at(item, "this is there twice")
}

/// Checks that the reference model consists of the items that it may have.
fn check_reference(tokens: TokenStream, name: &str) -> Checked {
    let result = syn::parse2::<File>(tokens);
    let file = result.map_err(|error| Refusal::at(&error.span(), "these are no items"))?;
    if let Some(inner) = file.attrs.first() {
        return Err(unknown(inner));
    }
    for mut item in file.items {
        clean_item(&mut item, true)?;
        let Item::Impl(node) = &item else {
            return Err(unknown(&item));
        };
        let (trait_path, generics, ty, items) = implementation_parts(node)?;
        let mut functions = items.iter().map(function);
        let is_expected = match trait_path {
            None => functions.all(|f| f.is_some_and(|f| f.sig.ident == "model")),
            Some(trait_path) => {
                is_same(trait_path, "multibody::reference::Described")
                    && functions.all(|f| f.is_some())
            }
        };
        if !is_expected || tokens_of(name).as_ref() != Some(&ty) || !generics.is_empty() {
            return Err(unknown(&item));
        }
    }
    Ok(())
}

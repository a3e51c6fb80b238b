//! Refuses what no item may contain: other items, unknown attributes, macros but that of dispatched functions, and tokens that the
//! parser does not read. Functions of the reference model may contain `use` and type aliases.
//!
//! An `impl` acts on the whole crate wherever it is, even in the length of an array in a type, and a macro may expand to one. `syn`
//! visits every node of its tree, and keeps as tokens what it has no node for: so no place is forgotten.

use proc_macro2::TokenStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{
    AttrStyle, Attribute, Expr, ImplItem, ImplItemFn, Item, Macro, Meta, MetaList, Stmt, StmtMacro,
    Visibility,
};

use crate::owner::path;
use crate::refusal::Refusal;

/// The traits that generated items may derive.
const DERIVABLE: &str = "Clone Copy Debug Default PartialEq Eq Hash";
/// The macro that is the whole body of a function if it is dispatched by processor.
pub const DISPATCHED: &str = "multibody::dispatched";

/// Removes what does not matter for results: documentation, lints, `inline`, visibility and derived traits. (If code needs one of
/// the last two and lacks it, it does not compile.) Returns the derived traits. The tokens of an item that is a macro are not
/// read.
///
/// # Errors
/// The item contains something that no item may contain.
pub fn clean_item(item: &mut Item, is_reference: bool) -> Result<String, Refusal> {
    let mut walk = Walk {
        is_reference,
        ..Walk::default()
    };
    match item {
        Item::Struct(_) | Item::Enum(_) | Item::Impl(_) => {
            visit_mut::visit_item_mut(&mut walk, item);
        }
        Item::Macro(call) => walk.visit_attributes_mut(&mut call.attrs),
        Item::Use(_) => walk.refuse(item, "paths are written in full, as `T: multibody::Real`"),
        _ => walk.refuse(item, "a generated file has no such item"),
    }
    walk.refusal.map_or(Ok(walk.derived), Err)
}

/// A visit of all nodes of an item.
#[derive(Default)]
struct Walk {
    /// Whether the item is part of the reference model, whose functions may contain `use` and type aliases.
    is_reference: bool,
    derived: String,
    /// The first fault.
    refusal: Option<Refusal>,
}

impl Walk {
    /// Refuses the item. Only the first refusal counts.
    fn refuse(&mut self, place: &impl Spanned, message: &str) {
        self.refusal
            .get_or_insert_with(|| Refusal::at(place, message));
    }

    /// Whether a macro is the body of a dispatched function.
    fn is_dispatched(&self, call: &StmtMacro) -> bool {
        let is_plain = call.attrs.is_empty() && call.semi_token.is_none();
        let is_its_name = path(&call.mac.path).as_deref() == Some(DISPATCHED);
        is_plain && is_its_name && !self.is_reference
    }

    /// Whether an attribute may be there: it does not matter for results, or derives traits. These are added to `derived`.
    fn is_known(&mut self, attribute: &Attribute, name: &str) -> bool {
        match (name, &attribute.meta) {
            ("doc", Meta::NameValue(pair)) => matches!(pair.value, Expr::Lit(_)),
            ("allow" | "must_use" | "inline", Meta::List(list)) => {
                words(list).is_some_and(|words| !words.is_empty())
            }
            ("must_use" | "inline" | "rustfmt::skip", Meta::Path(_)) => true,
            ("derive", Meta::List(list)) => words(list).is_some_and(|words| {
                self.derived += &words.join(" ");
                (words.iter()).all(|word| DERIVABLE.split(' ').any(|name| name == word))
            }),
            _ => false,
        }
    }
}

/// The names in an attribute, without a text in quotes, such as a reason.
fn words(list: &MetaList) -> Option<Vec<String>> {
    let metas = list.parse_args_with(Punctuated::<Meta, syn::Token![,]>::parse_terminated);
    let mut words = Vec::new();
    for meta in metas.ok()? {
        match meta {
            Meta::Path(name) => words.push(path(&name)?),
            Meta::NameValue(pair) if matches!(pair.value, Expr::Lit(_)) => {}
            _ => return None,
        }
    }
    Some(words)
}

impl VisitMut for Walk {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        for attribute in std::mem::take(attributes) {
            let name = path(attribute.path()).unwrap_or_default();
            let is_outer = matches!(attribute.style, AttrStyle::Outer);
            if !is_outer || !self.is_known(&attribute, &name) {
                let message = format!("the attribute `{name}` is not emitted here");
                self.refuse(&attribute, &message);
            }
        }
    }

    fn visit_item_mut(&mut self, item: &mut Item) {
        match item {
            Item::Use(_) | Item::Type(_) if self.is_reference => {
                visit_mut::visit_item_mut(self, item);
            }
            _ => self.refuse(item, "an item within an item is not emitted"),
        }
    }

    fn visit_impl_item_mut(&mut self, item: &mut ImplItem) {
        match item {
            ImplItem::Fn(_) | ImplItem::Const(_) | ImplItem::Type(_) => {
                visit_mut::visit_impl_item_mut(self, item);
            }
            _ => self.refuse(item, "an implementation has no such item"),
        }
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut ImplItemFn) {
        match &function.block.stmts[..] {
            // The tokens of this macro are not visited: `calls.rs` compares them with the expected ones.
            [Stmt::Macro(call)] if self.is_dispatched(call) => {
                self.visit_attributes_mut(&mut function.attrs);
                self.visit_visibility_mut(&mut function.vis);
                self.visit_signature_mut(&mut function.sig);
            }
            _ => visit_mut::visit_impl_item_fn_mut(self, function),
        }
    }

    fn visit_visibility_mut(&mut self, visibility: &mut Visibility) {
        *visibility = Visibility::Inherited;
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        self.refuse(call, "a macro is not emitted here");
    }

    fn visit_token_stream_mut(&mut self, tokens: &mut TokenStream) {
        self.refuse(tokens, "this is not emitted");
    }
}

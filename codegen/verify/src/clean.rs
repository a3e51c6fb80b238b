//! What no item of a text may have within it: other items, macros, attributes, and tokens that the parser leaves unread.
//!
//! An `impl` acts on the whole crate wherever it is, even in the length of an array in a type, and a macro may become one. `syn`
//! walks along every node of its tree, and what it has no node for, it keeps as tokens: so no place is forgotten.

use proc_macro2::{Span, TokenStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::visit_mut::{self, VisitMut};
use syn::{
    AttrStyle, Attribute, Expr, Field, ImplItem, ImplItemFn, Item, Macro, Meta, MetaList, Stmt,
    StmtMacro, Variant, Visibility,
};

use crate::owner::path;
use crate::refusal::Refusal;

/// The traits that are derived.
const DERIVED: [&str; 7] = [
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "PartialEq",
    "Eq",
    "Hash",
];
/// The macro that is the whole body of a function.
pub const DISPATCHED: &str = "multibody::dispatched";

/// Removes what means nothing: documentation, lints, `inline`, derived traits and visibility (what lacks one does not compile).
/// The walk does not read the tokens of an item that is a macro. Returns the derived traits.
///
/// # Errors
/// The item has something within that no item may have.
pub fn clean(item: &mut Item, is_reference: bool) -> Result<String, Refusal> {
    let mut walk = Walk {
        is_reference,
        ..Walk::default()
    };
    match item {
        Item::Struct(of) => walk.attributes(&mut of.attrs),
        Item::Enum(of) => walk.attributes(&mut of.attrs),
        Item::Impl(of) => walk.attributes(&mut of.attrs),
        Item::Macro(of) => walk.attributes(&mut of.attrs),
        _ => walk.refuse(item.span(), "a generated file has no such item"),
    }
    if !matches!(item, Item::Macro(_)) {
        visit_mut::visit_item_mut(&mut walk, item);
    }
    walk.refusal.map_or(Ok(walk.derived), Err)
}

#[derive(Default)]
struct Walk {
    /// The reference model imports names, and gives a name to a type.
    is_reference: bool,
    derived: String,
    /// The first fault.
    refusal: Option<Refusal>,
}

impl Walk {
    fn refuse(&mut self, at: Span, what: &str) {
        self.refusal.get_or_insert_with(|| Refusal::at(at, what));
    }

    /// Removes attributes that may be here.
    fn attributes(&mut self, attributes: &mut Vec<Attribute>) {
        for attribute in std::mem::take(attributes) {
            let name = path(attribute.path()).unwrap_or_default();
            let is_plain = matches!(attribute.style, AttrStyle::Outer);
            let is_known = match (name.as_str(), &attribute.meta) {
                ("doc", Meta::NameValue(of)) => matches!(of.value, Expr::Lit(_)),
                ("allow" | "must_use" | "inline", Meta::List(of)) => {
                    words(of).is_some_and(|words| !words.is_empty())
                }
                ("must_use" | "inline" | "rustfmt::skip", Meta::Path(_)) => true,
                ("derive", Meta::List(of)) => words(of).is_some_and(|words| {
                    self.derived += &words.join(" ");
                    let mut words = words.iter();
                    words.all(|word| DERIVED.contains(&word.as_str()))
                }),
                _ => false,
            };
            if !is_plain || !is_known {
                let what = format!("the attribute `{name}` is not emitted here");
                self.refuse(attribute.span(), &what);
            }
        }
    }
}

/// The names in an attribute, besides a text for a reader.
fn words(of: &MetaList) -> Option<Vec<String>> {
    let all = of.parse_args_with(Punctuated::<Meta, syn::Token![,]>::parse_terminated);
    let mut words = Vec::new();
    for meta in all.ok()? {
        match meta {
            Meta::Path(of) => words.push(path(&of)?),
            Meta::NameValue(of) if matches!(of.value, Expr::Lit(_)) => {}
            _ => return None,
        }
    }
    Some(words)
}

impl VisitMut for Walk {
    fn visit_item_mut(&mut self, item: &mut Item) {
        match item {
            Item::Use(_) | Item::Type(_) if self.is_reference => {
                visit_mut::visit_item_mut(self, item);
            }
            _ => self.refuse(item.span(), "an item within an item is not emitted"),
        }
    }

    fn visit_impl_item_mut(&mut self, item: &mut ImplItem) {
        match item {
            ImplItem::Fn(of) => self.attributes(&mut of.attrs),
            ImplItem::Const(of) => self.attributes(&mut of.attrs),
            ImplItem::Type(of) => self.attributes(&mut of.attrs),
            _ => self.refuse(item.span(), "an implementation has no such item"),
        }
        visit_mut::visit_impl_item_mut(self, item);
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut ImplItemFn) {
        // These tokens are compared with the expected ones.
        let is_dispatched = |of: &Macro| path(&of.path).as_deref() == Some(DISPATCHED);
        match &function.block.stmts[..] {
            [
                Stmt::Macro(StmtMacro {
                    attrs,
                    mac,
                    semi_token: None,
                }),
            ] if !self.is_reference && attrs.is_empty() && is_dispatched(mac) => {
                self.visit_visibility_mut(&mut function.vis);
                self.visit_signature_mut(&mut function.sig);
            }
            _ => visit_mut::visit_impl_item_fn_mut(self, function),
        }
    }

    fn visit_field_mut(&mut self, field: &mut Field) {
        self.attributes(&mut field.attrs);
        visit_mut::visit_field_mut(self, field);
    }

    fn visit_variant_mut(&mut self, variant: &mut Variant) {
        self.attributes(&mut variant.attrs);
        visit_mut::visit_variant_mut(self, variant);
    }

    fn visit_visibility_mut(&mut self, visibility: &mut Visibility) {
        *visibility = Visibility::Inherited;
    }

    fn visit_attribute_mut(&mut self, attribute: &mut Attribute) {
        self.refuse(attribute.span(), "an attribute is not emitted here");
    }

    fn visit_macro_mut(&mut self, of: &mut Macro) {
        self.refuse(of.span(), "a macro is not emitted here");
    }

    fn visit_token_stream_mut(&mut self, tokens: &mut TokenStream) {
        self.refuse(tokens.span(), "this is not emitted");
    }
}

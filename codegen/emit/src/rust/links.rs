//! The enum of the links that have functions of their own, and the runtime's traits over it.

use super::head::{self, link_type};
use super::text::{Writer, allowances, document, tokens};
use super::{constants, functions, traits, types};
use crate::interface::{Owner, functions_of_any_link, link_implementations, link_variants};
use multibody_support::foreign::Shown;
use proc_macro2::TokenStream;
use quote::quote;

/// The enum of links, and the functions that take it; nothing if no link has functions.
pub fn links(writer: &Writer<'_>) -> TokenStream {
    let (variants, links) = (link_variants(writer), &writer.system.tree.links);
    if variants.is_empty() {
        return quote!();
    }
    let (visibility, name) = (tokens(writer.visibility), tokens(writer.name));
    let link = tokens(&link_type(writer));
    let summary = format!(
        "The links of [`{}`] that have functions of their own.",
        writer.name
    );
    let (summary, allowances) = (document([summary]), allowances());
    let entries = variants.iter().map(|variant| {
        let excerpt = Shown::from(links[variant.link].name.as_str());
        let (documentation, name) = (document([format!("`{excerpt}`")]), tokens(&variant.name));
        quote!(#documentation #name,)
    });
    let count = constants::size(variants.len());
    let names = variants.iter().map(|variant| tokens(&variant.name));
    let by_name = by_name(writer);
    let functions = functions::all(writer, &functions_of_any_link(writer, Owner::Robot));
    quote! {
        #summary
        #[allow(
            dead_code,
            non_camel_case_types,
            reason = "generated: more than everyone needs, in the words of the description"
        )]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #visibility enum #link { #(#entries)* }

        #allowances
        impl #link {
            /// All of them, in the order in which functions of all links give their results.
            pub const ALL: [Self; #count] = [#(Self::#names),*];
        }

        #allowances
        impl #name {
            #by_name

            #functions
        }
    }
}

/// The function that finds a link by its name.
fn by_name(writer: &Writer<'_>) -> TokenStream {
    let (name, link) = (tokens(writer.name), tokens(&link_type(writer)));
    quote! {
        /// The link of a name, if it has functions.
        #[must_use]
        pub fn link(&self, name: &str) -> ::core::option::Option<#link> {
            let mut links = #name::LINKS.into_iter();
            links.find(|info| info.name == name).and_then(|info| info.link)
        }
    }
}

/// The implementations of the traits over links, for the robot or for the robot with prepared parameters. For the latter also its
/// inherent functions of the same names; those of the robot are in [`links`].
pub fn implementations(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let traits = traits::all(writer, link_implementations(writer, owner));
    if owner == Owner::Robot || traits.is_empty() {
        return traits;
    }
    let parameters = head::generic_parameters(owner);
    let self_type = tokens(&types::owner(writer, owner, "T"));
    let (allowances, by_name) = (allowances(), by_name(writer));
    let functions = functions::all(writer, &functions_of_any_link(writer, owner));
    quote!(#traits #allowances impl #parameters #self_type { #by_name #functions })
}

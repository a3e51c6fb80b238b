//! The enum of the links that have functions of their own, and the runtime's traits over it.

use super::head::{self, Head, link_type};
use super::text::{Writer, allowances, documented, tokens};
use super::{traits, types};
use crate::interface::{LinkTrait, Owner, Signature, link_traits, link_variants};
use multibody_description::function::{Function, Target};
use multibody_support::foreign::{Shown, literal};
use proc_macro2::TokenStream;
use quote::quote;

/// The enum and its table; nothing if there are no such links.
pub fn links(writer: &Writer<'_>) -> TokenStream {
    let (variants, links) = (link_variants(writer), &writer.system.tree.links);
    if variants.is_empty() {
        return quote!();
    }
    let (visibility, name) = (tokens(writer.visibility), tokens(writer.name));
    let link = tokens(&link_type(writer));
    let what = format!(
        "The links of [`{}`] that have functions of their own.",
        writer.name
    );
    let (what, allowances) = (documented([what]), allowances());
    let each = variants.iter().map(|variant| {
        let shown = Shown::from(links[variant.link].name.as_str());
        let (documentation, name) = (documented([format!("`{shown}`")]), tokens(&variant.name));
        quote!(#documentation #name,)
    });
    let rows = variants.iter().map(|variant| {
        let (name, of) = (literal(&links[variant.link].name), link_type(writer));
        format!(
            "multibody::LinkInfo {{ name: {name}, link: {of}::{} }}",
            variant.name
        )
    });
    let table = writer.table(rows);
    let of_table = format!("multibody::LinkInfo<{}>", link_type(writer));
    let of_table = tokens(&types::array(&[variants.len()], &of_table));
    let path = tokens(&traits::path(writer, "Links", Owner::Robot, "T"));
    let functions = of_any_link(writer, Owner::Robot);
    quote! {
        #what
        #[allow(
            dead_code,
            non_camel_case_types,
            reason = "generated: more than everyone needs, in the words of the description"
        )]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #visibility enum #link { #(#each)* }

        #allowances
        impl #name {
            /// The links that have functions of their own, by name.
            pub const LINKS: #of_table = #table;

            /// The link of a name, if it has functions.
            #[must_use]
            pub fn link(name: &str) -> ::core::option::Option<#link> {
                <Self as #path>::link(name)
            }

            #functions
        }
    }
}

/// The functions of the traits again, as functions of the type, which need no trait in scope.
fn of_any_link(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let written = |of: &LinkTrait, function: Function| {
        let (signature, name) = (Signature::of_any_link(writer, function), function.name());
        let head = Head::by_value(name, &signature, owner);
        let documentation = documented([format!("See `multibody::{}::{name}`.", of.name)]);
        let (of, arguments) = (traits::name(of.name, owner), head.names());
        let call = tokens(&format!("multibody::{of}::{name}(self, link, {arguments})"));
        let head = head.public(writer);
        quote!(#documentation #head { #call })
    };
    let traits = link_traits(writer).into_iter();
    let functions = traits.flat_map(|of| of.functions.iter().map(move |&function| (of, function)));
    functions
        .map(|(of, function)| written(of, function))
        .collect()
}

/// The implementations of the traits for the robot, or for the robot with prepared parameters, which has the functions of
/// the traits as its own besides.
pub fn implementations(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let (link, name) = (tokens(&link_type(writer)), tokens(writer.name));
    let parameters = head::parameters(owner);
    let of_type = tokens(&types::owner(writer, owner, "T"));
    let table = match owner {
        Owner::Robot => {
            quote!(
                const LINKS: &'static [multibody::LinkInfo<Self::Link>] = &Self::LINKS;
            )
        }
        _ => quote! {
            fn links(&self) -> &'static [multibody::LinkInfo<Self::Link>] { &#name::LINKS }
        },
    };
    let table = quote!(type Link = #link; #table);
    let traits = link_traits(writer).into_iter().enumerate();
    let each: Vec<TokenStream> = traits
        .map(|(rank, of)| {
            let path = tokens(&traits::path(writer, of.name, owner, "T"));
            let functions = of.functions.iter();
            let functions = functions.map(|&function| matched(writer, function, owner));
            let table = (rank == 0).then_some(&table);
            quote!(impl #parameters #path for #of_type { #table #(#functions)* })
        })
        .collect();
    if owner == Owner::Robot || each.is_empty() {
        return each.into_iter().collect();
    }
    let (allowances, functions) = (allowances(), of_any_link(writer, owner));
    quote!(#(#each)* #allowances impl #parameters #of_type { #functions })
}

/// A function of a trait, which calls the function of the link.
fn matched(writer: &Writer<'_>, function: Function, owner: Owner) -> TokenStream {
    let signature = Signature::of_any_link(writer, function);
    let head = Head::by_value(function.name(), &signature, owner);
    let (link, arguments, head) = (link_type(writer), head.names(), head.of_trait(writer));
    let arms = link_variants(writer).into_iter().map(|variant| {
        let target = Target {
            function,
            link: Some(variant.link),
        };
        let name = writer.function_name(target);
        format!(
            "    {link}::{} => self.{name}({arguments}),\n",
            variant.name
        )
    });
    let arms = writer.lines(format!("match link {{\n{}}}", arms.collect::<String>()));
    quote!(#head { #arms })
}

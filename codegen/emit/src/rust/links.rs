//! The enum of the links that have functions of their own, and the runtime's traits over it.

use super::head::{self, Head, link_type};
use super::text::{Writer, allowances, documented, tokens};
use super::{traits, types};
use crate::interface::{Implementor, LinkTrait, Owner, Signature, link_traits, link_variants};
use multibody_description::function::{Function, Target};
use multibody_support::foreign::Shown;
use proc_macro2::TokenStream;
use quote::quote;

/// The enum and what takes it; nothing if there are no such links.
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
    let by_name = by_name(writer);
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
            #by_name

            #functions
        }
    }
}

/// The function that finds a link.
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

/// The functions of the traits, as functions of the type, which need no trait in scope.
fn of_any_link(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let written = |of: &LinkTrait, function: Function| {
        let what = format!("See `multibody::{}::{}`.", of.name, function.name());
        let (documentation, matched) = (documented([what]), matched(writer, function, owner));
        quote!(#documentation #matched)
    };
    let traits = link_traits(writer).into_iter();
    let functions = traits.flat_map(|of| of.functions.iter().map(move |&function| (of, function)));
    functions
        .map(|(of, function)| written(of, function))
        .collect()
}

/// The implementations of the traits for the robot, or for the robot with prepared parameters, which has the functions of
/// the traits as its own besides. Functions of links take no time, since only joints move links.
pub fn implementations(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let implementors = Implementor::all(writer, owner).into_iter();
    let each: TokenStream = implementors.map(|of| implemented(writer, of)).collect();
    if owner == Owner::Robot || each.is_empty() {
        return each;
    }
    let parameters = head::parameters(owner);
    let of_type = tokens(&types::owner(writer, owner, "T"));
    let (allowances, by_name) = (allowances(), by_name(writer));
    let functions = of_any_link(writer, owner);
    quote!(#each #allowances impl #parameters #of_type { #by_name #functions })
}

/// The implementations of the traits for a type.
fn implemented(writer: &Writer<'_>, of: Implementor) -> TokenStream {
    let (link, name) = (tokens(&link_type(writer)), tokens(writer.name));
    let of_type = tokens(&types::implementor(writer, of, "T"));
    let table = quote! {
        type Link = #link;

        fn links(&self) -> &'static [multibody::LinkInfo<Self::Link>] { &#name::LINKS }
    };
    let traits = link_traits(writer).into_iter().enumerate();
    let each = traits.map(|(rank, each)| {
        let path = tokens(&traits::path(writer, each.name, "T"));
        let functions = each.functions.iter().map(|&function| {
            let signature = Signature::of_any_link(writer, function);
            traits::forwarding(writer, function.name(), signature, of)
        });
        let table = (rank == 0).then_some(&table);
        quote!(impl<T: multibody::Real> #path for #of_type { #table #(#functions)* })
    });
    each.collect()
}

/// A function of any link, which calls the function of the link.
fn matched(writer: &Writer<'_>, function: Function, owner: Owner) -> TokenStream {
    let signature = Signature::of_any_link(writer, function);
    let head = Head::by_value(function.name(), &signature, owner);
    let (link, arguments, head) = (link_type(writer), head.names(), head.public(writer));
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

//! The enum of the links that have functions of their own, and the runtime's traits over it.

use super::head::{self, Head, link_type};
use super::text::{Writer, allowances, documented, tokens};
use super::{tables, traits, types};
use crate::interface::{
    Implementor, LinkTrait, Owner, Signature, View, binds, link_traits, link_variants,
};
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
    let count = tables::size(variants.len());
    let names = variants.iter().map(|variant| tokens(&variant.name));
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
    let under = links_under_wrenches(writer).then(|| {
        let mut all = vec![Implementor::UnderWrenches(owner)];
        all.extend((writer.system.is_timed()).then_some(Implementor::UnderWrenchesAtTime(owner)));
        let all = all.into_iter().map(|of| implemented(writer, of));
        all.collect::<TokenStream>()
    });
    let each = quote!(#each #under);
    if owner == Owner::Robot || each.is_empty() {
        return each;
    }
    let parameters = head::parameters(owner);
    let of_type = tokens(&types::owner(writer, owner, "T"));
    let (allowances, by_name) = (allowances(), by_name(writer));
    let functions = of_any_link(writer, owner);
    quote!(#each #allowances impl #parameters #of_type { #by_name #functions })
}

/// Whether the view under external wrenches implements these traits.
fn links_under_wrenches(writer: &Writer<'_>) -> bool {
    let is_there = binds(writer, Owner::Robot, View::is_under_wrenches);
    is_there && !link_traits(writer).is_empty()
}

/// The functions of any link that wrenches change, for the view under external wrenches of a type.
pub fn changed_by_wrenches(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    if owner == Owner::At || !links_under_wrenches(writer) {
        return quote!();
    }
    let functions = link_traits_under_wrenches(writer).into_iter();
    let functions =
        functions.flat_map(|of| of.functions.iter().map(move |function| (of, function)));
    let functions = functions.filter_map(|(of, function)| Some((of, function.under_wrenches()?)));
    let functions = functions.map(|(of, function)| {
        let name = function.method(function.name());
        let what = format!("See `multibody::{}::{name}`.", of.name);
        let (documentation, matched) = (
            documented([what]),
            matched(writer, function, Owner::Prepared),
        );
        quote!(#documentation #matched)
    });
    functions.collect()
}

/// The traits that the view under external wrenches implements: those whose functions of all links either do not depend on
/// wrenches, or are there under wrenches too.
fn link_traits_under_wrenches(writer: &Writer<'_>) -> Vec<&'static LinkTrait> {
    let has = |function: Function| {
        let variants = link_variants(writer).into_iter();
        let mut targets = variants.map(|variant| Target {
            function,
            link: Some(variant.link),
        });
        targets.all(|target| writer.targets().any(|own| own == target))
    };
    let is_there = |function: &Function| function.under_wrenches().is_none_or(has);
    let all = link_traits(writer).into_iter();
    all.filter(|of| of.functions.iter().all(is_there)).collect()
}

/// The implementations of the traits for a type.
fn implemented(writer: &Writer<'_>, of: Implementor) -> TokenStream {
    let (link, name) = (tokens(&link_type(writer)), tokens(writer.name));
    let of_type = tokens(&types::implementor(writer, of, "T"));
    let table = quote! {
        type Link = #link;

        fn links(&self) -> &'static [multibody::LinkInfo<Self::Link>] { &#name::LINKS }
    };
    let traits = match of.is_under_wrenches() {
        true => link_traits_under_wrenches(writer),
        false => link_traits(writer),
    };
    let traits = traits.into_iter().enumerate();
    let each = traits.map(|(rank, each)| {
        let path = tokens(&traits::path(writer, each.name, "T"));
        let functions = each.functions.iter().map(|&function| {
            let signature = Signature::of_any_link(writer, function);
            traits::forwarding(writer, function, signature, of)
        });
        let table = (rank == 0).then_some(&table);
        quote!(impl<T: multibody::Real> #path for #of_type { #table #(#functions)* })
    });
    each.collect()
}

/// A function of any link, which calls the function of the link.
fn matched(writer: &Writer<'_>, function: Function, owner: Owner) -> TokenStream {
    let signature = Signature::of_any_link(writer, function);
    let signature = match View::of(function) {
        Some(_) => signature.of_view(),
        None => signature,
    };
    let name = function.method(function.name());
    let head = Head::by_value(&name, &signature, owner);
    let (link, arguments, head) = (link_type(writer), head.names(), head.public(writer));
    let arms = link_variants(writer).into_iter().map(|variant| {
        let target = Target {
            function,
            link: Some(variant.link),
        };
        let name = writer.method_name(target);
        format!(
            "    {link}::{} => self.{name}({arguments}),\n",
            variant.name
        )
    });
    let arms = writer.lines(format!("match link {{\n{}}}", arms.collect::<String>()));
    quote!(#head { #arms })
}

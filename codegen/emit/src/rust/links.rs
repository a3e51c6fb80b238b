//! The enum of the links that have functions of their own, and the runtime's traits over it.

<<<<<<< HEAD
use super::head::{self, ResultForm, link_type, names};
use super::text::{Writer, allowances, documented, tokens};
use super::{traits, types};
use crate::interface::{Implementor, LinkTrait, Owner, Signature, link_traits, link_variants};
use multibody_description::function::{Function, Target};
use multibody_support::foreign::{Shown, literal};
use proc_macro2::TokenStream;
use quote::quote;
=======
use std::collections::{BTreeMap, BTreeSet};

use super::joints::hug_single;
use super::signature::{Generics, Signature, argument_name, impl_line};
use super::traits::{self, Receiver};
use super::{ALLOWANCES, Robot, function};
use multibody_description::function::{Function, Target};
use multibody_program::ir::InputKind;
use multibody_support::foreign::{Shown, literal, upper_camel_case};
>>>>>>> ht

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
            /// The links that have functions of their own, by name.
            pub const LINKS: #of_table = #table;

            #by_name

<<<<<<< HEAD
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
            links.find(|info| info.name == name).map(|info| info.link)
        }
=======
/// A link, and its variant of the enum.
struct Variant {
    link: usize,
    name: String,
}

/// The enum and its table; nothing if no link has all the functions that the first trait requires.
pub fn links(robot: &Robot<'_>) -> String {
    let variants = variants(robot);
    if variants.is_empty() {
        return String::new();
>>>>>>> ht
    }
}

/// The functions of the traits, as functions of the type, which need no trait in scope.
fn of_any_link(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let written = |of: &LinkTrait, function: Function| {
        let what = format!("See `multibody::{}::{}`.", of.name, function.name());
        let (documentation, matched) = (documented([what]), matched(writer, function, owner));
        quote!(#documentation #matched)
    };
<<<<<<< HEAD
    let traits = link_traits(writer).into_iter();
    let functions = traits.flat_map(|of| of.functions.iter().map(move |&function| (of, function)));
    functions
        .map(|(of, function)| written(of, function))
=======
    let mut text = format!(
        "\n/// The links of [`{name}`] that have functions of their own.\n\
         #[allow(\n    dead_code,\n    non_camel_case_types,\n    \
         reason = \"generated: more than everyone needs, in the words of the description\"\n)]\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n{visibility}enum {of} {{\n"
    );
    for variant in &variants {
        let shown = Shown::from(robot.system.tree.links[variant.link].name.as_str());
        text += &format!("    /// `{shown}`\n    {},\n", variant.name);
    }
    text += &format!("}}\n\n{ALLOWANCES}impl {name} {{\n");
    text += &constant(robot, &variants);
    text += &by_name(robot);
    text += &of_any_link(robot, Generics::OfFunction);
    text += "}\n";
    text
}

/// The function that finds a link.
fn by_name(robot: &Robot<'_>) -> String {
    let (name, of) = (robot.name, enum_name(robot));
    format!(
        "\n    /// The link of a name, if it has functions.\n    #[must_use]\n    \
         pub fn link(&self, name: &str) -> ::core::option::Option<{of}> {{\n        \
         let mut links = {name}::LINKS.into_iter();\n        \
         links.find(|info| info.name == name).map(|info| info.link)\n    }}\n"
    )
}

/// The functions of the traits, as functions of the type, which need no trait in scope.
fn of_any_link(robot: &Robot<'_>, generics: Generics) -> String {
    let variants = variants(robot);
    let all = |of: &Trait| -> String {
        let functions = of.functions.iter();
        let written = functions.map(|&function| {
            let matched = matched(robot, function, &variants, generics);
            format!(
                "\n    /// See `multibody::{}::{}`.\n{matched}",
                of.name,
                function.name()
            )
        });
        written.collect()
    };
    let traits = std::iter::once(&LINKS).chain(more(robot));
    traits.map(all).collect()
}

/// The names of a function's arguments.
fn arguments(signature: &Signature) -> String {
    let names = signature.arguments.iter().map(|&kind| argument_name(kind));
    names.collect::<Vec<_>>().join(", ")
}

/// The links that have functions of their own.
pub fn with_functions(robot: &Robot<'_>) -> Vec<usize> {
    let variants = variants(robot).into_iter();
    variants.map(|variant| variant.link).collect()
}

/// The functions that take one of these links.
pub fn functions(robot: &Robot<'_>) -> impl Iterator<Item = Function> {
    let traits = std::iter::once(&LINKS).chain(more(robot));
    traits.flat_map(|of| of.functions.iter().copied())
}

/// The further traits for which all links of the enum have the required functions.
fn more(robot: &Robot<'_>) -> impl Iterator<Item = &'static Trait> {
    let variants = variants(robot);
    let has = move |of: &&Trait| {
        let mut links = variants.iter().map(|variant| variant.link);
        !variants.is_empty() && links.all(|link| has_all(robot, of, link))
    };
    MORE.into_iter().filter(has)
}

/// Whether a link has all the functions that a trait requires.
fn has_all(robot: &Robot<'_>, of: &Trait, link: usize) -> bool {
    let has = |&function: &Function| {
        let mut targets = robot.functions.iter().map(|(target, _)| target);
        targets.any(|target| target.function == function && target.link == Some(link))
    };
    of.functions.iter().all(has)
}

/// The implementations of the traits for the robot, or for its view at a constant time.
pub fn implementation(robot: &Robot<'_>) -> String {
    implemented(robot, Generics::OfFunction)
}

/// The same for the robot with prepared parameters.
pub fn prepared_implementation(robot: &Robot<'_>) -> String {
    let implemented = implemented(robot, Generics::PREPARED);
    if implemented.is_empty() {
        return implemented;
    }
    let name = robot.name;
    let functions = by_name(robot) + &of_any_link(robot, Generics::PREPARED);
    let functions = functions.trim_start_matches('\n');
    format!(
        "{implemented}\n{ALLOWANCES}impl<T: multibody::Real> {name}Prepared<T> {{\n{functions}}}\n"
    )
}

/// The implementations of the traits.
fn implemented(robot: &Robot<'_>, generics: Generics) -> String {
    if variants(robot).is_empty() {
        return String::new();
    }
    let own = match generics {
        Generics::OfFunction => Receiver::Robot,
        Generics::OfType(_) => Receiver::Prepared,
    };
    // Functions of links take no time, since only joints move links.
    let view = Receiver::AtTime(generics);
    let views = robot.system.is_timed().then_some(view);
    let receivers = std::iter::once(own).chain(views);
    receivers.map(|of| implemented_for(robot, of)).collect()
}

/// The implementations of the traits for a type.
fn implemented_for(robot: &Robot<'_>, of: Receiver) -> String {
    let table = format!(
        "    type Link = {};\n\n    \
         fn links(&self) -> &'static [multibody::LinkInfo<Self::Link>] {{\n        &{}::LINKS\n    }}\n\n",
        enum_name(robot),
        robot.name
    );
    let traits = std::iter::once(&LINKS).chain(more(robot));
    let written = traits.map(|each| {
        let sizes = traits::sizes(robot, each.name);
        let name = each.name;
        let head = format!(
            "impl<T: multibody::Real> multibody::{name}<{sizes}> for {}",
            of.of(robot)
        );
        let functions = each.functions.iter();
        let functions: Vec<String> = functions
            .map(|&function| forwarding(robot, function, of))
            .collect();
        let start = match each.name == LINKS.name {
            true => table.as_str(),
            false => "",
        };
        format!(
            "\n{}{start}{}}}\n",
            impl_line(robot, &head),
            functions.join("\n")
        )
    });
    written.collect()
}

/// A function of a trait, which calls the function of the type.
fn forwarding(robot: &Robot<'_>, function: Function, of: Receiver) -> String {
    let mut signature = Signature {
        takes_link: Some("Self::Link".to_owned()),
        ..Signature::of(robot, function)
    };
    let arguments = signature.arguments.iter().map(|&kind| of.argument(kind));
    let arguments: Vec<&str> = std::iter::once("link").chain(arguments).collect();
    let call = format!(
        "{}.{}({})",
        of.called(),
        function.name(),
        arguments.join(", ")
    );
    signature.arguments.retain(|kind| *kind != InputKind::Time);
    let head = signature.head(robot, "", function.name(), Generics::PREPARED);
    format!("{head}        {call}\n    }}\n")
}

/// The links that have all the functions that the first trait requires, in the order of the description.
fn variants(robot: &Robot<'_>) -> Vec<Variant> {
    let targets = robot.functions.iter().map(|(target, _)| target);
    let links: BTreeSet<usize> = targets
        .filter_map(|target| target.link)
        .filter(|&link| has_all(robot, &LINKS, link))
        .collect();
    let in_snake_case: Vec<String> = links
        .iter()
        .map(|&link| {
            robot
                .settings
                .rust_name(&robot.system.tree.links[link].name)
        })
        .collect();
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for name in &in_snake_case {
        *uses.entry(camel_case(name)).or_default() += 1;
    }
    links
        .into_iter()
        .zip(in_snake_case)
        .map(|(link, snake)| {
            let camel = camel_case(&snake);
            // `foot_1` and `foot1` differ only in snake_case.
            let name = match uses[&camel] {
                1 => camel,
                _ => format!("L_{snake}"),
            };
            Variant { link, name }
        })
>>>>>>> ht
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
    let (parameters, of_type) = head::owner(writer, owner);
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

<<<<<<< HEAD
        fn links(&self) -> &'static [multibody::LinkInfo<Self::Link>] { &#name::LINKS }
    };
    let traits = link_traits(writer).into_iter().enumerate();
    let each = traits.map(|(rank, each)| {
        let path = tokens(&traits::path(writer, each.name, "T"));
        let functions = each.functions.iter().map(|&function| {
            let signature = Signature::of_any_link(writer, function);
            traits::forwarding(writer, (function.name(), signature), of)
        });
        let table = (rank == 0).then_some(&table);
        quote!(impl<T: multibody::Real> #path for #of_type { #table #(#functions)* })
    });
    each.collect()
}

/// A function of any link, which calls the function of the link.
fn matched(writer: &Writer<'_>, function: Function, owner: Owner) -> TokenStream {
    let signature = Signature::of_any_link(writer, function);
    let form = (ResultForm::ByValue, owner);
    let head = head::head(writer, (function.name(), &signature), form, &quote!(pub));
    let (link, arguments) = (link_type(writer), names(&signature, &[]));
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
=======
/// The constant `LINKS`.
fn constant(robot: &Robot<'_>, variants: &[Variant]) -> String {
    let of = enum_name(robot);
    let mut text = format!(
        "    /// The links that have functions of their own, by name.\n    \
         pub const LINKS: [multibody::LinkInfo<{of}>; {}] = [\n",
        variants.len()
    );
    for Variant { link, name } in variants {
        text += &format!(
            "        multibody::LinkInfo {{\n            name: {},\n            link: {of}::{name},\n        }},\n",
            literal(&robot.system.tree.links[*link].name),
        );
    }
    text += "    ];\n";
    match variants.len() {
        1 => hug_single(&text),
        _ => text,
    }
}

/// A function of any link, which calls the function of the link.
fn matched(
    robot: &Robot<'_>,
    function: Function,
    variants: &[Variant],
    generics: Generics,
) -> String {
    let signature = Signature {
        takes_link: Some(enum_name(robot)),
        ..Signature::of(robot, function)
    };
    let head = signature.head(robot, "pub ", function.name(), generics);
    let arguments = arguments(&signature);
    let of = enum_name(robot);
    let arms: String = variants
        .iter()
        .map(|Variant { link, name }| {
            let target = Target {
                function,
                link: Some(*link),
            };
            let call = format!("self.{}({arguments})", function::name(robot, target));
            let line = format!("            {of}::{name} => {call},");
            match line.len() <= WIDTH {
                true => line + "\n",
                false => format!(
                    "            {of}::{name} => {{\n                {call}\n            }}\n"
                ),
            }
        })
        .collect();
    format!("{head}        match link {{\n{arms}        }}\n    }}\n")
>>>>>>> ht
}

//! Bundles: functions that compute several others at once, each with its own result type.

use super::forms::{by_value, in_place_documentation, into_places, without_program};
use super::head::Head;
use super::text::{Writer, allowances, documented, tokens};
use super::types;
use crate::interface::{Bundled, Owner, Signature, bundle_places, documentation_of_bundle};
use multibody_description::function::IN_PLACE;
use multibody_description::requested::RobotBundle;
use multibody_description::settings::Triangle;
use proc_macro2::TokenStream;
use quote::quote;

/// The result types of bundles.
pub fn types(writer: &Writer<'_>) -> TokenStream {
    let several = writer.bundle_functions().map(|bundled| bundled.bundle);
    let several = several.filter(|bundle| bundle.members.len() > 1);
    several.map(|bundle| record(writer, bundle)).collect()
}

/// The result type of a bundle.
fn record(writer: &Writer<'_>, bundle: &RobotBundle) -> TokenStream {
    let fields = bundle.members.iter().map(|member| {
        let sentence = match member.of_all_links {
            false => "What the function of this name gives.",
            true => "What the function of this name gives, of each link.",
        };
        let result = types::result(writer, &Signature::member(writer, member), "T");
        let (documentation, name) = (documented([sentence]), tokens(&member.name));
        let of = tokens(&result);
        quote!(#documentation pub #name: #of,)
    });
    let what = format!("What [`{}::{}`] gives.", writer.name, bundle.name);
    let (documentation, allowances) = (documented([what]), allowances());
    let visibility = tokens(writer.visibility);
    let name = tokens(&types::record(writer, &bundle.name));
    quote! {
        #documentation
        #allowances
        #[derive(Clone, Copy, Debug, PartialEq)]
        #visibility struct #name<T> { #(#fields)* }
    }
}

/// The functions, of the robot or of the robot with prepared parameters.
pub fn functions(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let bundles = writer.bundle_functions();
    bundles
        .map(|bundled| function(writer, bundled, owner))
        .collect()
}

/// Both forms of a bundle.
fn function(writer: &Writer<'_>, bundled: &Bundled<'_>, owner: Owner) -> TokenStream {
    let bundle = bundled.bundle;
    let signature = Signature::bundle(writer, bundle);
    let head = Head::by_value(&bundle.name, &signature, owner);
    let zeros = writer.lines(types::filled_bundle(writer, bundle, "T::ZERO"));
    let first = by_value(writer, head, &zeros, Triangle::Both);
    let name = &format!("{}{IN_PLACE}", bundle.name);
    let head = head.in_place(name);
    let second = without_program(writer, head).unwrap_or_else(|| {
        let places = bundle_places(writer, bundle);
        into_places(writer, head, &bundled.program, &places)
    });
    let documentation = documented(documentation_of_bundle(writer, bundled, owner));
    let of_second = in_place_documentation("every entry of it");
    quote!(#documentation #first #of_second #second)
}

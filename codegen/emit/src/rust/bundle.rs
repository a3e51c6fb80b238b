//! Bundles: functions that compute several others at once, each with its own result type.

use super::forms::{by_value, in_place_documentation, into_places, without_program};
use super::head::Head;
use super::text::{Writer, allowances, documented, tokens};
use super::types;
use crate::interface::{
    Bundled, Owner, Record, RecordType, Returned, Signature, documentation_of_bundle, places_of,
};
use multibody_description::function::IN_PLACE;
use multibody_description::settings::Triangle;
use proc_macro2::TokenStream;
use quote::quote;

/// The structs of several results: those of bundles, and those of functions that have several.
pub fn types(writer: &Writer<'_>) -> TokenStream {
    let functions = writer.functions.iter().map(|of| of.target.function);
    let functions = functions.map(|function| {
        let signature = Signature::of(writer, function);
        (function.name().to_owned(), signature.result)
    });
    let bundles = writer.bundle_functions().map(|bundled| {
        let signature = Signature::bundle(writer, bundled.bundle);
        (bundled.bundle.name.clone(), signature.result)
    });
    let all = functions.chain(bundles);
    all.filter_map(|(name, result)| match result {
        // A bundle of one function gives what this function gives.
        Returned::Record(of) if of.of == RecordType::OfFunction(name.clone()) => {
            Some(record(writer, &of, &name))
        }
        _ => None,
    })
    .collect()
}

fn record(writer: &Writer<'_>, of: &Record, function: &str) -> TokenStream {
    let fields = of.fields.iter().map(|field| {
        let result = types::result(writer, &field.result, "T");
        let (documentation, name) = (documented([field.summary]), tokens(&field.name));
        let of = tokens(&result);
        quote!(#documentation pub #name: #of,)
    });
    let what = format!("What [`{}::{}`] gives.", writer.name, function);
    let (documentation, allowances) = (documented([what]), allowances());
    let visibility = tokens(writer.visibility);
    let name = tokens(&types::of_function(writer, function));
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
    let zeros = writer.lines(types::filled(writer, &signature.result, "T::ZERO"));
    let first = by_value(writer, head, &zeros, Triangle::Both);
    let name = &format!("{}{IN_PLACE}", bundle.name);
    let head = head.in_place(name);
    let second = without_program(writer, head).unwrap_or_else(|| {
        let places = places_of(&signature.result);
        into_places(writer, head, &bundled.program, &places)
    });
    let documentation = documented(documentation_of_bundle(writer, bundled, owner));
    let of_second = in_place_documentation("every entry of it");
    quote!(#documentation #first #of_second #second)
}

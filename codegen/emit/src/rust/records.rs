//! Structs of several results: those of bundles, and those of functions that have several.

use super::text::{Writer, allowances, documented, tokens};
use super::types;
use crate::interface::{Record, RecordType, Returned};
use proc_macro2::TokenStream;
use quote::quote;

/// All structs of a robot.
pub fn structs(writer: &Writer<'_>) -> TokenStream {
    let functions = writer.functions.iter().map(|of| of.target.function);
    let functions = functions.map(|function| {
        let signature = writer.signature(function);
        (function.name().to_owned(), signature.result)
    });
    let bundles = writer.bundle_functions().map(|bundled| {
        let signature = writer.signature_of_bundle(bundled.bundle);
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

//! The structs that bundles and functions with several results return.

use super::text::{Writer, allowances, document, tokens};
use super::types;
use crate::interface::{Record, RecordType, Returned};
use proc_macro2::TokenStream;
use quote::quote;

/// All structs of a robot.
pub fn structs(writer: &Writer<'_>) -> TokenStream {
    let functions = writer.functions.iter().map(|entry| {
        let function = entry.target.function;
        let signature = writer.signature(function);
        (function.name().to_owned(), signature.result)
    });
    let bundles = writer.bundle_functions().map(|bundled| {
        let signature = writer.signature_of_bundle(bundled.bundle);
        (bundled.bundle.name.clone(), signature.result)
    });
    let results = functions.chain(bundles);
    results
        .filter_map(|(name, result)| match result {
            // A bundle of one function returns the record of this function, which is listed already.
            Returned::Record(returned) if returned.of == RecordType::OfFunction(name.clone()) => {
                Some(record(writer, &returned, &name))
            }
            _ => None,
        })
        .collect()
}

/// The struct of the results of a function or a bundle.
fn record(writer: &Writer<'_>, returned: &Record, function: &str) -> TokenStream {
    let fields = returned.fields.iter().map(|field| {
        let result = types::result(writer, &field.result, "T");
        let (documentation, name) = (document([field.summary]), tokens(&field.name));
        let field_type = tokens(&result);
        quote!(#documentation pub #name: #field_type,)
    });
    let summary = format!("What [`{}::{}`] gives.", writer.name, function);
    let (documentation, allowances) = (document([summary]), allowances());
    let visibility = tokens(writer.visibility);
    let name = tokens(&types::function_record(writer, function));
    quote! {
        #documentation
        #allowances
        #[derive(Clone, Copy, Debug, PartialEq)]
        #visibility struct #name<T> { #(#fields)* }
    }
}

//! The values that a description gives to parameters.

use super::parameters;
use super::text::{Writer, allowances, tokens};
use multibody_program::exact::nearest_f64;
use proc_macro2::TokenStream;
use quote::quote;

/// The implementation of `Default`, if the description gives a value to every field; nothing otherwise.
pub fn default(writer: &Writer<'_>) -> TokenStream {
    if !writer.has_default() {
        return quote!();
    }
    let fields = parameters::fields(writer, |parameter| {
        let values = parameter.default.iter().flatten();
        values.map(|x| format!("{:?}", nearest_f64(x))).collect()
    });
    let (allowances, name) = (allowances(), tokens(writer.name));
    let value = writer.lines(format!("Self {{\n{fields}}}"));
    quote! {
        #allowances
        impl Default for #name {
            /// The values of the description.
            fn default() -> Self { #value }
        }
    }
}

//! The values that a description gives to parameters.

use super::text::{Writer, allowances, tokens};
use multibody_description::model::{FieldShape, Parameter};
use multibody_program::exact::nearest_f64;
use proc_macro2::TokenStream;
use quote::quote;

/// The implementation of `Default`, if the description gives a value to every field; nothing otherwise.
pub fn default(writer: &Writer<'_>) -> TokenStream {
    if !writer.has_default() {
        return quote!();
    }
    let fields: String = writer.system.parameters.iter().filter_map(field).collect();
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

fn field(parameter: &Parameter) -> Option<String> {
    let values = parameter.default.as_ref()?.iter();
    let values: Vec<String> = values
        .map(|value| format!("{:?}", nearest_f64(value)))
        .collect();
    let values = values.join(", ");
    let value = match parameter.shape {
        FieldShape::Scalar => values,
        FieldShape::Array(_) => format!("[{values}]"),
    };
    Some(format!("    {}: {value},\n", parameter.field.value))
}

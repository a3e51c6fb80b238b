//! The record of a robot's parameters in one number type.

use super::text::{Writer, allowances, documented, tokens};
use super::{prepare, types};
use crate::interface::{
    PARAMETERS, ParameterRecordField, documentation_of_conversion, documentation_of_parameters,
    parameter_fields,
};
use multibody_description::model::FieldShape;
use proc_macro2::TokenStream;
use quote::quote;

/// The name of the record.
pub fn name(writer: &Writer<'_>) -> String {
    format!("{}Parameters", writer.name)
}

/// The function of the robot that converts its fields to the record.
pub fn conversion(writer: &Writer<'_>) -> TokenStream {
    let name = name(writer);
    let (documentation, visibility, result) = (
        documented(documentation_of_conversion()),
        tokens(writer.visibility),
        tokens(&format!("{name}<T>")),
    );
    let body = match writer.derived {
        false => quote!(loop {}),
        true => writer.lines(format!("{name} {{\n{}}}\n", converted(writer))),
    };
    let function = tokens(PARAMETERS);
    quote! {
        #documentation
        #[allow(clippy::useless_conversion, reason = "generated: a field may be f32 or f64")]
        #visibility fn #function<T: multibody::Real>(&self) -> #result { #body }
    }
}

/// The fields of the record, converted from those of the robot.
fn converted(writer: &Writer<'_>) -> String {
    let fields = writer.system.parameters.iter().map(|parameter| {
        let numbers = parameter.reads().into_iter();
        let numbers: Vec<String> = numbers
            .map(|read| format!("T::lit(f64::from({read}))"))
            .collect();
        let numbers = numbers.join(", ");
        let value = match parameter.shape {
            FieldShape::Scalar => numbers,
            FieldShape::Array(_) => format!("[{numbers}]"),
        };
        format!("    {}: {value},\n", parameter.field.value)
    });
    fields.collect()
}

/// The record, the function that prepares it, and its lanes.
pub fn record(writer: &Writer<'_>) -> TokenStream {
    let (documentation, allowances) = (
        documented(documentation_of_parameters(writer)),
        allowances(),
    );
    let (name, visibility) = (tokens(&name(writer)), tokens(writer.visibility));
    let fields = parameter_fields(writer);
    let names = fields.iter().map(|field| tokens(&field.of.field.value));
    let fields = fields.iter().map(field);
    let prepare = prepare::of_parameters(writer);
    quote! {
        #documentation
        #allowances
        #[derive(Clone, Copy, Debug)]
        #visibility struct #name<T> { #(#fields)* }

        #allowances
        impl<T: multibody::Real> #name<T> { #prepare }

        multibody::parameter_lanes! { #name { #(#names),* } }
    }
}

fn field(field: &ParameterRecordField<'_>) -> TokenStream {
    let (documentation, name) = (
        documented([&field.documentation]),
        tokens(&field.of.field.value),
    );
    let sizes: Vec<usize> = field.of.shape.array().into_iter().collect();
    let of = tokens(&types::array(&sizes, "T"));
    quote!(#documentation pub #name: #of,)
}

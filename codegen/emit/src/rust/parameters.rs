//! The record of a robot's parameters in one number type.

use super::text::{Writer, allowances, document, tokens};
use super::{prepare, types};
use crate::interface::{
    PARAMETERS, ParameterRecordField, documentation_of_conversion, documentation_of_parameters,
    parameter_fields,
};
use multibody_description::model::{FieldShape, Parameter};
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
        document(documentation_of_conversion()),
        tokens(writer.visibility),
        tokens(&format!("{name}<T>")),
    );
    let body = if writer.is_derived {
        let convert = |read: String| format!("T::lit(f64::from({read}))");
        let numbers = |p: &Parameter| p.accesses().into_iter().map(convert).collect();
        let fields = fields(writer, numbers);
        writer.lines(format!("{name} {{\n{fields}}}\n"))
    } else {
        quote!(loop {})
    };
    let function = tokens(PARAMETERS);
    quote! {
        #documentation
        #[allow(clippy::useless_conversion, reason = "generated: a field may be f32 or f64")]
        #visibility fn #function<T: multibody::Real>(&self) -> #result { #body }
    }
}

/// The lines that set the fields of a record, one for each parameter, to these numbers.
pub fn fields(writer: &Writer<'_>, numbers: impl Fn(&Parameter) -> Vec<String>) -> String {
    let fields = writer.system.parameters.iter().map(|parameter| {
        let numbers = numbers(parameter).join(", ");
        let value = match parameter.shape {
            FieldShape::Scalar => numbers,
            FieldShape::Array(_) => format!("[{numbers}]"),
        };
        format!("    {}: {value},\n", parameter.field.value)
    });
    fields.collect()
}

/// The record, its function `prepare`, and its implementation of the runtime's trait `Lanes`.
pub fn record(writer: &Writer<'_>) -> TokenStream {
    let (documentation, allowances) = (document(documentation_of_parameters(writer)), allowances());
    let (name, visibility) = (tokens(&name(writer)), tokens(writer.visibility));
    let fields = parameter_fields(writer);
    let names = fields.iter().map(|f| tokens(&f.parameter.field.value));
    let items = fields.iter().map(field);
    let prepare = prepare::of_parameters(writer);
    quote! {
        #documentation
        #allowances
        #[derive(Clone, Copy, Debug)]
        #visibility struct #name<T> { #(#items)* }

        #allowances
        impl<T: multibody::Real> #name<T> { #prepare }

        multibody::parameter_lanes! { #name { #(#names),* } }
    }
}

/// A field of the record, with its documentation.
fn field(field: &ParameterRecordField<'_>) -> TokenStream {
    let (documentation, name) = (
        document([&field.documentation]),
        tokens(&field.parameter.field.value),
    );
    let sizes: Vec<usize> = field.parameter.shape.length().into_iter().collect();
    let field_type = tokens(&types::array(&sizes, "T"));
    quote!(#documentation pub #name: #field_type,)
}

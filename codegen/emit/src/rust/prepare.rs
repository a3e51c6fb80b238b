//! The functions `prepare`, which compute all values that depend only on parameters.

use super::body::{self, BodyParts, BodyStyle};
use super::dispatch::BodyNumber;
use super::text::{Writer, document, table, tokens};
use super::types;
use crate::interface::{
    PARAMETERS, PREPARE, Returned, Robot, Signature, documentation_of_prepare,
    documentation_of_prepared_parameters,
};
use multibody_program::ir::{InputKind, Limbs};
use proc_macro2::TokenStream;
use quote::quote;

/// The function `prepare` of the robot.
pub fn function(writer: &Writer<'_>) -> TokenStream {
    let documentation = document(documentation_of_prepare(writer));
    let body = if writer.is_derived {
        writer.lines(format!("self.{PARAMETERS}().{PREPARE}()\n"))
    } else {
        quote!(loop {})
    };
    let head = head(writer, &quote!(<T: multibody::Real>));
    quote!(#documentation #head { #body })
}

/// The function `prepare` of the record of parameters, which computes the values.
pub fn of_parameters(writer: &Writer<'_>) -> TokenStream {
    let documentation = document(documentation_of_prepared_parameters(writer));
    let prepare = writer.prepare;
    let body = if writer.is_derived {
        let style = BodyStyle {
            limbs: &Limbs::default(),
            ..BodyStyle::of(writer, BodyNumber::OfArguments)
        };
        let signature = signature(writer);
        let BodyParts { lines, values } = body::parts(&signature, prepare, style);
        let result = types::compose(writer, &signature.result, &mut values.into_iter());
        let parameters = parameters(writer, "", "");
        writer.lines(format!("{parameters}{lines}{result}\n"))
    } else {
        quote!(loop {})
    };
    let head = head(writer, &quote!());
    quote!(#documentation #head { #body })
}

/// The head of both functions. `generics` declares the number type T; it is empty if T is a parameter of the function's type.
fn head(writer: &Writer<'_>, generics: &TokenStream) -> TokenStream {
    let (name, visibility) = (tokens(PREPARE), tokens(writer.visibility));
    let result = tokens(&types::result(writer, &signature(writer).result, "T"));
    quote!(#visibility fn #name #generics(&self) -> #result)
}

/// The signature of the body of both functions. The argument is `p`, which lines before the body define.
fn signature(robot: &Robot<'_>) -> Signature {
    Signature {
        arguments: vec![InputKind::Parameter],
        result: Returned::Prepared(robot.prepare.outputs().len()),
        takes_link: false,
    }
}

/// The parameters as an array `p`, each one between `prefix` and `suffix`.
pub fn parameters(robot: &Robot<'_>, prefix: &str, suffix: &str) -> String {
    let reads = robot.system.parameters.iter().flat_map(|p| p.accesses());
    format!(
        "let p = {};\n",
        table(reads.map(|read| format!("{prefix}{read}{suffix}")))
    )
}

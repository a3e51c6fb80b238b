//! The type with values that depend only on positions and are computed once, and the functions of this type.

use super::body::{self, BodyParts, BodyStyle};
use super::forms::{called_by_view, prelude, undocumented, without_program};
use super::head::Head;
use super::text::{Writer, allowances, documented, tokens};
use super::{dispatch, types};
use crate::interface::{
    AtPosition, Owner, Signature, View, documentation_at_position, documentation_of_at,
};
use multibody_description::function::Target;
use multibody_description::settings::AT;
use multibody_program::ir::Program;
use proc_macro2::TokenStream;
use quote::quote;

/// The function that prepares a position, of the robot or of the robot with prepared parameters.
pub fn function(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let Some(at) = AtPosition::of(writer) else {
        return quote!();
    };
    let program = &at.cut.prepare;
    let signature = Signature::position(writer, program.outputs().len());
    let documentation = documented(documentation_of_at(writer, program, owner));
    let head = Head::by_value(AT, &signature, owner);
    let function = without_program(writer, head).unwrap_or_else(|| {
        dispatch::function(writer, head, program, |arithmetic| {
            let body = body::parts(&signature, program, BodyStyle::of(writer, arithmetic));
            let (prelude, BodyParts { lines, result }) = (prelude(program, owner), body);
            format!("{prelude}{lines}{}At {{ p: {result} }}\n", writer.name)
        })
    });
    quote!(#documentation #function)
}

/// The type with what the position determines, and its functions.
pub fn items(writer: &Writer<'_>) -> TokenStream {
    let Some(at) = AtPosition::of(writer) else {
        return quote!();
    };
    let of = writer.name;
    let what = documented([format!("[`{of}`] at a position, see [`{of}::{AT}`].")]);
    let slots = tokens(&types::array(&[at.cut.prepare.outputs().len()], "T"));
    let (visibility, allowances) = (tokens(writer.visibility), allowances());
    let name = tokens(&format!("{of}At"));
    let functions = at.targets.iter().zip(&at.cut.functions);
    let functions = functions.map(|(&target, program)| of_position(writer, target, program));
    quote! {
        #what
        #allowances
        #[derive(Clone, Copy, Debug)]
        #visibility struct #name<T> {
            /// What only the position decides.
            p: #slots,
        }

        #allowances
        impl<T: multibody::Real> #name<T> { #(#functions)* }
    }
}

/// A function at a position.
fn of_position(writer: &Writer<'_>, target: Target, program: &Program) -> TokenStream {
    let signature = Signature::at_position(writer, target.function);
    let documentation = match View::of(target.function) {
        None => documented(documentation_at_position(writer, writer.name, program)),
        Some(view) => called_by_view(writer, target, view),
    };
    let function = undocumented(writer, target, &signature, program, Owner::At);
    quote!(#documentation #function)
}

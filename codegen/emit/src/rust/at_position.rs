//! The type with values that depend only on positions and are computed once, and the functions of this type.

use super::text::{Writer, allowances, documented, tokens};
use super::{functions, types};
use crate::interface::{AtPosition, Owner, functions_of};
use multibody_description::settings::AT;
use proc_macro2::TokenStream;
use quote::quote;

/// The type with what the position determines, and its functions; nothing if it is not requested.
pub fn items(writer: &Writer<'_>) -> TokenStream {
    let Some(at) = AtPosition::of(writer) else {
        return quote!();
    };
    let of = writer.name;
    let what = documented([format!("[`{of}`] at a position, see [`{of}::{AT}`].")]);
    let slots = tokens(&types::array(&[at.cut.prepare.outputs().len()], "T"));
    let (visibility, allowances) = (tokens(writer.visibility), allowances());
    let name = tokens(&Owner::At.type_name(writer));
    let functions = functions::all(writer, &functions_of(writer, Owner::At));
    quote! {
        #what
        #allowances
        #[derive(Clone, Copy, Debug)]
        #visibility struct #name<T> {
            /// What only the position decides.
            p: #slots,
        }

        #allowances
        impl<T: multibody::Real> #name<T> { #functions }
    }
}

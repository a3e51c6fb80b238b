//! The types that store values which are computed once for several calls: the robot with prepared parameters, and the robot at a
//! position. The field `p` has the values.

use super::text::{Writer, allowances, document, tokens};
use super::{functions, links, traits, types};
use crate::interface::{AtPosition, Owner, functions_of, reads_parameters};
use proc_macro2::TokenStream;
use quote::quote;

/// The robot with prepared parameters, with all functions and traits of the robot.
pub fn items(writer: &Writer<'_>) -> TokenStream {
    let owner = Owner::Prepared;
    let mut functions = writer.functions.iter();
    let is_read = writer.is_derived && functions.any(|f| reads_parameters(&f.program));
    let type_items = owner_items(writer, owner, writer.prepare.outputs().len(), is_read);
    let traits = traits::of_owner(writer, owner);
    let links = links::implementations(writer, owner);
    quote!(#type_items #traits #links)
}

/// The robot at a position; nothing if it is not requested.
pub fn at_position(writer: &Writer<'_>) -> Option<TokenStream> {
    let value_count = AtPosition::of(writer)?.prepared.prepare.outputs().len();
    Some(owner_items(writer, Owner::At, value_count, false))
}

/// A type with this many values, and its functions. If `is_read`, some function reads the values, and the struct needs no `allow`
/// of unused fields.
fn owner_items(
    writer: &Writer<'_>,
    owner: Owner,
    value_count: usize,
    is_read: bool,
) -> TokenStream {
    let [summary, values_summary] = owner.documentation(writer).map(|line| document([line]));
    let (visibility, allowances) = (tokens(writer.visibility), allowances());
    let type_allowances = (!is_read).then_some(&allowances);
    let name = tokens(&owner.type_name(writer));
    let array_type = tokens(&types::array(&[value_count], "T"));
    let functions = functions::all(writer, &functions_of(writer, owner));
    quote! {
        #summary
        #type_allowances
        #[derive(Clone, Copy, Debug)]
        #visibility struct #name<T> {
            #values_summary
            p: #array_type,
        }

        #allowances
        impl<T: multibody::Real> #name<T> { #functions }
    }
}

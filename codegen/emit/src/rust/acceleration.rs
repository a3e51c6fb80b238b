//! The trait that integrators require, for robots without a blanket implementation in the runtime: robots whose
//! functions take time, and prepared ones.

use super::head;
use super::text::{Writer, tokens};
use super::types::array;
use crate::interface::{Owner, has_acceleration};
use proc_macro2::TokenStream;
use quote::quote;

/// The implementation of `Acceleration`, if the robot has forward dynamics.
pub fn implementation(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    if !has_acceleration(writer, owner) {
        return quote!();
    }
    let sizes = [writer.system.nq(), writer.system.nv()];
    let [q, v] = sizes.map(|size| tokens(&array(&[size], "T")));
    let sizes = tokens(&format!("{}, {}", sizes[0], sizes[1]));
    let (name, (_, of)) = (tokens(writer.name), head::owner(writer, owner));
    let (time, passed) = match writer.system.is_timed() {
        true => (quote!(t), quote!(t,)),
        false => (quote!(_), quote!()),
    };
    quote! {
        impl<T: multibody::Real> multibody::Acceleration<T, #sizes> for #of {
            fn coordinates(&self) -> &'static [multibody::JointInfo] { &#name::JOINTS }

            fn acceleration(&self, #time: T, q: &#q, qd: &#v, tau: &#v) -> #v {
                self.forward_dynamics(#passed q, qd, tau)
            }
        }
    }
}

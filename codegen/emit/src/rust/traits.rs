//! The traits of the runtime that a robot implements: those for which it has all functions.

use super::head::{self, Head};
use super::steps;
use super::text::{Writer, tokens};
use super::types::{self, array};
use crate::interface::{
    ImplementedTrait, Owner, Robot, Signature, base_trait, has_acceleration, implemented_traits,
    trait_sizes,
};
use multibody_description::function::Function;
use proc_macro2::TokenStream;
use quote::quote;

/// The implementations of all traits whose functions the robot has, or the robot with prepared parameters.
pub fn implementations(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let name = tokens(writer.name);
    let parameters = head::parameters(owner);
    let of_type = tokens(&types::owner(writer, owner, "T"));
    let joints = match owner {
        Owner::Robot => {
            quote!(
                const JOINTS: &'static [multibody::JointInfo] = &Self::JOINTS;
            )
        }
        _ => quote! {
            fn joints(&self) -> &'static [multibody::JointInfo] { &#name::JOINTS }
        },
    };
    let base = base_trait(writer);
    let implementation = |of: ImplementedTrait| {
        let functions = of.functions.into_iter();
        let functions = functions.map(|function| forwarding(writer, function, owner));
        let joints = (of.name == base).then_some(&joints);
        let path = tokens(&path(writer, of.name, owner, "T"));
        quote! {
            impl #parameters #path for #of_type { #joints #(#functions)* }
        }
    };
    let traits = implemented_traits(writer).into_iter().map(implementation);
    let acceleration = acceleration(writer, owner);
    let steps = steps::functions(writer, owner);
    quote!(#(#traits)* #acceleration #steps)
}

/// The name of a trait, or of its counterpart for one number type.
pub fn name(of: &str, owner: Owner) -> String {
    match owner {
        Owner::Robot => of.to_owned(),
        _ => format!("Prepared{of}"),
    }
}

/// The path of a trait with its arguments.
pub fn path(robot: &Robot<'_>, of: &str, owner: Owner, number: &str) -> String {
    let sizes = trait_sizes(robot, of)
        .into_iter()
        .map(|size| size.to_string());
    let number = (owner != Owner::Robot).then(|| number.to_owned());
    let arguments: Vec<String> = number.into_iter().chain(sizes).collect();
    format!("multibody::{}<{}>", name(of, owner), arguments.join(", "))
}

/// A function of a trait that calls the type's own function.
fn forwarding(writer: &Writer<'_>, function: Function, owner: Owner) -> TokenStream {
    let signature = Signature::of(writer, function);
    let head = Head::by_value(function.name(), &signature, owner);
    let call = tokens(&format!("self.{}({})", head.name, head.names()));
    let head = head.of_trait(writer);
    quote!(#head { #call })
}

/// The implementation of `Acceleration`, which integrators require, for robots without a blanket implementation in the runtime:
/// robots whose functions take time, and prepared ones.
fn acceleration(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    if !has_acceleration(writer, owner) {
        return quote!();
    }
    let sizes = [writer.system.nq(), writer.system.nv()];
    let [q, v] = sizes.map(|size| tokens(&array(&[size], "T")));
    let sizes = tokens(&format!("{}, {}", sizes[0], sizes[1]));
    let name = tokens(writer.name);
    let of = tokens(&types::owner(writer, owner, "T"));
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

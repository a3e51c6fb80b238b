//! The traits of the runtime that a robot implements: those for which it has all functions.

use super::head::{self, ResultForm, names};
use super::text::{Writer, tokens};
use super::{acceleration, steps};
use crate::interface::{Owner, Robot, Signature, base_trait, implemented_traits, trait_sizes};
use multibody_description::function::Function;
use proc_macro2::TokenStream;
use quote::quote;

/// The implementations of all traits whose functions the robot has, or the robot with prepared parameters.
pub fn implementations(writer: &Writer<'_>, owner: Owner) -> TokenStream {
    let name = tokens(writer.name);
    let (parameters, of_type) = head::owner(writer, owner);
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
    let implementation = |(of, functions): (&str, Vec<Function>)| {
        let functions = functions.into_iter();
        let functions = functions.map(|function| forwarding(writer, function, owner));
        let joints = (of == base).then_some(&joints);
        let path = tokens(&path(writer, of, owner, "T"));
        quote! {
            impl #parameters #path for #of_type { #joints #(#functions)* }
        }
    };
    let traits = implemented_traits(writer).into_iter().map(implementation);
    let acceleration = acceleration::implementation(writer, owner);
    let steps = steps::functions(writer, owner);
    quote!(#(#traits)* #acceleration #steps)
}

/// The path of a trait with its arguments.
pub fn path(robot: &Robot<'_>, of: &str, owner: Owner, number: &str) -> String {
    let sizes = trait_sizes(robot, of)
        .iter()
        .map(usize::to_string)
        .collect::<Vec<_>>();
    let sizes = sizes.join(", ");
    match owner {
        Owner::Robot => format!("multibody::{of}<{sizes}>"),
        _ => format!("multibody::Prepared{of}<{number}, {sizes}>"),
    }
}

/// A function of a trait that calls the type's own function.
fn forwarding(writer: &Writer<'_>, function: Function, owner: Owner) -> TokenStream {
    let signature = Signature::of(writer, function);
    let (name, form) = (function.name(), (ResultForm::ByValue, owner));
    let head = head::head(writer, (name, &signature), form, &quote!());
    let call = tokens(&format!("self.{name}({})", names(&signature, &[])));
    quote!(#head { #call })
}

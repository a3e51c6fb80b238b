//! With the option `size`: the bodies of functions that call others of the same robot.

use super::text::{Writer, tokens};
use super::types;
use crate::interface::{Signature, argument_name};
use multibody_description::function::{Function, IN_PLACE, in_rust};
use multibody_description::settings::Triangle;
use multibody_outputs::{Call, is_zero};
use proc_macro2::TokenStream;
use quote::quote;

/// The body of a function. `triangle` is the half of a matrix that the function writes into `out`.
pub fn body(writer: &Writer<'_>, caller: Function, call: Call, triangle: Triangle) -> TokenStream {
    let called = |callee: Function| tokens(&called(writer, caller, callee));
    let matrix = |local: &str, callee| matrix(writer, local, caller, callee);
    let mass_matrix = || matrix("m", Function::MassMatrix);
    match call {
        Call::AtZero(callee) => called(callee),
        Call::Solution(forces) => {
            let (forces, matrix) = (called(forces), mass_matrix());
            quote!(let f = #forces; #matrix multibody::dense::accelerations(&mut m, tau, &f))
        }
        Call::Inverse => {
            let name = tokens(match triangle {
                Triangle::Both => "inverse",
                Triangle::Lower => "inverse_lower",
            });
            let matrix = mass_matrix();
            quote!(#matrix multibody::dense::#name(&mut m, out);)
        }
        Call::Energy => {
            let matrix = mass_matrix();
            quote!(#matrix multibody::dense::energy(&m, qd))
        }
        Call::Product => {
            let matrix = matrix("c", Function::CoriolisMatrix);
            quote!(#matrix multibody::dense::product(&c, qd))
        }
    }
}

/// The statements that compute a matrix into a local variable.
fn matrix(writer: &Writer<'_>, local: &str, caller: Function, callee: Function) -> TokenStream {
    let zeros = types::filled(writer, &Signature::of(writer, callee).result, "T::ZERO");
    let arguments = arguments(writer, caller, callee);
    tokens(&format!(
        "let mut {local} = {zeros}; self.{callee}{IN_PLACE}({arguments}, &mut {local});"
    ))
}

fn called(writer: &Writer<'_>, caller: Function, callee: Function) -> String {
    let name = in_rust(callee.name());
    format!("self.{name}({})", arguments(writer, caller, callee))
}

/// The arguments of the callee: those of the caller, and zeros.
fn arguments(writer: &Writer<'_>, caller: Function, callee: Function) -> String {
    let kinds = Signature::of(writer, callee).arguments.into_iter();
    let given = kinds.map(|kind| match is_zero(kind, caller, callee) {
        true => types::argument(writer, kind, "T::ZERO"),
        false => argument_name(kind).to_owned(),
    });
    given.collect::<Vec<_>>().join(", ")
}

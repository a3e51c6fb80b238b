//! Heads of functions.

use super::text::tokens;
use super::types;
use crate::interface::{Owner, Robot, Signature, argument_name};
use proc_macro2::TokenStream;
use quote::quote;

/// How a function passes on its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultForm {
    /// It returns the result.
    ByValue,
    /// It writes the result into memory of the caller.
    InPlace,
}

/// The function's head, up to its body.
pub fn head(
    robot: &Robot<'_>,
    (name, signature): (&str, &Signature),
    (form, owner): (ResultForm, Owner),
    visibility: &TokenStream,
) -> TokenStream {
    let number = match (form, owner) {
        (ResultForm::ByValue, Owner::Robot) => types::number(signature),
        _ => "T",
    };
    let generics = match owner {
        Owner::Robot if number == "T" => quote!(<T: multibody::Real>),
        _ => quote!(),
    };
    let (attributes, rest) = arguments(robot, signature, form, number);
    let name = tokens(name);
    quote!(#attributes #visibility fn #name #generics #rest)
}

/// The head of the second function that `dispatch` emits: this one contains the statements, and is generic over the
/// arithmetic; the first calls it.
pub fn head_of_body(
    robot: &Robot<'_>,
    (name, signature): (&str, &Signature),
    (form, owner): (ResultForm, Owner),
) -> TokenStream {
    let (generics, bound) = match owner {
        Owner::Robot => (quote!(<T, A>), quote!(T: multibody::Real,)),
        _ => (quote!(<A>), quote!()),
    };
    let (attributes, rest) = arguments(robot, signature, form, "T");
    let name = tokens(name);
    quote! {
        #[inline(always)]
        #attributes
        fn #name #generics #rest where #bound A: multibody::detect::Arithmetic<T>
    }
}

/// The arguments and the result of a function, after the attributes that they require.
fn arguments(
    robot: &Robot<'_>,
    signature: &Signature,
    form: ResultForm,
    number: &str,
) -> (TokenStream, TokenStream) {
    /// The number of arguments that clippy accepts.
    const MANY: usize = 7;
    let mut arguments = vec![quote!(&self)];
    if signature.takes_link {
        let link = tokens(&link_type(robot));
        arguments.push(quote!(link: #link));
    }
    arguments.extend(signature.arguments.iter().map(|&kind| {
        let (name, of) = (argument_name(kind), types::argument(robot, kind, number));
        tokens(&format!("{name}: {of}"))
    }));
    let result = tokens(&types::result(robot, &signature.result, number));
    let result = match form {
        ResultForm::ByValue => quote!(-> #result),
        ResultForm::InPlace => {
            arguments.push(quote!(out: &mut #result));
            quote!()
        }
    };
    let attributes = match arguments.len() > MANY {
        true => quote!(#[allow(clippy::too_many_arguments, reason = "generated")]),
        false => quote!(),
    };
    (attributes, quote!((#(#arguments),*) #result))
}

/// The enum of the links that have functions of their own.
pub fn link_type(robot: &Robot<'_>) -> String {
    format!("{}Link", robot.name)
}

/// The names of a function's arguments, and of those that only one of its forms takes.
pub fn names(signature: &Signature, more: &[&str]) -> String {
    let names = signature.arguments.iter().map(|&kind| argument_name(kind));
    let names: Vec<&str> = names.chain(more.iter().copied()).collect();
    names.join(", ")
}

/// The type that has a function, after the generic parameters of an implementation.
pub fn owner(robot: &Robot<'_>, owner: Owner) -> (TokenStream, TokenStream) {
    let parameters = (owner != Owner::Robot).then(|| quote!(<T: multibody::Real>));
    let of_type = tokens(&types::owner(robot, owner, "T"));
    (parameters.unwrap_or_default(), of_type)
}

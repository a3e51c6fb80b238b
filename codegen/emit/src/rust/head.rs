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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::test::with_body;
    use multibody_description::function::Function;
    use multibody_program::ir::InputKind;

    /// The head of a function, with spaces between all tokens.
    fn written(robot: &Robot<'_>, signature: &Signature, form: ResultForm, owner: Owner) -> String {
        head(robot, ("f", signature), (form, owner), &quote!(pub)).to_string()
    }

    fn by_value(wrench_links: &[usize], function: Function, owner: Owner) -> String {
        with_body(wrench_links, |robot| {
            let signature = Signature::of(robot, function);
            written(robot, &signature, ResultForm::ByValue, owner)
        })
    }

    #[test]
    fn the_number_type_belongs_to_the_function_or_to_the_type() {
        let text = by_value(&[], Function::MassMatrix, Owner::Robot);
        let expected = quote! {
            pub fn f<T: multibody::Real>(&self, q: &[T; 7]) -> [[T; 6]; 6]
        };
        assert_eq!(text, expected.to_string());
        let text = by_value(&[], Function::TotalMass, Owner::Prepared);
        assert_eq!(text, quote!(pub fn f(&self) -> T).to_string());
        let text = by_value(&[], Function::TotalMass, Owner::Robot);
        assert_eq!(text, quote!(pub fn f(&self) -> f64).to_string());
    }

    #[test]
    fn wrenches_are_arguments_if_there_are_any() {
        let function = Function::ForwardDynamicsWithWrenches;
        let text = by_value(&[3, 1], function, Owner::Prepared);
        let expected = quote! {
            pub fn f(&self, q: &[T; 7], qd: &[T; 6], tau: &[T; 6], wrenches: &[[T; 6]; 2]) -> [T; 6]
        };
        assert_eq!(text, expected.to_string());
    }

    #[test]
    fn many_arguments_are_allowed() {
        let allowed = with_body(&[0], |robot| {
            let mut signature = Signature::of(robot, Function::ForwardDynamicsWithWrenches);
            let few = written(robot, &signature, ResultForm::ByValue, Owner::Prepared);
            let more = [InputKind::Weight, InputKind::Restitution, InputKind::Time];
            signature.arguments.extend(more);
            let many = written(robot, &signature, ResultForm::InPlace, Owner::Prepared);
            [few, many].map(|text| text.contains("too_many_arguments"))
        });
        assert_eq!(allowed, [false, true]);
    }
}

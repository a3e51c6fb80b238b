//! Heads of functions.

use super::text::tokens;
use super::types;
use crate::interface::{FunctionHead, Owner, ResultForm, Robot, Signature, argument_name};
use multibody_description::function::BODY;
use proc_macro2::TokenStream;
use quote::quote;

/// The head of a function of a type or a trait.
pub fn head(robot: &Robot<'_>, function: &FunctionHead) -> TokenStream {
    let visibility = (!function.is_private).then(|| quote!(pub));
    let generics = match function.owner {
        Owner::Robot if number(function) == "T" => quote!(<T: multibody::Real>),
        _ => quote!(),
    };
    let name = tokens(&function.name);
    write(robot, function, &quote!(#visibility fn #name #generics))
}

/// The head of the second of the two functions that `dispatch` emits. This one has the statements, is generic over the arithmetic,
/// and is called by the first.
pub fn head_of_body(robot: &Robot<'_>, function: &FunctionHead) -> TokenStream {
    let (generics, bound) = match function.owner {
        Owner::Robot => (quote!(<T, A>), quote!(T: multibody::Real,)),
        _ => (quote!(<A>), quote!()),
    };
    let name = tokens(&format!("{}{BODY}", function.name));
    let head = write(robot, function, &quote!(fn #name #generics));
    quote!(#[inline(always)] #head where #bound A: multibody::dispatch::Arithmetic<T>)
}

/// The number type of a function: the type parameter `T`, or f64, the type of the robot's fields.
pub fn number(head: &FunctionHead) -> &'static str {
    if head.has_number_of_fields() { "f64" } else { "T" }
}

/// The names of the arguments, separated by commas.
pub fn names_of(head: &FunctionHead) -> String {
    match head.form {
        ResultForm::ByValue => names(&head.signature, &[]),
        ResultForm::InPlace => names(&head.signature, &["out"]),
    }
}

/// Writes a head: the attributes that it needs, the start, the arguments and the result.
fn write(robot: &Robot<'_>, head: &FunctionHead, start: &TokenStream) -> TokenStream {
    /// The maximum number of arguments that clippy accepts by default.
    const MAX_ARGUMENTS: usize = 7;
    let mut arguments = vec![quote!(&self)];
    if head.signature.takes_link {
        let link = tokens(&link_type(robot));
        arguments.push(quote!(link: #link));
    }
    arguments.extend(head.signature.arguments.iter().map(|&kind| {
        let argument_type = types::argument(robot, kind, number(head));
        tokens(&format!("{}: {argument_type}", argument_name(kind)))
    }));
    let result = tokens(&types::result(robot, &head.signature.result, number(head)));
    let result = match head.form {
        ResultForm::ByValue => quote!(-> #result),
        ResultForm::InPlace => {
            arguments.push(quote!(out: &mut #result));
            quote!()
        }
    };
    let allowance = (arguments.len() > MAX_ARGUMENTS)
        .then(|| quote!(#[allow(clippy::too_many_arguments, reason = "generated")]));
    quote!(#allowance #start(#(#arguments),*) #result)
}

/// The name of the enum of the links that have functions of their own.
pub fn link_type(robot: &Robot<'_>) -> String {
    format!("{}Link", robot.name)
}

/// The names of a signature's arguments and of additional ones, separated by commas.
pub fn names(signature: &Signature, additions: &[&str]) -> String {
    let names = signature.arguments.iter().map(|&kind| argument_name(kind));
    let names: Vec<&str> = names.chain(additions.iter().copied()).collect();
    names.join(", ")
}

/// The generic parameters of an implementation for a type.
pub fn generic_parameters(owner: Owner) -> TokenStream {
    match owner {
        Owner::Robot => quote!(),
        _ => quote!(<T: multibody::Real>),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::test::with_body;
    use multibody_description::function::Function;
    use multibody_program::ir::InputKind;

    /// The head of a function, with spaces between all tokens.
    fn text(robot: &Robot<'_>, signature: &Signature, form: ResultForm, owner: Owner) -> String {
        let function = FunctionHead {
            form,
            ..FunctionHead::by_value("f", signature.clone(), owner)
        };
        head(robot, &function).to_string()
    }

    fn by_value(wrench_links: &[usize], function: Function, owner: Owner) -> String {
        with_body(wrench_links, |robot| {
            let signature = robot.signature(function);
            text(robot, &signature, ResultForm::ByValue, owner)
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
        let allowances = with_body(&[0], |robot| {
            let mut signature = robot.signature(Function::ForwardDynamicsWithWrenches);
            let short_head = text(robot, &signature, ResultForm::ByValue, Owner::Prepared);
            let kinds = [InputKind::Weight, InputKind::Restitution, InputKind::Time];
            signature.arguments.extend(kinds);
            let long_head = text(robot, &signature, ResultForm::InPlace, Owner::Prepared);
            [short_head, long_head].map(|text| text.contains("too_many_arguments"))
        });
        assert_eq!(allowances, [false, true]);
    }
}

//! Heads of functions.

use super::text::tokens;
use super::types;
use crate::interface::{Owner, Robot, Signature, argument_name};
use multibody_description::function::BODY;
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

/// A function up to its body.
#[derive(Clone, Copy)]
pub struct Head<'a> {
    /// The name.
    pub name: &'a str,
    /// Arguments and result.
    pub signature: &'a Signature,
    /// How it passes on its result.
    pub form: ResultForm,
    /// The type that has it.
    pub owner: Owner,
    /// Whether only a view calls it.
    pub is_private: bool,
}

impl<'a> Head<'a> {
    /// A function that returns its result.
    pub fn by_value(name: &'a str, signature: &'a Signature, owner: Owner) -> Self {
        Self {
            name,
            signature,
            form: ResultForm::ByValue,
            owner,
            is_private: false,
        }
    }

    /// Its in-place form.
    pub fn in_place(self, name: &'a str) -> Self {
        let form = ResultForm::InPlace;
        Self { name, form, ..self }
    }

    /// The same function, which only a view calls.
    pub fn private(self, is_private: bool) -> Self {
        Self { is_private, ..self }
    }

    /// A function of the type.
    pub fn public(self, robot: &Robot<'_>) -> TokenStream {
        match self.is_private {
            true => self.visible(robot, &quote!()),
            false => self.visible(robot, &quote!(pub)),
        }
    }

    /// A function of a trait.
    pub fn of_trait(self, robot: &Robot<'_>) -> TokenStream {
        self.visible(robot, &quote!())
    }

    fn visible(self, robot: &Robot<'_>, visibility: &TokenStream) -> TokenStream {
        let generics = match self.owner {
            Owner::Robot if self.number() == "T" => quote!(<T: multibody::Real>),
            _ => quote!(),
        };
        let name = tokens(self.name);
        self.written(robot, &quote!(#visibility fn #name #generics))
    }

    /// The second function that `dispatch` emits: this one contains the statements, and is generic over the arithmetic; the
    /// first calls it.
    pub fn of_body(self, robot: &Robot<'_>) -> TokenStream {
        let (generics, bound) = match self.owner {
            Owner::Robot => (quote!(<T, A>), quote!(T: multibody::Real,)),
            _ => (quote!(<A>), quote!()),
        };
        let name = tokens(&format!("{}{BODY}", self.name));
        let head = self.written(robot, &quote!(fn #name #generics));
        quote!(#[inline(always)] #head where #bound A: multibody::dispatch::Arithmetic<T>)
    }

    /// The number type: T stands for any. A function without arguments could not infer T, so that it is f64 there.
    pub fn number(self) -> &'static str {
        let takes_none = self.signature.arguments.is_empty() && !self.signature.names_number;
        match (self.form, self.owner) {
            (ResultForm::ByValue, Owner::Robot) if takes_none => "f64",
            _ => "T",
        }
    }

    /// The names of the arguments.
    pub fn names(self) -> String {
        match self.form {
            ResultForm::ByValue => names(self.signature, &[]),
            ResultForm::InPlace => names(self.signature, &["out"]),
        }
    }

    /// Writes a head: the attributes that it needs, the start, the arguments and the result.
    fn written(self, robot: &Robot<'_>, start: &TokenStream) -> TokenStream {
        /// The number of arguments that clippy accepts.
        const MANY: usize = 7;
        let mut arguments = vec![quote!(&self)];
        if self.signature.takes_link {
            let link = tokens(&link_type(robot));
            arguments.push(quote!(link: #link));
        }
        arguments.extend(self.signature.arguments.iter().map(|&kind| {
            let of = types::argument(robot, kind, self.number());
            tokens(&format!("{}: {of}", argument_name(kind)))
        }));
        let result = tokens(&types::result(robot, &self.signature.result, self.number()));
        let result = match self.form {
            ResultForm::ByValue => quote!(-> #result),
            ResultForm::InPlace => {
                arguments.push(quote!(out: &mut #result));
                quote!()
            }
        };
        let allowance = (arguments.len() > MANY)
            .then(|| quote!(#[allow(clippy::too_many_arguments, reason = "generated")]));
        quote!(#allowance #start(#(#arguments),*) #result)
    }
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

/// The generic parameters of an implementation for a type.
pub fn parameters(owner: Owner) -> TokenStream {
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
    fn written(robot: &Robot<'_>, signature: &Signature, form: ResultForm, owner: Owner) -> String {
        let name = "f";
        let head = Head {
            name,
            signature,
            form,
            owner,
            is_private: false,
        };
        head.public(robot).to_string()
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

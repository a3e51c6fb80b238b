//! Runtime dispatch (multiversioning), with the option `dispatch`: functions that use the best instructions of the host.
//!
//! Such a function is emitted as two. The first uses the runtime's macro `dispatched`, which tests the features
//! of the processor. The second has the body, over any arithmetic, and is inlined into the version for each
//! kind of processor.

use super::text::Writer;
use super::{head, types};
use crate::interface::{FunctionHead, Owner, ResultForm, argument_name, operation_count};
use multibody_description::function::BODY;
use multibody_program::ir::Program;
use proc_macro2::TokenStream;
use quote::quote;

/// The number type in which a body computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyNumber {
    /// The type of the arguments and the result.
    OfArguments,
    /// The arithmetic of the processor, a type parameter of the function. Arguments are loaded, results stored.
    OfProcessor,
}

impl BodyNumber {
    /// The type in emitted code.
    pub fn name(self) -> &'static str {
        match self {
            Self::OfArguments => "T",
            Self::OfProcessor => "A",
        }
    }

    /// The expression that reads a number of an argument.
    pub fn load(self, argument: String) -> String {
        match self {
            Self::OfArguments => argument,
            Self::OfProcessor => format!("A::load({argument})"),
        }
    }

    /// The expression that is stored as a number of the result.
    pub fn store(self, value: String) -> String {
        match self {
            Self::OfArguments => value,
            Self::OfProcessor => format!("A::store({value})"),
        }
    }
}

/// From this many operations on, a function gains from the registers of AVX-512.
const MIN_LONG_OPERATIONS: usize = 2500;

/// With the option `dispatch`, an item that is a compiler error on targets where the processor cannot be queried. The error says
/// why.
pub fn item(writer: &Writer<'_>) -> TokenStream {
    if writer.settings.dispatch {
        quote!(multibody::assert_dispatch!();)
    } else {
        quote!()
    }
}

/// A function whose body computes a program; if it is dispatched, two functions.
pub fn function(
    writer: &Writer<'_>,
    head: &FunctionHead,
    program: &Program,
    body: impl Fn(BodyNumber) -> String,
) -> TokenStream {
    let public_head = head::head(writer, head);
    if !writer.is_dispatched(program, !head.signature.arguments.is_empty()) {
        let body = writer.lines(body(BodyNumber::OfArguments));
        return quote!(#public_head { #body });
    }
    let call = writer.lines(call(writer, head, program));
    let body_head = head::head_of_body(writer, head);
    let body = writer.lines(body(BodyNumber::OfProcessor));
    quote!(#public_head { #call } #body_head { #body })
}

/// The call of the macro that tests the processor.
fn call(writer: &Writer<'_>, head: &FunctionHead, program: &Program) -> String {
    let line = |name: &str, argument_type: &str| {
        format!(
            "        {name}: {},\n",
            argument_type.replacen('&', "&'a ", 1)
        )
    };
    let mut arguments: String = (head.signature.arguments.iter())
        .map(|&kind| line(argument_name(kind), &types::argument(writer, kind, "T")))
        .collect();
    let result = types::result(writer, &head.signature.result, "T");
    let result = match head.form {
        ResultForm::ByValue => result,
        ResultForm::InPlace => {
            arguments += &line("out", &format!("&mut {result}"));
            "()".to_owned()
        }
    };
    let (self_type, name) = (types::owner(writer, head.owner, "T"), &head.name);
    let type_arguments = match head.owner {
        Owner::Robot => "T, A",
        _ => "A",
    };
    format!(
        "multibody::dispatched! {{\n    self: {self_type},\n    {name}{BODY}<{type_arguments}>(\n{arguments}    ) -> {result},\n    \
         is_long: {},\n}}\n",
        operation_count(program) >= MIN_LONG_OPERATIONS
    )
}

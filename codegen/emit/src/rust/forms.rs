//! Functions in their forms: by value and, if the result is large, in place.

use super::body::BodyStyle;
use super::dispatch;
use super::head::{Head, names};
use super::text::{Writer, documented, tokens};
use super::{body, call, documentation, types};
use crate::interface::{Owner, Place, Signature, View, WrittenEntries, constant_value};
use multibody_description::function::{IN_PLACE, Target};
use multibody_description::settings::Triangle;
use multibody_outputs::FunctionProgram;
use multibody_program::ir::{InputKind, Node, Program};
use proc_macro2::TokenStream;
use quote::quote;

/// A function with its documentation, and also its in-place form if its result is large.
pub fn function(writer: &Writer<'_>, of: &FunctionProgram, owner: Owner) -> TokenStream {
    let (target, program) = (of.target, &of.program);
    let documentation = match View::of(target.function) {
        None => documentation::of_function(writer, target, program, owner),
        Some(view) => called_by_view(writer, target, view),
    };
    let signature = Signature::of(writer, target.function);
    let forms = undocumented(writer, target, &signature, program, owner);
    quote!(#documentation #forms)
}

/// The documentation of a function that only a view calls.
pub fn called_by_view(writer: &Writer<'_>, target: Target, view: View) -> TokenStream {
    let of_type = types::view_of(writer, view);
    let method = writer.method_name(target);
    documented([format!("What `{of_type}::{method}` computes.")])
}

/// The same without its documentation.
pub fn undocumented(
    writer: &Writer<'_>,
    target: Target,
    signature: &Signature,
    program: &Program,
    owner: Owner,
) -> TokenStream {
    let name = &writer.function_name(target);
    let is_private = View::of(target.function).is_some();
    let head = Head::by_value(name, signature, owner).private(is_private);
    if target.function.is_in_place() {
        return in_both_forms(writer, target, head, program);
    }
    if let Some(function) = without_program(writer, head) {
        return function;
    }
    if owner == Owner::Robot && signature.arguments.is_empty() {
        let (head, number) = (
            head.public(writer),
            tokens(&writer.exact.number(constant_value(program))),
        );
        return quote!(#head { #number });
    }
    calling(writer, target, head, Triangle::Both).unwrap_or_else(|| {
        dispatch::function(writer, head, program, |arithmetic| {
            let body = body::body(signature, program, BodyStyle::of(writer, arithmetic));
            format!("{}{body}", prelude(program, owner))
        })
    })
}

/// Both forms of a function with a large result; `head` is that of the form by value.
fn in_both_forms(
    writer: &Writer<'_>,
    target: Target,
    head: Head<'_>,
    program: &Program,
) -> TokenStream {
    let triangle = writer.triangle(target);
    let zeros = tokens(&types::filled(writer, &head.signature.result, "T::ZERO"));
    let first = by_value(writer, head, &zeros, triangle);
    let documentation = in_place_documentation(match triangle {
        Triangle::Both => "every entry of it",
        Triangle::Lower => "its diagonal and what is below; the rest stays",
    });
    let name = &format!("{}{IN_PLACE}", head.name);
    let head = head.in_place(name);
    let function = without_program(writer, head);
    let function = function.or_else(|| calling(writer, target, head, triangle));
    let second = function.unwrap_or_else(|| {
        let written = WrittenEntries::of(writer, target, program);
        into_places(writer, head, &written.program, &written.places)
    });
    quote!(#first #documentation #second)
}

/// The documentation of an in-place form, without names of links, which may have any length.
pub fn in_place_documentation(what: &str) -> TokenStream {
    let sentence = format!("What the function without `_into` gives, into `out`: {what}.");
    documented([sentence])
}

/// The function that writes a program's outputs to places.
pub fn into_places(
    writer: &Writer<'_>,
    head: Head<'_>,
    program: &Program,
    places: &[Place],
) -> TokenStream {
    dispatch::function(writer, head, program, |arithmetic| {
        let body = body::in_place(
            head.signature,
            program,
            BodyStyle::of(writer, arithmetic),
            places,
        );
        format!("{}{body}", prelude(program, head.owner))
    })
}

/// The function that returns what its in-place form writes.
pub fn by_value(
    writer: &Writer<'_>,
    head: Head<'_>,
    zeros: &TokenStream,
    triangle: Triangle,
) -> TokenStream {
    without_program(writer, head).unwrap_or_else(|| {
        let arguments = names(head.signature, &["&mut out"]);
        let call = tokens(&format!("{}{IN_PLACE}({arguments})", head.name));
        let mirrored = match triangle {
            Triangle::Lower => quote!(multibody::dense::mirror(&mut out);),
            Triangle::Both => quote!(),
        };
        let head = head.public(writer);
        quote!(#head { let mut out = #zeros; self.#call; #mirrored out })
    })
}

/// A function that calls others of the robot; `None` if it does not.
fn calling(
    writer: &Writer<'_>,
    target: Target,
    head: Head<'_>,
    triangle: Triangle,
) -> Option<TokenStream> {
    let call = writer.call(target, head.owner)?;
    let (head, body) = (
        head.public(writer),
        call::body(writer, target.function, call, triangle),
    );
    Some(quote!(#head { #body }))
}

/// A function that computes nothing itself: one that prepares the parameters and calls the prepared function, or one that is
/// not derived and never ends. `None` if it is another.
pub fn without_program(writer: &Writer<'_>, head: Head<'_>) -> Option<TokenStream> {
    let prepares = writer.is_parametric() && head.owner == Owner::Robot;
    let body = match (prepares, writer.derived) {
        (true, _) => {
            let (number, name, arguments) = (head.number(), head.name, head.names());
            tokens(&format!("self.prepare::<{number}>().{name}({arguments})"))
        }
        (false, false) => {
            let unused = tokens(&body::ignored(&head.names()));
            quote!(#unused loop {})
        }
        (false, true) => return None,
    };
    let head = head.public(writer);
    Some(quote!(#head { #body }))
}

/// The line that gives a prepared robot access to its parameters.
pub fn prelude(program: &Program, owner: Owner) -> &'static str {
    match owner != Owner::Robot && reads_parameters(program) {
        true => "let p = &self.p;\n",
        false => "",
    }
}

/// Whether a program has parameters among its inputs.
pub fn reads_parameters(program: &Program) -> bool {
    let is_parameter =
        |node: &Node| matches!(node, Node::Input(input) if input.kind == InputKind::Parameter);
    program.nodes().iter().any(is_parameter)
}

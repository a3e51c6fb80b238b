//! Functions in their forms: by value and, if the result is large, in place.

use super::dispatch;
use super::head::{self, ResultForm, names};
use super::text::{Writer, documented, tokens};
use super::{body, call, documentation, types};
use crate::interface::{Owner, Place, Signature, places};
use multibody_description::function::{IN_PLACE, Target};
use multibody_description::settings::Triangle;
use multibody_outputs::FunctionProgram;
use multibody_program::ir::{InputKind, Node, Program};
use proc_macro2::TokenStream;
use quote::quote;

/// A function with its documentation, and also its in-place form if its result is large.
pub fn function(writer: &Writer<'_>, of: &FunctionProgram, owner: Owner) -> TokenStream {
    let (target, program) = (of.target, &of.program);
    let documentation = documentation::of_function(writer, target, program, owner);
    let signature = Signature::of(writer, target.function);
    let forms = undocumented(writer, (target, &signature), program, owner);
    quote!(#documentation #forms)
}

/// The same without its documentation.
pub fn undocumented(
    writer: &Writer<'_>,
    (target, signature): (Target, &Signature),
    program: &Program,
    owner: Owner,
) -> TokenStream {
    let name = writer.function_name(target);
    let of = (name.as_str(), signature);
    if target.function.is_in_place() {
        return in_both_forms(writer, target, of, program, owner);
    }
    let form = (ResultForm::ByValue, owner);
    if let Some(body) = without_program(writer, of, form) {
        return body;
    }
    if owner == Owner::Robot && signature.arguments.is_empty() {
        let head = head::head(writer, of, form, &quote!(pub));
        let number = tokens(&body::number(program));
        return quote!(#head { #number });
    }
    match writer.call(target, owner) {
        Some(call) => {
            let head = head::head(writer, of, form, &quote!(pub));
            let body = call::body(writer, target.function, call, Triangle::Both);
            quote!(#head { #body })
        }
        None => dispatch::function(writer, of, form, program, |arithmetic| {
            let body = body::body(signature, (program, &writer.limbs()), arithmetic);
            format!("{}{body}", prelude(program, owner))
        }),
    }
}

/// Both forms of a function with a large result.
fn in_both_forms(
    writer: &Writer<'_>,
    target: Target,
    (name, signature): (&str, &Signature),
    program: &Program,
    owner: Owner,
) -> TokenStream {
    let triangle = writer.triangle(target);
    let zeros = tokens(&types::filled(&signature.result, "T::ZERO"));
    let first = by_value(writer, (name, signature), owner, &zeros, triangle);
    let what = match triangle {
        Triangle::Both => "every entry of it",
        Triangle::Lower => "its diagonal and what is below; the rest stays",
    };
    let documentation = in_place_documentation(&format!(": {what}."));
    let in_place = format!("{name}{IN_PLACE}");
    let (of, form) = ((in_place.as_str(), signature), (ResultForm::InPlace, owner));
    let second = match (
        without_program(writer, of, form),
        writer.call(target, owner),
    ) {
        (Some(function), _) => function,
        (None, Some(call)) => {
            let head = head::head(writer, of, form, &quote!(pub));
            let body = call::body(writer, target.function, call, triangle);
            quote!(#head { #body })
        }
        (None, None) => {
            let (program, places) = written(writer, target, program, places(signature.layout()));
            into_places(writer, of, owner, &program, &places)
        }
    };
    quote!(#first #documentation #second)
}

/// The documentation of an in-place form, without names of links, which may have any length.
pub fn in_place_documentation(what: &str) -> TokenStream {
    documented([format!(
        "What the function without `_into` gives, into `out`{what}"
    )])
}

/// The function that writes a program's outputs to places.
pub fn into_places(
    writer: &Writer<'_>,
    (name, signature): (&str, &Signature),
    owner: Owner,
    program: &Program,
    places: &[Place],
) -> TokenStream {
    let (form, limbs) = ((ResultForm::InPlace, owner), writer.limbs());
    dispatch::function(writer, (name, signature), form, program, |arithmetic| {
        let body = body::in_place(signature, (program, &limbs), places, arithmetic);
        format!("{}{body}", prelude(program, owner))
    })
}

/// The function that returns what its in-place form writes.
pub fn by_value(
    writer: &Writer<'_>,
    (name, signature): (&str, &Signature),
    owner: Owner,
    zeros: &TokenStream,
    triangle: Triangle,
) -> TokenStream {
    let (of, form) = ((name, signature), (ResultForm::ByValue, owner));
    if let Some(function) = without_program(writer, of, form) {
        return function;
    }
    let head = head::head(writer, of, form, &quote!(pub));
    let mirrored = match triangle {
        Triangle::Lower => quote!(multibody::dense::mirror(&mut out);),
        Triangle::Both => quote!(),
    };
    let call = format!("{name}{IN_PLACE}({})", names(signature, &["&mut out"]));
    let call = tokens(&call);
    quote! {
        #head {
            let mut out = #zeros;
            self.#call;
            #mirrored
            out
        }
    }
}

/// A function that computes nothing itself: one that prepares the parameters and calls the prepared function, or one that is
/// not derived and never ends.
pub fn without_program(
    writer: &Writer<'_>,
    (name, signature): (&str, &Signature),
    (form, owner): (ResultForm, Owner),
) -> Option<TokenStream> {
    let prepares = writer.is_parametric() && owner == Owner::Robot;
    let out: &[&str] = match form {
        ResultForm::ByValue => &[],
        ResultForm::InPlace => &["out"],
    };
    let body = match (prepares, writer.derived) {
        (true, _) => {
            let number = match form {
                ResultForm::ByValue => types::number(signature),
                ResultForm::InPlace => "T",
            };
            let arguments = names(signature, out);
            tokens(&format!("self.prepare::<{number}>().{name}({arguments})"))
        }
        (false, false) => {
            let unused = names(signature, out);
            let unused = tokens(&body::ignored(&unused));
            quote!(#unused loop {})
        }
        (false, true) => return None,
    };
    let head = head::head(writer, (name, signature), (form, owner), &quote!(pub));
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

/// The program that computes the written entries, and their places.
fn written(
    writer: &Writer<'_>,
    target: Target,
    program: &Program,
    places: Vec<Place>,
) -> (Program, Vec<Place>) {
    match writer.triangle(target) {
        Triangle::Both => (program.clone(), places),
        Triangle::Lower => {
            let n = writer.system.nv();
            let entries = program.outputs().iter().zip(places).enumerate();
            let below = entries.filter(|(at, _)| at % n <= at / n);
            let (outputs, places): (Vec<_>, Vec<_>) = below.map(|(_, entry)| entry).unzip();
            (program.giving(&outputs), places)
        }
    }
}

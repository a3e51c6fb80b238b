//! Functions: their documentation, their heads and their bodies.

use super::body::{self, BodyParts, BodyStyle};
use super::dispatch::{self, BodyNumber};
use super::head::{head, link_type, names, names_of, number};
use super::text::{Writer, document, tokens};
use super::{documentation, types};
use crate::interface::{
    CallArgument, DerivativeCalls, FunctionBody, FunctionCall, FunctionDocumentation, FunctionHead,
    FunctionItem, LinkCall, MatrixComputation, MatrixResult, Owner, ResultForm, argument_name,
    reads_parameters,
};
use multibody_description::function::IN_PLACE;
use multibody_description::settings::Triangle;
use multibody_program::ir::{InputKind, Program};
use proc_macro2::TokenStream;
use quote::quote;

/// Several functions, with their documentation.
pub fn all(writer: &Writer<'_>, functions: &[FunctionItem<'_>]) -> TokenStream {
    functions.iter().map(|f| function(writer, f)).collect()
}

/// A function with its documentation.
fn function(writer: &Writer<'_>, item: &FunctionItem<'_>) -> TokenStream {
    let documentation = match &item.documentation {
        FunctionDocumentation::Of(parts) => documentation::of_function(writer, parts, &item.head),
        FunctionDocumentation::Lines(lines) => document(lines),
        FunctionDocumentation::OfTrait(trait_name, function) => {
            document([format!("See `multibody::{trait_name}::{function}`.")])
        }
        FunctionDocumentation::WithoutFeedback(name) => {
            document([format!("[`Self::{name}`] without feedback.")])
        }
        FunctionDocumentation::None => quote!(),
    };
    let function = code(writer, &item.head, &item.body);
    quote!(#documentation #function)
}

/// A function without its documentation.
fn code(writer: &Writer<'_>, function: &FunctionHead, body: &FunctionBody<'_>) -> TokenStream {
    let body = match body {
        FunctionBody::Program(program) => {
            return dispatch::function(writer, function, program, |number| {
                body_of_program(writer, function, program, number)
            });
        }
        FunctionBody::Stores(stores) => {
            return dispatch::function(writer, function, &stores.program, |number| {
                let style = BodyStyle::of(writer, number);
                let body = body::in_place(&function.signature, stores, style);
                format!("{}{body}", prelude(&stores.program, function.owner))
            });
        }
        FunctionBody::Never => {
            let discard = tokens(&body::discard(&names_of(function)));
            quote!(#discard loop {})
        }
        FunctionBody::Prepares => {
            let (number, name, arguments) = (number(function), &function.name, names_of(function));
            tokens(&format!("self.prepare::<{number}>().{name}({arguments})"))
        }
        FunctionBody::Constant(value) => tokens(&writer.exact.number(value)),
        FunctionBody::CallsInPlaceForm(triangle) => {
            body_calling_in_place_form(writer, function, *triangle)
        }
        FunctionBody::Calls(callee) => {
            let memory = (function.form == ResultForm::InPlace).then_some("out");
            tokens(&call(writer, callee, memory))
        }
        FunctionBody::ComputesFromMatrix(matrix) => body_of_matrix(writer, matrix),
        FunctionBody::ComputesDerivatives(calls) => body_of_derivatives(writer, function, calls),
        FunctionBody::MatchesLink(calls) => body_of_link(writer, function, calls),
    };
    let head = head(writer, function);
    quote!(#head { #body })
}

/// The lines that return the outputs of a program.
fn body_of_program(
    writer: &Writer<'_>,
    head: &FunctionHead,
    program: &Program,
    number: BodyNumber,
) -> String {
    let style = BodyStyle::of(writer, number);
    let BodyParts { lines, values } = body::parts(&head.signature, program, style);
    let result = types::compose(writer, &head.signature.result, &mut values.into_iter());
    format!("{}{lines}{result}\n", prelude(program, head.owner))
}

/// The line `let p = ..`, which names the values that the type stores: a robot with prepared parameters, or a robot at a position.
/// Empty if the program does not read these values.
fn prelude(program: &Program, owner: Owner) -> &'static str {
    if owner != Owner::Robot && reads_parameters(program) {
        "let p = &self.p;\n"
    } else {
        ""
    }
}

/// The body that calls the in-place form, and returns what this writes.
fn body_calling_in_place_form(
    writer: &Writer<'_>,
    head: &FunctionHead,
    triangle: Triangle,
) -> TokenStream {
    let zeros = types::fill(writer, &head.signature.result, "T::ZERO");
    // Only callers of a bundle name the number type. Its record may have many fields, so it is written as lines, not as tokens.
    let zeros = if head.names_number { writer.lines(zeros) } else { tokens(&zeros) };
    let arguments = names(&head.signature, &["&mut out"]);
    let call = tokens(&format!("self.{}{IN_PLACE}({arguments})", head.name));
    let mirroring = match triangle {
        Triangle::Lower => quote!(multibody::dense::mirror(&mut out);),
        Triangle::Both => quote!(),
    };
    quote!(let mut out = #zeros; #call; #mirroring out)
}

/// The call of a function. With `memory`, it calls the in-place form, which writes its result there.
fn call(writer: &Writer<'_>, callee: &FunctionCall, memory: Option<&str>) -> String {
    // A view has the viewed type in its field `robot`; `depth` is the number of views to leave.
    let receiver = |depth: usize| format!("self{}", ".robot".repeat(depth));
    let arguments = callee.arguments.iter().map(|argument| match *argument {
        CallArgument::Link => "link".to_owned(),
        CallArgument::Same(kind) => argument_name(kind).to_owned(),
        CallArgument::Bound(kind, depth) => format!("{}.{}", receiver(depth), argument_name(kind)),
        CallArgument::BoundInFields(kind) => format!("T::lit(self.{})", argument_name(kind)),
        CallArgument::Zero(kind) => types::argument(writer, kind, "T::ZERO"),
        CallArgument::Accelerations => "&out.qdd".into(),
    });
    let arguments: Vec<String> = arguments.chain(memory.map(str::to_owned)).collect();
    let suffix = memory.map_or("", |_| IN_PLACE);
    let call = format!(
        "{}.{}{suffix}({})",
        receiver(callee.depth),
        callee.name,
        arguments.join(", ")
    );
    if callee.converts_result { format!("T::lit({call})") } else { call }
}

/// The body that computes a result from a matrix.
fn body_of_matrix(writer: &Writer<'_>, computation: &MatrixComputation) -> TokenStream {
    // The variable of the matrix, and the call into `multibody::dense` that computes the result from it.
    let (variable, dense_call) = match &computation.result {
        MatrixResult::Accelerations(_) => ("m", "accelerations(&mut m, tau, &f)"),
        MatrixResult::Inverse(Triangle::Both) => ("m", "inverse(&mut m, out);"),
        MatrixResult::Inverse(Triangle::Lower) => ("m", "inverse_lower(&mut m, out);"),
        MatrixResult::Energy => ("m", "energy(&m, qd)"),
        MatrixResult::Product => ("c", "product(&c, qd)"),
    };
    let forces = match &computation.result {
        MatrixResult::Accelerations(forces) => {
            format!("let f = {};", call(writer, forces, None))
        }
        _ => String::new(),
    };
    let zeros = types::fill(
        writer,
        &writer.signature(computation.matrix).result,
        "T::ZERO",
    );
    let matrix_call = call(writer, &computation.call, Some(&format!("&mut {variable}")));
    tokens(&format!(
        "{forces} let mut {variable} = {zeros}; {matrix_call}; multibody::dense::{dense_call}"
    ))
}

/// The body that computes the derivatives of accelerations: the inverse of the mass matrix times the negative derivatives of
/// forces.
fn body_of_derivatives(
    writer: &Writer<'_>,
    head: &FunctionHead,
    calls: &DerivativeCalls,
) -> TokenStream {
    let DerivativeCalls {
        accelerations,
        forces,
        inverse,
    } = calls;
    let [accelerations, forces, inverse] =
        [accelerations, forces, inverse].map(|callee| call(writer, callee, None));
    let has_wrenches = head.signature.arguments.contains(&InputKind::Wrench);
    let wrenches = has_wrenches.then_some("dwrenches");
    let product = if writer.settings.dispatch {
        "negative_product_dispatched"
    } else {
        "negative_product"
    };
    let products = ["dq", "dqd"]
        .into_iter()
        .chain(wrenches)
        .map(|name| format!("multibody::dense::{product}(&out.dtau, &d.{name}, &mut out.{name});"));
    let lines = format!(
        "out.qdd = {accelerations}; out.dtau = {inverse}; let d = {forces}; {}",
        products.collect::<String>()
    );
    tokens(&if head.form == ResultForm::InPlace {
        lines
    } else {
        let zeros = types::fill(writer, &head.signature.result, "T::ZERO");
        format!("let mut out = {zeros}; {lines} out")
    })
}

/// The body that matches on its argument `link`, and calls the function of that link.
fn body_of_link(writer: &Writer<'_>, head: &FunctionHead, calls: &[LinkCall]) -> TokenStream {
    let (link, arguments) = (link_type(writer), names_of(head));
    let arms = calls.iter().map(|LinkCall { variant, name }| {
        format!("    {link}::{variant} => self.{name}({arguments}),\n")
    });
    writer.lines(format!("match link {{\n{}}}", arms.collect::<String>()))
}

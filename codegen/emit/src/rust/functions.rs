//! Functions: their documentation, their heads and their bodies.

use super::body::{self, BodyParts, BodyStyle};
use super::dispatch::{self, Arithmetic};
use super::head::{head, link_type, names, names_of, number};
use super::text::{Writer, documented, tokens};
use super::{documentation, types};
use crate::interface::{
    CallOfLink, FunctionBody, FunctionCall, FunctionDocumentation, FunctionHead, FunctionItem,
    OfDerivatives, OfMatrix, OfMatrixResult, Owner, Passed, ResultForm, argument_name,
    reads_parameters,
};
use multibody_description::function::IN_PLACE;
use multibody_description::settings::Triangle;
use multibody_program::ir::{InputKind, Program};
use proc_macro2::TokenStream;
use quote::quote;

/// Functions, one after the other.
pub fn all(writer: &Writer<'_>, functions: &[FunctionItem<'_>]) -> TokenStream {
    functions.iter().map(|of| function(writer, of)).collect()
}

fn function(writer: &Writer<'_>, of: &FunctionItem<'_>) -> TokenStream {
    let documentation = match &of.documentation {
        FunctionDocumentation::Of(parts) => documentation::of_function(writer, parts, &of.head),
        FunctionDocumentation::Lines(lines) => documented(lines),
        FunctionDocumentation::OfTrait(of, function) => {
            documented([format!("See `multibody::{of}::{function}`.")])
        }
        FunctionDocumentation::WithoutFeedback(name) => {
            documented([format!("[`Self::{name}`] without feedback.")])
        }
        FunctionDocumentation::None => quote!(),
    };
    let function = written(writer, &of.head, &of.body);
    quote!(#documentation #function)
}

/// A function without its documentation.
fn written(writer: &Writer<'_>, of: &FunctionHead, body: &FunctionBody<'_>) -> TokenStream {
    let body = match body {
        FunctionBody::Program(program) => {
            return dispatch::function(writer, of, program, |arithmetic| {
                returning(writer, of, program, arithmetic)
            });
        }
        FunctionBody::Stores(written) => {
            return dispatch::function(writer, of, &written.program, |arithmetic| {
                let style = BodyStyle::of(writer, arithmetic);
                let body = body::in_place(&of.signature, written, style);
                format!("{}{body}", prelude(&written.program, of.owner))
            });
        }
        FunctionBody::Never => {
            let unused = tokens(&body::ignored(&names_of(of)));
            quote!(#unused loop {})
        }
        FunctionBody::OfPrepared => {
            let (number, name, arguments) = (number(of), &of.name, names_of(of));
            tokens(&format!("self.prepare::<{number}>().{name}({arguments})"))
        }
        FunctionBody::Constant(value) => tokens(&writer.exact.number(value)),
        FunctionBody::OfInPlace(triangle) => of_in_place(writer, of, *triangle),
        FunctionBody::Calls(called) => {
            let memory = (of.form == ResultForm::InPlace).then_some("out");
            tokens(&call(writer, called, memory))
        }
        FunctionBody::OfMatrix(of) => of_matrix(writer, of),
        FunctionBody::OfDerivatives(calls) => of_derivatives(writer, of, calls),
        FunctionBody::OfLink(calls) => of_link(writer, of, calls),
    };
    let head = head(writer, of);
    quote!(#head { #body })
}

/// The lines that return the outputs of a program.
fn returning(
    writer: &Writer<'_>,
    of: &FunctionHead,
    program: &Program,
    arithmetic: Arithmetic,
) -> String {
    let style = BodyStyle::of(writer, arithmetic);
    let BodyParts { lines, values } = body::parts(&of.signature, program, style);
    let result = types::composed(writer, &of.signature.result, &mut values.into_iter());
    format!("{}{lines}{result}\n", prelude(program, of.owner))
}

/// The line that gives a prepared robot access to its parameters.
fn prelude(program: &Program, owner: Owner) -> &'static str {
    if owner != Owner::Robot && reads_parameters(program) {
        "let p = &self.p;\n"
    } else {
        ""
    }
}

/// The body that returns what the in-place form writes.
fn of_in_place(writer: &Writer<'_>, of: &FunctionHead, triangle: Triangle) -> TokenStream {
    let zeros = types::filled(writer, &of.signature.result, "T::ZERO");
    // The record of a bundle may have many fields.
    let zeros = if of.names_number {
        writer.lines(zeros)
    } else {
        tokens(&zeros)
    };
    let arguments = names(&of.signature, &["&mut out"]);
    let call = tokens(&format!("self.{}{IN_PLACE}({arguments})", of.name));
    let mirrored = match triangle {
        Triangle::Lower => quote!(multibody::dense::mirror(&mut out);),
        Triangle::Both => quote!(),
    };
    quote!(let mut out = #zeros; #call; #mirrored out)
}

/// The call of a function, perhaps with memory for its result.
fn call(writer: &Writer<'_>, of: &FunctionCall, memory: Option<&str>) -> String {
    let inside = |depth: usize| format!("self{}", ".robot".repeat(depth));
    let passed = of.arguments.iter().map(|passed| match *passed {
        Passed::Link => "link".to_owned(),
        Passed::Same(kind) => argument_name(kind).to_owned(),
        Passed::Bound(kind, depth) => format!("{}.{}", inside(depth), argument_name(kind)),
        Passed::BoundInFields(kind) => format!("T::lit(self.{})", argument_name(kind)),
        Passed::Zero(kind) => types::argument(writer, kind, "T::ZERO"),
        Passed::Accelerations => "&out.qdd".into(),
    });
    let passed: Vec<String> = passed.chain(memory.map(str::to_owned)).collect();
    let suffix = memory.map_or("", |_| IN_PLACE);
    let call = format!(
        "{}.{}{suffix}({})",
        inside(of.depth),
        of.name,
        passed.join(", ")
    );
    if of.is_of_fields {
        format!("T::lit({call})")
    } else {
        call
    }
}

/// The body that computes a result from a matrix.
fn of_matrix(writer: &Writer<'_>, of: &OfMatrix) -> TokenStream {
    let (local, last) = match &of.result {
        OfMatrixResult::Accelerations(_) => ("m", "accelerations(&mut m, tau, &f)"),
        OfMatrixResult::Inverse(Triangle::Both) => ("m", "inverse(&mut m, out);"),
        OfMatrixResult::Inverse(Triangle::Lower) => ("m", "inverse_lower(&mut m, out);"),
        OfMatrixResult::Energy => ("m", "energy(&m, qd)"),
        OfMatrixResult::Product => ("c", "product(&c, qd)"),
    };
    let forces = match &of.result {
        OfMatrixResult::Accelerations(forces) => {
            format!("let f = {};", call(writer, forces, None))
        }
        _ => String::new(),
    };
    let zeros = types::filled(writer, &writer.signature(of.matrix).result, "T::ZERO");
    let matrix = call(writer, &of.call, Some(&format!("&mut {local}")));
    tokens(&format!(
        "{forces} let mut {local} = {zeros}; {matrix}; multibody::dense::{last}"
    ))
}

/// The body that computes derivatives of accelerations.
fn of_derivatives(writer: &Writer<'_>, of: &FunctionHead, calls: &OfDerivatives) -> TokenStream {
    let OfDerivatives {
        accelerations,
        forces,
        inverse,
    } = calls;
    let [accelerations, forces, inverse] =
        [accelerations, forces, inverse].map(|of| call(writer, of, None));
    let by_wrenches = of.signature.arguments.contains(&InputKind::Wrench);
    let by_wrenches = by_wrenches.then_some("dwrenches");
    let products = ["dq", "dqd"].into_iter().chain(by_wrenches).map(|name| {
        format!("multibody::dense::negative_product(&out.dtau, &d.{name}, &mut out.{name});")
    });
    let lines = format!(
        "out.qdd = {accelerations}; out.dtau = {inverse}; let d = {forces}; {}",
        products.collect::<String>()
    );
    tokens(&if of.form == ResultForm::InPlace {
        lines
    } else {
        let zeros = types::filled(writer, &of.signature.result, "T::ZERO");
        format!("let mut out = {zeros}; {lines} out")
    })
}

/// The body that calls the function of the link that it takes.
fn of_link(writer: &Writer<'_>, of: &FunctionHead, calls: &[CallOfLink]) -> TokenStream {
    let (link, arguments) = (link_type(writer), names_of(of));
    let arms = calls.iter().map(|CallOfLink { variant, name }| {
        format!("    {link}::{variant} => self.{name}({arguments}),\n")
    });
    writer.lines(format!("match link {{\n{}}}", arms.collect::<String>()))
}

//! In-place forms of functions with large results: they write to memory of the caller.

use super::prepare::{prelude, prepared_call};
use super::results::{ResultPart, zeros};
use super::robot::{Robot, name};
use super::signature::{Generics, ResultForm, Signature};
use super::{body, call, dispatch};
use multibody_description::function::{IN_PLACE, Target};
use multibody_description::settings::Triangle;
use multibody_program::ir::Program;

/// All lines between the braces of the function that returns what its in-place form writes.
pub fn by_value(robot: &Robot<'_>, target: Target, signature: &Signature) -> String {
    let name = name(robot, target);
    let mirrored = match triangle(robot, target) {
        Triangle::Lower => "        multibody::dense::mirror(&mut out);\n",
        Triangle::Both => "",
    };
    let (zeros, call) = (zeros(signature.layout), call(signature, &name));
    format!("        let mut out = {zeros};\n{call}{mirrored}        out\n")
}

/// The line that calls the in-place form of a function, which writes into the local `out`.
pub fn call(signature: &Signature, name: &str) -> String {
    let arguments = [&signature.names()[..], &["&mut out"]].concat();
    let line = arguments.join(", ");
    match line.len() <= CALL_WIDTH {
        true => format!("        self.{name}{IN_PLACE}({line});\n"),
        false => {
            let lines = arguments
                .iter()
                .map(|argument| format!("            {argument},\n"));
            let lines: String = lines.collect();
            format!("        self.{name}{IN_PLACE}(\n{lines}        );\n")
        }
    }
}

/// Maximum length of the arguments of a call that rustfmt leaves on one line.
const CALL_WIDTH: usize = 60;

/// The in-place form of a function.
pub fn function(
    robot: &Robot<'_>,
    target: Target,
    signature: &Signature,
    program: &Program,
    generics: Generics,
) -> String {
    let name = name(robot, target) + IN_PLACE;
    let documentation = documentation(robot, target);
    if !robot.derived {
        let head = signature.head_in_place(robot, &name, generics);
        return format!("{documentation}{head}{}    }}\n", endless(signature));
    }
    if let Some(call) = call::of(robot, target, generics) {
        let head = signature.head_in_place(robot, &name, generics);
        let body = call::body(robot, target.function, call, triangle(robot, target));
        return format!("{documentation}{head}{body}    }}\n");
    }
    let part = ResultPart {
        place: "out".into(),
        layout: signature.layout,
    };
    let (program, places) = written(robot, target, program, part.places());
    let (form, limbs) = (ResultForm::InPlace, robot.limbs());
    let of = dispatch::function(
        robot,
        &name,
        signature,
        form,
        generics,
        &program,
        |arithmetic| {
            let body = body::in_place(signature, &program, &limbs, &places, arithmetic);
            format!("{}{body}", prelude(&program, generics))
        },
    );
    format!("{documentation}{of}")
}

/// All lines between the braces of an in-place function if there is no program.
pub fn endless(signature: &Signature) -> String {
    format!("        let _ = out;\n{}", body::endless(signature))
}

/// The function that prepares the parameters and calls the prepared in-place function.
pub fn preparing(robot: &Robot<'_>, target: Target) -> String {
    let signature = Signature::of(robot, target.function);
    let name = name(robot, target);
    let in_place = format!("{name}{IN_PLACE}");
    let head = signature.head_in_place(robot, &in_place, Generics::OfFunction);
    let call = prepared_call_in_place(&signature, &name);
    format!("{}{head}{call}    }}\n", documentation(robot, target))
}

/// The line that prepares and calls the in-place form of a function.
pub fn prepared_call_in_place(signature: &Signature, name: &str) -> String {
    let arguments = [&signature.names()[..], &["out"]].concat();
    prepared_call(signature, &format!("{name}{IN_PLACE}"), &arguments)
}

/// The documentation of an in-place function.
fn documentation(robot: &Robot<'_>, target: Target) -> String {
    let what = match triangle(robot, target) {
        Triangle::Both => "every entry of it",
        Triangle::Lower => "its diagonal and what is below; the rest stays",
    };
    format!("\n    /// {WRITES}: {what}.\n")
}

/// What an in-place function computes, without names of links, which may have any length.
const WRITES: &str = "What the function without `_into` gives, into `out`";

/// Whether one half of the result keeps its old values.
pub fn is_half(robot: &Robot<'_>, target: Target) -> bool {
    triangle(robot, target) == Triangle::Lower
}

/// The half of a symmetric matrix that is written.
fn triangle(robot: &Robot<'_>, target: Target) -> Triangle {
    match target.function.quantity().is_symmetric() {
        true => robot.settings.triangle,
        false => Triangle::Both,
    }
}

/// The program that computes the written entries, and their places.
fn written(
    robot: &Robot<'_>,
    target: Target,
    program: &Program,
    places: Vec<String>,
) -> (Program, Vec<String>) {
    match triangle(robot, target) {
        Triangle::Both => (program.clone(), places),
        Triangle::Lower => {
            let n = robot.system.nv();
            let entries = program.outputs().iter().zip(places).enumerate();
            let below = entries.filter(|(at, _)| at % n <= at / n);
            let (outputs, places): (Vec<_>, Vec<_>) = below.map(|(_, entry)| entry).unzip();
            (program.giving(&outputs), places)
        }
    }
}

//! JavaScript: the functions of a robot as a page computes them, in the bits of Rust with the feature `same-bits`.

use crate::infix::{InfixLanguage, NamedAngle, statements};
use crate::schedule::{RobotNames, Schedule};
use multibody_description::signature::argument_name;
use multibody_program::ir::{Class, Function, InputKind, Program};

/// The functions of one number that the text of [`function`] calls: sines as the runtime computes them, and Stumpff's.
pub const NUMBERS: &str = include_str!("numbers.js");

/// The text of a function with these arguments; `rates` is the robot's number of rates. The function returns its outputs in
/// one array.
#[must_use]
pub fn function(
    name: &str,
    arguments: &[InputKind],
    program: &Program,
    names: &RobotNames,
    rates: usize,
) -> String {
    let schedule = Schedule::in_sequence(program, names);
    let (lines, outputs) = statements(&schedule, &JavaScript, rates);
    let arguments: Vec<&str> = arguments.iter().map(|&kind| argument_name(kind)).collect();
    format!(
        "function {name}({}) {{\n{lines}  return [{}];\n}}\n",
        arguments.join(", "),
        outputs.join(", ")
    )
}

/// The language.
struct JavaScript;

impl InfixLanguage for JavaScript {
    const DEFINITION: &'static str = "const";

    fn call(&self, function: Function, argument: &str) -> String {
        match function.class() {
            Class::Stumpff(k) => format!("stumpff({argument}, {k})"),
            _ => format!("Math.{}({argument})", javascript_name(function)),
        }
    }

    fn sines(&self, pass: usize, angles: &[NamedAngle]) -> Vec<String> {
        // No name of a value begins with `$`.
        let (array, method) = (format!("${pass}"), method(angles.len()));
        let arguments: Vec<&str> = angles.iter().map(|angle| angle.angle.as_str()).collect();
        let mut lines = vec![format!(
            "const {array} = {method}([{}]);",
            arguments.join(", ")
        )];
        let names = angles.iter().flat_map(|angle| [&angle.sine, &angle.cosine]);
        let used_names = names
            .enumerate()
            .filter_map(|(place, name)| Some((place, name.as_ref()?)));
        let definitions: Vec<String> = used_names
            .map(|(place, name)| format!("{name} = {array}[{place}]"))
            .collect();
        lines.push(format!("const {};", definitions.join(", ")));
        lines
    }
}

/// The name of the function that computes the sines of this number of angles. In Rust too, one angle is computed by libm, and
/// several by a method of the runtime.
fn method(angles: usize) -> &'static str {
    if angles == 1 { "sineAndCosine" } else { "sinesAndCosines" }
}

fn javascript_name(function: Function) -> &'static str {
    match function {
        Function::Ln => "log",
        other => other.name(),
    }
}

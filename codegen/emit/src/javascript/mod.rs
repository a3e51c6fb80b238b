//! JavaScript: the functions with which a page computes a robot. Results have the bits of Rust with the feature `same-bits`.

use crate::infix::{InfixLanguage, StatementWriter, argument_entry, library_name};
use crate::schedule::{RobotNames, Schedule};
use multibody_description::signature::argument_name;
use multibody_program::exact::{Angle, Rational, nearest_f64};
use multibody_program::ir::{Class, Function, Input, InputKind, Program};

/// The functions of one number that the text of [`function`] calls: sines as the runtime computes them, and Stumpff's.
pub const NUMBERS: &str = include_str!("numbers.js");

/// The text of a function with these arguments; `rates` is the robot's number of rates. The function returns its outputs in
/// one array.
#[must_use]
pub fn function(name: &str, arguments: &[InputKind], program: &Program, rates: usize) -> String {
    let names = RobotNames::default();
    let schedule = Schedule::in_sequence(program, &names);
    let writer = StatementWriter::new(&schedule, &[], JavaScript { rates });
    let mut lines = String::new();
    writer.write(&schedule.outer_statements, "  ", &mut lines);
    let outputs = program.outputs().iter();
    let outputs: Vec<String> = outputs.map(|&output| writer.value(output)).collect();
    let arguments: Vec<&str> = arguments.iter().map(|&kind| argument_name(kind)).collect();
    format!(
        "function {name}({}) {{\n{lines}  return [{}];\n}}\n",
        arguments.join(", "),
        outputs.join(", ")
    )
}

/// The language. All its numbers are doubles.
struct JavaScript {
    /// The number of the robot's rates.
    rates: usize,
}

impl InfixLanguage for JavaScript {
    fn definition(&self, name: &str, expression: &str) -> String {
        format!("const {name} = {expression};")
    }

    fn constant(&self, value: &Rational) -> String {
        format!("{:?}", nearest_f64(value))
    }

    fn angle(&self, angle: &Angle) -> String {
        format!("{:?}", angle.radians())
    }

    fn input(&self, input: Input) -> String {
        argument_entry(input, self.rates)
    }

    fn call(&self, function: Function, argument: &str) -> String {
        match function.class() {
            Class::Stumpff(k) => format!("stumpff({argument}, {k})"),
            _ => format!("Math.{}({argument})", library_name(function)),
        }
    }

    // Rounded twice, as in Rust with its feature `same-bits`.
    fn mul_add(&self, [a, b]: [&str; 2], term: &str) -> String {
        format!("{a} * {b} + {term}")
    }

    fn sines(writer: &StatementWriter<'_, Self>, pass: usize) -> Vec<String> {
        let angles = writer.angles(pass);
        // As in Rust, libm's method computes the sines of one angle, and a method of the runtime those of several.
        let method = if angles.len() == 1 { "sineAndCosine" } else { "sinesAndCosines" };
        // No name of a value begins with `$`.
        let array = format!("${pass}");
        let arguments: Vec<&str> = angles.iter().map(|angle| angle.angle.as_str()).collect();
        let names = angles.iter().flat_map(|angle| [angle.sine, angle.cosine]);
        let definitions: Vec<String> = (names.enumerate())
            .filter_map(|(index, name)| Some(format!("{} = {array}[{index}]", name?)))
            .collect();
        vec![
            format!("const {array} = {method}([{}]);", arguments.join(", ")),
            format!("const {};", definitions.join(", ")),
        ]
    }
}

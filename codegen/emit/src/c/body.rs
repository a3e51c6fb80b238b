//! The statements of a function in C.

use crate::infix::{InfixLanguage, StatementWriter, argument_entry};
use crate::interface::{Signature, argument_name};
use crate::schedule::{RobotNames, Schedule};
use multibody_program::exact::{Angle, Rational, nearest_f64};
use multibody_program::ir::{Class, Function, Input, InputKind, Program};

/// How the arguments of a function are read.
#[derive(Clone, Copy)]
pub struct Arguments<'a> {
    /// The arguments, without the first one.
    pub signature: &'a Signature,
    /// The name of the first argument, which has parameters or precomputed values; empty if there is none.
    pub owner: &'a str,
    /// The expressions of parameters; none if the first argument has precomputed values.
    pub fields: &'a [String],
    /// The number of the robot's rates.
    pub rates: usize,
}

/// The lines of a function that stores the outputs of a program at these places. If the result is large, each number is stored
/// as soon as it is computed.
pub fn of_program(
    program: &Program,
    places: &[String],
    names: &RobotNames,
    arguments: Arguments<'_>,
    is_large: bool,
) -> String {
    let schedule = Schedule::for_memory(program, names, is_large);
    let writer = StatementWriter::new(&schedule, places, arguments);
    let inputs = schedule.inputs();
    let signature = arguments.signature.arguments.iter();
    let unused = signature
        .filter(|kind| !inputs.contains(kind))
        .map(|&kind| argument_name(kind));
    let is_read = arguments.owner.is_empty() || inputs.contains(&InputKind::Parameter);
    let owner = (!is_read).then_some(arguments.owner);
    let unused = owner.into_iter().chain(unused);
    let mut text: String = unused.map(|name| format!("  (void){name};\n")).collect();
    writer.write(&schedule.outer_statements, "  ", &mut text);
    for output in schedule.last_stores() {
        text.extend(["  ", &writer.store(output), "\n"]);
    }
    text
}

impl InfixLanguage for Arguments<'_> {
    fn definition(&self, name: &str, expression: &str) -> String {
        format!("const real {name} = {expression};")
    }

    // Rounded to double first, then to real: as `Real::lit` does.
    fn constant(&self, value: &Rational) -> String {
        format!("(real)({:?})", nearest_f64(value))
    }

    fn angle(&self, angle: &Angle) -> String {
        format!("(real)({:?})", angle.radians())
    }

    fn input(&self, input: Input) -> String {
        match input.kind {
            InputKind::Parameter => match self.fields.get(input.index as usize) {
                Some(field) => field.clone(),
                None => format!("{}->p[{}]", self.owner, input.index),
            },
            _ => argument_entry(input, self.rates),
        }
    }

    fn call(&self, function: Function, argument: &str) -> String {
        match function.class() {
            Class::Stumpff(k) => format!("multibody_stumpff({argument}, {k})"),
            _ if function == Function::Ln => format!("MULTIBODY_CALL(log, {argument})"),
            _ => format!("MULTIBODY_CALL({}, {argument})", function.name()),
        }
    }

    fn mul_add(&self, [a, b]: [&str; 2], term: &str) -> String {
        format!("MULTIBODY_MUL_ADD({a}, {b}, {term})")
    }

    fn sines(writer: &StatementWriter<'_, Self>, pass: usize) -> Vec<String> {
        let angles = writer.angles(pass);
        let expressions: Vec<&str> = angles.iter().map(|angle| angle.angle.as_str()).collect();
        let count = angles.len();
        // Names of values have a number right after their first word.
        let [sines, cosines] = ["sines", "cosines"].map(|name| format!("{name}_{pass}"));
        let memory = format!("real {sines}[{count}], {cosines}[{count}];");
        let mut lines = match expressions[..] {
            [one] => vec![
                memory,
                format!("multibody_sine_and_cosine(1, {one}, {sines}, {cosines});"),
            ],
            _ => vec![
                format!(
                    "const real angles_{pass}[{count}] = {{{}}};",
                    expressions.join(", ")
                ),
                memory,
                format!("multibody_sines_and_cosines({count}, angles_{pass}, {sines}, {cosines});"),
            ],
        };
        for (place, angle) in angles.iter().enumerate() {
            for (name, array) in [(angle.sine, &sines), (angle.cosine, &cosines)] {
                let definition = name.map(|name| format!("const real {name} = {array}[{place}];"));
                lines.extend(definition);
            }
        }
        lines
    }
}

//! The statements of a function in C.

use crate::infix::{InfixLanguage, StatementWriter, argument_entry, library_name};
use crate::interface::{Signature, argument_name};
use crate::schedule::{RobotNames, Schedule};
use multibody_program::exact::{Angle, Rational, nearest_f64};
use multibody_program::ir::{Class, Function, Input, InputKind, Program, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The arguments of a function, as its body reads them.
#[derive(Clone, Copy)]
pub struct CArguments<'a> {
    /// The signature. It does not list the argument `owner`.
    pub signature: &'a Signature,
    /// The name of the first argument, which has parameters or precomputed values; empty if there is none.
    pub owner: &'a str,
    /// The expression of each input of the kind `Parameter`; empty if these are precomputed values in the first argument.
    pub fields: &'a [String],
    /// The number of the robot's rates.
    pub rates: usize,
}

/// The body of a function.
#[derive(Default)]
pub struct CBody {
    /// Its lines.
    pub lines: String,
    /// The lines of the functions into which a long function is cut. They take all arguments of the function, and then an array of
    /// numbers that they pass on to one another.
    pub parts: Vec<String>,
}

/// Maximum number of statements in a function. Compilers take longer for one function than for two of half its length.
const MAX_LENGTH: usize = 2000;

/// The body that stores the outputs of a program at these places. If `is_large`, or if the program is long, each number is stored
/// as soon as it is computed. `part` is the beginning of the names of parts.
pub fn of_program(
    program: &Program,
    places: &[String],
    names: &RobotNames,
    arguments: CArguments<'_>,
    is_large: bool,
    part: &str,
) -> CBody {
    let schedule = &Schedule::for_memory(program, names, is_large, MAX_LENGTH);
    let writer = StatementWriter::new(schedule, places, arguments);
    let inputs = schedule.inputs();
    let is_read = |name: &&str| match arguments
        .signature
        .arguments
        .iter()
        .find(|&&kind| argument_name(kind) == *name)
    {
        Some(kind) => inputs.contains(kind),
        None => inputs.contains(&InputKind::Parameter),
    };
    let passed = arguments.names();
    let mut lines = discard(passed.iter().copied().filter(|name| !is_read(name)));
    let slots: BTreeSet<Value> = schedule
        .blocks
        .iter()
        .flat_map(|block| block.arguments.iter().copied())
        .collect();
    let slots: BTreeMap<Value, usize> = slots.into_iter().zip(0..).collect();
    if !slots.is_empty() {
        lines += &format!("  real kept[{}];\n", slots.len());
    }
    let keep = |values: &mut dyn Iterator<Item = Value>| -> String {
        let pairs = values.filter_map(|value| Some((slots.get(&value)?, schedule.name(value))));
        pairs
            .map(|(slot, name)| format!("  kept[{slot}] = {name};\n"))
            .collect()
    };
    writer.write(&schedule.outer_statements, "  ", &mut lines);
    let block_results: BTreeSet<Value> = schedule
        .blocks
        .iter()
        .flat_map(|block| block.results.iter().copied())
        .collect();
    lines += &keep(
        &mut slots
            .keys()
            .copied()
            .filter(|value| !block_results.contains(value)),
    );
    let mut parts = Vec::new();
    for (index, block) in schedule.blocks.iter().enumerate() {
        let passed = [passed.as_slice(), &["out", "kept"]].concat();
        let mut part_lines = discard(passed.iter().copied());
        for value in &block.arguments {
            let (name, slot) = (schedule.name(*value), slots[value]);
            part_lines += &format!("  const real {name} = kept[{slot}];\n");
        }
        let scope = StatementWriter {
            block: Some(index),
            ..writer
        };
        scope.write(&block.statements, "  ", &mut part_lines);
        part_lines += &keep(&mut block.results.iter().copied());
        parts.push(part_lines);
        lines += &format!("  {part}{index}({});\n", passed.join(", "));
    }
    for output in schedule.last_stores() {
        lines.extend(["  ", &writer.store(output), "\n"]);
    }
    CBody { lines, parts }
}

/// The lines that name arguments, so that compilers do not warn if these are unused.
fn discard<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("  (void){name};\n")).collect()
}

impl<'a> CArguments<'a> {
    /// The names of the arguments.
    fn names(&self) -> Vec<&'a str> {
        let owner = (!self.owner.is_empty()).then_some(self.owner);
        let arguments = self
            .signature
            .arguments
            .iter()
            .map(|&kind| argument_name(kind));
        owner.into_iter().chain(arguments).collect()
    }
}

impl InfixLanguage for CArguments<'_> {
    fn definition(&self, name: &str, expression: &str) -> String {
        format!("const real {name} = {expression};")
    }

    // The value is rounded to double first, then to `real`, as by `Real::lit`.
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
            _ => format!("MULTIBODY_CALL({}, {argument})", library_name(function)),
        }
    }

    fn mul_add(&self, [a, b]: [&str; 2], term: &str) -> String {
        format!("MULTIBODY_MUL_ADD({a}, {b}, {term})")
    }

    fn sines(writer: &StatementWriter<'_, Self>, pass: usize) -> Vec<String> {
        let angles = writer.angles(pass);
        let expressions: Vec<&str> = angles.iter().map(|angle| angle.angle.as_str()).collect();
        let count = angles.len();
        // No name of a value begins with one of these words or with `angles_`: see `schedule::names`.
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

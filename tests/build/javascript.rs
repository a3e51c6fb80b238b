//! The functions of robots in JavaScript, so that they can be compared with those in Rust.

use std::path::Path;

use multibody_codegen::internal::emit::javascript;
use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::generated::Programs;
use multibody_codegen::internal::ir::{InputKind, Node, Program};
use multibody_codegen::internal::robot_file::from_rust;
use multibody_codegen::{Cache, Source};

use crate::table::write_changed;

/// The arguments that every function takes, in this order.
const ARGUMENTS: [InputKind; 5] = [
    InputKind::Q,
    InputKind::Qd,
    InputKind::Qdd,
    InputKind::Tau,
    InputKind::Time,
];

/// Reads states and writes what each function gives, first how many numbers, as floats of eight bytes.
const MAIN: &str = r"
const input = require('fs').readFileSync(0);
const numbers = new Float64Array(input.buffer.slice(input.byteOffset, input.byteOffset + input.length));
const results = [];
for (let first = 0; first < numbers.length;) {
  const state = sizes.map(size => numbers.subarray(first, first += size));
  const [t] = numbers.subarray(first, first += 1);
  for (const f of functions) {
    const values = f(...state, t);
    results.push(Buffer.from(Float64Array.of(values.length, ...values).buffer));
  }
}
process.stdout.write(Buffer.concat(results));
";

/// The programs of the robot of a Rust file.
pub fn programs_of_rust(text: &str) -> Result<Programs, String> {
    let source = Source::new("robot.rs", text);
    let cache = Cache::of_programs();
    let robot = from_rust(&source, Path::new("."), &cache, |_| (), &mut |_| ());
    let robot = robot.map_err(|failure| format!("{failure:?}"))?;
    Ok(*robot.generated.programs.expect("the cache keeps them"))
}

/// Writes `MODULE.js` of a robot with these values in its fields, and returns the names of its functions.
pub fn write(
    out: &Path,
    module: &str,
    programs: &Programs,
    fields: &[f64],
) -> Result<Vec<String>, String> {
    let system = &programs.system;
    let is_given = |kind| kind == InputKind::Parameter || ARGUMENTS.contains(&kind);
    let takes_state = |(_, program): &(&Target, &Program)| {
        let mut nodes = program.nodes().iter();
        nodes.all(|node| !matches!(node, Node::Input(input) if !is_given(input.kind)))
    };
    let functions = programs.targets.iter().zip(&programs.prepared.functions);
    let functions: Vec<(&Target, &Program)> = functions.filter(takes_state).collect();
    let texts = functions.iter().enumerate().map(|(index, (_, program))| {
        javascript::function(&format!("f{index}"), &ARGUMENTS, program, system.nv())
    });
    let list: Vec<String> = (0..functions.len())
        .map(|index| format!("f{index}"))
        .collect();
    let (nq, nv) = (system.nq(), system.nv());
    let text = [
        "'use strict';\n",
        javascript::NUMBERS,
        &javascript::function(
            "prepare",
            &[InputKind::Parameter],
            &programs.prepared.prepare,
            system.nv(),
        ),
        &format!("const p = prepare({fields:?});\n"),
        &texts.collect::<String>(),
        &format!("const functions = [{}];\n", list.join(", ")),
        &format!("const sizes = [{nq}, {nv}, {nv}, {nv}];"),
        MAIN,
    ];
    write_changed(&out.join(format!("{module}.js")), &text.concat())?;
    Ok(functions
        .iter()
        .map(|(target, _)| quantity(target, programs))
        .collect())
}

/// The name of what a function computes, as the reference has it.
fn quantity(target: &Target, programs: &Programs) -> String {
    let name = target.function.name();
    match target.link {
        Some(link) => format!("{name} of {}", programs.system.tree.links[link].name),
        None => name.to_owned(),
    }
}

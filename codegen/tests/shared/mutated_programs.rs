//! Programs changed on purpose, by their text form: what checks are to find.

use multibody_codegen::Rational;
use multibody_codegen::internal::ir::{Node, Program, parse};

/// The program whose text form is edited line by line.
pub fn edited(program: &Program, edit: impl Fn(usize, &str) -> String) -> Program {
    let text = program.to_string();
    let lines = text.lines().enumerate().map(|(at, line)| edit(at, line));
    parse(&lines.collect::<Vec<_>>().join("\n")).expect("the text form parses")
}

/// The program with another value at a place, such as `add v0 v1`.
pub fn with_value(program: &Program, index: usize, value: &str) -> Program {
    edited(program, |line, text| {
        if line == index { format!("v{index} = {value}") } else { text.to_owned() }
    })
}

/// The program with one constant of its pool replaced.
pub fn with_constant(program: &Program, index: usize, value: &Rational) -> Program {
    let is_it = |node: &Node| matches!(node, Node::Constant(pool) if *pool as usize == index);
    let place = program.nodes().iter().position(is_it);
    with_value(
        program,
        place.expect("its value"),
        &format!("const {value}"),
    )
}

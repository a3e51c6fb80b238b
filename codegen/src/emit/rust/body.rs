//! The statements of a function.

use std::collections::{BTreeMap, BTreeSet};

use super::signature::{Signature, argument_name};
use crate::exact::nearest_f64;
use crate::function::Layout;
use crate::ir::{Circle, Class, InputKind, Node, Program, Value};

/// Statements that may stand in one scope. Each `let` is a scope within the one before it, which
/// compilers walk recursively when they write debug information.
const LONGEST_SCOPE: usize = 1000;
/// Statements of a block of a longer function.
const BLOCK: usize = 500;

/// All lines between the braces.
pub fn body(signature: &Signature, program: &Program) -> String {
    let mut writer = Writer::new(program);
    let mut text = unused_arguments(signature, program);
    let order: Vec<usize> = (0..program.nodes().len())
        .filter(|&at| writer.is_statement(at))
        .collect();
    if order.len() <= LONGEST_SCOPE {
        text.extend(order.iter().map(|&at| writer.statement(at, "        ")));
    } else {
        text += &writer.blocks(&order);
    }
    text += &result(signature.layout, &writer);
    text
}

/// All lines between the braces of a function of nothing: its value is a constant.
pub fn number(program: &Program) -> String {
    let value = program.as_constant(program.outputs()[0]);
    let value = value.expect("parameters are prepared, and nothing else is there");
    format!("        {:?}\n", nearest_f64(value))
}

/// What stands between the braces where there is no program: it has every type, and never ends.
pub fn endless(signature: &Signature) -> String {
    format!(
        "{}        loop {{}}\n",
        unused_arguments(signature, &Program::default())
    )
}

/// The statements of a program and its outputs as expressions behind them.
pub fn statements(program: &Program) -> (String, Vec<String>) {
    let writer = Writer::new(program);
    let nodes = 0..program.nodes().len();
    let text = nodes
        .map(|at| writer.statement(at, "            "))
        .collect();
    let outputs = program.outputs().iter();
    (
        text,
        outputs.map(|&output| writer.operand(output)).collect(),
    )
}

/// A structurally zero gravity needs no positions: what is not needed is named, so that no warning
/// remains.
fn unused_arguments(signature: &Signature, program: &Program) -> String {
    let used: BTreeSet<InputKind> = program
        .nodes()
        .iter()
        .filter_map(|node| match node {
            Node::Input(input) => Some(input.kind),
            _ => None,
        })
        .collect();
    let unused: Vec<&str> = (signature.arguments.iter())
        .filter(|kind| !used.contains(kind))
        .map(|&kind| argument_name(kind))
        .collect();
    match unused.as_slice() {
        [] => String::new(),
        [one] => format!("        let _ = {one};\n"),
        several => format!("        let _ = ({});\n", several.join(", ")),
    }
}

struct Writer<'a> {
    program: &'a Program,
    /// Sine and cosine values of each angle.
    pairs: BTreeMap<Value, (Option<Value>, Option<Value>)>,
    /// Names of sines and cosines.
    trig_names: BTreeMap<Value, String>,
    /// Names of values of closed blocks.
    block_names: BTreeMap<Value, String>,
}

impl<'a> Writer<'a> {
    fn new(program: &'a Program) -> Self {
        let mut pairs: BTreeMap<Value, (Option<Value>, Option<Value>)> = BTreeMap::new();
        for (at, node) in program.nodes().iter().enumerate() {
            let value = program.value(at);
            let Node::Call(function, argument) = *node else {
                continue;
            };
            match function.class() {
                Class::Circle(Circle::Sine) => pairs.entry(argument).or_default().0 = Some(value),
                Class::Circle(Circle::Cosine) => pairs.entry(argument).or_default().1 = Some(value),
                Class::SquareRoot | Class::Transcendental => {}
            }
        }
        let mut trig_names = BTreeMap::new();
        for (k, (sin, cos)) in pairs.values().enumerate() {
            for (value, letter) in [(sin, 's'), (cos, 'c')] {
                if let Some(value) = value {
                    trig_names.insert(*value, format!("{letter}{k}"));
                }
            }
        }
        Self {
            program,
            pairs,
            trig_names,
            block_names: BTreeMap::new(),
        }
    }

    /// Whether a node gets a line of its own; others are written where they are used.
    fn is_statement(&self, at: usize) -> bool {
        let node = self.program.nodes()[at];
        !matches!(
            node,
            Node::Input(_) | Node::Constant(_) | Node::Angle(_) | Node::Neg(_)
        )
    }

    /// The statements in blocks, each giving an array of what later ones need.
    fn blocks(&mut self, order: &[usize]) -> String {
        let angles = self.needed_for_angles();
        let (first, rest): (Vec<usize>, Vec<usize>) = order.iter().partition(|at| angles[**at]);
        let mut text: String = first
            .iter()
            .map(|&at| self.statement(at, "        "))
            .collect();
        let last_uses = self.last_uses(&rest);
        for (number, block) in rest.chunks(BLOCK).enumerate() {
            let lines: String = block
                .iter()
                .map(|&at| self.statement(at, "            "))
                .collect();
            let is_given = |at: &&usize| last_uses[**at].is_some_and(|last| last > number);
            let given = block.iter().filter(is_given);
            let given: Vec<Value> = given.map(|&at| self.program.value(at)).collect();
            let names: Vec<String> = given.iter().map(|&value| self.operand(value)).collect();
            text += &format!(
                "        let b{number} = {{\n{lines}{}        }};\n",
                array(&names)
            );
            for (place, value) in given.into_iter().enumerate() {
                self.block_names
                    .insert(value, format!("b{number}[{place}]"));
            }
        }
        text
    }

    /// Sines, cosines and what their angles are made of.
    fn needed_for_angles(&self) -> Vec<bool> {
        let nodes = self.program.nodes();
        let mut needed = vec![false; nodes.len()];
        for at in (0..nodes.len()).rev() {
            if needed[at] || matches!(nodes[at], Node::Call(function, _) if function.is_of_angle())
            {
                needed[at] = true;
                nodes[at]
                    .operands()
                    .for_each(|operand| needed[operand.index()] = true);
            }
        }
        needed
    }

    /// Of each value the number of the last block that uses it; outputs are used behind all.
    fn last_uses(&self, rest: &[usize]) -> Vec<Option<usize>> {
        let mut last = vec![None; self.program.nodes().len()];
        let mut note = |value: Value, block: usize| {
            // A negation is written where it is used: what counts is what it negates.
            let used = self.negated(value).unwrap_or(value);
            last[used.index()] = Some(block);
        };
        for (number, block) in rest.chunks(BLOCK).enumerate() {
            for &at in block {
                let operands = self.program.nodes()[at].operands();
                operands.for_each(|operand| note(operand, number));
            }
        }
        let outputs = self.program.outputs().iter();
        outputs.for_each(|&output| note(output, usize::MAX));
        last
    }

    /// The line that computes a node.
    fn statement(&self, at: usize, indent: &str) -> String {
        let name = format!("x{at}");
        let o = |value: Value| self.operand(value);
        let expression = match self.program.nodes()[at] {
            Node::Input(_) | Node::Constant(_) | Node::Angle(_) | Node::Neg(_) => {
                return String::new();
            }
            Node::Add(a, b) => match self.program.as_constant(a) {
                // A negative constant reads better behind a minus.
                Some(constant) if *constant < crate::exact::Rational::ZERO => {
                    format!("{} - {}", o(b), literal(&-constant.clone()))
                }
                _ => format!("{} + {}", o(a), o(b)),
            },
            Node::Sub(a, b) => format!("{} - {}", o(a), o(b)),
            Node::Mul(a, b) => format!("{} * {}", o(a), o(b)),
            Node::Div(a, b) => format!("{} / {}", o(a), o(b)),
            Node::Call(function, angle) if function.is_of_angle() => {
                return self.trig(at, angle, indent);
            }
            Node::Call(function, a) => format!("{}.{}()", self.receiver(a), function.name()),
        };
        format!("{indent}let {name} = {expression};\n")
    }

    /// Sine and cosine of an angle together, where the first of them is needed.
    fn trig(&self, at: usize, angle: Value, indent: &str) -> String {
        let (sin, cos) = self.pairs[&angle];
        let receiver = self.receiver(angle);
        let name = |value: Value| &self.trig_names[&value];
        match (sin, cos) {
            (Some(sin), Some(cos)) if at == sin.index().min(cos.index()) => {
                format!(
                    "{indent}let ({}, {}) = {receiver}.sin_cos();\n",
                    name(sin),
                    name(cos)
                )
            }
            (Some(_), Some(_)) => String::new(),
            (Some(sin), None) => format!("{indent}let {} = {receiver}.sin();\n", name(sin)),
            (None, Some(cos)) => format!("{indent}let {} = {receiver}.cos();\n", name(cos)),
            (None, None) => String::new(),
        }
    }

    fn receiver(&self, value: Value) -> String {
        match self.negated(value) {
            Some(_) => format!("({})", self.operand(value)),
            None => self.operand(value),
        }
    }

    fn negated(&self, value: Value) -> Option<Value> {
        match self.program.nodes()[value.index()] {
            Node::Neg(a) => Some(a),
            _ => None,
        }
    }

    /// A value as an operand.
    fn operand(&self, value: Value) -> String {
        match self.program.nodes()[value.index()] {
            Node::Input(input) => match input.kind {
                InputKind::Wrench => format!("wrenches[{}][{}]", input.index / 6, input.index % 6),
                kind => format!("{}[{}]", kind.name(), input.index),
            },
            Node::Constant(_) => {
                literal(self.program.as_constant(value).expect("a constant is one"))
            }
            Node::Angle(pool) => float(self.program.angles()[pool as usize].radians()),
            Node::Neg(a) => format!("-{}", self.operand(a)),
            _ => {
                let named = self
                    .trig_names
                    .get(&value)
                    .or_else(|| self.block_names.get(&value));
                named
                    .cloned()
                    .unwrap_or_else(|| format!("x{}", value.index()))
            }
        }
    }
}

fn literal(value: &crate::exact::Rational) -> String {
    if *value == crate::exact::Rational::ZERO {
        return "T::ZERO".into();
    }
    if *value == crate::exact::Rational::ONE {
        return "T::ONE".into();
    }
    float(nearest_f64(value))
}

fn float(value: f64) -> String {
    format!("T::lit({value:?})")
}

fn result(layout: Layout, writer: &Writer<'_>) -> String {
    let outputs = writer.program.outputs();
    let is_zero =
        |value: Value| writer.program.as_constant(value) == Some(&crate::exact::Rational::ZERO);
    let assign =
        |name: &str, from: usize, place: &dyn Fn(usize) -> String, count: usize| -> String {
            (0..count)
                .filter(|&k| !is_zero(outputs[from + k]))
                .map(|k| {
                    format!(
                        "        {name}{} = {};\n",
                        place(k),
                        writer.operand(outputs[from + k])
                    )
                })
                .collect()
        };
    // `let mut` only where something is assigned.
    let declare = |name: &str, assigned: &str, rest: &str| {
        let mutable = if assigned.is_empty() { "" } else { "mut " };
        format!("        let {mutable}{name} = {rest};\n{assigned}")
    };
    match layout {
        Layout::Scalar => format!("        {}\n", writer.operand(outputs[0])),
        Layout::Vector(n) => {
            let lines = assign("out", 0, &|k| format!("[{k}]"), n);
            declare("out", &lines, &format!("[T::ZERO; {n}]")) + "        out\n"
        }
        Layout::Matrix(rows, columns) => {
            let place = |k: usize| format!("[{}][{}]", k / columns, k % columns);
            let lines = assign("out", 0, &place, rows * columns);
            declare("out", &lines, &format!("[[T::ZERO; {columns}]; {rows}]")) + "        out\n"
        }
        Layout::Pose => {
            let rotation = assign("rotation", 0, &|k| format!("[{}][{}]", k / 3, k % 3), 9);
            let translation = assign("translation", 9, &|k| format!("[{k}]"), 3);
            format!(
                "{}{}        (rotation, translation)\n",
                declare("rotation", &rotation, "[[T::ZERO; 3]; 3]"),
                declare("translation", &translation, "[T::ZERO; 3]"),
            )
        }
    }
}

/// An array as the result of a block, as rustfmt sets it.
fn array(items: &[String]) -> String {
    const WIDTH: usize = 99;
    const SHORT: usize = 60;
    let line = items.join(", ");
    if line.len() + 2 <= SHORT {
        return format!("            [{line}]\n");
    }
    let indent = " ".repeat(16);
    let mut text = String::from("            [");
    let mut width = WIDTH;
    for item in items {
        if width + item.len() + 2 > WIDTH {
            text.truncate(text.trim_end().len());
            text += "\n";
            text += &indent;
            width = indent.len() - 1;
        }
        text += item;
        text += ", ";
        width += item.len() + 2;
    }
    format!("{}\n            ]\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Builder, parse};

    fn text(arguments: &[InputKind], layout: Layout, program: &Program) -> String {
        let (arguments, result) = (arguments.to_vec(), String::new());
        body(
            &Signature {
                arguments,
                result,
                layout,
                takes_link: false,
            },
            program,
        )
    }

    #[test]
    fn a_program_becomes_one_statement_a_value() {
        let program = parse(
            "v0 = q0\nv1 = const 333/1000\nv2 = const 0\nv3 = sin v0\nv4 = cos v0\nv5 = mul v1 v4\n\
             v6 = neg v3\nv7 = const -1/2\nv8 = add v7 v5\nout v5 v2 v6 v8",
        )
        .unwrap();
        assert_eq!(
            text(
                &[InputKind::Q, InputKind::Qd],
                Layout::Matrix(2, 2),
                &program
            ),
            "        let _ = qd;
        let (s0, c0) = q[0].sin_cos();
        let x5 = T::lit(0.333) * c0;
        let x8 = x5 - T::lit(0.5);
        let mut out = [[T::ZERO; 2]; 2];
        out[0][0] = x5;
        out[1][0] = -s0;
        out[1][1] = x8;
        out
"
        );
    }

    #[test]
    fn a_lonely_sine_and_a_turned_angle_are_written_so() {
        let program = parse(
            "v0 = q1\nv1 = angle 0 1\nv2 = add v0 v1\nv3 = cos v2\nv4 = neg v0\nv5 = sqrt v4\n\
             v6 = div v3 v5\nout v6",
        )
        .unwrap();
        assert_eq!(
            text(&[InputKind::Q], Layout::Scalar, &program),
            "        let x2 = q[1] + T::lit(1.5707963267948966);
        let c0 = x2.cos();
        let x5 = (-q[1]).sqrt();
        let x6 = c0 / x5;
        x6
"
        );
    }

    #[test]
    fn nothing_is_mutable_that_is_not_assigned() {
        let program = parse("v0 = const 0\nv1 = const 1\nout v0 v0 v0").unwrap();
        let expected = "        let _ = q;\n        let out = [T::ZERO; 3];\n        out\n";
        assert_eq!(text(&[InputKind::Q], Layout::Vector(3), &program), expected);
        let expected = "        let _ = (q, qd);\n        T::ZERO\n";
        let none = parse("v0 = const 0\nout v0").unwrap();
        assert_eq!(
            text(&[InputKind::Q, InputKind::Qd], Layout::Scalar, &none),
            expected
        );
    }

    /// Every name is bound before it is used and visible where it is used.
    #[test]
    fn a_long_program_is_cut_into_blocks() {
        let mut b = Builder::new();
        let (first, second) = (b.input(InputKind::Q, 0), b.input(InputKind::Q, 1));
        let (sin, _) = b.sin_cos(first);
        let mut chain = vec![sin, second];
        for k in 0..LONGEST_SCOPE {
            let next = b.mul(chain[k], chain[k + 1]);
            chain.push(b.add(next, first));
        }
        let program = b.finish(&[chain[LONGEST_SCOPE], chain[10]]);
        let text = text(&[InputKind::Q], Layout::Vector(2), &program);
        assert!(
            text.contains("let b0 = {\n") && text.contains("let b1 = {\n"),
            "{text}"
        );
        let mut bound: BTreeSet<String> = ["s0", "q", "T", "out"].map(str::to_owned).into();
        let mut inside: BTreeSet<String> = BTreeSet::new();
        for line in text.lines().map(str::trim) {
            let (name, expression) =
                match line.strip_prefix("let ").and_then(|l| l.split_once(" = ")) {
                    Some((name, expression)) => (name.trim_start_matches("mut "), expression),
                    None => (
                        "",
                        line.split_once(" = ")
                            .map_or(line, |(_, expression)| expression),
                    ),
                };
            let used = expression
                .split(|c: char| !c.is_ascii_alphanumeric())
                .filter(|word| word.starts_with('x') || word.starts_with('b'));
            for word in used {
                assert!(
                    bound.contains(word) || inside.contains(word),
                    "{word} in {line}"
                );
            }
            match (name, expression) {
                ("", "};") => inside.clear(),
                (name, "{") => drop(bound.insert(name.to_owned())),
                (name, _) => drop(inside.insert(name.to_owned())),
            }
        }
    }
}

//! The program of a function, node by node as in the text: nothing is simplified.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use multibody_program::exact::Rational;
use multibody_program::ir::{InputKind, Program, parse};

/// A value of the program, by its number.
pub type Value = usize;

/// A growing program, in the text form of programs.
#[derive(Default)]
pub struct Code {
    text: String,
    /// The number of values so far.
    pub count: usize,
    /// The values without operands, by their text.
    leaves: BTreeMap<String, Value>,
}

impl Code {
    /// Appends a node, and returns its value.
    fn push(&mut self, node: &str) -> Value {
        let _ = writeln!(self.text, "v{} = {node}", self.count);
        self.count += 1;
        self.count - 1
    }

    /// A value without operands; equal ones are one value.
    pub fn leaf(&mut self, node: String) -> Value {
        if let Some(&entry) = self.leaves.get(&node) {
            return entry;
        }
        let value = self.push(&node);
        self.leaves.insert(node, value);
        value
    }

    /// An input.
    pub fn input(&mut self, kind: InputKind, index: usize) -> Value {
        self.leaf(format!("{}{index}", kind.name()))
    }

    /// A number.
    pub fn number(&mut self, value: &Rational) -> Value {
        self.leaf(format!("const {value}"))
    }

    /// A value with one operand.
    pub fn unary(&mut self, operation: &str, a: Value) -> Value {
        self.push(&format!("{operation} v{a}"))
    }

    /// A value with two operands.
    pub fn binary(&mut self, operation: &str, a: Value, b: Value) -> Value {
        self.push(&format!("{operation} v{a} v{b}"))
    }

    /// The program with these outputs.
    ///
    /// # Errors
    /// The program cannot be parsed, which would be a mistake of this crate.
    pub fn finish(mut self, outputs: &[Value]) -> Result<Program, String> {
        self.text.push_str("out");
        for output in outputs {
            let _ = write!(self.text, " v{output}");
        }
        // `with_outputs` removes the values that no output needs.
        let program = parse(&self.text).map(|program| program.with_outputs(program.outputs()));
        program.map_err(|error| error.to_string())
    }
}

//! The program of a function, node by node as the text has it: nothing is simplified.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::constants::Exact;
use multibody_program::exact::Rational;
use multibody_program::ir::{InputKind, Program, parse};

/// A value of the program, by its number.
pub type Value = usize;

/// A growing program, in the text form of programs.
#[derive(Default)]
pub struct Code {
    text: String,
    count: usize,
    known: BTreeMap<String, Value>,
    /// The exact value that is chosen for each literal that has several: its place in the table.
    pub chosen: BTreeMap<String, usize>,
    /// The literals of this program with several exact values, and how many.
    pub ambiguous: BTreeMap<String, usize>,
}

impl Code {
    /// An empty program with these choices.
    pub fn new(chosen: BTreeMap<String, usize>) -> Self {
        Self {
            chosen,
            ..Self::default()
        }
    }

    /// A new value.
    fn push(&mut self, node: &str) -> Value {
        let _ = writeln!(self.text, "v{} = {node}", self.count);
        self.count += 1;
        self.count - 1
    }

    /// A value without operands, which is made once.
    fn leaf(&mut self, node: String) -> Value {
        if let Some(&known) = self.known.get(&node) {
            return known;
        }
        let value = self.push(&node);
        self.known.insert(node, value);
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

    /// A literal, by its exact values.
    pub fn literal(&mut self, literal: &str, values: &[Exact]) -> Option<Value> {
        if values.len() > 1 {
            self.ambiguous.insert(literal.to_owned(), values.len());
        }
        let at = self.chosen.get(literal).copied().unwrap_or(0);
        Some(match values.get(at)? {
            Exact::Number(value) => self.number(value),
            Exact::Angle(angle) => self.leaf(format!("angle {} {}", angle.cos, angle.sin)),
        })
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
    /// A message, which only a mistake of this crate could cause.
    pub fn finish(mut self, outputs: &[Value]) -> Result<Program, String> {
        self.text.push_str("out");
        for output in outputs {
            let _ = write!(self.text, " v{output}");
        }
        let program = parse(&self.text).map_err(|error| error.to_string())?;
        let outputs: Vec<_> = program.outputs().to_vec();
        Ok(program.giving(&outputs))
    }
}

//! The text form of a program: one value per line, then the outputs.
//!
//! ```text
//! v0 = q0
//! v1 = sin v0
//! v2 = const 333/1000
//! v3 = mul v2 v1
//! out v3
//! ```

use std::fmt;

use super::{Function, Input, InputKind, Node, Program, Value};
use crate::exact::{Angle, Rational};

/// A line that does not have the text form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramTextError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The mistake in this line.
    pub message: String,
}

impl fmt::Display for ProgramTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ProgramTextError {}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind.name(), self.index)
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, node) in self.nodes().iter().enumerate() {
            write!(f, "v{number} = ")?;
            match *node {
                Node::Input(input) => writeln!(f, "{input}")?,
                Node::Constant(index) => writeln!(f, "const {}", self.constants()[index as usize])?,
                Node::Angle(index) => {
                    let angle = &self.angles()[index as usize];
                    writeln!(f, "angle {} {}", angle.cos, angle.sin)?;
                }
                Node::Add(a, b) => writeln!(f, "add {a} {b}")?,
                Node::Sub(a, b) => writeln!(f, "sub {a} {b}")?,
                Node::Mul(a, b) => writeln!(f, "mul {a} {b}")?,
                Node::Div(a, b) => writeln!(f, "div {a} {b}")?,
                Node::Neg(a) => writeln!(f, "neg {a}")?,
                Node::Call(function, a) => writeln!(f, "{} {a}", function.name())?,
            }
        }
        write!(f, "out")?;
        for output in self.outputs() {
            write!(f, " {output}")?;
        }
        writeln!(f)
    }
}

/// Reads the text form back.
///
/// # Errors
/// [`ProgramTextError`] for the first line that does not have this form.
pub fn parse(text: &str) -> Result<Program, ProgramTextError> {
    let mut reader = Reader::default();
    for (number, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        reader
            .read_line(line.trim())
            .map_err(|message| ProgramTextError {
                line: number + 1,
                message,
            })?;
    }
    Ok(Program::from_parts(
        reader.nodes,
        reader.constants,
        reader.angles,
        reader.outputs,
    ))
}

#[derive(Default)]
struct Reader {
    nodes: Vec<Node>,
    constants: Vec<Rational>,
    angles: Vec<Angle>,
    outputs: Vec<Value>,
}

impl Reader {
    fn read_line(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words[0] == "out" {
            self.outputs = words[1..]
                .iter()
                .map(|w| self.read_value(w))
                .collect::<Result<_, _>>()?;
            return Ok(());
        }
        let (Some(&name), Some(&"="), Some(&op)) = (words.first(), words.get(1), words.get(2))
        else {
            return Err("expected `vN = ..` or `out ..`".into());
        };
        if name != format!("v{}", self.nodes.len()) {
            return Err(format!("expected v{}, found {name}", self.nodes.len()));
        }
        let node = self.read_node(op, &words[3..])?;
        self.nodes.push(node);
        Ok(())
    }

    fn read_node(&mut self, op: &str, words: &[&str]) -> Result<Node, String> {
        match (op, words) {
            ("const", [number]) => {
                self.constants.push(rational(number)?);
                Ok(Node::Constant(self.constants.len() as u32 - 1))
            }
            ("angle", [cos, sin]) => {
                self.angles.push(Angle {
                    cos: rational(cos)?,
                    sin: rational(sin)?,
                });
                Ok(Node::Angle(self.angles.len() as u32 - 1))
            }
            ("add", [a, b]) => Ok(Node::Add(self.read_value(a)?, self.read_value(b)?)),
            ("sub", [a, b]) => Ok(Node::Sub(self.read_value(a)?, self.read_value(b)?)),
            ("mul", [a, b]) => Ok(Node::Mul(self.read_value(a)?, self.read_value(b)?)),
            ("div", [a, b]) => Ok(Node::Div(self.read_value(a)?, self.read_value(b)?)),
            ("neg", [a]) => Ok(Node::Neg(self.read_value(a)?)),
            (input, []) => InputKind::NAMES
                .iter()
                .find_map(|(kind, name)| {
                    let index: u32 = input.strip_prefix(name)?.parse().ok()?;
                    Some(Node::Input(Input { kind: *kind, index }))
                })
                .ok_or_else(|| format!("unknown input {input}")),
            _ => match (Function::of_name(op), words) {
                (Some(function), [a]) => Ok(Node::Call(function, self.read_value(a)?)),
                _ => Err(format!(
                    "unknown operation {op} with {} operands",
                    words.len()
                )),
            },
        }
    }

    fn read_value(&self, word: &str) -> Result<Value, String> {
        match word
            .strip_prefix('v')
            .and_then(|digits| digits.parse::<u32>().ok())
        {
            Some(index) if (index as usize) < self.nodes.len() => Ok(Value(index)),
            _ => Err(format!("{word} is no earlier value")),
        }
    }
}

fn rational(text: &str) -> Result<Rational, String> {
    use std::str::FromStr;
    let is_fraction = text
        .trim_start_matches('-')
        .split('/')
        .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    match Rational::from_str(text) {
        Ok(number) if is_fraction && !text.ends_with("/0") => Ok(number),
        _ => Err(format!("{text} is no rational number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Builder, check_invariants};

    #[test]
    fn the_text_form_parses_back() {
        let mut b = Builder::new();
        let (q, qd) = (b.input(InputKind::Q, 0), b.input(InputKind::Qd, 3));
        let offset = b.angle(&Angle {
            cos: Rational::from(3) / Rational::from(5),
            sin: Rational::from(4) / Rational::from(5),
        });
        let sum = b.add(q, offset);
        let (s, c) = b.sin_cos(sum);
        let third = b.constant(&(Rational::from(-1) / Rational::from(3)));
        let x = b.mul(s, third);
        let y = b.div(c, qd);
        let z = b.sub(x, y);
        let program = b.finish(&[z, q]);
        assert_eq!(check_invariants(&program), Ok(()));
        assert_eq!(parse(&program.to_string()), Ok(program));
    }

    #[test]
    fn the_error_has_the_number_of_the_wrong_line() {
        assert_eq!(parse("v0 = q0\nv1 = sin v1\nout v1").unwrap_err().line, 2);
        assert_eq!(parse("v0 = const 1/0\nout v0").unwrap_err().line, 1);
        assert!(parse("v1 = q0").is_err());
    }
}

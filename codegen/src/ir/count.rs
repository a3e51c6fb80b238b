//! Operation counts: how much arithmetic a program does.

use std::collections::BTreeSet;

use super::{Function, Node, Program, Value};

/// Operations of a program. `x * x` is one multiplication; negation is free; a sine and a cosine
/// of one angle are one pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Multiplications.
    pub mul: usize,
    /// Additions and subtractions.
    pub add: usize,
    /// Divisions.
    pub div: usize,
    /// Square roots.
    pub sqrt: usize,
    /// Angles whose sine or cosine is taken.
    pub sincos: usize,
    /// Other functions.
    pub other: usize,
}

impl Count {
    /// What a program costs.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let mut count = Self::default();
        let mut angles: BTreeSet<Value> = BTreeSet::new();
        for node in program.nodes() {
            match *node {
                Node::Input(_) | Node::Constant(_) | Node::Angle(_) | Node::Neg(_) => {}
                Node::Add(..) | Node::Sub(..) => count.add += 1,
                Node::Mul(..) => count.mul += 1,
                Node::Div(..) => count.div += 1,
                Node::Call(Function::Sin | Function::Cos, angle) => {
                    angles.insert(angle);
                }
                Node::Call(Function::Sqrt, _) => count.sqrt += 1,
                Node::Call(Function::Exp | Function::Ln, _) => count.other += 1,
            }
        }
        count.sincos = angles.len();
        count
    }

    /// Multiplications and additions: the figure by which programs are compared.
    #[must_use]
    pub fn mul_add(&self) -> usize {
        self.mul + self.add
    }

    /// One number to minimise: a division or a root weighs as much as its latency against that of
    /// a multiplication, a sine and cosine as measured for a packed evaluation.
    #[must_use]
    pub fn weight(&self) -> usize {
        self.mul_add() + 4 * self.div + 4 * self.sqrt + 12 * self.sincos + 12 * self.other
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} mul, {} add", self.mul, self.add)?;
        for (number, name) in [
            (self.div, "div"),
            (self.sqrt, "sqrt"),
            (self.sincos, "sin/cos"),
            (self.other, "exp/ln"),
        ] {
            if number > 0 {
                write!(f, ", {number} {name}")?;
            }
        }
        Ok(())
    }
}

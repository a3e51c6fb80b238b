//! Operation counts: how much arithmetic a program does at each call. Values that depend only on parameters are
//! computed once, by `prepare`, and count there.

use std::collections::BTreeSet;

use super::{Class, InputKind, Node, Program, Value};

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
    /// Angles whose sine or cosine is computed.
    pub sincos: usize,
    /// Other functions.
    pub other: usize,
}

impl Count {
    /// The operations of one call of a program, after its parameters have been prepared.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let stages = program.stages();
        Self::of_nodes(program, |index| stages[index] > Some(InputKind::Parameter))
    }

    /// All operations of a program, including those that depend only on parameters.
    #[must_use]
    pub fn of_all(program: &Program) -> Self {
        Self::of_nodes(program, |_| true)
    }

    fn of_nodes(program: &Program, is_counted: impl Fn(usize) -> bool) -> Self {
        let mut count = Self::default();
        let mut angles: BTreeSet<Value> = BTreeSet::new();
        let nodes = program.nodes().iter().enumerate();
        for (_, node) in nodes.filter(|(index, _)| is_counted(*index)) {
            match *node {
                Node::Input(_) | Node::Constant(_) | Node::Angle(_) | Node::Neg(_) => {}
                Node::Add(..) | Node::Sub(..) => count.add += 1,
                Node::Mul(..) => count.mul += 1,
                Node::Div(..) => count.div += 1,
                Node::Call(function, argument) => match function.class() {
                    Class::SinCos(_) => {
                        angles.insert(argument);
                    }
                    Class::SquareRoot => count.sqrt += 1,
                    Class::Stumpff(_) | Class::Transcendental => count.other += 1,
                },
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

    /// A single number to minimise. The weight of a division or a root is its latency relative to that of a
    /// multiplication; the weight of a sine and cosine was measured for a packed evaluation, and other functions have the same.
    #[must_use]
    pub fn weight(&self) -> usize {
        self.mul_add() + 4 * self.div + 4 * self.sqrt + 12 * self.sincos + 12 * self.other
    }
}

impl std::ops::Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            mul: self.mul + other.mul,
            add: self.add + other.add,
            div: self.div + other.div,
            sqrt: self.sqrt + other.sqrt,
            sincos: self.sincos + other.sincos,
            other: self.other + other.other,
        }
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} mul, {} add", self.mul, self.add)?;
        for (number, name) in [
            (self.div, "div"),
            (self.sqrt, "sqrt"),
            (self.sincos, "sin/cos"),
            (self.other, "other functions"),
        ] {
            if number > 0 {
                write!(f, ", {number} {name}")?;
            }
        }
        Ok(())
    }
}

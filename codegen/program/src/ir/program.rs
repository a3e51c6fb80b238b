//! A finished straight-line program.

use super::{Node, Value, ValueHint};
use crate::exact::{Angle, Rational};

/// Nodes, each after its operands, and the values that are the results.
#[derive(Clone, Debug, Default)]
pub struct Program {
    nodes: Vec<Node>,
    hints: Vec<Option<ValueHint>>,
    constants: Vec<Rational>,
    angles: Vec<Angle>,
    outputs: Vec<Value>,
}

/// Hints do not count: programs are equal if they compute the same by the same nodes.
impl PartialEq for Program {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes
            && self.constants == other.constants
            && self.angles == other.angles
            && self.outputs == other.outputs
    }
}

impl Eq for Program {}

impl Program {
    /// The value of the node at a position.
    #[must_use]
    pub fn value(&self, position: usize) -> Value {
        Value(u32::try_from(position).expect("fewer than 2^32 values"))
    }

    /// All nodes.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The pool of exact constants.
    #[must_use]
    pub fn constants(&self) -> &[Rational] {
        &self.constants
    }

    /// The pool of constant angles.
    #[must_use]
    pub fn angles(&self) -> &[Angle] {
        &self.angles
    }

    /// The results.
    #[must_use]
    pub fn outputs(&self) -> &[Value] {
        &self.outputs
    }

    /// The exact value of a constant.
    #[must_use]
    pub fn as_constant(&self, value: Value) -> Option<&Rational> {
        match self.nodes[value.index()] {
            Node::Constant(index) => Some(&self.constants[index as usize]),
            _ => None,
        }
    }

    /// The hint of a value, if it has one.
    #[must_use]
    pub fn hint(&self, value: Value) -> Option<ValueHint> {
        self.hints[value.index()]
    }

    /// Gives the result with index k the hint `hint(k)`, unless it has one, or is an input or a constant.
    pub fn hint_outputs(&mut self, hint: impl Fn(usize) -> Option<ValueHint>) {
        for (index, &output) in self.outputs.iter().enumerate() {
            if let Some(hint) = hint(index) {
                super::hint::set(&self.nodes, &mut self.hints, output, hint);
            }
        }
    }

    /// The program that computes these values instead of its outputs, without nodes that they do not need.
    #[must_use]
    pub fn with_outputs(&self, outputs: &[Value]) -> Self {
        Self::extract(
            &self.nodes,
            &self.hints,
            &self.constants,
            &self.angles,
            outputs,
        )
    }

    pub(super) fn from_parts(
        nodes: Vec<Node>,
        constants: Vec<Rational>,
        angles: Vec<Angle>,
        outputs: Vec<Value>,
    ) -> Self {
        Self {
            hints: vec![None; nodes.len()],
            nodes,
            constants,
            angles,
            outputs,
        }
    }

    /// Keeps the nodes that `outputs` need, renumbered in the old order.
    pub(super) fn extract(
        nodes: &[Node],
        hints: &[Option<ValueHint>],
        constants: &[Rational],
        angles: &[Angle],
        outputs: &[Value],
    ) -> Self {
        // A value depends only on values before it.
        let end = outputs.iter().map(|output| output.index() + 1).max();
        let nodes = &nodes[..end.unwrap_or(0)];
        let is_needed = find_reachable(nodes, outputs);
        let mut program = Self::default();
        let mut renumbered = vec![Value(0); nodes.len()];
        for (k, node) in nodes.iter().enumerate().filter(|(k, _)| is_needed[*k]) {
            let node = match *node {
                Node::Constant(index) => {
                    program.constants.push(constants[index as usize].clone());
                    Node::Constant(program.constants.len() as u32 - 1)
                }
                Node::Angle(index) => {
                    program.angles.push(angles[index as usize].clone());
                    Node::Angle(program.angles.len() as u32 - 1)
                }
                operation => operation.map(|operand| renumbered[operand.index()]),
            };
            renumbered[k] = Value(program.nodes.len() as u32);
            program.nodes.push(node);
            program.hints.push(hints[k]);
        }
        program.outputs = outputs
            .iter()
            .map(|output| renumbered[output.index()])
            .collect();
        program
    }
}

/// Whether each node is an output, or an output depends on it.
fn find_reachable(nodes: &[Node], outputs: &[Value]) -> Vec<bool> {
    let mut marks = vec![false; nodes.len()];
    for output in outputs {
        marks[output.index()] = true;
    }
    for position in (0..nodes.len()).rev() {
        if marks[position] {
            for operand in nodes[position].operands() {
                marks[operand.index()] = true;
            }
        }
    }
    marks
}

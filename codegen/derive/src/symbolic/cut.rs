//! Cuts expressions into pieces.

use std::collections::HashMap;

use super::length::ExpressionLength;
use super::pieces::{Arithmetic, Piece, Pieces};
use multibody_description::system::SymbolicTerms;
use multibody_program::ir::{
    Builder, Function, Input, InputKind, LinearForm, Node, Program, Value,
};
use multibody_tree::Tree;

/// The pieces of a tree's expressions, not yet differentiated.
#[must_use]
pub fn cut(tree: &Tree) -> Pieces {
    let (symbolic, builder) = (&tree.symbolic, &tree.builder);
    let mut cutter = Cutter::default();
    for &definition in &symbolic.definitions {
        let value = cutter.expression(&builder.finish(&[definition]));
        let value = if cutter.is_plain(value) {
            value
        } else {
            cutter.as_input(value)
        };
        cutter.defined.push(value);
    }
    let mut structure = SymbolicTerms {
        definitions: Vec::new(),
        ..symbolic.clone()
    };
    let mut roots = Vec::new();
    structure.each_value(&mut |value| {
        let value = cutter.expression(&builder.finish(&[*value]));
        roots.push(cutter.piece(value));
    });
    Pieces {
        all: cutter.pieces,
        symbolic: structure,
        roots,
        positions: tree.positions.clone(),
    }
}

#[derive(Default)]
struct Cutter {
    /// The builder of all values here. Its inputs are the coordinates, the rates, the parameters, and the pieces as
    /// local inputs.
    b: Builder,
    pieces: Vec<Piece>,
    /// The piece of a value.
    known: HashMap<Value, usize>,
    /// The piece of a function of an input.
    called: HashMap<(Function, Value), usize>,
    /// The definitions so far.
    defined: Vec<Value>,
    /// The measure of each value.
    measures: Vec<Measured>,
}

/// The length of a value.
struct Measured {
    length: ExpressionLength,
    /// The base if the value is a power; otherwise the value itself.
    base: Value,
}

impl Cutter {
    /// Rebuilds an expression from pieces. The local inputs of its program stand for the definitions.
    fn expression(&mut self, program: &Program) -> Value {
        let mut values: Vec<Value> = Vec::with_capacity(program.nodes().len());
        for (at, &node) in program.nodes().iter().enumerate() {
            let value = match node {
                Node::Input(Input {
                    kind: InputKind::Local,
                    index,
                }) => self.defined[index as usize],
                Node::Call(function, argument) => self.call(function, values[argument.index()]),
                node => {
                    self.shorten(node, &mut values);
                    self.b.copy_node(program, program.value(at), &values)
                }
            };
            values.push(value);
        }
        values[program.outputs()[0].index()]
    }

    /// Turns operands of a node into pieces until the node is short enough to be differentiated.
    fn shorten(&mut self, node: Node, values: &mut [Value]) {
        loop {
            let node = node.map(|operand| values[operand.index()]);
            if self.length_of(node).is_short() {
                return;
            }
            let length = |of: &Value| self.measures[of.index()].length.total();
            let Some(longest) = node.operands().max_by_key(length) else {
                return;
            };
            let piece = self.as_input(longest);
            if piece == longest {
                return;
            }
            let same = values.iter_mut().filter(|value| **value == longest);
            same.for_each(|value| *value = piece);
        }
    }

    /// The length of a node whose operands are values of the builder.
    fn length_of(&mut self, node: Node) -> ExpressionLength {
        for at in self.measures.len()..self.b.nodes().len() {
            let node = self.b.nodes()[at];
            let base = self.base(node).unwrap_or(self.b.value(at));
            let length = self.known_length(node);
            self.measures.push(Measured { length, base });
        }
        self.known_length(node)
    }

    fn known_length(&self, node: Node) -> ExpressionLength {
        let operands: Vec<ExpressionLength> = (node.operands())
            .map(|operand| self.measures[operand.index()].length)
            .collect();
        match self.base(node) {
            _ if moves(node) => ExpressionLength::MOVING,
            Some(base) => self.measures[base.index()].length.power(&operands),
            None => ExpressionLength::of(node, &operands),
        }
    }

    /// The base of a power, if the node is a product of two powers with the same base.
    fn base(&self, node: Node) -> Option<Value> {
        let base = |value: Value| self.measures[value.index()].base;
        match node {
            Node::Mul(a, b) if base(a) == base(b) => Some(base(a)),
            _ => None,
        }
    }

    fn call(&mut self, function: Function, argument: Value) -> Value {
        if self.is_constant(argument) {
            return self.b.call(function, argument);
        }
        if !function.is_of_angle() {
            let input = self.as_input(argument);
            let at = self.piece_of_call(function, input);
            return self.b.input(InputKind::Local, at);
        }
        // The sign stays outside of the piece, so that it can move out of sines and cosines.
        match self.b.node(argument) {
            Node::Neg(opposite) => {
                let input = self.as_input(opposite);
                let negative = self.b.neg(input);
                self.b.call(function, negative)
            }
            _ => {
                let input = self.as_input(argument);
                self.b.call(function, input)
            }
        }
    }

    /// A value as an input: the value itself if it is an input, otherwise the input of its piece.
    fn as_input(&mut self, value: Value) -> Value {
        if matches!(self.b.node(value), Node::Input(_)) {
            return value;
        }
        let at = self.piece(value);
        self.b.input(InputKind::Local, at)
    }

    fn piece_of_call(&mut self, function: Function, input: Value) -> usize {
        let Node::Input(argument) = self.b.node(input) else {
            unreachable!("it was made an input");
        };
        let next = self.pieces.len();
        let at = *self.called.entry((function, input)).or_insert(next);
        if at == next {
            self.pieces.push(Piece::Call(function, argument));
        }
        at
    }

    /// The piece of a value; a new one, if it has none.
    fn piece(&mut self, value: Value) -> usize {
        if let Node::Input(Input {
            kind: InputKind::Local,
            index,
        }) = self.b.node(value)
        {
            return index as usize;
        }
        let next = self.pieces.len();
        let at = *self.known.entry(value).or_insert(next);
        if at == next {
            let arithmetic = arithmetic(&self.b.finish(&[value]));
            self.pieces.push(Piece::Arithmetic(Box::new(arithmetic)));
        }
        at
    }

    fn is_constant(&self, value: Value) -> bool {
        let program = self.b.finish(&[value]);
        !program.nodes().iter().any(|node| moves(*node))
    }

    /// Whether a definition is inserted where it is used, instead of becoming a piece. This is so if it does not
    /// move, or if it is a sum of coordinates, so that angles fold.
    fn is_plain(&self, value: Value) -> bool {
        let program = self.b.finish(&[value]);
        self.is_constant(value) || LinearForm::of(&program, program.outputs()[0]).is_some()
    }
}

fn moves(node: Node) -> bool {
    matches!(node, Node::Input(input) if input.kind != InputKind::Parameter)
}

/// A program as a piece: its moving inputs are the arguments, and all values that do not move are constants.
fn arithmetic(program: &Program) -> Arithmetic {
    let mut arguments: Vec<Input> = (program.nodes().iter())
        .filter_map(|node| match *node {
            Node::Input(input) if moves(*node) => Some(input),
            _ => None,
        })
        .collect();
    arguments.sort_unstable();
    // For each node: whether it moves, and its value, which is in `b` if it moves, and otherwise in `constants`.
    let mut constants = Builder::new();
    let (mut kept, mut b) = (Vec::new(), Builder::new());
    let mut is_moving: Vec<bool> = Vec::with_capacity(program.nodes().len());
    let (mut still, mut here) = (Vec::new(), Vec::new());
    for (at, &node) in program.nodes().iter().enumerate() {
        let moving = moves(node) || node.operands().any(|operand| is_moving[operand.index()]);
        is_moving.push(moving);
        if !moving {
            let value = constants.copy_node(program, program.value(at), &still);
            still.push(value);
            here.push(Value::ZERO);
            continue;
        }
        for operand in node
            .operands()
            .filter(|operand| !is_moving[operand.index()])
        {
            let value = still[operand.index()];
            here[operand.index()] = constant(&mut b, &constants, value, arguments.len(), &mut kept);
        }
        let value = match node {
            Node::Input(input) => {
                let at = arguments.iter().position(|known| *known == input);
                b.input(InputKind::Local, at.expect("all that move are arguments"))
            }
            _ => b.copy_node(program, program.value(at), &here),
        };
        still.push(Value::ZERO);
        here.push(value);
    }
    let output = program.outputs()[0].index();
    let value = if is_moving[output] {
        here[output]
    } else {
        constant(
            &mut b,
            &constants,
            still[output],
            arguments.len(),
            &mut kept,
        )
    };
    Arithmetic {
        constants: constants.finish(&kept),
        partials: b.finish(&[value]),
        arguments,
    }
}

/// A value that does not move, as a number or as a local input that follows the arguments.
fn constant(
    b: &mut Builder,
    constants: &Builder,
    value: Value,
    arguments: usize,
    kept: &mut Vec<Value>,
) -> Value {
    if let Some(number) = constants.as_constant(value) {
        return b.constant(number);
    }
    let known = kept.iter().position(|&other| other == value);
    let at = known.unwrap_or_else(|| {
        kept.push(value);
        kept.len() - 1
    });
    b.input(InputKind::Local, arguments + at)
}

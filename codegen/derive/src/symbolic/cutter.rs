//! Cuts expressions into pieces.

use std::collections::HashMap;

use super::length::ExpressionLength;
use super::pieces::{Arithmetic, Piece, Pieces};
use multibody_description::system::SymbolicTerms;
use multibody_program::ir::{
    Builder, Function, Input, InputKind, LinearForm, Node, Program, Value,
};
use multibody_tree::Tree;

/// Cuts a tree's expressions into pieces, without their derivatives.
#[must_use]
pub fn divide_into_pieces(tree: &Tree) -> Pieces {
    let (symbolic, builder) = (&tree.symbolic, &tree.builder);
    let mut cutter = Cutter::default();
    for &definition in &symbolic.definitions {
        let value = cutter.rebuild(&builder.finish(&[definition]));
        let operand = if cutter.is_inlined(value) { value } else { cutter.as_input(value) };
        cutter.definitions.push(operand);
    }
    let mut structure = SymbolicTerms {
        definitions: Vec::new(),
        ..symbolic.clone()
    };
    let mut roots = Vec::new();
    structure.each_value(&mut |value| {
        let value = cutter.rebuild(&builder.finish(&[*value]));
        roots.push(cutter.piece_of(value));
    });
    Pieces {
        pieces: cutter.pieces,
        symbolic: structure,
        roots,
        positions_of_rates: tree.positions_of_rates.clone(),
    }
}

/// The pieces so far, and the data by which equal values share a piece.
#[derive(Default)]
struct Cutter {
    /// The builder of all values here. Its inputs are those of the expressions, such as coordinates and parameters, and the pieces
    /// as local inputs.
    b: Builder,
    pieces: Vec<Piece>,
    /// The piece of a value.
    pieces_of_values: HashMap<Value, usize>,
    /// The piece of a function of an input.
    pieces_of_calls: HashMap<(Function, Value), usize>,
    /// The values of the definitions so far: inputs, or values that are inserted where they are used.
    definitions: Vec<Value>,
    /// The measure of each value of the builder; further values are measured when they are needed.
    measures: Vec<Measure>,
}

/// The length of a value.
struct Measure {
    length: ExpressionLength,
    /// The base if the value is a power; otherwise the value itself.
    base: Value,
}

impl Cutter {
    /// Rebuilds an expression from pieces. In its program, local inputs are the definitions.
    fn rebuild(&mut self, program: &Program) -> Value {
        let mut values: Vec<Value> = Vec::with_capacity(program.nodes().len());
        for (position, &node) in program.nodes().iter().enumerate() {
            let value = match node {
                Node::Input(Input {
                    kind: InputKind::Local,
                    index,
                }) => self.definitions[index as usize],
                Node::Call(function, x) => self.rebuild_call(function, values[x.index()]),
                node => {
                    self.shorten(node, &mut values);
                    self.b.copy_node(program, program.value(position), &values)
                }
            };
            values.push(value);
        }
        values[program.outputs()[0].index()]
    }

    /// Turns operands of a node into pieces until the node is short enough to be differentiated.
    fn shorten(&mut self, node: Node, values: &mut [Value]) {
        loop {
            let copy = node.map(|operand| values[operand.index()]);
            if self.length_of(copy).is_short() {
                return;
            }
            let length = |value: &Value| self.measures[value.index()].length.total();
            let Some(longest) = copy.operands().max_by_key(length) else {
                return;
            };
            let piece = self.as_input(longest);
            if piece == longest {
                return;
            }
            let uses = values.iter_mut().filter(|value| **value == longest);
            uses.for_each(|value| *value = piece);
        }
    }

    /// The length of a node whose operands are values of the builder.
    fn length_of(&mut self, node: Node) -> ExpressionLength {
        for index in self.measures.len()..self.b.nodes().len() {
            let node = self.b.nodes()[index];
            let base = self.base(node).unwrap_or(self.b.value(index));
            let length = self.length_from_operands(node);
            self.measures.push(Measure { length, base });
        }
        self.length_from_operands(node)
    }

    /// The length of a node whose operands have been measured.
    fn length_from_operands(&self, node: Node) -> ExpressionLength {
        let operands: Vec<ExpressionLength> = (node.operands())
            .map(|operand| self.measures[operand.index()].length)
            .collect();
        match self.base(node) {
            _ if is_moving_input(node) => ExpressionLength::MOVING,
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

    /// Rebuilds a call. Its argument becomes a piece unless it is an input or constant, and so does the call unless it is a sine, a
    /// cosine or constant.
    fn rebuild_call(&mut self, function: Function, argument: Value) -> Value {
        if self.is_constant(argument) {
            return self.b.call(function, argument);
        }
        if !function.is_of_angle() {
            let input = self.as_input(argument);
            let piece = self.piece_of_call(function, input);
            return self.b.input(InputKind::Local, piece);
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
        let piece = self.piece_of(value);
        self.b.input(InputKind::Local, piece)
    }

    /// The piece of a function of an input; a new one, if it has none.
    fn piece_of_call(&mut self, function: Function, input: Value) -> usize {
        let Node::Input(argument) = self.b.node(input) else {
            unreachable!("the argument of a piece is an input");
        };
        let next = self.pieces.len();
        let piece = *self
            .pieces_of_calls
            .entry((function, input))
            .or_insert(next);
        if piece == next {
            self.pieces.push(Piece::Call(function, argument));
        }
        piece
    }

    /// The piece of a value; a new one, if it has none.
    fn piece_of(&mut self, value: Value) -> usize {
        if let Node::Input(Input {
            kind: InputKind::Local,
            index,
        }) = self.b.node(value)
        {
            return index as usize;
        }
        let next = self.pieces.len();
        let piece = *self.pieces_of_values.entry(value).or_insert(next);
        if piece == next {
            let arithmetic = arithmetic_piece(&self.b.finish(&[value]));
            self.pieces.push(Piece::Arithmetic(Box::new(arithmetic)));
        }
        piece
    }

    fn is_constant(&self, value: Value) -> bool {
        let program = self.b.finish(&[value]);
        !program.nodes().iter().any(|node| is_moving_input(*node))
    }

    /// Whether a definition is inserted where it is used, instead of becoming a piece: if it is constant, or a
    /// sum of coordinates. Sums of angles can then be simplified.
    fn is_inlined(&self, value: Value) -> bool {
        let program = self.b.finish(&[value]);
        self.is_constant(value) || LinearForm::of(&program, program.outputs()[0]).is_some()
    }
}

/// Whether a node is an input that changes with time.
fn is_moving_input(node: Node) -> bool {
    matches!(node, Node::Input(input) if input.kind != InputKind::Parameter)
}

/// A program as a piece: its moving inputs are the arguments, and all values that do not move are constants.
fn arithmetic_piece(program: &Program) -> Arithmetic {
    let mut arguments: Vec<Input> = (program.nodes().iter())
        .filter_map(|node| match *node {
            Node::Input(input) if is_moving_input(*node) => Some(input),
            _ => None,
        })
        .collect();
    arguments.sort_unstable();
    // For each node: whether it moves, and its value, which is in `b` if it moves, and otherwise in `constants`.
    let mut constants = Builder::new();
    let (mut outputs, mut b) = (Vec::new(), Builder::new());
    let mut is_moving: Vec<bool> = Vec::with_capacity(program.nodes().len());
    let (mut constant_values, mut moving_values) = (Vec::new(), Vec::new());
    for (index, &node) in program.nodes().iter().enumerate() {
        let is_moving_node = is_moving_input(node) || node.operands().any(|x| is_moving[x.index()]);
        is_moving.push(is_moving_node);
        if !is_moving_node {
            let value = constants.copy_node(program, program.value(index), &constant_values);
            constant_values.push(value);
            moving_values.push(Value::ZERO);
            continue;
        }
        for operand in node
            .operands()
            .filter(|operand| !is_moving[operand.index()])
        {
            let value = constant_values[operand.index()];
            moving_values[operand.index()] =
                constant_operand(&mut b, &constants, value, arguments.len(), &mut outputs);
        }
        let value = match node {
            Node::Input(input) => {
                let argument = arguments.iter().position(|known| *known == input);
                b.input(
                    InputKind::Local,
                    argument.expect("all moving inputs are arguments"),
                )
            }
            _ => b.copy_node(program, program.value(index), &moving_values),
        };
        constant_values.push(Value::ZERO);
        moving_values.push(value);
    }
    let output = program.outputs()[0].index();
    let value = if is_moving[output] {
        moving_values[output]
    } else {
        constant_operand(
            &mut b,
            &constants,
            constant_values[output],
            arguments.len(),
            &mut outputs,
        )
    };
    Arithmetic {
        constants: constants.finish(&outputs),
        partials: b.finish(&[value]),
        arguments,
    }
}

/// A value that does not move, as an operand in `b`: a number, or a local input after those of the arguments.
fn constant_operand(
    b: &mut Builder,
    constants: &Builder,
    value: Value,
    arguments: usize,
    outputs: &mut Vec<Value>,
) -> Value {
    if let Some(number) = constants.as_constant(value) {
        return b.constant(number);
    }
    let existing = outputs.iter().position(|&other| other == value);
    let index = existing.unwrap_or_else(|| {
        outputs.push(value);
        outputs.len() - 1
    });
    b.input(InputKind::Local, arguments + index)
}

//! Directional derivatives of symbolic terms in a program, by the chain rule through the pieces (subexpressions) of which they
//! consist.

use std::collections::{BTreeMap, BTreeSet};

use super::pieces::{Arithmetic, Piece, Pieces};
use multibody_description::system::SymbolicTerms;
use multibody_program::ir::{Builder, Input, InputKind, Value, Vector3};

/// The values and partial derivatives of pieces in a program.
pub struct PieceDerivatives<'a> {
    pieces: &'a Pieces,
    partials: Vec<Partials>,
    /// The rate of each position that has one.
    rates: BTreeMap<usize, usize>,
}

/// Value and partial derivatives of a piece.
struct Partials {
    value: Value,
    arguments: Vec<Input>,
    /// The arguments that are pieces.
    nested: Vec<NestedPiece>,
    gradient: Vec<Value>,
    /// The second derivative by arguments a and b, for `a <= b`, by rows.
    hessian: Vec<Value>,
}

/// An argument that is a piece.
#[derive(Clone, Copy)]
struct NestedPiece {
    /// The index of the argument.
    argument: usize,
    /// The index of the piece.
    piece: usize,
}

/// The derivative of an argument.
#[derive(Clone, Copy)]
struct ArgumentChange {
    /// The index of the argument.
    argument: usize,
    change: Value,
}

/// The value of an input.
type InputValue<'i> = &'i dyn Fn(&mut Builder, Input) -> Value;

/// A direction in which positions, rates or time change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The position that belongs to this rate changes by 1.
    Position(usize),
    /// This rate changes by 1.
    Rate(usize),
    /// Each position changes by its input of this kind: its rate or its acceleration.
    Positions(InputKind),
    /// Each rate changes by its input of this kind: the rate itself or its acceleration.
    Rates(InputKind),
    /// Time changes by 1.
    Time,
    /// Along the motion: positions change by their rates, and time by 1.
    Motion,
    /// Along the motion, while the point at which an expression in x, y and z is evaluated moves with this velocity.
    MotionOf(Vector3),
    /// This component of the point's position changes by 1.
    PointCoordinate(usize),
}

/// The derivatives of all pieces along a direction.
pub struct DirectionalDerivative {
    /// The derivative of each piece.
    changes: Vec<Value>,
    /// For each piece, the derivatives of the arguments that change. If there are many arguments, most do not.
    arguments: Vec<Vec<ArgumentChange>>,
}

impl<'a> PieceDerivatives<'a> {
    /// Adds pieces to a program with the same inputs.
    pub fn new(b: &mut Builder, pieces: &'a Pieces) -> Self {
        Self::with_inputs(b, pieces, &|b, input| {
            b.input(input.kind, input.index as usize)
        })
    }

    /// Adds pieces to a program. Expressions in x, y and z are evaluated at a point.
    pub fn at(b: &mut Builder, pieces: &'a Pieces, point: &Vector3) -> Self {
        Self::with_inputs(b, pieces, &|b, input| match input.kind {
            InputKind::PointCoordinate => point[input.index as usize],
            kind => b.input(kind, input.index as usize),
        })
    }

    /// Adds pieces to a program in which all rates are 0.
    pub fn at_rest(b: &mut Builder, pieces: &'a Pieces) -> Self {
        Self::with_inputs(b, pieces, &|b, input| match input.kind {
            InputKind::Qd => Value::ZERO,
            kind => b.input(kind, input.index as usize),
        })
    }

    /// Adds pieces to a program. Their inputs have the values that `input` returns.
    fn with_inputs(b: &mut Builder, pieces: &'a Pieces, input: InputValue<'_>) -> Self {
        let mut partials: Vec<Partials> = Vec::with_capacity(pieces.pieces.len());
        for piece in &pieces.pieces {
            let next = match piece {
                Piece::Arithmetic(arithmetic) => Partials::of(b, arithmetic, &partials, input),
                Piece::Call(function, argument) => {
                    let x = value(b, *argument, &partials, input);
                    let y = b.call(*function, x);
                    let derivatives = function.derivatives(2);
                    let values = b.inline(&derivatives, |_, input| [x, y][input.index as usize]);
                    Partials {
                        value: y,
                        nested: pieces_among(&[*argument]),
                        arguments: vec![*argument],
                        gradient: vec![values[1]],
                        hessian: vec![values[2]],
                    }
                }
            };
            partials.push(next);
        }
        let positions = pieces.positions_of_rates.iter().enumerate();
        let rates = positions.filter_map(|(v, position)| Some(((*position)?, v)));
        Self {
            rates: rates.collect(),
            pieces,
            partials,
        }
    }

    /// The values of the expressions.
    pub fn values(&self) -> SymbolicTerms {
        self.terms_with_values(|piece| self.partials[piece].value)
    }

    /// The derivatives of the expressions along a direction.
    pub fn first(&self, direction: &DirectionalDerivative) -> SymbolicTerms {
        self.terms_with_values(|piece| direction.changes[piece])
    }

    /// The second derivatives of the expressions along two directions.
    pub fn second(
        &self,
        b: &mut Builder,
        first: &DirectionalDerivative,
        second: &DirectionalDerivative,
    ) -> SymbolicTerms {
        let changes = self.second_derivatives(b, &self.partials, first, second);
        self.terms_with_values(|piece| changes[piece])
    }

    /// The second derivatives of the terms of T alone.
    pub fn second_of_kinetic(
        &self,
        b: &mut Builder,
        first: &DirectionalDerivative,
        second: &DirectionalDerivative,
    ) -> Vec<Value> {
        let roots = &self.pieces.roots[..self.pieces.symbolic.kinetic.len()];
        // A piece comes after the pieces on which it depends.
        let count = roots.iter().max().map_or(0, |last| last + 1);
        let changes = self.second_derivatives(b, &self.partials[..count], first, second);
        roots.iter().map(|&root| changes[root]).collect()
    }

    /// The second derivatives of pieces f(x) along two directions, with the derivatives x' and x* of their arguments:
    /// `sum of df/dx_i x_i'* + sum of d2f/dx_i dx_j x_i' x_j*`.
    fn second_derivatives(
        &self,
        b: &mut Builder,
        pieces: &[Partials],
        first: &DirectionalDerivative,
        second: &DirectionalDerivative,
    ) -> Vec<Value> {
        let mut changes: Vec<Value> = Vec::with_capacity(pieces.len());
        let directions = first.arguments.iter().zip(&second.arguments);
        for (piece, (first, second)) in pieces.iter().zip(directions) {
            let pairs = merge(first, second);
            let entries = piece.nested.iter();
            let nested = entries.filter(|nested| changes[nested.piece] != Value::ZERO);
            // The arguments by which the second derivative is not 0: if there are many arguments, these are few.
            let affected: BTreeSet<usize> = (nested.map(|nested| nested.argument))
                .chain(pairs.iter().map(|&(i, _)| i))
                .collect();
            let mut terms = Vec::new();
            for i in affected {
                let argument = piece.arguments[i];
                if let InputKind::Local = argument.kind {
                    let inner = changes[argument.index as usize];
                    terms.push(b.mul(piece.gradient[i], inner));
                }
                let Ok(start) = pairs.binary_search_by_key(&i, |&(i, _)| i) else {
                    continue;
                };
                let (_, x) = pairs[start];
                let has_product = |y: [Value; 2]| {
                    let are_nonzero = |x, y| x != Value::ZERO && y != Value::ZERO;
                    are_nonzero(x[0], y[1]) || are_nonzero(y[0], x[1])
                };
                for &(j, y) in pairs[start..].iter().filter(|&&(_, y)| has_product(y)) {
                    let mut product = b.mul(x[0], y[1]);
                    if i != j {
                        let transposed_product = b.mul(y[0], x[1]);
                        product = b.add(product, transposed_product);
                    }
                    terms.push(b.mul(piece.hessian_entry(i, j), product));
                }
            }
            changes.push(b.sum(terms));
        }
        changes
    }

    /// The derivatives of all pieces along a direction.
    pub fn along(&self, b: &mut Builder, direction: Direction) -> DirectionalDerivative {
        let mut derivative = DirectionalDerivative {
            changes: Vec::with_capacity(self.partials.len()),
            arguments: Vec::with_capacity(self.partials.len()),
        };
        for piece in &self.partials {
            let mut changing_arguments = Vec::new();
            let mut terms = Vec::new();
            for (argument, (&input, &partial)) in
                piece.arguments.iter().zip(&piece.gradient).enumerate()
            {
                let change = self.input_change(b, direction, &derivative.changes, input);
                if change != Value::ZERO {
                    changing_arguments.push(ArgumentChange { argument, change });
                    terms.push(b.mul(partial, change));
                }
            }
            let sum = b.sum(terms);
            derivative.changes.push(sum);
            derivative.arguments.push(changing_arguments);
        }
        derivative
    }

    /// The derivative of an input of a piece along a direction; `pieces` has the derivatives of the earlier pieces.
    fn input_change(
        &self,
        b: &mut Builder,
        direction: Direction,
        pieces: &[Value],
        input: Input,
    ) -> Value {
        let index = input.index as usize;
        if input.kind == InputKind::Local {
            return pieces[index];
        }
        if input.kind == InputKind::Time {
            return match direction {
                Direction::Time | Direction::Motion | Direction::MotionOf(_) => Value::ONE,
                _ => Value::ZERO,
            };
        }
        if input.kind == InputKind::PointCoordinate {
            return match direction {
                Direction::MotionOf(rates) => rates[index],
                Direction::PointCoordinate(k) if k == index => Value::ONE,
                _ => Value::ZERO,
            };
        }
        // The index of the rate that belongs to this input. Expressions depend only on positions that have a rate.
        let (rate, kind) = match input.kind {
            InputKind::Q => (self.rates.get(&index).copied(), InputKind::Q),
            kind => (Some(index), kind),
        };
        let v = rate.expect("a position with a rate");
        match (direction, kind) {
            (Direction::Position(k), InputKind::Q) | (Direction::Rate(k), InputKind::Qd)
                if k == v =>
            {
                Value::ONE
            }
            (Direction::Positions(kind), InputKind::Q)
            | (Direction::Rates(kind), InputKind::Qd) => b.input(kind, v),
            (Direction::Motion | Direction::MotionOf(_), InputKind::Q) => b.input(InputKind::Qd, v),
            _ => Value::ZERO,
        }
    }

    /// The symbolic terms, in which each expression is replaced by a value that belongs to its piece.
    fn terms_with_values(&self, value_of: impl Fn(usize) -> Value) -> SymbolicTerms {
        let mut symbolic = self.pieces.symbolic.clone();
        let mut roots = self.pieces.roots.iter();
        symbolic.each_value(&mut |value| {
            *value = value_of(*roots.next().expect("a piece for each expression"));
        });
        symbolic
    }
}

/// The indices of the arguments that change along either direction, each with the derivatives along both.
fn merge(first: &[ArgumentChange], second: &[ArgumentChange]) -> Vec<(usize, [Value; 2])> {
    let mut changes: BTreeMap<usize, [Value; 2]> = BTreeMap::new();
    for (side, list) in [first, second].into_iter().enumerate() {
        for &ArgumentChange { argument, change } in list {
            changes.entry(argument).or_insert([Value::ZERO; 2])[side] = change;
        }
    }
    changes.into_iter().collect()
}

impl Partials {
    /// The second derivative with respect to arguments `i <= j`.
    fn hessian_entry(&self, i: usize, j: usize) -> Value {
        // The rows before have n, n - 1, .. n - i + 1 entries.
        let offset = i * (2 * self.arguments.len() + 1 - i) / 2;
        self.hessian[offset + j - i]
    }

    /// The partial derivatives of an arithmetic piece, whose arguments are inputs and earlier `pieces`.
    fn of(
        b: &mut Builder,
        arithmetic: &Arithmetic,
        pieces: &[Self],
        input: InputValue<'_>,
    ) -> Self {
        let arguments = arithmetic.arguments.clone();
        let mut inputs: Vec<Value> = (arguments.iter())
            .map(|&argument| value(b, argument, pieces, input))
            .collect();
        inputs.extend(b.inline(&arithmetic.constants, |b, input| {
            b.input(input.kind, input.index as usize)
        }));
        let mut values = b.inline(&arithmetic.partials, |_, input| {
            inputs[input.index as usize]
        });
        let hessian = values.split_off(1 + arguments.len());
        Self {
            value: values[0],
            gradient: values.split_off(1),
            hessian,
            nested: pieces_among(&arguments),
            arguments,
        }
    }
}

/// The arguments that are pieces.
fn pieces_among(arguments: &[Input]) -> Vec<NestedPiece> {
    let entries = arguments.iter().enumerate();
    let nested = entries.filter(|(_, argument)| argument.kind == InputKind::Local);
    nested
        .map(|(index, argument)| NestedPiece {
            argument: index,
            piece: argument.index as usize,
        })
        .collect()
}

/// The value of an input of a piece.
fn value(b: &mut Builder, argument: Input, pieces: &[Partials], input: InputValue<'_>) -> Value {
    match argument.kind {
        InputKind::Local => pieces[argument.index as usize].value,
        _ => input(b, argument),
    }
}

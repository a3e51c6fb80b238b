//! Hints say what a value is, so that it has a readable name in emitted code, as values of LLVM have. A hint is no part
//! of the program: it changes no value, count, order or hash, programs that differ only in hints are equal, and the
//! text form does not contain it.
//!
//! The first hint of a value is kept. A vector that a joint passes on unchanged thus has the name of the body where it was
//! computed, and so does every use of it.

use std::fmt::{self, Write};

use super::{Node, Value};

/// The quantity, body and component of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueHint {
    /// The quantity.
    pub symbol: ValueSymbol,
    /// The index of the body to which the value belongs, or of a rate, row or result.
    pub index: u32,
    /// The position of the value in its vector or matrix.
    pub component: Component,
    /// Whether the value is the negative of this number. The builder pulls signs outwards, so a program may compute
    /// only the negative.
    pub is_negative: bool,
}

/// One number of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Component {
    /// The only number.
    Whole,
    /// Along an axis.
    Axis(u8),
    /// An entry of a 3x3 matrix, by the axes of its row and column.
    Axes(u8, u8),
    /// The entry in this column of a matrix; the index of the hint is the row. No [whole](Self::Whole) quantity has the same
    /// symbol: otherwise `m0_1` could also be a part of `m0`.
    Column(u16),
}

/// A quantity, as it is written in a name. Whoever builds a program chooses the letters: the program knows no robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueSymbol {
    /// Lower-case letters, filled up with zeros.
    letters: [u8; ValueSymbol::MAX_LETTERS],
    /// What the index of a hint with this symbol counts.
    index: SymbolIndex,
}

/// What the index of a symbol counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymbolIndex {
    /// Bodies: emitted code has a comment before the values of a body.
    Body,
    /// Rates, rows or results.
    Other,
    /// Rows of a matrix, which has a second index for its columns.
    Matrix,
}

impl ValueSymbol {
    /// A definition in an expression of the user; the index is its position in [`definitions`](super::Builder::definitions).
    pub const DEFINITION: Self = Self::new("e", SymbolIndex::Other);

    const MAX_LETTERS: usize = 6;

    /// A symbol of one to six lower-case letters.
    #[must_use]
    pub const fn new(text: &str, index: SymbolIndex) -> Self {
        let mut letters = [0; Self::MAX_LETTERS];
        let mut position = 0;
        while position < text.len() {
            letters[position] = text.as_bytes()[position];
            assert!(
                letters[position].is_ascii_lowercase(),
                "a symbol has lower-case letters"
            );
            position += 1;
        }
        assert!(position > 0, "a symbol has letters");
        Self { letters, index }
    }
}

impl fmt::Display for ValueSymbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.letters.iter().take_while(|&&letter| letter != 0);
        letters
            .map(|&letter| char::from(letter))
            .try_for_each(|letter| f.write_char(letter))
    }
}

impl ValueHint {
    /// The only number of a quantity.
    #[must_use]
    pub fn whole(name: impl Into<ValueSymbol>, index: usize) -> Self {
        let symbol = name.into();
        debug_assert!(symbol.index != SymbolIndex::Matrix, "{symbol}");
        Self::new(symbol, index, Component::Whole)
    }

    /// The component of a vector along an axis.
    #[must_use]
    pub fn along(symbol: impl Into<ValueSymbol>, index: usize, axis: usize) -> Self {
        Self::new(symbol.into(), index, Component::Axis(axis as u8))
    }

    /// An entry of a 3x3 matrix.
    #[must_use]
    pub fn axes(symbol: impl Into<ValueSymbol>, index: usize, [row, column]: [usize; 2]) -> Self {
        Self::new(
            symbol.into(),
            index,
            Component::Axes(row as u8, column as u8),
        )
    }

    /// An entry of a matrix whose rows and columns are indices. None: the column is too large for a name.
    #[must_use]
    pub fn entry(name: impl Into<ValueSymbol>, row: usize, column: usize) -> Option<Self> {
        let symbol = name.into();
        debug_assert!(symbol.index == SymbolIndex::Matrix, "{symbol}");
        let column = u16::try_from(column).ok()?;
        Some(Self::new(symbol, row, Component::Column(column)))
    }

    /// The body, if the value belongs to one.
    #[must_use]
    pub fn body(self) -> Option<u32> {
        (self.symbol.index == SymbolIndex::Body).then_some(self.index)
    }

    /// The hint of the value with the opposite sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self {
            is_negative: !self.is_negative,
            ..self
        }
    }

    /// The hint without the sign.
    #[must_use]
    pub fn positive(self) -> Self {
        Self {
            is_negative: false,
            ..self
        }
    }

    fn new(symbol: ValueSymbol, index: usize, component: Component) -> Self {
        Self {
            symbol,
            index: u32::try_from(index).expect("an index below 2^32"),
            component,
            is_negative: false,
        }
    }
}

/// Gives a hint to an operation that has none. Inputs have names of their own, and constants are written as numbers; the operand of
/// a negation has the hint with the opposite sign.
pub(super) fn set(nodes: &[Node], hints: &mut [Option<ValueHint>], value: Value, hint: ValueHint) {
    let position = value.index();
    match nodes[position] {
        Node::Input(_) | Node::Constant(_) | Node::Angle(_) => {}
        Node::Neg(positive) => set(nodes, hints, positive, hint.negated()),
        _ => {
            hints[position].get_or_insert(hint);
        }
    }
}

impl fmt::Display for ValueHint {
    /// Part of an identifier: lower-case letters, digits and underscores.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let axis = |axis: u8| ["x", "y", "z"][usize::from(axis)];
        let sign = if self.is_negative { "neg_" } else { "" };
        write!(f, "{sign}{}{}", self.symbol, self.index)?;
        match self.component {
            Component::Whole => Ok(()),
            Component::Axis(only) => write!(f, "_{}", axis(only)),
            Component::Axes(row, column) => write!(f, "_{}{}", axis(row), axis(column)),
            Component::Column(column) => write!(f, "_{column}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Builder, InputKind, Program, parse};

    const D: ValueSymbol = ValueSymbol::new("d", SymbolIndex::Other);
    const TAU: ValueSymbol = ValueSymbol::new("tau", SymbolIndex::Other);
    const W: ValueSymbol = ValueSymbol::new("w", SymbolIndex::Body);
    const MRR: ValueSymbol = ValueSymbol::new("mrr", SymbolIndex::Body);
    const MASS_MATRIX: ValueSymbol = ValueSymbol::new("m", SymbolIndex::Matrix);

    const ELBOW: ValueHint = ValueHint {
        symbol: W,
        index: 3,
        component: Component::Axis(0),
        is_negative: false,
    };

    /// `p0 q0 + q1`, whose sum has a hint.
    fn sum() -> Program {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|index| b.input(InputKind::Q, index));
        let p = b.input(InputKind::Parameter, 0);
        let product = b.mul(p, x);
        let sum = b.add(product, y);
        b.hint(sum, ELBOW);
        b.hint(x, ELBOW);
        b.finish(&[sum])
    }

    fn hints(program: &Program) -> Vec<(usize, ValueHint)> {
        let pairs = (0..program.nodes().len()).map(|at| (at, program.hint(program.value(at))));
        pairs.filter_map(|(at, hint)| Some((at, hint?))).collect()
    }

    #[test]
    fn a_hint_is_written_as_the_literature_writes_the_quantity() {
        assert_eq!(ELBOW.to_string(), "w3_x");
        assert_eq!(ELBOW.negated().to_string(), "neg_w3_x");
        assert_eq!(ELBOW.negated().positive(), ELBOW);
        assert_eq!(ELBOW.body(), Some(3));
        assert_eq!(ValueHint::whole(D, 4).body(), None);
        assert_eq!(ValueHint::whole(D, 4).to_string(), "d4");
        let entry = ValueHint::axes(MRR, 2, [0, 2]);
        assert_eq!(entry.to_string(), "mrr2_xz");
        let entry = ValueHint::entry(MASS_MATRIX, 1, 12).map(|hint| hint.to_string());
        assert_eq!(entry.as_deref(), Some("m1_12"));
        assert_eq!(ValueHint::entry(MASS_MATRIX, 1, 70_000), None);
    }

    #[test]
    fn the_first_hint_of_an_operation_is_kept() {
        let mut b = Builder::new();
        let x = b.input(InputKind::Q, 0);
        let square = b.mul(x, x);
        let second = ValueHint::whole(D, 0);
        for hint in [ELBOW, second] {
            [x, Value::ONE, square]
                .iter()
                .for_each(|&value| b.hint(value, hint));
        }
        let program = b.finish(&[square, x, Value::ONE]);
        let results: Vec<ValueHint> = hints(&program).into_iter().map(|(_, hint)| hint).collect();
        assert_eq!(results, [ELBOW]);
        assert_eq!(program.hint(program.outputs()[0]), Some(ELBOW));
    }

    /// A negation is free and disappears into sums, so its operand has the hint.
    #[test]
    fn the_operand_of_a_negation_has_the_hint_with_the_opposite_sign() {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|index| b.input(InputKind::Q, index));
        let product = b.mul(x, y);
        let minus = b.neg(product);
        b.hint(minus, ELBOW);
        let program = b.finish(&[minus]);
        assert_eq!(hints(&program), [(2, ELBOW.negated())]);
        // A copy in which signs are pulled outwards differently: (-x) y.
        let outputs = b.inline(&program, |b, input| match input.index {
            0 => b.neg(x),
            _ => b.scale(&2.into(), y),
        });
        let copy = b.finish(&outputs);
        assert_eq!(hints(&copy).last(), Some(&(4, ELBOW)));

        let mut program = b.finish(&[minus, x]);
        program.hint_outputs(|at| Some(ValueHint::whole(TAU, at)));
        assert_eq!(hints(&program), [(2, ELBOW.negated())]);
    }

    #[test]
    fn a_hint_is_no_part_of_the_program() {
        let program = sum();
        let copy = parse(&program.to_string()).expect("its own text");
        assert_eq!(hints(&copy), []);
        assert_eq!(copy, program);
        assert_eq!(copy.to_string(), program.to_string());
    }

    /// Inlining and extraction; copies and divided programs are tested in the crate `passes`.
    #[test]
    fn rebuilt_programs_keep_hints() {
        let program = sum();
        assert_eq!(hints(&program).len(), 1);
        let sum = program.outputs()[0];
        assert_eq!(hints(&program.with_outputs(&[sum, sum])), hints(&program));

        let mut b = Builder::new();
        let outputs = b.inline(&program, |b, input| {
            b.input(input.kind, input.index as usize)
        });
        assert_eq!(hints(&b.finish(&outputs)), hints(&program));
    }

    #[test]
    fn results_without_a_hint_can_be_named() {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|index| b.input(InputKind::Q, index));
        let (first, second) = (b.mul(x, y), b.add(x, y));
        b.hint(first, ELBOW);
        let mut program = b.finish(&[first, second, x]);
        program.hint_outputs(|at| Some(ValueHint::whole(TAU, at)));
        let hints = program.outputs().iter().map(|&value| program.hint(value));
        let tau = ValueHint::whole(TAU, 1);
        assert_eq!(hints.collect::<Vec<_>>(), [Some(ELBOW), Some(tau), None]);
    }
}

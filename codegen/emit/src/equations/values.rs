//! Values of a program as expressions, for example the numbers that a description gives for a link.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::expression::{Expression, Style, Symbol};
use super::number::{self, number};
use super::symbols::SymbolNames;
use multibody_outputs::EquationsInFull;
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, Input, Matrix3, Node, Value};

/// Writes values of a builder.
pub struct Values<'a> {
    builder: &'a Builder,
    names: &'a SymbolNames,
    style: number::NumberStyle,
    /// The expressions of values so far, since many values are used often.
    expressions: RefCell<BTreeMap<Value, Expression>>,
    /// The length of each value so far.
    lengths: RefCell<Vec<Length>>,
}

/// The number of symbols of the longest expression that is written. Nobody reads a longer one, and if each value uses the one before
/// it twice, lengths grow exponentially.
const MAX_SYMBOLS: u64 = 5_000;

impl<'a> Values<'a> {
    /// Writes the values of a builder, with names of inputs and a style of numbers.
    pub fn new(builder: &'a Builder, names: &'a SymbolNames, style: number::NumberStyle) -> Self {
        Self {
            builder,
            names,
            style,
            expressions: RefCell::default(),
            lengths: RefCell::default(),
        }
    }

    /// A writer with the same names and style, for a builder that has grown from this one.
    pub fn with_builder<'b>(&self, builder: &'b Builder) -> Values<'b>
    where
        'a: 'b,
    {
        Values::new(builder, self.names, self.style)
    }

    /// The expression of a value, or two dots if it is too long to read.
    pub fn expression(&self, value: Value) -> Expression {
        if self.is_too_long(value) {
            let style = Style::Word;
            return Expression::Symbol(Symbol {
                style,
                ..Symbol::scalar("..", "..", &[])
            });
        }
        if let Some(entry) = self.expressions.borrow().get(&value) {
            return entry.clone();
        }
        let expression = self.node_expression(value);
        self.expressions
            .borrow_mut()
            .insert(value, expression.clone());
        expression
    }

    /// Whether a value is replaced by dots.
    pub fn is_too_long(&self, value: Value) -> bool {
        let mut lengths = self.lengths.borrow_mut();
        for (index, &node) in self.builder.nodes().iter().enumerate().skip(lengths.len()) {
            let length = Length::of(node, self.builder.value(index), &lengths);
            lengths.push(length);
        }
        let Length { symbols, power, .. } = lengths[value.index()];
        // Exponents are written as `u32`.
        symbols > MAX_SYMBOLS || u32::try_from(power).is_err()
    }

    /// The expression of a value from those of its operands.
    fn node_expression(&self, value: Value) -> Expression {
        let operand = |value| self.expression(value);
        match self.builder.node(value) {
            Node::Input(input) => self.names.input(input),
            Node::Constant(_) => self.number(self.builder.as_constant(value)),
            Node::Angle(_) => {
                let radians = self.builder.as_angle(value).map(|angle| angle.radians());
                let exact = radians.and_then(|radians| Rational::try_from(radians).ok());
                self.number(exact.as_ref())
            }
            Node::Add(a, b) => Expression::sum(self.terms(a, b, false)),
            Node::Sub(a, b) => Expression::sum(self.terms(a, b, true)),
            Node::Mul(a, b) => {
                let mut factors = Vec::new();
                for factor in [operand(a), operand(b)] {
                    match factor {
                        Expression::Product(inner) => factors.extend(inner),
                        single_factor => factors.push(single_factor),
                    }
                }
                product(factors)
            }
            Node::Div(a, b) => Expression::Quotient(Box::new(operand(a)), Box::new(operand(b))),
            Node::Neg(a) => operand(a).negative(),
            Node::Call(function, a) => Expression::Call(function, Box::new(operand(a))),
        }
    }

    /// The number of a constant value; `None` if the value is known only at run time.
    pub fn constant(&self, value: Value) -> Option<&Rational> {
        self.builder.as_constant(value)
    }

    /// A number; 0 if there is none.
    pub fn number(&self, value: Option<&Rational>) -> Expression {
        number(value.unwrap_or(&Rational::ZERO), self.style)
    }

    /// The terms of `a + b` or `a - b`, where a and b may be sums themselves.
    fn terms(&self, a: Value, b: Value, is_difference: bool) -> Vec<Expression> {
        let (a, b) = (self.expression(a), self.expression(b));
        let b = if is_difference { b.negative() } else { b };
        let mut terms = Vec::new();
        for term in [a, b] {
            match term {
                Expression::Sum(inner) => terms.extend(inner),
                single_term => terms.push(single_term),
            }
        }
        terms
    }

    /// Whether a rotation is the identity.
    pub fn is_identity(&self, rotation: &Matrix3) -> bool {
        *rotation == self.builder.identity()
    }

    /// `(x, y, z)`
    pub fn tuple(&self, values: &[Value]) -> Expression {
        Expression::Tuple(values.iter().map(|&value| self.expression(value)).collect())
    }
}

/// The length of a value's expression.
#[derive(Clone, Copy)]
struct Length {
    /// Number of inputs, numbers and operators.
    symbols: u64,
    /// The value of which this one is a power, or else this value itself.
    base: Value,
    /// An upper bound on the exponent of each of its factors.
    power: u64,
}

impl Length {
    /// The length of a node's expression. `lengths` has those of all nodes before it.
    fn of(node: Node, value: Value, lengths: &[Self]) -> Self {
        let length = |operand: Value| lengths[operand.index()];
        let symbols = |operands: &mut dyn Iterator<Item = Self>| {
            operands.fold(1, |sum: u64, operand| sum.saturating_add(operand.symbols))
        };
        let powers = node.operands().map(|operand| length(operand).power);
        let power = match node {
            Node::Mul(..) | Node::Div(..) | Node::Neg(_) => powers.fold(0, u64::saturating_add),
            _ => 1,
        };
        match node {
            // A power is written as its base and an exponent.
            Node::Mul(a, b) if length(a).base == length(b).base => Self {
                symbols: symbols(&mut [length(length(a).base)].into_iter()),
                base: length(a).base,
                power,
            },
            node => Self {
                symbols: symbols(&mut node.operands().map(length)),
                base: value,
                power,
            },
        }
    }
}

/// A product as people write it: a single quotient, with numbers in front.
fn product(factors: Vec<Expression>) -> Expression {
    let (mut numerator, mut denominator) = (Vec::new(), Vec::new());
    for factor in factors {
        match factor {
            Expression::Quotient(a, b) => {
                numerator.extend(factors_of(*a));
                denominator.extend(factors_of(*b));
            }
            single_factor => numerator.push(single_factor),
        }
    }
    // Cancels the factors that numerator and denominator share.
    denominator.retain(|factor| {
        let position = numerator.iter().position(|other| other == factor);
        position.map(|index| numerator.remove(index)).is_none()
    });
    let one = Expression::whole(1);
    numerator.retain(|factor| *factor != one);
    let combine = |mut factors: Vec<Expression>| {
        factors.sort_by_key(|factor| !matches!(factor, Expression::Numeral(_)));
        match factors.len() {
            0 => Expression::whole(1),
            1 => factors.remove(0),
            _ => Expression::Product(powers(factors)),
        }
    };
    if denominator.is_empty() {
        combine(numerator)
    } else {
        Expression::Quotient(Box::new(combine(numerator)), Box::new(combine(denominator)))
    }
}

/// The factors of a product; any other expression is its own only factor.
fn factors_of(expression: Expression) -> Vec<Expression> {
    match expression {
        Expression::Product(factors) => factors,
        factor => vec![factor],
    }
}

/// Combines equal factors into powers.
fn powers(factors: Vec<Expression>) -> Vec<Expression> {
    let mut counts: Vec<(Expression, u32)> = Vec::new();
    for factor in factors {
        let (base, exponent) = match factor {
            Expression::Power(base, exponent) => (*base, exponent),
            single_factor => (single_factor, 1),
        };
        match counts.iter_mut().find(|(known, _)| *known == base) {
            Some((_, power)) => *power += exponent,
            None => counts.push((base, exponent)),
        }
    }
    let powers = counts.into_iter();
    powers
        .map(|(base, exponent)| base.power(exponent))
        .collect()
}

/// The meanings of inputs that stand for a quotient or a function of parameters in the equations.
pub fn meanings(equations: &EquationsInFull, names: &SymbolNames) -> BTreeMap<Input, Expression> {
    let values = Values::new(&equations.builder, names, number::NumberStyle::Fractions);
    let inputs = equations.definitions.iter();
    inputs
        .map(|(&input, &value)| (input, values.expression(value)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equations::plain::Plain;
    use crate::equations::write::expression;
    use multibody_program::exact::integer;
    use multibody_program::ir::{Function, InputKind};

    #[test]
    fn a_value_is_written_with_its_names_and_powers() {
        let mut b = Builder::new();
        let (x, y) = (b.input(InputKind::Q, 0), b.input(InputKind::Q, 1));
        let square = b.mul(x, x);
        let twelfth = b.scale(&(integer(1) / integer(12)), square);
        let difference = b.sub(twelfth, y);
        let root = b.call(Function::Sqrt, y);
        let quotient = b.div(difference, root);
        let names = SymbolNames::default();
        let negative = b.neg(difference);
        let values = Values::new(&b, &names, number::NumberStyle::Fractions);
        let text = |value| expression(&Plain, &values.expression(value));
        // The builder moves signs outwards.
        assert_eq!(text(quotient), "-(q2 - 1/12 q1^2) / sqrt(q2)");
        assert_eq!(text(negative), "q2 - 1/12 q1^2");
        assert_eq!(text(difference), "-q2 + 1/12 q1^2");
        assert_eq!(expression(&Plain, &values.tuple(&[x, y])), "(q1, q2)");
        let (one, two) = (b.one(), b.integer(2));
        let double_root = b.mul(two, root);
        let inverse = b.div(one, double_root);
        let share = b.mul(inverse, x);
        let product = b.mul(two, share);
        let values = Values::new(&b, &names, number::NumberStyle::Fractions);
        let text = |value| expression(&Plain, &values.expression(value));
        assert_eq!(text(share), "q1 / (2 sqrt(q2))");
        assert_eq!(text(product), "q1 / sqrt(q2)");
    }
}

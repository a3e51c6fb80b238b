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
    /// The values that have been written, so that a value in frequent use is written once.
    written: RefCell<BTreeMap<Value, Expression>>,
    /// How long each value is on paper.
    lengths: RefCell<Vec<Length>>,
}

/// Length of the longest expression that is written. Nobody reads a longer one, and an expression that shares
/// parts at every level would grow without bound.
const LONGEST: u64 = 5_000;

impl<'a> Values<'a> {
    /// Writes the values of a builder, with names of inputs and a style of numbers.
    pub fn new(builder: &'a Builder, names: &'a SymbolNames, style: number::NumberStyle) -> Self {
        Self {
            builder,
            names,
            style,
            written: RefCell::default(),
            lengths: RefCell::default(),
        }
    }

    /// A writer with the same names and style, for a builder that has grown from this one.
    pub fn grown<'b>(&self, builder: &'b Builder) -> Values<'b>
    where
        'a: 'b,
    {
        Values::new(builder, self.names, self.style)
    }

    /// A value as the description has it, or two dots if it is too long to read.
    pub fn expression(&self, value: Value) -> Expression {
        if self.is_too_long(value) {
            let style = Style::Word;
            return Expression::Symbol(Symbol {
                style,
                ..Symbol::scalar("..", "..", &[])
            });
        }
        if let Some(known) = self.written.borrow().get(&value) {
            return known.clone();
        }
        let expression = self.of_node(value);
        self.written.borrow_mut().insert(value, expression.clone());
        expression
    }

    /// Whether a value is replaced by dots.
    pub fn is_too_long(&self, value: Value) -> bool {
        let mut lengths = self.lengths.borrow_mut();
        for (at, &node) in self.builder.nodes().iter().enumerate().skip(lengths.len()) {
            let length = Length::of(node, self.builder.value(at), &lengths);
            lengths.push(length);
        }
        let Length { signs, power, .. } = lengths[value.index()];
        signs > LONGEST || u32::try_from(power).is_err()
    }

    fn of_node(&self, value: Value) -> Expression {
        let of = |value| self.expression(value);
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
                for factor in [of(a), of(b)] {
                    match factor {
                        Expression::Product(inner) => factors.extend(inner),
                        other => factors.push(other),
                    }
                }
                product(factors)
            }
            Node::Div(a, b) => Expression::Quotient(Box::new(of(a)), Box::new(of(b))),
            Node::Neg(a) => of(a).negative(),
            Node::Call(function, a) => Expression::Call(function, Box::new(of(a))),
        }
    }

    /// The number that a value is. None: it is known only at run time.
    pub fn constant(&self, value: Value) -> Option<&Rational> {
        self.builder.as_constant(value)
    }

    /// A number; none: 0.
    pub fn number(&self, value: Option<&Rational>) -> Expression {
        number(value.unwrap_or(&Rational::ZERO), self.style)
    }

    fn terms(&self, a: Value, b: Value, minus: bool) -> Vec<Expression> {
        let (a, b) = (self.expression(a), self.expression(b));
        let b = if minus { b.negative() } else { b };
        let mut terms = Vec::new();
        for term in [a, b] {
            match term {
                Expression::Sum(inner) => terms.extend(inner),
                other => terms.push(other),
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

/// How long a value is on paper.
#[derive(Clone, Copy)]
struct Length {
    /// Number of inputs, numbers and signs.
    signs: u64,
    /// The value of which this one is a power; otherwise the value itself.
    base: Value,
    /// An upper bound on the exponent of each of its factors.
    power: u64,
}

impl Length {
    fn of(node: Node, value: Value, before: &[Self]) -> Self {
        let of = |operand: Value| before[operand.index()];
        let signs = |of: &mut dyn Iterator<Item = Self>| {
            of.fold(1, |sum: u64, of| sum.saturating_add(of.signs))
        };
        let powers = node.operands().map(|operand| of(operand).power);
        let power = match node {
            Node::Mul(..) | Node::Div(..) | Node::Neg(_) => powers.fold(0, u64::saturating_add),
            _ => 1,
        };
        match node {
            Node::Mul(a, b) if of(a).base == of(b).base => Self {
                signs: signs(&mut [of(of(a).base)].into_iter()),
                base: of(a).base,
                power,
            },
            node => Self {
                signs: signs(&mut node.operands().map(of)),
                base: value,
                power,
            },
        }
    }
}

/// A product as people write it: a single quotient, with numbers in front.
fn product(factors: Vec<Expression>) -> Expression {
    let (mut above, mut below) = (Vec::new(), Vec::new());
    for factor in factors {
        match factor {
            Expression::Quotient(a, b) => {
                above.extend(parts(*a));
                below.extend(parts(*b));
            }
            other => above.push(other),
        }
    }
    below.retain(|factor| {
        let same = above.iter().position(|other| other == factor);
        same.map(|at| above.remove(at)).is_none()
    });
    let one = Expression::whole(1);
    above.retain(|factor| *factor != one);
    let whole = |mut factors: Vec<Expression>| {
        factors.sort_by_key(|factor| !matches!(factor, Expression::Numeral(_)));
        match factors.len() {
            0 => Expression::whole(1),
            1 => factors.remove(0),
            _ => Expression::Product(powers(factors)),
        }
    };
    if below.is_empty() {
        whole(above)
    } else {
        Expression::Quotient(Box::new(whole(above)), Box::new(whole(below)))
    }
}

/// The factors of a product; any other expression is its own only factor.
fn parts(of: Expression) -> Vec<Expression> {
    match of {
        Expression::Product(factors) => factors,
        other => vec![other],
    }
}

/// Combines equal factors into powers.
fn powers(factors: Vec<Expression>) -> Vec<Expression> {
    let mut found: Vec<(Expression, u32)> = Vec::new();
    for factor in factors {
        let (base, exponent) = match factor {
            Expression::Power(base, exponent) => (*base, exponent),
            other => (other, 1),
        };
        match found.iter_mut().find(|(known, _)| *known == base) {
            Some((_, power)) => *power += exponent,
            None => found.push((base, exponent)),
        }
    }
    let powers = found.into_iter();
    powers
        .map(|(base, exponent)| base.power(exponent))
        .collect()
}

/// The expressions for the inputs that replace quotients and functions of parameters in the equations to read.
pub fn known(read: &EquationsInFull, names: &SymbolNames) -> BTreeMap<Input, Expression> {
    let values = Values::new(&read.builder, names, number::NumberStyle::Fractions);
    let known = read.known.iter();
    known
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
        let minus = b.sub(twelfth, y);
        let root = b.call(Function::Sqrt, y);
        let quotient = b.div(minus, root);
        let names = SymbolNames::default();
        let negative = b.neg(minus);
        let values = Values::new(&b, &names, number::NumberStyle::Fractions);
        let shown = |value| expression(&Plain, &values.expression(value));
        // The builder moves signs outwards.
        assert_eq!(shown(quotient), "-(q2 - 1/12 q1^2) / sqrt(q2)");
        assert_eq!(shown(negative), "q2 - 1/12 q1^2");
        assert_eq!(shown(minus), "-q2 + 1/12 q1^2");
        assert_eq!(expression(&Plain, &values.tuple(&[x, y])), "(q1, q2)");
        let (one, two) = (b.one(), b.integer(2));
        let twice = b.mul(two, root);
        let share = b.div(one, twice);
        let share = b.mul(share, x);
        let whole = b.mul(two, share);
        let values = Values::new(&b, &names, number::NumberStyle::Fractions);
        let shown = |value| expression(&Plain, &values.expression(value));
        assert_eq!(shown(share), "q1 / (2 sqrt(q2))");
        assert_eq!(shown(whole), "q1 / sqrt(q2)");
    }
}

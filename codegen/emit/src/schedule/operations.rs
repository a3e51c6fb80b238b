//! What the statement of a value computes, and the form of its operands.

use std::borrow::Cow;

use super::{Schedule, ValuePlace, negation_operand};
use multibody_passes::Contraction;
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::{Function, Input, Node, Value};

/// A value as an operand.
pub enum Operand<'a> {
    /// An element of an argument.
    Input(Input),
    /// A constant.
    Constant(Cow<'a, Rational>),
    /// A constant angle.
    Angle(&'a Angle),
    /// The negative of another operand.
    Negative(Box<Self>),
    /// A value that a statement computes.
    Computed {
        /// Its name.
        name: &'a str,
        /// Where it is.
        place: ValuePlace,
    },
}

/// What a statement computes.
pub enum ScheduledOperation<'a> {
    /// A value that needs no operation.
    Same(Operand<'a>),
    /// A sum.
    Sum([Operand<'a>; 2]),
    /// A difference.
    Difference([Operand<'a>; 2]),
    /// A product.
    Product([Operand<'a>; 2]),
    /// A quotient.
    Quotient([Operand<'a>; 2]),
    /// A function of one argument.
    Call(Function, Operand<'a>),
    /// A product and a term to which it is added, rounded once. The first factor is no constant.
    MulAdd([Operand<'a>; 2], Operand<'a>),
}

impl<'a> Schedule<'a> {
    /// A value as an operand in a scope: a block, or, with `None`, the function's own scope.
    pub fn operand(&self, value: Value, scope: Option<usize>) -> Operand<'_> {
        let program = self.program;
        match program.nodes()[value.index()] {
            Node::Input(input) => Operand::Input(input),
            Node::Constant(_) => {
                let constant = program.as_constant(value).expect("a constant is one");
                Operand::Constant(Cow::Borrowed(constant))
            }
            Node::Angle(index) => Operand::Angle(&program.angles()[index as usize]),
            Node::Neg(a) => Operand::Negative(Box::new(self.operand(a, scope))),
            _ => Operand::Computed {
                name: self.name(value),
                place: self.place(value, scope),
            },
        }
    }

    /// What the statement of a value computes in a scope: a block, or, with `None`, the function's own scope.
    pub fn operation(&self, value: Value, scope: Option<usize>) -> ScheduledOperation<'_> {
        let operand = |value: Value| self.operand(value, scope);
        let program = self.program;
        if let Some(contraction) = self.contractions.get(&value) {
            return self.contraction(contraction, scope);
        }
        match program.nodes()[value.index()] {
            Node::Add(a, b) => match program.as_constant(a) {
                // `b - 2` reads better than `-2 + b`.
                Some(constant) if *constant < Rational::ZERO => ScheduledOperation::Difference([
                    operand(b),
                    Operand::Constant(Cow::Owned(-constant.clone())),
                ]),
                _ => ScheduledOperation::Sum([operand(a), operand(b)]),
            },
            Node::Sub(a, b) => ScheduledOperation::Difference([operand(a), operand(b)]),
            Node::Mul(a, b) => ScheduledOperation::Product([operand(a), operand(b)]),
            Node::Div(a, b) => ScheduledOperation::Quotient([operand(a), operand(b)]),
            Node::Call(function, a) => ScheduledOperation::Call(function, operand(a)),
            Node::Input(_) | Node::Constant(_) | Node::Angle(_) | Node::Neg(_) => {
                ScheduledOperation::Same(operand(value))
            }
        }
    }

    /// A product plus a term. Signs move into constants where possible.
    fn contraction(
        &self,
        contraction: &Contraction,
        scope: Option<usize>,
    ) -> ScheduledOperation<'_> {
        let operand = |value: Value| self.operand(value, scope);
        let negative = |value: Value| self.negative_operand(value, scope);
        let is_constant = |value: Value| self.program.as_constant(value).is_some();
        let [mut first, mut second] = contraction.factors;
        if is_constant(first) {
            std::mem::swap(&mut first, &mut second);
        }
        let factors = if !contraction.product_is_negative {
            [operand(first), operand(second)]
        } else if is_constant(second) {
            [operand(first), negative(second)]
        } else {
            [negative(first), operand(second)]
        };
        let term = if contraction.term_is_negative {
            negative(contraction.term)
        } else {
            operand(contraction.term)
        };
        ScheduledOperation::MulAdd(factors, term)
    }

    /// The negative of a value, as an operand.
    fn negative_operand(&self, value: Value, scope: Option<usize>) -> Operand<'_> {
        if let Some(constant) = self.program.as_constant(value) {
            return Operand::Constant(Cow::Owned(-constant.clone()));
        }
        match negation_operand(self.program, value) {
            Some(positive) => self.operand(positive, scope),
            None => Operand::Negative(Box::new(self.operand(value, scope))),
        }
    }
}

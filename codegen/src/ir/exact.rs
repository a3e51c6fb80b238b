//! Exact evaluation at rational points.

use std::collections::BTreeMap;

use super::{Algebra, Angle, Function, Input, LinearForm};
use crate::exact::Rational;

/// Rational arithmetic. An angle has a bare value and, independent of it, a point of the unit
/// circle: what holds for all such pairs holds for all angles.
#[derive(Clone, Debug, Default)]
pub struct Exact {
    /// Bare values of the inputs; what is missing is 0.
    pub numbers: BTreeMap<Input, Rational>,
    /// Points of the inputs that are angles.
    pub angles: BTreeMap<Input, Angle>,
}

impl Algebra for Exact {
    type Element = Rational;

    fn input(&mut self, input: Input) -> Rational {
        self.numbers.get(&input).cloned().unwrap_or(Rational::ZERO)
    }
    fn constant(&mut self, value: &Rational) -> Rational {
        value.clone()
    }
    fn angle(&mut self, _: &Angle) -> Rational {
        Rational::ZERO
    }
    fn add(&mut self, a: &Rational, b: &Rational) -> Rational {
        a + b
    }
    fn sub(&mut self, a: &Rational, b: &Rational) -> Rational {
        a - b
    }
    fn mul(&mut self, a: &Rational, b: &Rational) -> Rational {
        a * b
    }
    fn div(&mut self, a: &Rational, b: &Rational) -> Rational {
        a / b
    }
    fn neg(&mut self, a: &Rational) -> Rational {
        -a.clone()
    }
    /// Sine and cosine of an input; other functions have no rational value and give 0.
    fn call(&mut self, function: Function, _: &Rational, form: Option<&LinearForm>) -> Rational {
        let input = form.and_then(|form| form.factors.keys().next());
        match (function, input.and_then(|input| self.angles.get(input))) {
            (Function::Sin, Some(angle)) => angle.sin.clone(),
            (Function::Cos, Some(angle)) => angle.cos.clone(),
            _ => Rational::ZERO,
        }
    }
}

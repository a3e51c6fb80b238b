//! Between the IR and Symbolica's expressions.
//!
//! Sine and cosine of an input become variables of their own, tied to the input by the chain rule
//! and to each other by `s^2 + c^2 = 1`.

use std::collections::BTreeMap;

use symbolica::atom::{Atom, AtomCore, AtomView, Symbol};
use symbolica::coefficient::Coefficient;
use symbolica::prelude::*;

use crate::exact::Rational as Exact;
use crate::ir::{
    Algebra, Angle, Builder, Function, Input, InputKind, LinearForm, Program, Value, evaluate,
};

/// The variable of an input.
pub fn variable(input: Input) -> Symbol {
    symbol!(format!("{}{}", input.kind.name(), input.index))
}

/// The variable of the sine of an input.
pub fn sine(input: Input) -> Symbol {
    symbol!(format!("sin_{}{}", input.kind.name(), input.index))
}

/// The variable of the cosine of an input.
pub fn cosine(input: Input) -> Symbol {
    symbol!(format!("cos_{}{}", input.kind.name(), input.index))
}

/// The outputs of a program as expressions.
pub fn raise(program: &Program) -> Vec<Atom> {
    evaluate(program, &mut Expressions)
}

/// An exact number as an expression.
pub fn number(value: &Exact) -> Atom {
    Atom::num(rational(value))
}

/// An exact number as Symbolica's.
pub fn rational(value: &Exact) -> Rational {
    use std::str::FromStr;
    let integer = |text: String| Integer::from_str(&text).expect("digits");
    Rational::from((
        integer(value.numerator().to_string()),
        integer(value.denominator().to_string()),
    ))
}

/// Symbolica's exact number as ours.
pub fn exact(value: &Rational) -> Exact {
    use std::str::FromStr;
    Exact::from_str(&value.to_string()).expect("a ratio of integers")
}

/// The derivative by an input, through its sine and cosine too.
pub fn derivative(expression: &Atom, input: Input) -> Atom {
    let (s, c) = (sine(input), cosine(input));
    expression.derivative(variable(input)) + expression.derivative(s) * Atom::var(c)
        - expression.derivative(c) * Atom::var(s)
}

/// Expressions as values of a program.
pub fn lower(b: &mut Builder, expression: &Atom, names: &Names) -> Value {
    lower_view(b, expression.as_view(), names)
}

/// What the variables of expressions are in a program.
#[derive(Default)]
pub struct Names {
    values: BTreeMap<String, Value>,
}

impl Names {
    /// Every input, its sine and its cosine.
    pub fn new(b: &mut Builder, inputs: impl IntoIterator<Item = Input>) -> Self {
        let mut names = Self::default();
        for input in inputs {
            let value = b.input(input.kind, input.index as usize);
            let (s, c) = b.sin_cos(value);
            for (symbol, value) in [
                (variable(input), value),
                (sine(input), s),
                (cosine(input), c),
            ] {
                names
                    .values
                    .insert(symbol.get_stripped_name().to_owned(), value);
            }
        }
        names
    }

    /// `count` local inputs.
    pub fn local(b: &mut Builder, count: usize) -> Self {
        Self::new(b, (0..count).map(|k| Input::new(InputKind::Local, k)))
    }
}

fn lower_view(b: &mut Builder, view: AtomView<'_>, names: &Names) -> Value {
    match view {
        AtomView::Num(number) => {
            let value = coefficient(&number.get_coeff_view().to_owned());
            b.constant(&value)
        }
        AtomView::Var(variable) => names.values[variable.get_symbol().get_stripped_name()],
        AtomView::Mul(product) => {
            let factors: Vec<Value> = product.iter().map(|f| lower_view(b, f, names)).collect();
            factors
                .into_iter()
                .fold(b.one(), |value, factor| b.mul(value, factor))
        }
        AtomView::Add(sum) => {
            let terms: Vec<Value> = sum.iter().map(|t| lower_view(b, t, names)).collect();
            b.sum(terms)
        }
        AtomView::Pow(power) => {
            let (base, exponent) = power.get_base_exp();
            let AtomView::Num(number) = exponent else {
                panic!("a power is a number")
            };
            let exponent = coefficient(&number.get_coeff_view().to_owned());
            let base = lower_view(b, base, names);
            let whole = i64::try_from(exponent.numerator().clone()).expect("a small power");
            let value = (0..whole.abs()).fold(b.one(), |value, _| b.mul(value, base));
            if whole < 0 {
                let one = b.one();
                b.div(one, value)
            } else {
                value
            }
        }
        AtomView::Fun(_) => panic!("functions are variables here"),
    }
}

fn coefficient(coefficient: &Coefficient) -> Exact {
    let Coefficient::Complex(number) = coefficient else {
        panic!("an exact coefficient")
    };
    exact(&number.re)
}

/// Evaluates programs to expressions.
struct Expressions;

impl Algebra for Expressions {
    type Element = Atom;

    fn input(&mut self, input: Input) -> Atom {
        Atom::var(variable(input))
    }
    fn constant(&mut self, value: &Exact) -> Atom {
        number(value)
    }
    fn angle(&mut self, _: &Angle) -> Atom {
        Atom::num(0)
    }
    fn add(&mut self, a: &Atom, b: &Atom) -> Atom {
        a + b
    }
    fn sub(&mut self, a: &Atom, b: &Atom) -> Atom {
        a - b
    }
    fn mul(&mut self, a: &Atom, b: &Atom) -> Atom {
        a * b
    }
    fn div(&mut self, a: &Atom, b: &Atom) -> Atom {
        a / b
    }
    fn neg(&mut self, a: &Atom) -> Atom {
        -a
    }
    fn call(&mut self, function: Function, _: &Atom, form: Option<&LinearForm>) -> Atom {
        let form = form.expect("only angles have functions in local forms");
        let (input, factor) = form
            .factors
            .first_key_value()
            .expect("an angle has an input");
        assert!(
            form.factors.len() == 1 && *factor == Exact::ONE,
            "a plain angle"
        );
        match function {
            Function::Sin => Atom::var(sine(*input)),
            Function::Cos => Atom::var(cosine(*input)),
            other => panic!("{} has no place in a local form", other.name()),
        }
    }
}

//! Conversion between the IR and Symbolica's expressions.
//!
//! Sine and cosine of an input become variables of their own, tied to the input by the chain rule
//! and to each other by `s^2 + c^2 = 1`.

use std::collections::BTreeMap;

use symbolica::atom::{Atom, AtomCore, AtomView, Symbol};
use symbolica::coefficient::Coefficient;
use symbolica::prelude::*;

use multibody_program::exact::{Angle, Rational as ExactNumber};
use multibody_program::ir::{
    Algebra, Builder, Class, Function, Input, InputKind, LinearForm, Program, SinCos, Value,
    evaluate,
};

/// The symbol of an input.
pub fn input_symbol(input: Input) -> Symbol {
    symbol!(format!("{}{}", input.kind.name(), input.index))
}

/// The symbol of the sine of an input.
pub fn sine(input: Input) -> Symbol {
    symbol!(format!("sin_{}{}", input.kind.name(), input.index))
}

/// The symbol of the cosine of an input.
pub fn cosine(input: Input) -> Symbol {
    symbol!(format!("cos_{}{}", input.kind.name(), input.index))
}

/// The number of local inputs (inputs of kernels and of the terms of joint types) that get names. No lemma (the
/// equality of a hand-written and a derived program, in the crate `derive`) has as many.
const LOCALS: usize = 128;
/// The number of coordinates whose inputs get names. Robots whose Lagrangian is expanded have fewer coordinates.
const COORDINATES: usize = 8;

/// Names the symbols of inputs in a fixed order. Symbolica sorts terms by the order in which a process first names
/// their symbols; without this, the code of a robot would depend on the robots that the process derived before.
pub fn name_symbols() {
    let locals = (InputKind::Local, LOCALS);
    let others = [InputKind::Q, InputKind::Qd, InputKind::Qdd, InputKind::Tau];
    let kinds = std::iter::once(locals).chain(others.map(|kind| (kind, COORDINATES)));
    for (kind, count) in kinds {
        for input in (0..count).map(|index| Input::new(kind, index)) {
            for name in [input_symbol, sine, cosine] {
                name(input);
            }
        }
    }
}

/// An operation of a program for which there is no expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsupportedOperation(pub String);

/// The outputs of a program as expressions.
///
/// # Errors
/// The program has an operation for which there is no expression.
pub fn from_program(program: &Program) -> Result<Vec<Atom>, UnsupportedOperation> {
    let mut expressions = Expressions { unsupported: None };
    let outputs = evaluate(program, &mut expressions);
    expressions.unsupported.map_or(Ok(outputs), Err)
}

/// An exact number as an expression.
pub fn number(value: &ExactNumber) -> Atom {
    Atom::num(rational(value))
}

/// An exact number as one of Symbolica's.
pub fn rational(value: &ExactNumber) -> Rational {
    use std::str::FromStr;
    let integer = |text: String| Integer::from_str(&text).expect("digits");
    Rational::from((
        integer(value.numerator().to_string()),
        integer(value.denominator().to_string()),
    ))
}

/// One of Symbolica's exact numbers as one of ours.
pub fn exact(value: &Rational) -> ExactNumber {
    use std::str::FromStr;
    ExactNumber::from_str(&value.to_string()).expect("a ratio of integers")
}

/// An input as an expression: the atom of its symbol.
pub fn atom_of(input: Input) -> Atom {
    Atom::var(input_symbol(input))
}

/// The derivative with respect to an input x while its sine and cosine are constant: `df/dx`.
pub fn partial(expression: &Atom, input: Input) -> Atom {
    expression.derivative(input_symbol(input))
}

/// An expression, multiplied out.
pub fn expand(expression: &Atom) -> Atom {
    expression.expand()
}

/// The derivative with respect to an input x, including that through its sine and cosine:
/// `df/dx + cos(x) df/dsin(x) - sin(x) df/dcos(x)`.
pub fn total_derivative(expression: &Atom, input: Input) -> Atom {
    let (s, c) = (sine(input), cosine(input));
    expression.derivative(input_symbol(input)) + expression.derivative(s) * Atom::var(c)
        - expression.derivative(c) * Atom::var(s)
}

/// An expression as a value of a program.
pub fn to_program(b: &mut Builder, expression: &Atom, variables: &VariableValues) -> Value {
    convert_view(b, expression.as_view(), variables)
}

/// The values that the variables of expressions have in a program.
#[derive(Default)]
pub struct VariableValues {
    values: BTreeMap<String, Value>,
}

impl VariableValues {
    /// The values of these inputs, of their sines and of their cosines.
    pub fn new(b: &mut Builder, inputs: impl IntoIterator<Item = Input>) -> Self {
        let mut variables = Self::default();
        for input in inputs {
            let value = b.input(input.kind, input.index as usize);
            let (s, c) = b.sin_cos(value);
            for (symbol, value) in [
                (input_symbol(input), value),
                (sine(input), s),
                (cosine(input), c),
            ] {
                variables
                    .values
                    .insert(symbol.get_stripped_name().to_owned(), value);
            }
        }
        variables
    }

    /// The values of `count` local inputs.
    pub fn local(b: &mut Builder, count: usize) -> Self {
        Self::new(b, (0..count).map(|k| Input::new(InputKind::Local, k)))
    }
}

fn convert_view(b: &mut Builder, view: AtomView<'_>, variables: &VariableValues) -> Value {
    match view {
        AtomView::Num(number) => {
            let value = coefficient(&number.get_coeff_view().to_owned());
            b.constant(&value)
        }
        AtomView::Var(variable) => variables.values[variable.get_symbol().get_stripped_name()],
        AtomView::Mul(product) => {
            let factors: Vec<Value> = product
                .iter()
                .map(|f| convert_view(b, f, variables))
                .collect();
            factors
                .into_iter()
                .fold(b.one(), |value, factor| b.mul(value, factor))
        }
        AtomView::Add(sum) => {
            let terms: Vec<Value> = sum.iter().map(|t| convert_view(b, t, variables)).collect();
            b.sum(terms)
        }
        AtomView::Pow(power) => {
            let (base, exponent) = power.get_base_exp();
            let AtomView::Num(number) = exponent else {
                panic!("an exponent is a number")
            };
            let exponent = coefficient(&number.get_coeff_view().to_owned());
            let base = convert_view(b, base, variables);
            let degree = i64::try_from(exponent.numerator().clone()).expect("a small power");
            let value = (0..degree.abs()).fold(b.one(), |value, _| b.mul(value, base));
            if degree < 0 {
                let one = b.one();
                b.div(one, value)
            } else {
                value
            }
        }
        AtomView::Fun(_) => panic!("functions are variables here"),
    }
}

fn coefficient(coefficient: &Coefficient) -> ExactNumber {
    let Coefficient::Complex(number) = coefficient else {
        panic!("an exact coefficient")
    };
    exact(&number.re)
}

/// Largest multiple of an angle that is expanded in powers of its sine and cosine.
const LARGEST_MULTIPLE: u64 = 8;

/// The cosine or sine, as `part` says, of a linear form whose factors are integers. None if a factor is no integer, or is too
/// large.
fn cosine_or_sine(part: SinCos, form: &LinearForm) -> Option<Atom> {
    // Symbolica sorts terms by the order in which symbols were first named, so for a single input only the
    // requested symbol is named.
    if let Some((&input, factor)) = form.factors.first_key_value()
        && form.factors.len() == 1
        && *factor == ExactNumber::ONE
        && form.offset == Angle::ZERO
    {
        let symbol = match part {
            SinCos::Cosine => cosine(input),
            SinCos::Sine => sine(input),
        };
        return Some(Atom::var(symbol));
    }
    let [cos, sin] = cosine_and_sine(form)?;
    Some(match part {
        SinCos::Cosine => cos,
        SinCos::Sine => sin,
    })
}

/// Cosine and sine of a linear form whose factors are integers, by the formulas for sums of two angles. None if a factor is no
/// integer, or is too large.
fn cosine_and_sine(form: &LinearForm) -> Option<[Atom; 2]> {
    let mut point = [&form.offset.cos, &form.offset.sin].map(number);
    for (input, factor) in &form.factors {
        let is_whole = *factor.denominator() == 1_u8.into();
        let multiple = i64::try_from(factor.numerator().clone()).ok()?;
        if !is_whole || multiple.unsigned_abs() > LARGEST_MULTIPLE {
            return None;
        }
        let [sin, cos] = [sine(*input), cosine(*input)].map(Atom::var);
        let sin = if multiple < 0 { -sin } else { sin };
        for _ in 0..multiple.unsigned_abs() {
            let [c, s] = &point;
            point = [c * &cos - s * &sin, s * &cos + c * &sin];
        }
    }
    Some(point)
}

/// Evaluates programs to expressions.
struct Expressions {
    /// The first operation for which there is no expression.
    unsupported: Option<UnsupportedOperation>,
}

impl Expressions {
    /// Records an operation for which there is no expression, and returns 0 in its place.
    fn give_up(&mut self, name: &str) -> Atom {
        self.unsupported
            .get_or_insert_with(|| UnsupportedOperation(name.to_owned()));
        Atom::num(0)
    }
}

impl Algebra for Expressions {
    type Element = Atom;

    fn input(&mut self, input: Input) -> Atom {
        Atom::var(input_symbol(input))
    }
    fn constant(&mut self, value: &ExactNumber) -> Atom {
        number(value)
    }
    fn angle(&mut self, angle: &Angle) -> Atom {
        if *angle == Angle::ZERO {
            Atom::num(0)
        } else {
            self.give_up("a constant angle in radians")
        }
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
        let value = match function.class() {
            Class::SinCos(part) => form.and_then(|form| cosine_or_sine(part, form)),
            Class::SquareRoot | Class::Stumpff(_) | Class::Transcendental => None,
        };
        value.unwrap_or_else(|| self.give_up(function.name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate;

    /// Only the first naming decides, so the symbols are generalized forces, which no other test names.
    #[test]
    fn terms_are_in_the_order_of_inputs_whichever_is_named_first() {
        let names = gate::enter(|| {
            let [late, early] =
                [7, 3].map(|index| Atom::var(input_symbol(Input::new(InputKind::Tau, index))));
            let sum = late + early;
            let AtomView::Add(sum) = sum.as_view() else {
                panic!("a sum")
            };
            let names = sum.iter().map(|term| match term {
                AtomView::Var(symbol) => symbol.get_symbol().get_stripped_name().to_owned(),
                _ => panic!("a symbol"),
            });
            names.collect::<Vec<_>>()
        });
        assert_eq!(names, Ok(vec!["tau3".to_owned(), "tau7".to_owned()]));
    }
}

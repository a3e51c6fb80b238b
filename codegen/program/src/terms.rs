//! Sums of products of inputs, sines and cosines, for people to read: no terms are shared.

use std::collections::BTreeMap;

use crate::exact::Rational;
use crate::ir::{Builder, Input, Program, Value};

/// A sum of terms.
pub type Sum = Vec<Term>;

/// `coefficient * product of powers`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The coefficient, not 0.
    pub coefficient: Rational,
    /// Exponents of the factors, none of them 0.
    pub powers: BTreeMap<Factor, u32>,
}

/// A factor of a term. The factors of a term are written in this order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Factor {
    /// A parameter, a coordinate or a rate.
    Input(Input),
    /// The cosine of an angle.
    Cosine(Angle),
    /// The sine of an angle.
    Sine(Angle),
}

/// A sum of multiples of coordinates, none of them 0.
pub type Angle = BTreeMap<Input, Rational>;

/// The program that computes these sums. `inputs` has the values that replace inputs.
#[must_use]
pub fn program<'a>(
    mut b: Builder,
    sums: impl IntoIterator<Item = &'a Sum>,
    inputs: &BTreeMap<Input, Value>,
) -> Program {
    let outputs: Vec<Value> = sums
        .into_iter()
        .map(|sum| {
            let terms: Vec<Value> = sum.iter().map(|term| value(&mut b, term, inputs)).collect();
            b.sum(terms)
        })
        .collect();
    b.finish(&outputs)
}

fn value(b: &mut Builder, term: &Term, inputs: &BTreeMap<Input, Value>) -> Value {
    let mut product = b.constant(&term.coefficient);
    for (factor, &power) in &term.powers {
        let factor = match factor {
            Factor::Input(input) => input_value(b, *input, inputs),
            Factor::Cosine(angle) => sin_cos(b, angle).1,
            Factor::Sine(angle) => sin_cos(b, angle).0,
        };
        for _ in 0..power {
            product = b.mul(product, factor);
        }
    }
    product
}

fn sin_cos(b: &mut Builder, angle: &Angle) -> (Value, Value) {
    let multiples: Vec<Value> = angle
        .iter()
        .map(|(input, multiple)| {
            let q = b.input(input.kind, input.index as usize);
            b.scale(multiple, q)
        })
        .collect();
    let sum = b.sum(multiples);
    b.sin_cos(sum)
}

fn input_value(b: &mut Builder, input: Input, inputs: &BTreeMap<Input, Value>) -> Value {
    match inputs.get(&input) {
        Some(&value) => value,
        None => b.input(input.kind, input.index as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::integer;
    use crate::ir::{Floats, InputKind, evaluate};

    #[test]
    fn a_sum_is_computed_as_it_is_read() {
        let q = |at| Input::new(InputKind::Q, at);
        let angle = BTreeMap::from([(q(0), integer(1)), (q(1), integer(-2))]);
        let sum = vec![
            Term {
                coefficient: integer(3) / integer(2),
                powers: BTreeMap::from([(Factor::Cosine(angle.clone()), 2)]),
            },
            Term {
                coefficient: integer(-1),
                powers: BTreeMap::from([(Factor::Sine(angle), 1), (Factor::Input(q(1)), 1)]),
            },
        ];
        let program = program(Builder::new(), [&sum], &BTreeMap::new());
        let mut floats = Floats::<f64>::default();
        floats.inputs.insert(InputKind::Q, &[0.3, 0.7]);
        let (s, c) = (0.3_f64 - 1.4).sin_cos();
        assert!((evaluate(&program, &mut floats)[0] - (1.5 * c * c - 0.7 * s)).abs() < 1e-15);
    }
}

//! Evaluation of polynomials, operation by operation.

use dashu_base::Abs;

use super::polynomial::{Monomial, Polynomial, Polynomials};
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, Value};

/// Adds polynomials whose atoms have these values to a program, and returns their outputs.
pub fn to_program(b: &mut Builder, polynomials: &Polynomials, values: &[Value]) -> Vec<Value> {
    let mut evaluation = Evaluation::new(polynomials);
    for (variable, &value) in values.iter().enumerate() {
        evaluation.set_atom(variable, value);
    }
    (0..polynomials.outputs.len())
        .map(|index| evaluation.output(b, index))
        .collect()
}

/// Adds polynomials to a program. A variable is computed when it is first needed.
pub struct Evaluation<'a> {
    polynomials: &'a Polynomials,
    /// The value of each variable, once it is known.
    values: Vec<Option<Value>>,
}

impl<'a> Evaluation<'a> {
    /// An evaluation in which no variable is known yet.
    #[must_use]
    pub fn new(polynomials: &'a Polynomials) -> Self {
        Self {
            polynomials,
            values: vec![None; polynomials.atom_count + polynomials.definitions.len()],
        }
    }

    /// Sets the value of an atom.
    pub fn set_atom(&mut self, variable: usize, value: Value) {
        self.values[variable] = Some(value);
    }

    /// Computes an output. All atoms that it needs must be known.
    pub fn output(&mut self, b: &mut Builder, index: usize) -> Value {
        let polynomials = self.polynomials;
        self.polynomial(b, &polynomials.outputs[index])
    }

    /// Computes a variable. All atoms that it needs must be known.
    ///
    /// # Panics
    /// If one of these atoms is not known.
    pub fn variable(&mut self, b: &mut Builder, index: usize) -> Value {
        if let Some(value) = self.values[index] {
            return value;
        }
        let polynomials = self.polynomials;
        let definition = index
            .checked_sub(polynomials.atom_count)
            .expect("all required atoms are known");
        let value = self.polynomial(b, &polynomials.definitions[definition]);
        self.values[index] = Some(value);
        value
    }

    /// Computes a polynomial. Negative terms are subtracted, so that no sign costs an operation.
    fn polynomial(&mut self, b: &mut Builder, polynomial: &Polynomial) -> Value {
        let (mut plus, mut minus) = (b.zero(), b.zero());
        for term in polynomial {
            let value = self.term(b, term);
            let sum = if term.coefficient < Rational::ZERO { &mut minus } else { &mut plus };
            *sum = b.add(*sum, value);
        }
        b.sub(plus, minus)
    }

    /// Computes a term without its sign.
    fn term(&mut self, b: &mut Builder, term: &Monomial) -> Value {
        let mut product = b.one();
        for &factor in &term.factors {
            let value = self.variable(b, usize::from(factor));
            product = b.mul(product, value);
        }
        b.scale(&term.coefficient.clone().abs(), product)
    }
}

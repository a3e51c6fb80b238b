//! Evaluation of a system, operation by operation.

use super::{Polynomial, System, Term};
use crate::exact::Rational;
use crate::ir::{Builder, Value};

/// The outputs of a system whose given variables have these values.
pub fn lower(b: &mut Builder, system: &System, given: &[Value]) -> Vec<Value> {
    let mut lowering = Lowering {
        values: given.iter().copied().map(Some).collect(),
        definitions: &system.definitions,
    };
    lowering
        .values
        .resize(system.given + system.definitions.len(), None);
    system
        .outputs
        .iter()
        .map(|output| lowering.polynomial(b, output))
        .collect()
}

struct Lowering<'a> {
    /// Of each variable, once it is known.
    values: Vec<Option<Value>>,
    definitions: &'a [Polynomial],
}

impl Lowering<'_> {
    /// Negative terms are subtracted, so that no sign costs an operation.
    fn polynomial(&mut self, b: &mut Builder, polynomial: &Polynomial) -> Value {
        let (mut plus, mut minus) = (b.zero(), b.zero());
        for term in polynomial {
            let value = self.term(b, term);
            let sum = if term.coefficient < Rational::ZERO {
                &mut minus
            } else {
                &mut plus
            };
            *sum = b.add(*sum, value);
        }
        b.sub(plus, minus)
    }

    /// A term without its sign.
    fn term(&mut self, b: &mut Builder, term: &Term) -> Value {
        let factors: Vec<Value> = term
            .factors
            .iter()
            .map(|&at| self.variable(b, at))
            .collect();
        let product = factors
            .into_iter()
            .fold(b.one(), |product, factor| b.mul(product, factor));
        let negative = term.coefficient < Rational::ZERO;
        let magnitude = if negative {
            -term.coefficient.clone()
        } else {
            term.coefficient.clone()
        };
        b.scale(&magnitude, product)
    }

    fn variable(&mut self, b: &mut Builder, at: u16) -> Value {
        let at = usize::from(at);
        if let Some(value) = self.values[at] {
            return value;
        }
        let given = self.values.len() - self.definitions.len();
        let definitions = self.definitions;
        let value = self.polynomial(b, &definitions[at - given]);
        self.values[at] = Some(value);
        value
    }
}

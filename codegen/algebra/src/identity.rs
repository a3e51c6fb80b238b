//! Whether two programs compute the same polynomials.

use std::collections::BTreeSet;
use std::sync::Arc;

use symbolica::atom::{Atom, AtomCore};
use symbolica::domains::integer::{IntegerRing, Z};
use symbolica::domains::rational::{Q, RationalField};
use symbolica::domains::rational_polynomial::RationalPolynomial;
use symbolica::poly::PolyVariable;
use symbolica::poly::polynomial::MultivariatePolynomial;

use super::bridge::{cosine, exact, from_program, input_symbol, sine};
use multibody_program::exact::Rational;
use multibody_program::ir::{LinearForm, Node, Program, Relation};

type Polynomial = MultivariatePolynomial<RationalField, u16>;

/// Whether two programs have the same outputs as polynomials of their inputs, modulo `s^2 + c^2 = 1` for every
/// angle and the given relations. The decision is exact. Programs with functions that are not polynomials count as
/// different.
pub fn are_equal(a: &Program, b: &Program, relations: &[Relation]) -> bool {
    let (Ok(left), Ok(right)) = (from_program(a), from_program(b)) else {
        return false;
    };
    let ideal = Ideal::new([a, b], relations);
    left.len() == right.len()
        && left
            .iter()
            .zip(&right)
            .all(|(x, y)| ideal.contains(&(x - y)))
}

/// The polynomials that are 0 because of the relations between the inputs.
pub struct Ideal {
    variables: Arc<Vec<PolyVariable>>,
    basis: Vec<Polynomial>,
}

impl Ideal {
    /// The ideal of the relation `s^2 + c^2 = 1` for each angle in some programs, and of further relations.
    pub fn new<'a>(
        programs: impl IntoIterator<Item = &'a Program>,
        relations: &[Relation],
    ) -> Self {
        let (mut inputs, mut angles) = (BTreeSet::new(), BTreeSet::new());
        for program in programs {
            for node in program.nodes() {
                match *node {
                    Node::Input(input) => {
                        inputs.insert(input);
                    }
                    Node::Call(function, angle) if function.is_of_angle() => {
                        let form = LinearForm::of(program, angle);
                        angles.extend(form.into_iter().flat_map(|form| form.factors.into_keys()));
                    }
                    _ => {}
                }
            }
        }
        // The leading terms are the squares of the first variable of each relation. No two share a variable, so these polynomials
        // are already a Groebner basis.
        let mut variables: Vec<PolyVariable> = Vec::new();
        variables.extend(angles.iter().map(|&input| PolyVariable::from(sine(input))));
        variables.extend(
            angles
                .iter()
                .map(|&input| PolyVariable::from(cosine(input))),
        );
        variables.extend(
            inputs
                .iter()
                .map(|&input| PolyVariable::from(input_symbol(input))),
        );
        let variables = Arc::new(variables);
        let square = |symbol| Atom::var(symbol).pow(Atom::num(2));
        let one = Atom::num(1);
        let mut relation_polynomials: Vec<Atom> = angles
            .iter()
            .map(|&a| square(sine(a)) + square(cosine(a)) - &one)
            .collect();
        for Relation::UnitNorm(inputs) in relations {
            let squares = inputs.iter().map(|&input| square(input_symbol(input)));
            relation_polynomials.push(squares.fold(-&one, |sum, term| sum + term));
        }
        let basis = relation_polynomials
            .iter()
            .map(|relation| relation.to_polynomial(&Q, Some(variables.clone())))
            .collect();
        Self { variables, basis }
    }

    /// The normal form of an expression.
    pub fn reduce(&self, expression: &Atom) -> Polynomial {
        let polynomial: Polynomial = expression
            .expand()
            .to_polynomial(&Q, Some(self.variables.clone()));
        if self.basis.is_empty() { polynomial } else { polynomial.reduce(&self.basis) }
    }

    /// The number that a quotient of polynomials equals under the relations; none if it is not a number.
    pub fn constant(&self, expression: &Atom) -> Option<Rational> {
        if expression.is_zero() {
            return Some(Rational::ZERO);
        }
        let quotient: RationalPolynomial<IntegerRing, u16> =
            expression.to_rational_polynomial(&Q, &Z, Some(self.variables.clone()));
        let [numerator, denominator] = [&quotient.numerator, &quotient.denominator]
            .map(|polynomial| self.reduce(&polynomial.to_expression()));
        if numerator.is_zero() {
            return Some(Rational::ZERO);
        }
        let ratio = numerator.lcoeff() / denominator.lcoeff();
        (denominator.mul_coeff(ratio.clone()) == numerator).then(|| exact(&ratio))
    }

    /// Whether an expression is 0 under the relations.
    pub fn contains(&self, expression: &Atom) -> bool {
        self.reduce(expression).is_zero()
    }
}

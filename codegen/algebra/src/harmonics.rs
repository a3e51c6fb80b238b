//! Rewrites products of sines and cosines as sines and cosines of sums.
//!
//! With `z = exp(i x)` and `w = 1/z`, sines and cosines are polynomials: `cos x = (z + w)/2`,
//! `sin x = i (w - z)/2`. They are reduced by `z w = 1` and `i^2 = -1`, which are a Groebner basis, since no two
//! of the leading terms share a variable.

use std::collections::BTreeMap;
use std::sync::Arc;

use symbolica::domains::rational::{Q, RationalField};
use symbolica::poly::PolyVariable;
use symbolica::poly::polynomial::MultivariatePolynomial;
use symbolica::symbol;

use super::bridge::{exact, rational};
use multibody_program::budget::Budget;
use multibody_program::exact::{Rational, integer};
use multibody_program::ir::Input;
use multibody_program::terms::{Angle, Factor, Sum, Term};

/// A polynomial of Symbolica in the variables z and w of each multiple, and i.
type Inner = MultivariatePolynomial<RationalField, u8>;

/// A multiple of an input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InputMultiple {
    /// The input.
    pub input: Input,
    /// The factor.
    pub factor: Rational,
}

/// Rewrites sums of products of sines and cosines of some angles.
pub struct Harmonics {
    /// The multiples of coordinates whose sines and cosines occur. The variables are z and w of each multiple, then i.
    multiples: Vec<InputMultiple>,
    zero: Inner,
    relations: Vec<Inner>,
    /// Products that have already been multiplied out.
    products: BTreeMap<BTreeMap<Factor, u32>, Inner>,
    /// Products of terms that may still be multiplied out.
    work: Budget,
}

/// Limit on the products of terms that are multiplied out: a product of many powers has more harmonics than
/// anybody reads.
const WORK: u64 = 100_000;

impl Harmonics {
    /// A rewriter for these multiples of coordinates. Each multiple has its own variables z and w.
    pub fn new(multiples: Vec<InputMultiple>) -> Self {
        let mut variables: Vec<PolyVariable> = Vec::new();
        for index in 0..multiples.len() {
            let [z, w] = [
                symbol!(format!("turn{index}")),
                symbol!(format!("back{index}")),
            ];
            variables.extend([z, w].map(PolyVariable::from));
        }
        variables.push(PolyVariable::from(symbol!("imaginary")));
        let mut harmonics = Self {
            zero: Inner::new(&Q, None, Arc::new(variables)),
            relations: Vec::new(),
            products: BTreeMap::new(),
            work: Budget::of(WORK),
            multiples,
        };
        let (one, i) = (harmonics.zero.one(), harmonics.imaginary());
        harmonics.relations = (0..harmonics.multiples.len())
            .map(|index| {
                &(&harmonics.variable(2 * index) * &harmonics.variable(2 * index + 1)) - &one
            })
            .chain([&(&i * &i) + &one])
            .collect();
        harmonics
    }

    /// The same function as a sum of harmonics. None if the sum has sines or cosines of other angles, or if it is
    /// too long.
    pub fn of(&mut self, sum: &Sum) -> Option<Sum> {
        // For each product of inputs, the polynomial in sines and cosines that it multiplies.
        let mut cofactors: BTreeMap<BTreeMap<Factor, u32>, Inner> = BTreeMap::new();
        for term in sum {
            let (trigonometric, cofactor) = (term.powers.clone().into_iter())
                .partition(|(factor, _)| !matches!(factor, Factor::Input(_)));
            let product = self
                .product(trigonometric)?
                .mul_coeff(rational(&term.coefficient));
            let polynomial = cofactors
                .entry(cofactor)
                .or_insert_with(|| self.zero.clone());
            *polynomial = &*polynomial + &product;
        }
        let terms = cofactors.into_iter().flat_map(|(cofactor, polynomial)| {
            self.harmonics(&polynomial)
                .into_iter()
                .map(move |mut term| {
                    term.powers.extend(cofactor.clone());
                    term
                })
        });
        Some(terms.collect())
    }

    fn variable(&self, index: usize) -> Inner {
        let mut exponents = vec![0; self.zero.nvars()];
        exponents[index] = 1;
        self.zero.monomial(rational(&Rational::ONE), exponents)
    }

    fn imaginary(&self) -> Inner {
        self.variable(2 * self.multiples.len())
    }

    /// A product of sines and cosines, as a polynomial in z, w and i. None if it has other angles, or is too long.
    fn product(&mut self, trigonometric: BTreeMap<Factor, u32>) -> Option<Inner> {
        if let Some(entry) = self.products.get(&trigonometric) {
            return Some(entry.clone());
        }
        let mut product = self.zero.one();
        for (factor, &power) in &trigonometric {
            let polynomial = self.factor(factor)?;
            for _ in 0..power {
                let terms = product.nterms() * polynomial.nterms();
                if !self.work.spend(terms as u64) {
                    return None;
                }
                product = (&product * &polynomial).reduce(&self.relations);
            }
        }
        self.products.insert(trigonometric, product.clone());
        Some(product)
    }

    /// A sine or cosine in z, w and i: `cos x = (z + w)/2`, `sin x = i (w - z)/2`. None if its angle is not one of the multiples.
    fn factor(&self, factor: &Factor) -> Option<Inner> {
        let (angle, is_sine) = match factor {
            Factor::Cosine(angle) => (angle, false),
            Factor::Sine(angle) => (angle, true),
            Factor::Input(_) => return None,
        };
        let (input, multiple) = angle.first_key_value().filter(|_| angle.len() == 1)?;
        let mut multiples = self.multiples.iter();
        let index =
            multiples.position(|entry| entry.input == *input && entry.factor == *multiple)?;
        let (z, w) = (self.variable(2 * index), self.variable(2 * index + 1));
        let doubled = if is_sine { &(&w - &z) * &self.imaginary() } else { &z + &w };
        Some(doubled.mul_coeff(rational(&(Rational::ONE / integer(2)))))
    }

    /// A real polynomial in z, w and i as a sum of harmonics, k being the order of each:
    /// `a (z^k + w^k) + i b (z^k - w^k) = 2 a cos k x - 2 b sin k x`.
    fn harmonics(&self, polynomial: &Inner) -> Sum {
        let mut sum = Sum::new();
        for term in polynomial {
            let exponents = term.exponents;
            let orders: Vec<i64> = (0..self.multiples.len())
                .map(|index| i64::from(exponents[2 * index]) - i64::from(exponents[2 * index + 1]))
                .collect();
            // Of two conjugate terms, the one whose first nonzero entry of `orders` is positive determines both.
            let first_order = orders.iter().find(|&&order| order != 0);
            if first_order.is_some_and(|&order| order < 0) {
                continue;
            }
            let mut angle = Angle::new();
            for (multiple, &order) in self.multiples.iter().zip(&orders) {
                *angle.entry(multiple.input).or_insert(Rational::ZERO) +=
                    &multiple.factor * integer(order);
            }
            angle.retain(|_, factor| *factor != Rational::ZERO);
            let is_sine = exponents[2 * self.multiples.len()] == 1;
            let coefficient = exact(term.coefficient);
            let (coefficient, factor) = match (first_order.is_none(), is_sine) {
                (true, _) => (coefficient, None),
                (false, true) => (coefficient * integer(-2), Some(Factor::Sine(angle))),
                (false, false) => (coefficient * integer(2), Some(Factor::Cosine(angle))),
            };
            // Several multiples of one coordinate may cancel: 2 q - q - q.
            let factor = match factor {
                Some(Factor::Sine(angle)) if angle.is_empty() => continue,
                Some(Factor::Cosine(angle)) if angle.is_empty() => None,
                factor => factor,
            };
            sum.push(Term {
                coefficient,
                powers: factor.into_iter().map(|factor| (factor, 1)).collect(),
            });
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enter;
    use multibody_program::ir::{Builder, Floats, InputKind, evaluate};
    use multibody_program::terms::program;

    fn input(kind: InputKind, index: usize) -> Input {
        Input::new(kind, index)
    }

    fn angle(index: usize) -> Angle {
        Angle::from([(input(InputKind::Q, index), integer(1))])
    }

    fn term(coefficient: i64, powers: &[(Factor, u32)]) -> Term {
        Term {
            coefficient: integer(coefficient),
            powers: powers.iter().cloned().collect(),
        }
    }

    #[test]
    fn products_become_sums_of_angles() {
        let (s, c) = (
            |index| Factor::Sine(angle(index)),
            |index| Factor::Cosine(angle(index)),
        );
        let rate = Factor::Input(input(InputKind::Qd, 0));
        let sum = vec![
            term(3, &[(c(0), 1), (c(1), 1), (rate.clone(), 1)]),
            term(-3, &[(s(0), 1), (s(1), 1), (rate.clone(), 1)]),
            term(4, &[(s(0), 2), (c(1), 1)]),
            term(5, &[(s(1), 1), (c(0), 2)]),
        ];
        let multiples = [0, 1].map(|index| InputMultiple {
            input: input(InputKind::Q, index),
            factor: integer(1),
        });
        let result =
            enter(|| Harmonics::new(multiples.to_vec()).of(&sum).unwrap()).expect("the gate opens");
        // 3 qd0 cos(q0 + q1) is one term now.
        let with_rate = result.iter().filter(|term| term.powers.contains_key(&rate));
        assert_eq!(with_rate.count(), 1);
        let (q, qd) = ([0.4, -1.1], [0.7, 0.2]);
        let at_a_point = |sum: &Sum| {
            let mut floats = Floats::<f64>::default();
            floats.inputs.insert(InputKind::Q, &q);
            floats.inputs.insert(InputKind::Qd, &qd);
            let program = program(Builder::new(), [sum], &BTreeMap::new());
            evaluate(&program, &mut floats)[0]
        };
        assert!(at_a_point(&sum).abs() > 0.1);
        assert!((at_a_point(&result) - at_a_point(&sum)).abs() < 1e-14);
    }
}

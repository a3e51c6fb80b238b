//! Common factors and common parts of sums, extracted one after the other.
//!
//! There are two kinds of steps. A sum of two terms that occurs in several places, up to a factor, becomes a variable
//! (`x y + x z = x t`, which is also Horner's rule). A product of two factors that occurs in several places becomes a
//! variable too. Sources: Rajski and Vasudevamurthy 1992 (double-cube and single-cube divisors) for logic; coefficients
//! are added here; Hosangadi, Fallah and Kastner 2006 for polynomials.

mod extraction;
mod order;
mod parts;
mod saving;

use super::polynomial::Polynomials;
use parts::{Sharing, SharingStep, WINDOW};

pub use order::SharingOrder;

/// The same polynomials, with their common parts as definitions.
#[must_use]
pub fn share(polynomials: &Polynomials, order: SharingOrder) -> Polynomials {
    let mut sharing = Sharing::new(polynomials, order);
    sharing.queue_changes();
    while let Some(step) = sharing.best_step() {
        match step {
            SharingStep::Sum(index) => sharing.extract_sum(index),
            SharingStep::Product(index) => sharing.extract_product(index),
        }
        sharing.queue_changes();
    }
    sharing.finish()
}

/// An estimate of the number of pairs of terms in which [`share`] looks for common parts.
#[must_use]
pub fn count_pairs(polynomials: &Polynomials) -> usize {
    let lists = polynomials.outputs.iter().chain(&polynomials.definitions);
    lists.map(|p| p.len() * p.len().min(WINDOW) / 2).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polynomials::{Monomial, Polynomial, Variable, to_program};
    use multibody_program::exact::{Rational, integer};
    use multibody_program::ir::{Builder, Count, Exact, Input, InputKind, Program};

    fn polynomial(terms: &[(i64, &[Variable])]) -> Polynomial {
        let term = |&(coefficient, factors): &(i64, &[Variable])| Monomial {
            coefficient: integer(coefficient),
            factors: factors.to_vec(),
        };
        terms.iter().map(term).collect()
    }

    fn program(polynomials: &Polynomials) -> Program {
        let mut b = Builder::new();
        let inputs: Vec<_> = (0..polynomials.atom_count)
            .map(|at| b.input(InputKind::Q, at))
            .collect();
        let values = to_program(&mut b, polynomials, &inputs);
        b.finish(&values)
    }

    fn values_at_a_point(program: &Program, count: usize) -> Vec<Rational> {
        let mut point = Exact::default();
        for variable in 0..count {
            let value = integer(7 * variable as i64 - 5) / integer(3 + variable as i64);
            point
                .numbers
                .insert(Input::new(InputKind::Q, variable), value);
        }
        point.evaluate(program).expect("polynomials")
    }

    fn count_after_sharing(outputs: Vec<Polynomial>, count: usize, order: SharingOrder) -> Count {
        let polynomials = Polynomials {
            atom_count: count,
            definitions: Vec::new(),
            outputs,
        };
        let (plain, result) = (program(&polynomials), program(&share(&polynomials, order)));
        assert_eq!(
            values_at_a_point(&plain, count),
            values_at_a_point(&result, count),
            "{order:?}"
        );
        Count::of(&result)
    }

    #[test]
    fn factors_are_extracted_as_in_horners_rule() {
        for order in SharingOrder::ALL {
            // x^3 + 2 x^2 - 3 x + 4
            let cubic = polynomial(&[(1, &[0, 0, 0]), (2, &[0, 0]), (-3, &[0]), (4, &[])]);
            let count = count_after_sharing(vec![cubic], 1, order);
            assert_eq!((count.mul, count.add), (2, 3), "{order:?}");
        }
    }

    #[test]
    fn multiples_of_a_sum_share_one_variable() {
        for order in SharingOrder::ALL {
            // 3 x + 6 y, z (x + 2 y), w (2 y + x) - 1
            let outputs = vec![
                polynomial(&[(3, &[0]), (6, &[1])]),
                polynomial(&[(1, &[0, 2]), (2, &[1, 2])]),
                polynomial(&[(2, &[1, 3]), (1, &[0, 3]), (-1, &[])]),
            ];
            let count = count_after_sharing(outputs, 4, order);
            assert_eq!((count.mul, count.add), (4, 2), "{order:?}");
        }
    }

    #[test]
    fn products_and_scaled_variables_are_computed_once() {
        for order in SharingOrder::ALL {
            let outputs = vec![
                polynomial(&[(1, &[0, 1, 2]), (1, &[3])]),
                polynomial(&[(5, &[0, 1]), (1, &[2])]),
                polynomial(&[(5, &[0, 1, 3]), (1, &[])]),
            ];
            let count = count_after_sharing(outputs, 4, order);
            assert_eq!((count.mul, count.add), (4, 3), "{order:?}");
        }
    }
}

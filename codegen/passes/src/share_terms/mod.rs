//! Reduces the operations of programs: finds common factors, and common parts of sums, that the order of a recursion has hidden.
//!
//! A program is treated as a system of polynomials: a value that is used once is expanded, unless it is a sum in a product; all
//! others stay definitions. Then common parts are factored out again ([`share`]), and the result is treated as a
//! system again, as long as this saves operations.

mod flat;

use crate::polynomials::{SharingOrder, Variable, count_pairs, share};
use crate::prepared::Prepared;
use flat::ProgramPolynomials;
use multibody_program::ir::{Count, Program};

/// How thoroughly common parts are searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thoroughness {
    /// One round in one order, which finds almost all common parts.
    Once,
    /// As [`Fully`](Self::Fully) if a round does not take long, else as [`Once`](Self::Once).
    Briefly,
    /// Round after round, each in the first order that saves anything, until none does.
    Fully,
}

/// The largest number of pairs of terms for which a round counts as quick.
const QUICK_PAIRS: usize = 12_000;

/// The largest number of factors of a term. If a term has more, no common parts are searched for, since the time grows at
/// least with the square of this number. Derivatives of nested functions have one factor for each function.
const MAX_FACTORS: usize = 64;

impl Thoroughness {
    fn is_full(self, flat: &ProgramPolynomials<'_>) -> bool {
        match self {
            Self::Once => false,
            Self::Briefly => count_pairs(&flat.polynomials) <= QUICK_PAIRS,
            Self::Fully => true,
        }
    }
}

/// The program of the same values in fewer operations, if some can be saved. Values that depend only on parameters stay as they
/// are, since they are computed once.
#[must_use]
pub fn factor_out(program: Program, thoroughness: Thoroughness) -> Program {
    // Only the part that does not depend on parameters alone is improved.
    let mut prepared = Prepared::of([&program]);
    match improve(&prepared.functions[0], thoroughness) {
        Some(improvement) => {
            prepared.functions[0] = improvement;
            prepared.with_preparation(0)
        }
        None => program,
    }
}

/// A program with less weight, if there is one.
fn improve(program: &Program, thoroughness: Thoroughness) -> Option<Program> {
    let flat = ProgramPolynomials::of(program);
    // Each definition has a term, so this is a bound on the number of variables.
    let variables = flat.polynomials.atom_count + flat.polynomials.terms();
    let too_many = variables > usize::from(Variable::MAX);
    if too_many || flat.polynomials.most_factors() > MAX_FACTORS {
        return None;
    }
    let weight = Count::of(program).weight();
    let mut attempts = SharingOrder::ALL
        .iter()
        .map(|&order| flat.to_program(&share(&flat.polynomials, order)));
    let is_better = |program: &Program| Count::of(program).weight() < weight;
    if !thoroughness.is_full(&flat) {
        return attempts.next().filter(is_better);
    }
    let improvement = attempts.find(is_better)?;
    let best = improve(&improvement, thoroughness);
    Some(best.unwrap_or(improvement))
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::exact::integer;
    use multibody_program::ir::{Builder, Exact, Input, InputKind, ValueHint, ValueSymbol};

    fn values_at_a_point(program: &Program) -> Vec<multibody_program::exact::Rational> {
        let mut point = Exact::default();
        for index in 0..4 {
            for (kind, shift) in [(InputKind::Qd, 3), (InputKind::Parameter, 8)] {
                let value = integer(5 * index as i64 - shift) / integer(2 + index as i64);
                point.numbers.insert(Input::new(kind, index), value);
            }
        }
        point.evaluate(program).expect("polynomials")
    }

    /// Number of multiplications and additions before and after; the values must stay the same.
    fn counts(program: Program) -> [usize; 2] {
        let shared = factor_out(program.clone(), Thoroughness::Fully);
        assert_eq!(values_at_a_point(&program), values_at_a_point(&shared));
        [program, shared].map(|program| Count::of(&program).mul_add())
    }

    #[test]
    fn sums_are_regrouped() {
        let mut b = Builder::new();
        let [x, y, z, w] = std::array::from_fn(|at| b.input(InputKind::Qd, at));
        // (x + z) + y and (x + w) + y share x + y.
        let sums = [z, w].map(|term| {
            let sum = b.add(x, term);
            b.add(sum, y)
        });
        assert_eq!(counts(b.finish(&sums)), [4, 3]);
        // x y + z w + x z = x (y + z) + z w
        let products = [(x, y), (z, w), (x, z)].map(|(a, c)| b.mul(a, c));
        let sum = b.sum(products);
        assert_eq!(counts(b.finish(&[sum])), [5, 4]);
    }

    #[test]
    fn constant_factors_are_placed_so_that_they_cost_least() {
        let mut b = Builder::new();
        let [x, y, ..]: [_; 4] = std::array::from_fn(|at| b.input(InputKind::Qd, at));
        // 3 (1 - 2 (x x + y y)) = 3 - 6 (x x + y y)
        let squares = [x, y].map(|x| b.mul(x, x));
        let sum = b.add(squares[0], squares[1]);
        let double = b.scale(&integer(2), sum);
        let one = b.one();
        let difference = b.sub(one, double);
        let multiple = b.scale(&integer(3), difference);
        assert_eq!(counts(b.finish(&[multiple])), [6, 5]);
    }

    #[test]
    fn quotients_and_functions_are_kept_and_their_operands_shared() {
        let mut b = Builder::new();
        let [x, y, z, w] = std::array::from_fn(|at| b.input(InputKind::Qd, at));
        let (left, right) = (b.add(x, z), b.add(x, w));
        let (left, right) = (b.add(left, y), b.add(right, y));
        let quotient = b.div(left, right);
        assert_eq!(counts(b.finish(&[quotient])), [4, 3]);
    }

    #[test]
    fn values_of_parameters_cost_nothing_and_stay() {
        let mut b = Builder::new();
        let [p, q]: [_; 2] = std::array::from_fn(|at| b.input(InputKind::Parameter, at));
        let x = b.input(InputKind::Qd, 0);
        // (p + q) x: one multiplication, if the sum is not expanded.
        let sum = b.add(p, q);
        let product = b.mul(sum, x);
        assert_eq!(counts(b.finish(&[product])), [1, 1]);
    }

    /// The shared sum, the quotient and the result keep their hints; the sums that are regrouped are other values.
    #[test]
    fn values_that_remain_keep_their_hints() {
        let mut b = Builder::new();
        let [x, y, z, w] = std::array::from_fn(|index| b.input(InputKind::Qd, index));
        let sums = [z, w].map(|term| {
            let sum = b.add(x, term);
            b.add(sum, y)
        });
        let quotient = b.div(sums[0], sums[1]);
        let square = b.mul(quotient, quotient);
        let result = b.add(square, sums[0]);
        let hint = |index| ValueHint::whole(ValueSymbol::DEFINITION, index);
        for (index, value) in [sums[0], quotient, square, result].into_iter().enumerate() {
            b.hint(value, hint(index));
        }
        let shared = factor_out(b.finish(&[result]), Thoroughness::Fully);
        assert_eq!(Count::of(&shared).add, 4);
        let nodes = 0..shared.nodes().len();
        let hints = nodes.filter_map(|index| shared.hint(shared.value(index)));
        // The square is a part of the result's sum.
        assert_eq!(hints.collect::<Vec<_>>(), [0, 1, 3].map(hint));
    }

    #[test]
    fn long_sums_are_expanded_without_recursion() {
        let mut b = Builder::new();
        let terms: [_; 2] = std::array::from_fn(|at| b.input(InputKind::Qd, at));
        let sum = b.sum(terms.into_iter().cycle().take(100_000));
        assert_eq!(counts(b.finish(&[sum])), [99_999, 2]);
    }
}

//! Bounds of minors, and of solutions of linear systems.
//!
//! A bound holds for the numerators and for the common denominator of all entries of a matrix or vector. Elimination modulo p with
//! any pivots gives the same ranks and solutions as minors do, so the bounds are those of Cramer's rule.

use super::fraction::PolynomialBound;
use multibody_description::system::PROXIMAL_STEPS;

impl PolynomialBound {
    /// This bound with more bits of height.
    pub fn with_bits(self, bits: f64) -> Self {
        let height = self.height + bits;
        Self { height, ..self }
    }

    /// The bound of a sum of this many terms over one denominator, each with this bound.
    pub fn terms(self, count: usize) -> Self {
        self.with_bits(bits_of(count))
    }

    /// The bound of a minor with n rows, the sum of `n!` products of n entries, where this is the bound of an entry.
    pub fn minor(self, size: usize) -> Self {
        let minor = Self::default().times(self, size as f64);
        minor.with_bits(size as f64 * bits_of(size))
    }

    /// The bound of the inverse of a matrix of these entries. With the numerators N, the denominator D and the cofactors K of N it
    /// is `D K / det N`.
    fn inverse(self, size: usize) -> Self {
        self.minor(size)
    }

    /// The bound of the solution x of `A x = y`, where this is the bound of A.
    pub fn solution(self, size: usize, y: Self) -> Self {
        self.inverse(size).times(y, 1.0).terms(size)
    }

    /// The bound of the result of the proximal steps `(A + eps) x' = y + eps x` from `x = 0`, where this is the bound of A:
    /// `sum over k of eps^k (A + eps)^-(k + 1) y`, over the power of the determinant in the last term.
    pub fn after_proximal_steps(self, size: usize, y: Self, eps_bits: f64) -> Self {
        let sum = self.with_bits(eps_bits + 1.0);
        let step = sum.inverse(size).with_bits(eps_bits).terms(size);
        y.times(step, PROXIMAL_STEPS as f64).terms(PROXIMAL_STEPS)
    }
}

/// The number of bits of a count.
fn bits_of(count: usize) -> f64 {
    count.max(1).ilog2() as f64 + 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(degree: f64) -> PolynomialBound {
        PolynomialBound {
            degree,
            height: 0.0,
        }
    }

    #[test]
    fn degrees_are_those_of_cramers_rule() {
        assert_eq!(of(3.0).minor(4).degree, 12.0);
        // 4! < 2^12
        assert_eq!(of(3.0).minor(4).height, 12.0);
        assert_eq!(of(3.0).solution(4, of(5.0)).degree, 17.0);
        let steps = PROXIMAL_STEPS as f64;
        let bound = of(3.0).after_proximal_steps(4, of(5.0), 10.0);
        assert_eq!(bound.degree, 5.0 + 12.0 * steps);
        assert!(bound.height > 5.0 * 10.0 * steps);
    }
}

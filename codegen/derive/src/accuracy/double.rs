//! Numbers of 106 bits as sums of two floats. Computing with them takes a small part of the time of numbers with
//! arbitrarily many bits.
//!
//! Algorithms and bounds: Joldes, Muller, Popescu, "Tight and rigorous error bounds for basic building
//! blocks of double-word arithmetic", 2017.

use std::ops::{Add, Div, Mul, Neg, RangeInclusive, Sub};

/// A number as the nearest f64 and the rest. Results of operations are NaN where they would have fewer than 106 bits:
/// close to overflow and underflow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Double {
    nearest: f64,
    rest: f64,
}

/// The range of results that have all their bits. The rest of a smaller number may underflow, and the upper half of a
/// larger one may overflow while it is computed.
const RANGE: RangeInclusive<f64> = 1e-270..=1e290;

impl Double {
    /// The sum of two floats, of which the second is at most half a unit in the last place of the first.
    #[must_use]
    pub const fn new(nearest: f64, rest: f64) -> Self {
        Self { nearest, rest }
    }

    /// The nearest f64.
    #[must_use]
    pub const fn nearest(&self) -> f64 {
        self.nearest
    }

    /// The number less the nearest f64.
    #[must_use]
    pub const fn rest(&self) -> f64 {
        self.rest
    }

    /// The distance from a float. The difference of two floats that are close to each other is exact.
    #[must_use]
    pub fn distance(&self, from: f64) -> f64 {
        ((from - self.nearest) - self.rest).abs()
    }

    /// The number itself if it has all its bits, otherwise NaN.
    #[must_use]
    pub fn within_range(self) -> Self {
        if self.nearest == 0.0 || RANGE.contains(&self.nearest.abs()) {
            self
        } else {
            Self::new(f64::NAN, f64::NAN)
        }
    }
}

/// `a + b` and its rounding error, for a and b in any order.
fn two_sum(a: f64, b: f64) -> Double {
    let nearest = a + b;
    let part_b = nearest - a;
    let part_a = nearest - part_b;
    Double::new(nearest, (a - part_a) + (b - part_b))
}

/// `a + b` and its rounding error, where `|a| >= |b|` (Dekker).
fn fast_two_sum(a: f64, b: f64) -> Double {
    let nearest = a + b;
    Double::new(nearest, b - (nearest - a))
}

/// The upper half of the bits of a float: its square is exact, and so is the square of the lower half.
fn upper_half(x: f64) -> f64 {
    const SPLITTER: f64 = 134_217_729.0; // 2^27 + 1
    let large = SPLITTER * x;
    large - (large - x)
}

/// `a b` and its rounding error (Dekker), since not all machines have a fused multiply-add.
fn two_product(a: f64, b: f64) -> Double {
    let nearest = a * b;
    let (upper_a, upper_b) = (upper_half(a), upper_half(b));
    let (lower_a, lower_b) = (a - upper_a, b - upper_b);
    let rest =
        ((upper_a * upper_b - nearest) + upper_a * lower_b + lower_a * upper_b) + lower_a * lower_b;
    Double::new(nearest, rest)
}

impl From<f64> for Double {
    fn from(nearest: f64) -> Self {
        Self::new(nearest, 0.0)
    }
}

impl Add for Double {
    type Output = Self;

    /// The sum, with a relative error of at most 3 times 2^-106.
    fn add(self, other: Self) -> Self {
        let large = two_sum(self.nearest, other.nearest);
        let small = two_sum(self.rest, other.rest);
        let sum = fast_two_sum(large.nearest, large.rest + small.nearest);
        fast_two_sum(sum.nearest, small.rest + sum.rest).within_range()
    }
}

impl Sub for Double {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Double {
    type Output = Self;

    /// The product, with a relative error of at most 7 times 2^-106.
    fn mul(self, other: Self) -> Self {
        let exact = two_product(self.nearest, other.nearest);
        if exact.nearest == 0.0 && self.nearest != 0.0 && other.nearest != 0.0 {
            return Self::from(f64::NAN);
        }
        let mixed = self.nearest * other.rest + self.rest * other.nearest;
        fast_two_sum(exact.nearest, exact.rest + mixed).within_range()
    }
}

impl Div for Double {
    type Output = Self;

    /// The quotient, with a relative error of at most 15 times 2^-106.
    fn div(self, other: Self) -> Self {
        let quotient = Self::from(self.nearest / other.nearest).within_range();
        if quotient.nearest == 0.0 && self.nearest != 0.0 {
            return Self::from(f64::NAN);
        }
        let product = other * quotient;
        let remainder = (self.nearest - product.nearest) + (self.rest - product.rest);
        fast_two_sum(quotient.nearest, remainder / other.nearest).within_range()
    }
}

impl Neg for Double {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(-self.nearest, -self.rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn third() -> Double {
        Double::from(1.0) / Double::from(3.0)
    }

    #[test]
    fn operations_have_106_bits() {
        let unit = 2.0_f64.powi(-106);
        let one = third() + third() + third();
        assert!(
            (one - Double::from(1.0)).nearest().abs() <= 6.0 * unit,
            "{one:?}"
        );
        let ninth = third() * third();
        let one = ninth * Double::from(9.0);
        assert!(
            (one - Double::from(1.0)).nearest().abs() <= 32.0 * unit,
            "{one:?}"
        );
        // (1 + 2^-60)^2 - 1 = 2^-59 + 2^-120
        let x = Double::new(1.0, 2.0_f64.powi(-60));
        let difference = x * x - Double::from(1.0);
        assert!(
            (difference.nearest() - 2.0_f64.powi(-59)).abs() <= 16.0 * unit,
            "{difference:?}"
        );
        assert_ne!(third().rest(), 0.0);
    }

    #[test]
    fn results_with_fewer_than_106_bits_are_nan() {
        let [small, large] = [1e-200, 1e200].map(Double::from);
        for lost in [
            small * small,
            large * large,
            small / large,
            large / small,
            small * small * large * large,
            Double::from(1.0) / Double::from(0.0),
            Double::from(0.0) / Double::from(0.0),
            Double::from(1e300) + Double::from(1.0),
        ] {
            assert!(lost.nearest().is_nan(), "{lost:?}");
        }
        let nothing = Double::from(0.0);
        for zero in [nothing * large, nothing / large, large - large] {
            assert_eq!(zero.nearest(), 0.0);
        }
    }
}

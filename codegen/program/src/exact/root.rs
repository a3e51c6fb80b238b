//! Square roots.

use dashu_base::{BitTest, SquareRoot};
use dashu_int::UBig;

use super::{Rational, power_of_two};

/// The square root of a number, if it is rational.
#[must_use]
pub fn exact(square: &Rational) -> Option<Rational> {
    let root = |n: &UBig| {
        let root = n.sqrt();
        (&root * &root == *n).then_some(root)
    };
    let numerator = UBig::try_from(square.numerator().clone()).ok()?;
    Some(Rational::from(root(&numerator)?) / Rational::from(root(square.denominator())?))
}

/// The square root of a nonnegative number, to 127 bits.
#[must_use]
pub fn approximate(number: &Rational) -> Rational {
    approximate_to(number, 127)
}

/// The square root of a nonnegative number, to `bits` bits, or to 127 if that is more.
#[must_use]
pub fn approximate_to(number: &Rational, bits: i64) -> Rational {
    let (numerator, denominator) = (number.numerator(), number.denominator());
    // sqrt(x) = sqrt(4^n x) / 2^n, where 4^n x has some 256 bits, or more if more are requested.
    let shortfall =
        2 * (bits.max(127) + 1) + denominator.bit_len() as i64 - numerator.bit_len() as i64;
    let n = shortfall.div_euclid(2);
    let scale = power_of_two(n);
    let square = (number * &scale * &scale).round();
    let natural = UBig::try_from(square).expect("a number that is not negative");
    Rational::from(natural.sqrt()) / scale
}

/// The square root of a nonnegative number: exact if it is rational, otherwise with 48 digits.
#[must_use]
pub fn long_square_root(number: &Rational) -> Rational {
    exact(number).unwrap_or_else(|| approximate_to(number, 160))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{decimal, integer};

    #[test]
    fn only_squares_have_a_rational_root() {
        assert_eq!(
            exact(&(integer(4) / integer(9))),
            Some(integer(2) / integer(3))
        );
        assert_eq!(exact(&integer(0)), Some(integer(0)));
        for number in [integer(2), integer(-4), integer(1) / integer(3)] {
            assert_eq!(exact(&number), None);
        }
    }

    #[test]
    fn approximate_roots_are_accurate_for_all_sizes() {
        for text in ["2", "0.3", "1e-300", "3e300", "1e-301", "0"] {
            let number = decimal(text).unwrap();
            let root = approximate(&number);
            let error = &root * &root - &number;
            let bound = &number * power_of_two(-126);
            assert!(error <= bound && -error <= bound, "{text}");
        }
    }
}

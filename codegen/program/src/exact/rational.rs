//! Rational numbers.

use dashu_base::{Approximation, BitTest};
use dashu_int::UBig;
use dashu_ratio::Relaxed;

/// An exact rational number in lowest terms.
pub type Rational = dashu_ratio::RBig;

/// The integer `n`.
#[must_use]
pub fn integer(n: i64) -> Rational {
    Rational::from(n)
}

/// `2^n`
#[must_use]
pub fn power_of_two(n: i64) -> Rational {
    let power = Rational::from(UBig::ONE << n.unsigned_abs() as usize);
    if n < 0 { Rational::ONE / power } else { power }
}

/// The exponent of the power of two closest to the size of a nonzero number, to within one.
#[must_use]
pub fn exponent(value: &Rational) -> i64 {
    value.numerator().bit_len() as i64 - value.denominator().bit_len() as i64
}

/// The sum of many numbers, by pairs and pairs of pairs, reduced to lowest terms only at the end.
#[must_use]
pub fn total(numbers: Vec<Rational>) -> Rational {
    let mut sums: Vec<Relaxed> = numbers.into_iter().map(Rational::relax).collect();
    while sums.len() > 1 {
        let mut addends = sums.into_iter();
        sums = Vec::new();
        while let Some(first) = addends.next() {
            sums.push(match addends.next() {
                Some(second) => first + second,
                None => first,
            });
        }
    }
    sums.pop().map_or(Rational::ZERO, Relaxed::canonicalize)
}

/// The number of bits of numerator and denominator together, which determines the cost of arithmetic.
#[must_use]
pub fn bits(value: &Rational) -> usize {
    value.numerator().bit_len() + value.denominator().bit_len()
}

/// Whether the denominator has no prime factors but 2, 3 and 5, as those of decimals and of their thirds: sums of many such numbers
/// stay short, while other numbers give a sum all their denominators.
#[must_use]
pub fn adds_up_short(value: &Rational) -> bool {
    let denominator = value.denominator();
    UBig::from(30_u8).pow(denominator.bit_len()) % denominator == UBig::ZERO
}

/// A number with at most this many significant bits, give or take one, that is nearest to the value.
#[must_use]
pub fn round(value: &Rational, bits: i64) -> Rational {
    if *value == Rational::ZERO {
        return Rational::ZERO;
    }
    let scale = power_of_two(bits - exponent(value));
    Rational::from((value * &scale).round()) / scale
}

/// The f64 nearest to an exact value.
#[must_use]
pub fn nearest_f64(value: &Rational) -> f64 {
    match value.to_f64() {
        Approximation::Exact(x) | Approximation::Inexact(x, _) => x,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::decimal;

    #[test]
    fn a_total_is_in_lowest_terms() {
        let parts = (1..=6).map(|n| integer(1) / integer(n * (n + 1)));
        assert_eq!(total(parts.collect()), integer(6) / integer(7));
        assert_eq!(total(Vec::new()), integer(0));
    }

    /// The greatest common divisor of long numbers panicked in dashu-int 0.4.3: the axis `1 1e300 0` with `snap = false`.
    #[test]
    fn long_numbers_are_brought_to_lowest_terms() {
        let [a, b] = [UBig::from(3_u8).pow(3700), UBig::from(5_u8).pow(1600)];
        let sum = Rational::from_parts((&a + &b).into(), a.clone());
        assert_eq!(sum, integer(1) + Rational::from_parts(b.into(), a));
    }

    #[test]
    fn thirds_of_decimals_add_up_short() {
        for (text, divisor, expected) in [
            ("0.125", 3, true),
            ("1e-30", 900, true),
            ("7", 1, true),
            ("1", 7, false),
            ("0.1", 31, false),
        ] {
            let number = decimal(text).unwrap() / integer(divisor);
            assert_eq!(adds_up_short(&number), expected, "{text} / {divisor}");
        }
    }

    #[test]
    fn the_nearest_float_is_the_one_rust_reads() {
        for text in [
            "0.1",
            "-9.81",
            "3.14159265358979323846",
            "2.2250738585072014e-308",
            "1e300",
            "1.7976931348623157e308",
            "-1e308",
        ] {
            assert_eq!(
                nearest_f64(&decimal(text).unwrap()),
                text.parse::<f64>().unwrap(),
                "{text}"
            );
        }
    }
}

//! Which numbers 64-bit floats can represent.

use dashu_base::{Abs, BitTest};

use super::{Rational, exponent, power_of_two};

/// Whether a number is 0, or its nearest float is normal.
#[must_use]
pub fn is_normal(value: &Rational) -> bool {
    // Most numbers are so far from both ends of the range that their size, to within a doubling, decides.
    // The least normal float is 2^-1022; numbers down to half a step of 2^-1074 below it are rounded to it.
    let least = || power_of_two(-1022) - power_of_two(-1075);
    *value == Rational::ZERO
        || doublings_from_one(value) < 1000
        || is_below_infinity(value) && value.clone().abs() >= least()
}

/// Whether a number is 0, or its nearest float is neither 0 nor infinite.
#[must_use]
pub fn is_representable(value: &Rational) -> bool {
    // Half of the least float is still rounded to 0.
    let is_above_zero = || value.clone().abs() > power_of_two(-1075);
    *value == Rational::ZERO
        || doublings_from_one(value) < 1000
        || is_below_infinity(value) && is_above_zero()
}

/// Whether the nearest float is finite.
pub(super) fn is_below_infinity(value: &Rational) -> bool {
    // The largest float is 2^1024 - 2^971; numbers from half a step above it on are rounded to infinity.
    let infinity = || power_of_two(1024) - power_of_two(970);
    doublings_from_one(value) < 1000 || value.clone().abs() < infinity()
}

/// The number of doublings or halvings between 1 and the size of a number, to within one.
#[must_use]
pub fn doublings_from_one(value: &Rational) -> u64 {
    let [numerator, denominator] = [value.numerator().bit_len(), value.denominator().bit_len()];
    numerator.abs_diff(denominator) as u64
}

/// The size of a number outside the range of normal floats: a power of ten near it.
#[must_use]
pub fn magnitude(value: &Rational) -> String {
    let tens = exponent(value) as f64 * std::f64::consts::LOG10_2;
    let away = if tens < 0.0 { tens.floor() } else { tens.ceil() };
    format!("1e{away:.0}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{integer, nearest_f64};

    /// At the borders of rounding, a relative step of 2^-1200 is enough to change the result.
    #[test]
    fn ranges_of_floats_agree_with_rounding() {
        for border in [
            power_of_two(1024),
            power_of_two(1024) - power_of_two(971),
            power_of_two(1024) - power_of_two(970),
            power_of_two(-1022),
            power_of_two(-1022) - power_of_two(-1074),
            power_of_two(-1022) - power_of_two(-1075),
            power_of_two(-1074),
            power_of_two(-1075),
            integer(1),
            integer(0),
        ] {
            let step = &border * power_of_two(-1200);
            for value in [&border - &step, border.clone(), &border + &step] {
                for value in [value.clone(), -value] {
                    let float = nearest_f64(&value);
                    let is_zero = value == Rational::ZERO;
                    assert_eq!(is_normal(&value), float.is_normal() || is_zero, "{float:e}");
                    let expected = float.is_finite() && (float != 0.0 || is_zero);
                    assert_eq!(is_representable(&value), expected, "{float:e}");
                    assert_eq!(is_below_infinity(&value), float.is_finite(), "{float:e}");
                }
            }
        }
    }
}

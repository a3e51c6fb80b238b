//! Which numbers 64-bit floats can hold.

use dashu_base::{Abs, BitTest};

use super::{Rational, power_of_two};

/// Whether a float is as near to a number as to any other.
#[must_use]
pub fn is_normal(value: &Rational) -> bool {
    // The least normal float is 2^-1022; what is half a step of 2^-1074 below is rounded to it.
    let least = || power_of_two(-1022) - power_of_two(-1075);
    *value == Rational::ZERO
        || distance(value) < 1000
        || is_below_infinity(value) && value.clone().abs() >= least()
}

/// Whether a float tells a number from 0 and from infinity.
#[must_use]
pub fn is_representable(value: &Rational) -> bool {
    // Half of the least float is rounded to 0.
    let is_above_zero = || value.clone().abs() > power_of_two(-1075);
    *value == Rational::ZERO
        || distance(value) < 1000
        || is_below_infinity(value) && is_above_zero()
}

/// Whether the nearest float is finite.
pub(super) fn is_below_infinity(value: &Rational) -> bool {
    // The largest float is 2^1024 - 2^971; what is half a step above is rounded to infinity.
    let infinity = || power_of_two(1024) - power_of_two(970);
    distance(value) < 1000 || value.clone().abs() < infinity()
}

/// How far a number is from 1, in doublings.
#[must_use]
pub fn distance(value: &Rational) -> u64 {
    let [over, under] = [value.numerator().bit_len(), value.denominator().bit_len()];
    over.abs_diff(under) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{integer, nearest_f64};

    /// At the borders, where rounding decides, a step of 2^-1200 of a number is enough.
    #[test]
    fn what_floats_hold_is_what_they_round_to() {
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

//! Which numbers 64-bit floats can hold.

use dashu_base::BitTest;

use super::{Rational, nearest_f64};

/// Whether a float is as near to a number as to any other.
#[must_use]
pub fn is_normal(value: &Rational) -> bool {
    // What is near 1 need not be rounded to see it.
    *value == Rational::ZERO || distance(value) < 1000 || nearest_f64(value).is_normal()
}

/// Whether a float tells a number from 0 and from infinity.
#[must_use]
pub fn is_held(value: &Rational) -> bool {
    let float = nearest_f64(value);
    float.is_finite() && (float != 0.0 || *value == Rational::ZERO)
}

/// How far a number is from 1, in doublings.
#[must_use]
pub fn distance(value: &Rational) -> u64 {
    let [over, under] = [value.numerator().bit_len(), value.denominator().bit_len()];
    over.abs_diff(under) as u64
}

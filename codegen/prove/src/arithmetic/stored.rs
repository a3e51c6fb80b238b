//! Residues that are indices of stored numbers, which are elements of a wide field or floats.

use dashu_int::UBig;
use multibody_program::exact::{Rational, nearest_f64};
use multibody_support::random::Random;

use super::{floats, wide};

/// The sum.
pub fn sum(a: u64, b: u64) -> u64 {
    if floats::are_in_force() { floats::sum(a, b) } else { wide::sum(a, b) }
}

/// The difference.
pub fn difference(a: u64, b: u64) -> u64 {
    if floats::are_in_force() {
        floats::difference(a, b)
    } else {
        wide::difference(a, b)
    }
}

/// The product.
pub fn product(a: u64, b: u64) -> u64 {
    if floats::are_in_force() { floats::product(a, b) } else { wide::product(a, b) }
}

/// The inverse of a number that is not 0. None: the number is a float and may be 0 up to rounding errors.
pub fn inverse(a: u64) -> Option<u64> {
    if floats::are_in_force() { floats::inverse(a) } else { Some(wide::inverse(a)) }
}

/// 1/2
pub fn half() -> u64 {
    if floats::are_in_force() { floats::of(0.5) } else { wide::half() }
}

/// A small natural number.
pub fn of_u64(value: u64) -> u64 {
    if floats::are_in_force() {
        floats::of(value as f64)
    } else {
        wide::of_natural(&UBig::from(value))
    }
}

/// The float that is nearest to a rational number.
pub fn float(value: &Rational) -> u64 {
    floats::of(nearest_f64(value))
}

/// A random number; a float has an absolute value between 1 and 2, and a random sign.
pub fn draw(random: &mut Random) -> u64 {
    if floats::are_in_force() {
        let number = 1.0 + random.number().abs();
        let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
        floats::of(sign * number)
    } else {
        wide::of_natural(&wide::draw_number(random))
    }
}

//! Residues that are indices of stored numbers: of a wide field, or floats.

use dashu_int::UBig;
use multibody_program::exact::{Rational, nearest_f64};
use multibody_support::random::Random;

use super::{floats, wide};

/// The sum.
pub fn sum(a: u64, b: u64) -> u64 {
    match floats::are_in_force() {
        true => floats::sum(a, b),
        false => wide::sum(a, b),
    }
}

/// The difference.
pub fn difference(a: u64, b: u64) -> u64 {
    match floats::are_in_force() {
        true => floats::difference(a, b),
        false => wide::difference(a, b),
    }
}

/// The product.
pub fn product(a: u64, b: u64) -> u64 {
    match floats::are_in_force() {
        true => floats::product(a, b),
        false => wide::product(a, b),
    }
}

/// The inverse of a number that is not 0. None: a float is not known to be another number.
pub fn inverse(a: u64) -> Option<u64> {
    match floats::are_in_force() {
        true => floats::inverse(a),
        false => Some(wide::inverse(a)),
    }
}

/// 1/2
pub fn half() -> u64 {
    match floats::are_in_force() {
        true => floats::of(0.5),
        false => wide::half(),
    }
}

/// A small natural number.
pub fn natural(value: u64) -> u64 {
    match floats::are_in_force() {
        true => floats::of(value as f64),
        false => wide::of(&UBig::from(value)),
    }
}

/// A rational number among floats.
pub fn float(value: &Rational) -> u64 {
    floats::of(nearest_f64(value))
}

/// A random number; a float is between 1 and 2, or its negative.
pub fn drawn(random: &mut Random) -> u64 {
    match floats::are_in_force() {
        true => {
            let number = 1.0 + random.number().abs();
            let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
            floats::of(sign * number)
        }
        false => wide::of(&wide::drawn_number(random)),
    }
}

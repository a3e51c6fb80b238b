//! Which tensors of inertia a body can have.
//!
//! The largest principal moment is at most the sum of the other two: the matrix of second moments, `tr(I) / 2` times the
//! identity minus the inertia I, has no negative eigenvalue. The tests are exact.

use dashu_base::Abs;

use multibody_program::exact::symmetric::{Symmetric, is_at_least, second_moments};
use multibody_program::exact::{Rational, integer};

/// If a violation is smaller than the largest moment divided by this, it is a rounding error of the file's digits.
pub(super) const ROUNDING_PARTS: i64 = 1_000_000_000;

/// Whether a body can have this inertia, up to rounding errors.
pub(super) fn is_possible(inertia: &Symmetric<Rational>) -> bool {
    // The largest moment minus the sum of the others is -2 times the least second moment.
    let bound = -rounding_error(inertia) / integer(2);
    !has_negative_moment(inertia) && is_at_least(&second_moments(inertia), &bound)
}

pub(super) fn has_negative_moment(inertia: &Symmetric<Rational>) -> bool {
    let is_negative = |entry: usize| inertia[entry] < Rational::ZERO;
    // xx, yy and zz among xx xy xz yy yz zz.
    [0, 3, 5].into_iter().any(is_negative)
}

/// The largest error that rounding of an inertia's digits may cause.
pub(super) fn rounding_error([xx, _, _, yy, _, zz]: &Symmetric<Rational>) -> Rational {
    let largest = xx.max(yy).max(zz).clone().abs();
    largest / integer(ROUNDING_PARTS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::exact::decimal;

    fn symmetric(entries: [&str; 6]) -> Symmetric<Rational> {
        entries.map(|entry| decimal(entry).unwrap())
    }

    /// The rod has the moments 1, 1 and 0. Roots of the characteristic polynomial, in floats, would have errors of 1e-8 where two
    /// moments are equal.
    #[test]
    fn a_rod_in_any_direction_may_be_rounded_to_12_digits() {
        let rounded = [
            "0.668234869601",
            "-0.466381400824",
            "0.064694803625",
            "0.344380734731",
            "0.09094522111",
            "0.987384395669",
        ];
        let rod = symmetric(rounded);
        assert!(!is_at_least(&second_moments(&rod), &Rational::ZERO));
        assert!(is_possible(&rod));
    }
}

//! Which tensors of inertia a body can have.
//!
//! The largest moment is at most the sum of the other two: the matrix of second moments, `tr(I)/2 1 - I`, has no negative
//! eigenvalue. The tests are exact.

use dashu_base::Abs;

use multibody_program::exact::{Rational, integer};

/// If a violation is smaller than the largest moment divided by this, it is a rounding error of the file's digits.
pub(super) const ROUNDING_PARTS: i64 = 1_000_000_000;

/// A symmetric matrix by its entries xx xy xz yy yz zz.
pub(super) type Symmetric<T> = [T; 6];

/// Whether a body can have this inertia, up to rounding errors.
pub(super) fn is_possible(inertia: &Symmetric<Rational>) -> bool {
    // The largest moment minus the sum of the others is -2 times the least second moment.
    let bound = -rounding_error(inertia) / integer(2);
    !has_negative_moment(inertia) && is_at_least(&second_moments(inertia), &bound)
}

pub(super) fn has_negative_moment(inertia: &Symmetric<Rational>) -> bool {
    let is_negative = |entry: usize| inertia[entry] < Rational::ZERO;
    [0, 3, 5].into_iter().any(is_negative)
}

/// `tr(I)/2 1 - I`
fn second_moments([xx, xy, xz, yy, yz, zz]: &Symmetric<Rational>) -> Symmetric<Rational> {
    let half_trace = (xx + yy + zz) / integer(2);
    [
        &half_trace - xx,
        -xy,
        -xz,
        &half_trace - yy,
        -yz,
        half_trace - zz,
    ]
}

/// The largest error that rounding of an inertia's digits may cause.
pub(super) fn rounding_error([xx, _, _, yy, _, zz]: &Symmetric<Rational>) -> Rational {
    let largest = xx.max(yy).max(zz).clone().abs();
    largest / integer(ROUNDING_PARTS)
}

/// Whether no eigenvalue is less than a bound.
pub(super) fn is_at_least(
    [xx, xy, xz, yy, yz, zz]: &Symmetric<Rational>,
    bound: &Rational,
) -> bool {
    let [xx, yy, zz] = [xx, yy, zz].map(|entry| entry - bound);
    is_positive_semidefinite(&[xx, xy.clone(), xz.clone(), yy, yz.clone(), zz])
}

/// Whether no eigenvalue is negative. The test is exact: no principal minor is negative.
fn is_positive_semidefinite([xx, xy, xz, yy, yz, zz]: &Symmetric<Rational>) -> bool {
    let minor = |a: &Rational, b: &Rational, off: &Rational| a * b - off * off;
    let determinant = xx * minor(yy, zz, yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
    let minors = [
        minor(xx, yy, xy),
        minor(xx, zz, xz),
        minor(yy, zz, yz),
        determinant,
    ];
    [xx, yy, zz]
        .into_iter()
        .chain(&minors)
        .all(|minor| *minor >= Rational::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_program::exact::decimal;

    fn symmetric(entries: [&str; 6]) -> Symmetric<Rational> {
        entries.map(|entry| decimal(entry).unwrap())
    }

    #[test]
    fn definiteness_is_exact() {
        // Eigenvalues 0, 0, 3: every minor but the first vanishes.
        assert!(is_positive_semidefinite(&symmetric([
            "1", "1", "1", "1", "1", "1"
        ])));
        let slightly_less = symmetric(["1", "1", "1", "1", "1", "0.99999999999999999999"]);
        assert!(!is_positive_semidefinite(&slightly_less));
        assert!(!is_positive_semidefinite(&symmetric([
            "0", "0", "0", "0", "0", "-1"
        ])));
    }

    #[test]
    fn a_rod_is_at_the_edge_of_the_triangle_inequality() {
        let rod = symmetric(["0", "0", "0", "2", "0", "2"]);
        assert!(is_positive_semidefinite(&second_moments(&rod)));
        let impossible = symmetric(["0", "0", "0", "2", "0", "2.0001"]);
        assert!(!is_positive_semidefinite(&second_moments(&impossible)));
    }

    /// The rod has the moments 1, 1 and 0; computed in floats, the two equal ones are accurate only to 1e-8.
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
        assert!(!is_positive_semidefinite(&second_moments(&rod)));
        assert!(is_possible(&rod));
    }
}

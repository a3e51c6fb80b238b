//! Symmetric 3x3 matrices of exact numbers.

use super::{Rational, integer};

/// A symmetric matrix by its entries xx xy xz yy yz zz.
pub type Symmetric<T> = [T; 6];

/// The second moments of mass of a body with this inertia tensor I: `(tr(I) / 2) identity - I`.
#[must_use]
pub fn second_moments(inertia: &Symmetric<Rational>) -> Symmetric<Rational> {
    let [xx, xy, xz, yy, yz, zz] = inertia;
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

/// Whether no eigenvalue is less than a bound. The test is exact.
#[must_use]
pub fn is_at_least(matrix: &Symmetric<Rational>, bound: &Rational) -> bool {
    let [xx, xy, xz, yy, yz, zz] = matrix;
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
    use crate::exact::decimal;

    fn symmetric(entries: [&str; 6]) -> Symmetric<Rational> {
        entries.map(|entry| decimal(entry).unwrap())
    }

    #[test]
    fn definiteness_is_exact() {
        // Eigenvalues 0, 0, 3: every leading minor but the first vanishes.
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
}

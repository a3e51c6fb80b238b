//! Rotations whose matrices are exactly orthogonal.
//!
//! A quaternion rounded to rationals still gives an exactly orthogonal matrix, which is within an ulp of the intended
//! rotation. So exactness costs no accuracy. A direction close to a coordinate axis or plane keeps the digits of its
//! small components: the smaller they are, the finer is the rounding.

use dashu_base::Abs;

use super::rational::exponent;
use super::{Angle, Rational, integer, power_of_two, root};

/// A 3x3 matrix of exact numbers, by rows.
pub type RationalMatrix = [[Rational; 3]; 3];

/// Bits kept of a quaternion's largest component: the rounding error is below half an ulp of f64.
const BITS: i64 = 60;
/// Minimum number of bits kept of each component of an axis, also with a rounding error below half an ulp of f64.
const COMPONENT_BITS: i64 = 56;

/// The unit matrix.
#[must_use]
pub fn identity() -> RationalMatrix {
    std::array::from_fn(|i| std::array::from_fn(|j| integer(i64::from(i == j))))
}

/// `a b`
#[must_use]
pub fn product(a: &RationalMatrix, b: &RationalMatrix) -> RationalMatrix {
    std::array::from_fn(|i| {
        std::array::from_fn(|j| (0..3).fold(Rational::ZERO, |sum, k| sum + &a[i][k] * &b[k][j]))
    })
}

/// `a^T`
#[must_use]
pub fn transpose(a: &RationalMatrix) -> RationalMatrix {
    std::array::from_fn(|i| std::array::from_fn(|j| a[j][i].clone()))
}

/// Rotation about the coordinate axis 0, 1 or 2.
#[must_use]
pub fn about(axis: usize, angle: &Angle) -> RationalMatrix {
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut matrix = identity();
    matrix[i][i] = angle.cos.clone();
    matrix[j][j] = angle.cos.clone();
    matrix[j][i] = angle.sin.clone();
    matrix[i][j] = -angle.sin.clone();
    matrix
}

/// A rotation that takes z to the direction of `axis`, which is not zero. To a coordinate axis it permutes the axes, up to
/// signs. To any other direction it is the shortest turn if the direction is nearer to z than to -z, else the shortest turn
/// from -z after half a turn about x.
#[must_use]
pub fn z_to(axis: &[Rational; 3]) -> RationalMatrix {
    let [x, y, z] = axis;
    let is_zero = |k: usize| axis[k] == Rational::ZERO;
    let columns = |m: [[i64; 3]; 3]| -> RationalMatrix {
        std::array::from_fn(|i| std::array::from_fn(|j| integer(m[j][i])))
    };
    match (is_zero(0), is_zero(1), is_zero(2)) {
        (true, true, _) if *z > Rational::ZERO => identity(),
        (true, true, _) => columns([[1, 0, 0], [0, -1, 0], [0, 0, -1]]),
        (_, true, true) if *x > Rational::ZERO => columns([[0, 1, 0], [0, 0, 1], [1, 0, 0]]),
        (_, true, true) => columns([[0, 0, 1], [0, 1, 0], [-1, 0, 0]]),
        (true, _, true) if *y > Rational::ZERO => columns([[0, 0, 1], [1, 0, 0], [0, 1, 0]]),
        (true, _, true) => columns([[1, 0, 0], [0, 0, 1], [0, -1, 0]]),
        // By way of the direction half way between z and the axis, or between -z and the axis if -z is nearer. Of the numbers
        // in the quaternion of this turn only the length of the axis may be irrational.
        _ if *z >= Rational::ZERO => half_way_to(axis),
        _ => {
            let flip = columns([[1, 0, 0], [0, -1, 0], [0, 0, -1]]);
            product(&flip, &half_way_to(&[x.clone(), -y.clone(), -z.clone()]))
        }
    }
}

/// The shortest turn that takes z to the direction of `axis`, which is not zero: half a turn about x for
/// -z.
#[must_use]
pub fn shortest_z_to(axis: &[Rational; 3]) -> RationalMatrix {
    let [x, y, _] = axis;
    let is_along_z = *x == Rational::ZERO && *y == Rational::ZERO;
    if is_along_z { z_to(axis) } else { half_way_to(axis) }
}

/// The turn that takes z to an axis in another direction, by way of the direction half way between the two.
fn half_way_to(axis: &[Rational; 3]) -> RationalMatrix {
    let [x, y, z] = axis;
    let sizes = axis.each_ref().map(|component| component.clone().abs());
    let largest = sizes.iter().max().expect("three components");
    let nonzero_sizes = sizes.iter().filter(|size| **size != Rational::ZERO);
    let smallest = nonzero_sizes.min().unwrap_or(largest);
    let range = exponent(largest) - exponent(smallest);
    let bits = BITS.max(COMPONENT_BITS + range);
    let square = axis.iter().fold(Rational::ZERO, |sum, x| sum + x * x);
    let length = root::approximate_to(&square, 2 * bits);
    from_quaternion(bits, [length + z, -y.clone(), x.clone()])
}

/// The rational rotation of the quaternion (w, x, y, 0) of any length, rounded to `bits` bits of its largest component.
fn from_quaternion(bits: i64, [w, x, y]: [Rational; 3]) -> RationalMatrix {
    let largest = [&w, &x, &y]
        .map(|c| c.clone().abs())
        .into_iter()
        .max()
        .unwrap_or(Rational::ONE);
    let scale = power_of_two(bits);
    let [w, x, y] = [w, x, y].map(|c| Rational::from((c / &largest * &scale).round()) / &scale);
    let norm = &w * &w + &x * &x + &y * &y;
    let twice = |a: &Rational, b: &Rational| integer(2) * a * b / &norm;
    let one = || integer(1);
    [
        [one() - twice(&y, &y), twice(&x, &y), twice(&w, &y)],
        [twice(&x, &y), one() - twice(&x, &x), -twice(&w, &x)],
        [
            -twice(&w, &y),
            twice(&w, &x),
            one() - twice(&x, &x) - twice(&y, &y),
        ],
    ]
}

/// The matrix with each entry rounded to the nearest whole number, and the largest change of an entry by this rounding. If
/// the change is small, the result is the nearest rotation by quarter turns.
#[must_use]
pub fn rounded_entries(matrix: &RationalMatrix) -> (RationalMatrix, Rational) {
    let approximation: RationalMatrix = matrix
        .each_ref()
        .map(|row| row.each_ref().map(|x| Rational::from(x.round())));
    let pairs = matrix.iter().flatten().zip(approximation.iter().flatten());
    let change = pairs.map(|(x, whole)| (x - whole).abs()).max();
    (approximation, change.expect("nine entries"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{decimal, nearest_f64};

    fn assert_rotation(m: &RationalMatrix) {
        assert_eq!(product(m, &transpose(m)), identity());
        let minor = |i: usize, j: usize| &m[1][i] * &m[2][j] - &m[1][j] * &m[2][i];
        let det = &m[0][0] * minor(1, 2) - &m[0][1] * minor(0, 2) + &m[0][2] * minor(0, 1);
        assert_eq!(det, integer(1));
    }

    #[test]
    fn z_is_mapped_to_any_axis_exactly_orthogonally() {
        for axis in [
            [0, 0, 1],
            [0, 0, -1],
            [1, 0, 0],
            [-2, 0, 0],
            [0, 3, 0],
            [0, -1, 0],
        ] {
            let m = z_to(&axis.map(integer));
            assert_rotation(&m);
            for k in 0..3 {
                assert_eq!(m[k][2], integer(axis[k].signum()), "{axis:?}");
            }
        }
        for axis in [[0, 2, 1], [1, 0, -1], [1, 1, 1], [-3, 2, -5], [1, 2, 0]] {
            let m = z_to(&axis.map(integer));
            assert_rotation(&m);
            let length = (axis.iter().map(|x| x * x).sum::<i64>() as f64).sqrt();
            for k in 0..3 {
                let expected = axis[k] as f64 / length;
                assert!((nearest_f64(&m[k][2]) - expected).abs() < 2e-16, "{axis:?}");
            }
        }
    }

    /// If all components were rounded to 60 bits of the largest one, a tilt of 10^-18 would keep no bits, and one of 10^-9
    /// half as many as a float has.
    #[test]
    fn small_tilts_keep_all_digits_of_a_float() {
        for tilt in ["1e-6", "1e-9", "-3e-12", "7e-18", "1e-30"] {
            let slope = || decimal(tilt).expect("a decimal");
            for index in 0..3 {
                for sign in [1, -1] {
                    for others in [[0_i32, 1], [1, 0], [1, 1]] {
                        let mut axis = [const { Rational::ZERO }; 3];
                        axis[index] = integer(2 * sign);
                        axis[(index + 1) % 3] = integer(others[0].into()) * slope();
                        axis[(index + 2) % 3] = integer((-others[1]).into()) * slope();
                        for m in [z_to(&axis), shortest_z_to(&axis)] {
                            assert_rotation(&m);
                            for k in 0..3 {
                                let height = nearest_f64(&slope());
                                let squares = f64::from(others[0] + others[1]) * height * height;
                                let expected = nearest_f64(&axis[k]) / (4.0 + squares).sqrt();
                                let off = (nearest_f64(&m[k][2]) - expected).abs();
                                let tolerance =
                                    if expected == 0.0 { 1e-18 } else { 2.3e-16 * expected.abs() };
                                assert!(off <= tolerance, "{axis:?}: {off:e}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_turn_about_an_axis_is_a_rotation() {
        for axis in 0..3 {
            assert_rotation(&about(axis, &Angle::of_radians(&integer(3))));
        }
    }
}

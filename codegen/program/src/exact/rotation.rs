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
/// Bits kept of a quaternion whose components are right to 48 digits: more bits than f64 keeps of a small tilt, and
/// none that the errors of the components change.
const NEAR_BITS: i64 = 100;

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
        // The turn goes by way of the direction half way between z and the axis, or between -z and the axis if -z is nearer. Of
        // the numbers in the quaternion of this turn only the length of the axis may be irrational.
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
    let bits = bits_of(axis);
    let length = root::approximate_to(&dot(axis, axis), 2 * bits);
    let quaternion = [length + z, -y.clone(), x.clone(), Rational::ZERO];
    from_quaternion(bits, quaternion)
}

/// The number of bits to keep of the largest number so that the smallest nonzero one, rounded to the same unit, keeps
/// enough bits too.
fn bits_of(numbers: &[Rational]) -> i64 {
    let sizes = numbers.iter().map(|number| number.clone().abs());
    let mut sizes: Vec<Rational> = sizes.filter(|size| *size != Rational::ZERO).collect();
    sizes.sort();
    let range = match &sizes[..] {
        [smallest, .., largest] => exponent(largest) - exponent(smallest),
        _ => 0,
    };
    BITS.max(COMPONENT_BITS + range)
}

/// `a^T b`
#[must_use]
pub fn dot<const N: usize>(a: &[Rational; N], b: &[Rational; N]) -> Rational {
    a.iter()
        .zip(b)
        .fold(Rational::ZERO, |sum, (a, b)| sum + a * b)
}

/// `matrix vector`
#[must_use]
pub fn rotate(matrix: &RationalMatrix, vector: &[Rational; 3]) -> [Rational; 3] {
    matrix.each_ref().map(|row| dot(row, vector))
}

fn cross(a: &[Rational; 3], b: &[Rational; 3]) -> [Rational; 3] {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &a[j] * &b[k] - &a[k] * &b[j]
    })
}

/// The rational rotation of the quaternion (w, x, y, z) of any length, rounded to `bits` bits of its largest component.
fn from_quaternion(bits: i64, quaternion: [Rational; 4]) -> RationalMatrix {
    let sizes = quaternion.iter().map(|c| c.clone().abs());
    let largest = sizes.max().unwrap_or(Rational::ONE);
    let scale = power_of_two(bits);
    let rounded = quaternion.map(|c| Rational::from((c / &largest * &scale).round()) / &scale);
    of_quaternion(&rounded)
}

/// The exact rotation of the quaternion (w, x, y, z), which has any length but 0.
#[must_use]
pub fn of_quaternion(quaternion: &[Rational; 4]) -> RationalMatrix {
    let [w, x, y, z] = quaternion;
    let norm = w * w + x * x + y * y + z * z;
    let twice = |a: &Rational, b: &Rational| integer(2) * a * b / &norm;
    let one = || integer(1);
    [
        [
            one() - twice(y, y) - twice(z, z),
            twice(x, y) - twice(w, z),
            twice(x, z) + twice(w, y),
        ],
        [
            twice(x, y) + twice(w, z),
            one() - twice(x, x) - twice(z, z),
            twice(y, z) - twice(w, x),
        ],
        [
            twice(x, z) - twice(w, y),
            twice(y, z) + twice(w, x),
            one() - twice(x, x) - twice(y, y),
        ],
    ]
}

/// The rotation by an angle about an axis of any length but 0. About a coordinate axis it has the angle's sine and cosine.
#[must_use]
pub fn about_axis(axis: &[Rational; 3], angle: &Angle) -> RationalMatrix {
    let mut nonzero = (0..3).filter(|&k| axis[k] != Rational::ZERO);
    if let (Some(only), None) = (nonzero.next(), nonzero.next()) {
        let is_reversed = axis[only] < Rational::ZERO;
        let angle = if is_reversed { -angle.clone() } else { angle.clone() };
        return about(only, &angle);
    }
    // The tangent of half the angle is `sin / (1 + cos)`.
    let length = root::long_square_root(&dot(axis, axis));
    let scalar = (integer(1) + &angle.cos) * length;
    let [x, y, z] = if scalar == Rational::ZERO {
        axis.clone()
    } else {
        axis.each_ref().map(|component| component * &angle.sin)
    };
    let quaternion = [scalar, x, y, z];
    from_quaternion(bits_of(&quaternion), quaternion)
}

/// The rotation whose x axis has the direction of `x`, and whose xy plane contains `y`. `None` if the two are parallel.
#[must_use]
pub fn of_axes(x: &[Rational; 3], y: &[Rational; 3]) -> Option<RationalMatrix> {
    let z = cross(x, y);
    let y = cross(&z, x);
    let squares = [dot(x, x), dot(&z, &z)];
    if squares.contains(&Rational::ZERO) {
        return None;
    }
    let [x_length, z_length] = squares.each_ref().map(root::long_square_root);
    let y_length = &x_length * &z_length;
    let columns = [(x, &x_length), (&y, &y_length), (&z, &z_length)];
    let matrix = std::array::from_fn(|i| columns.map(|(column, length)| &column[i] / length));
    let is_exact = product(&matrix, &transpose(&matrix)) == identity();
    Some(if is_exact { matrix } else { nearest(&matrix) })
}

/// A rational rotation close to a matrix that is a rotation up to rounding errors. Entries that are 0 because a
/// coordinate plane turns into itself stay 0.
#[must_use]
pub fn nearest(matrix: &RationalMatrix) -> RationalMatrix {
    from_quaternion(NEAR_BITS, quaternion_of(matrix))
}

/// A quaternion (w, x, y, z), not of unit length, of a matrix that is a rotation up to rounding errors.
#[must_use]
pub fn quaternion_of(matrix: &RationalMatrix) -> [Rational; 4] {
    let m = |i: usize, j: usize| &matrix[i][j];
    let one = integer(1);
    let [sum_yz, sum_zx, sum_xy] = [(1, 2), (2, 0), (0, 1)].map(|(i, j)| m(i, j) + m(j, i));
    let [x, y, z] = [(2, 1), (0, 2), (1, 0)].map(|(i, j)| m(i, j) - m(j, i));
    let square =
        |signs: [i64; 3]| (0..3).fold(one.clone(), |sum, k| sum + integer(signs[k]) * m(k, k));
    // Each is the quaternion times four times one of its components; the largest such component has the least error.
    let candidates = [
        [square([1, 1, 1]), x.clone(), y.clone(), z.clone()],
        [x, square([1, -1, -1]), sum_xy.clone(), sum_zx.clone()],
        [y, sum_xy, square([-1, 1, -1]), sum_yz.clone()],
        [z, sum_zx, sum_yz, square([-1, -1, 1])],
    ];
    let mut best = 0;
    for k in 1..4 {
        if candidates[k][k] > candidates[best][best] {
            best = k;
        }
    }
    candidates[best].clone()
}

/// The matrix with each entry rounded to the nearest whole number, and the largest change of an entry by this rounding. If
/// the change is small, the result is the nearest rotation by quarter turns.
#[must_use]
pub fn rounded_entries(matrix: &RationalMatrix) -> (RationalMatrix, Rational) {
    let rounded: RationalMatrix = matrix
        .each_ref()
        .map(|row| row.each_ref().map(|x| Rational::from(x.round())));
    let pairs = matrix.iter().flatten().zip(rounded.iter().flatten());
    let change = pairs.map(|(x, whole)| (x - whole).abs()).max();
    (rounded, change.expect("nine entries"))
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

    #[test]
    fn rotations_have_one_matrix_however_they_are_written() {
        let angle = Angle::of_degrees(&integer(120));
        let ones = [1, 1, 1].map(integer);
        let permutation = of_quaternion(&[1, 1, 1, 1].map(integer));
        assert_rotation(&permutation);
        let expected = [[0, 0, 1], [1, 0, 0], [0, 1, 0]].map(|row| row.map(integer));
        assert_eq!(permutation, expected);
        let turn_about_ones = about_axis(&ones, &angle);
        assert_rotation(&turn_about_ones);
        let [x, y] = [[0, 3, 0], [5, 1, 7]].map(|axis| axis.map(integer));
        let axes = of_axes(&x, &y).expect("a rotation");
        assert_rotation(&axes);
        assert_eq!(axes[0][0], integer(0));
        for (approximation, exact) in [(&turn_about_ones, &permutation), (&nearest(&axes), &axes)] {
            for (entry, exact) in approximation.iter().flatten().zip(exact.iter().flatten()) {
                assert!(nearest_f64(&(entry - exact)).abs() < 1e-17);
            }
        }
        for axis in [[0, 0, 2], [-1, 0, 0]] {
            let [turn, back] = [angle.clone(), -angle.clone()];
            let index = axis.iter().position(|x| *x != 0).expect("a component");
            let expected = about(index, if axis[index] > 0 { &turn } else { &back });
            assert_eq!(about_axis(&axis.map(integer), &turn), expected);
        }
        let half = about_axis(&[0, 1, 1].map(integer), &Angle::of_quarter_turns(2));
        let expected = [[-1, 0, 0], [0, 0, 1], [0, 1, 0]].map(|row| row.map(integer));
        assert_eq!(half, expected);
        assert_eq!(of_axes(&ones, &[2, 2, 2].map(integer)), None);
    }

    /// The matrix of a turn about a coordinate axis, alone or combined with a quarter turn, has zeros. They stay exactly 0, although
    /// the quaternion is rounded.
    #[test]
    fn rounding_keeps_the_zeros_of_coordinate_planes() {
        let turn = about(2, &Angle::of_radians(&integer(1)));
        let quarter = about(0, &Angle::of_quarter_turns(1));
        for matrix in [
            turn.clone(),
            product(&quarter, &turn),
            product(&turn, &quarter),
        ] {
            let rounded = nearest(&matrix);
            assert_rotation(&rounded);
            for (rounded, exact) in rounded.iter().flatten().zip(matrix.iter().flatten()) {
                assert!(nearest_f64(&(rounded - exact)).abs() < 1e-17);
                if *exact == Rational::ZERO || exact.is_int() {
                    assert_eq!(rounded, exact);
                }
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
                                let error = (nearest_f64(&m[k][2]) - expected).abs();
                                let tolerance =
                                    if expected == 0.0 { 1e-18 } else { 2.3e-16 * expected.abs() };
                                assert!(error <= tolerance, "{axis:?}: {error:e}");
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

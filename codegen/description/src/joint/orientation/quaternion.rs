//! Unit quaternions x y z w.

use super::super::coordinate::OrientationChart;
use multibody_program::exact::{Rational, integer};
use multibody_program::ir::{Builder, Matrix3, Value, Vector3};

/// A unit quaternion x y z w.
#[derive(Debug)]
pub struct Quaternion;

impl OrientationChart for Quaternion {
    fn word(&self) -> &'static str {
        "quaternion"
    }

    fn unit(&self) -> &'static str {
        "quaternion x y z w"
    }

    fn plot(&self) -> [&'static str; 2] {
        ["Quaternions", "1"]
    }

    fn requirement(&self) -> Option<&'static str> {
        Some("quaternions x y z w of unit length")
    }

    fn variants(&self) -> [&'static str; 3] {
        ["Quaternion", "QuaternionRates", "Floating"]
    }

    fn neutral(&self) -> &'static [f64] {
        &[0.0, 0.0, 0.0, 1.0]
    }

    fn has_unit_norm(&self) -> bool {
        true
    }

    /// By stereographic projection: `(2 n, 1 - |n|^2) / (1 + |n|^2)`.
    fn sample(&self, numbers: [Rational; 3]) -> Vec<Rational> {
        let squares = numbers.iter().map(|n| n * n);
        let square = squares.fold(Rational::ZERO, |sum, square| sum + square);
        let denominator = integer(1) + &square;
        let vector = numbers.into_iter().map(|n| integer(2) * n / &denominator);
        vector
            .chain([(integer(1) - square) / &denominator])
            .collect()
    }

    fn axis_angle(&self, angle: f64, axis: [f64; 3]) -> Vec<f64> {
        let (sine, cosine) = libm::sincos(angle / 2.0);
        let [x, y, z] = axis.map(|x| x * sine);
        vec![x, y, z, cosine]
    }

    fn normalize(&self, q: &mut [f64], derivatives: Option<&mut [f64]>) {
        let largest_entry = |q: &[f64]| q.iter().fold(0.0, |most: f64, x| x.abs().max(most));
        let norm = |q: &[f64]| libm::sqrt(q.iter().map(|x| x * x).sum());
        // Division by the largest entry comes first, so that the square of the length neither overflows nor underflows.
        let largest = largest_entry(q);
        q.iter_mut().for_each(|x| *x /= largest);
        let length = norm(q);
        q.iter_mut().for_each(|x| *x /= length);
        for rate in derivatives.into_iter().flatten() {
            *rate /= largest * length;
        }
    }

    fn rotation(&self, b: &mut Builder, q: &[Value]) -> Matrix3 {
        quaternion_matrix(b, [q[0], q[1], q[2], q[3]])
    }

    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Vec<Vec<Value>> {
        let rows = quaternion_rate_map(b, [q[0], q[1], q[2], q[3]]);
        rows.map(|row| row.to_vec()).to_vec()
    }
}

/// The rotation matrix of a unit quaternion x y z w.
pub fn quaternion_matrix(b: &mut Builder, quaternion: [Value; 4]) -> Matrix3 {
    let two = b.integer(2);
    matrix_with_factor(b, two, quaternion)
}

/// The rotation matrix of a quaternion of any length, with `factor = 2 / |quaternion|^2`.
pub fn matrix_with_factor(b: &mut Builder, factor: Value, [x, y, z, w]: [Value; 4]) -> Matrix3 {
    let one = b.one();
    let [x2, y2, z2] = [x, y, z].map(|component| b.mul(factor, component));
    // 1 - factor (i^2 + j^2)
    let diagonal = |b: &mut Builder, i2, i, j2, j| {
        let (ii, jj) = (b.mul(i2, i), b.mul(j2, j));
        let sum = b.add(ii, jj);
        b.sub(one, sum)
    };
    let (d0, d1, d2) = (
        diagonal(b, y2, y, z2, z),
        diagonal(b, x2, x, z2, z),
        diagonal(b, x2, x, y2, y),
    );
    let (xy, xz, yz) = (b.mul(x2, y), b.mul(x2, z), b.mul(y2, z));
    let (wx, wy, wz) = (b.mul(x2, w), b.mul(y2, w), b.mul(z2, w));
    [
        [d0, b.sub(xy, wz), b.add(xz, wy)],
        [b.add(xy, wz), d1, b.sub(yz, wx)],
        [b.sub(xz, wy), b.add(yz, wx), d2],
    ]
}

/// The matrix, by rows, that maps the angular velocity in body axes to the derivative of a unit
/// quaternion x y z w: `d(quat)/dt = quat * (omega, 0) / 2`.
pub fn quaternion_rate_map(b: &mut Builder, quaternion: [Value; 4]) -> [Vector3; 4] {
    let half = b.constant(&(integer(1) / integer(2)));
    let [x, y, z, w] = quaternion.map(|component| b.mul(half, component));
    let [nx, ny, nz] = [x, y, z].map(|component| b.neg(component));
    [[w, nz, y], [z, w, nx], [ny, x, w], [nx, ny, nz]]
}

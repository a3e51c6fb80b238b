//! Rotation vectors: an axis times an angle. Formulas use Stumpff's functions `c_k(x) = sum_n (-x)^n / (k + 2 n)!`, of
//! which `c_0(a^2) = cos a` and `c_1(a^2) = sin a / a`; `1` is the identity matrix, and `[q]x` that of the cross product.
//!
//! Everything is smooth at 0. A whole turn about any axis is the same orientation as 0: there N of `dq/dt = N omega` is infinite,
//! or, if the rates are the derivatives dq/dt, M is singular.

use std::f64::consts::PI;

use super::super::coordinate::{OrientationChart, ThreeParameters};
use multibody_program::exact::integer;
use multibody_program::ir::{Builder, Function, Matrix3, Value, Vector3};

/// A rotation vector.
#[derive(Debug)]
pub struct RotationVector;

impl OrientationChart for RotationVector {
    fn word(&self) -> &'static str {
        "exponential"
    }

    fn unit(&self) -> &'static str {
        "rotation vector, rad"
    }

    fn plot(&self) -> [&'static str; 2] {
        ["Rotation vectors", "rad"]
    }

    fn normal_form(&self) -> Option<&'static str> {
        Some("rotation vectors of at most half a turn")
    }

    fn variants(&self) -> [&'static str; 3] {
        ["Exponential", "ExponentialRates", "ExponentialFloating"]
    }

    fn neutral(&self) -> &'static [f64] {
        &[0.0; 3]
    }

    fn axis_angle(&self, angle: f64, axis: [f64; 3]) -> Vec<f64> {
        axis.map(|x| angle * x).into()
    }

    /// Removes whole turns, whose angles add up to c, from a vector longer than half a turn: `q - c q / |q|`. Its
    /// derivative becomes `dq - c (dq - u (u . dq)) / |q|` with `u = q / |q|`.
    fn normalize(&self, q: &mut [f64], derivatives: Option<&mut [f64]>) {
        let length = libm::sqrt(dot(q, q));
        if length <= PI || !length.is_finite() {
            return;
        }
        // c / |q|
        let removed_fraction = 2.0 * PI * ((length + PI) / (2.0 * PI)).floor() / length;
        if let Some(rates) = derivatives {
            let projection = dot(q, rates) / (length * length);
            for (rate, q) in rates.iter_mut().zip(&*q) {
                *rate -= removed_fraction * (*rate - projection * q);
            }
        }
        q.iter_mut().for_each(|q| *q -= removed_fraction * *q);
    }

    /// With `x = |q|^2`: `c_0(x) 1 + c_1(x) [q]x + c_2(x) q q^T`.
    fn rotation(&self, b: &mut Builder, q: &[Value]) -> Matrix3 {
        let square = b.dot(q, q);
        let [c0, c1, c2] = [0, 1, 2].map(|k| b.call(Function::Stumpff(k), square));
        let hat = hat(b, [q[0], q[1], q[2]]);
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let product = b.mul(q[i], q[j]);
                let (outer, skew) = (b.mul(c2, product), b.mul(c1, hat[i][j]));
                let diagonal = if i == j { c0 } else { b.zero() };
                b.sum([diagonal, skew, outer])
            })
        })
    }

    /// With `y = |q|^2 / 4`: `1 + [q]x / 2 + e [q]x^2`, `e = (c_2(y) - c_3(y)) / (4 c_1(y))`.
    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Vec<Vec<Value>> {
        let q = [q[0], q[1], q[2]];
        let y = quarter_square(b, q);
        let [c1, c2, c3] = [1, 2, 3].map(|k| b.call(Function::Stumpff(k), y));
        let (numerator, denominator) = (b.sub(c2, c3), b.scale(&integer(4), c1));
        let (half, e) = (
            b.constant(&(integer(1) / integer(2))),
            b.div(numerator, denominator),
        );
        polynomial(b, q, half, e).map(|row| row.to_vec()).to_vec()
    }

    fn three_parameters(&self) -> Option<&'static dyn ThreeParameters> {
        Some(&Self)
    }
}

impl ThreeParameters for RotationVector {
    fn chart(&self) -> &'static dyn OrientationChart {
        &Self
    }

    /// With `y = |q|^2 / 4`: `(c_1(y) q / 2, c_0(y))`.
    fn quaternion(&self, b: &mut Builder, q: &[Value]) -> [Value; 4] {
        let q = [q[0], q[1], q[2]];
        let y = quarter_square(b, q);
        let [c0, c1] = [0, 1].map(|k| b.call(Function::Stumpff(k), y));
        let factor = b.scale(&(integer(1) / integer(2)), c1);
        let [x, y, z] = q.map(|component| b.mul(factor, component));
        [x, y, z, c0]
    }

    /// `c_2 .. c_5` at `x = |q|^2`.
    fn auxiliaries(&self, b: &mut Builder, q: &[Value]) -> Vec<Value> {
        let square = b.dot(q, q);
        [2, 3, 4, 5]
            .map(|k| b.call(Function::Stumpff(k), square))
            .into()
    }

    /// `1 - c_2 [q]x + c_3 [q]x^2`
    fn angular_velocity_map(&self, b: &mut Builder, q: &[Value], auxiliaries: &[Value]) -> Matrix3 {
        let minus_c2 = b.neg(auxiliaries[0]);
        polynomial(b, [q[0], q[1], q[2]], minus_c2, auxiliaries[1])
    }

    /// The rows `2 c_k' q`, since `dx/dq = 2 q`. Here `c_k'` is the derivative by x, and `2 c_k' = k c_(k+2) - c_(k+1)`. For the
    /// last two k this would need `c_6` and `c_7`, so the equal `(c_(k-1) - k c_k) / x` replaces it.
    fn gradients(&self, b: &mut Builder, q: &[Value], auxiliaries: &[Value]) -> Vec<Vec<Value>> {
        let [c3, c4, c5] = [1, 2, 3].map(|k| auxiliaries[k]);
        let square = b.dot(q, q);
        let mut difference = |a, k: i64, c| {
            let product = b.scale(&integer(k), c);
            b.sub(a, product)
        };
        let first_pair = [difference(c3, 2, c4), difference(c4, 3, c5)];
        let last_pair = [difference(c3, 4, c4), difference(c4, 5, c5)];
        let factors = [
            b.neg(first_pair[0]),
            b.neg(first_pair[1]),
            b.div(last_pair[0], square),
            b.div(last_pair[1], square),
        ];
        let mut row = |factor| q.iter().map(|&x| b.mul(factor, x)).collect();
        factors.into_iter().map(&mut row).collect()
    }
}

/// `1 + s [q]x + t [q]x^2`
fn polynomial(b: &mut Builder, q: Vector3, s: Value, t: Value) -> Matrix3 {
    let hat = hat(b, q);
    let square = b.mul_mat(&hat, &hat);
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let diagonal = if i == j { b.one() } else { b.zero() };
            let (linear, quadratic) = (b.mul(s, hat[i][j]), b.mul(t, square[i][j]));
            b.sum([diagonal, linear, quadratic])
        })
    })
}

/// `|q|^2 / 4`
fn quarter_square(b: &mut Builder, q: Vector3) -> Value {
    let square = b.dot(&q, &q);
    b.scale(&(integer(1) / integer(4)), square)
}

/// `[q]x`, the matrix of the cross product.
fn hat(b: &mut Builder, [x, y, z]: Vector3) -> Matrix3 {
    let (zero, nx, ny, nz) = (b.zero(), b.neg(x), b.neg(y), b.neg(z));
    [[zero, nz, y], [z, zero, nx], [ny, x, zero]]
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rotation is the same, and the rates are still derivatives along one motion.
    #[test]
    fn a_rotation_vector_is_shortened_with_its_derivative() {
        let (start, rate, h) = ([2.9, -1.7, 1.1], [0.4, 0.9, -0.3], 1e-6);
        let position = |time: f64| {
            let mut q: [f64; 3] = std::array::from_fn(|k| start[k] + time * rate[k]);
            RotationVector.normalize(&mut q, None);
            q
        };
        let norm = |q: &[f64]| dot(q, q).sqrt();
        let (mut q, mut rates) = (start, rate);
        RotationVector.normalize(&mut q, Some(&mut rates));
        assert!((norm(&start) - norm(&q).mul_add(-1.0, 2.0 * PI)).abs() < 1e-14);
        for k in 0..3 {
            let expected = (position(h)[k] - position(-h)[k]) / (2.0 * h);
            assert!((rates[k] - expected).abs() < 1e-8, "{rates:?} {expected}");
        }
        let mut short_vector = [1.0, 2.0, -0.5];
        RotationVector.normalize(&mut short_vector, None);
        assert_eq!(short_vector, [1.0, 2.0, -0.5]);
    }
}

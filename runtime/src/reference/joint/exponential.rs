//! Rotation vectors: axis times angle.

use nalgebra::{Matrix3, Rotation3, Vector3};

use super::three_parameters::ThreeParameters;

#[derive(Debug)]
pub(super) struct RotationVector;

impl ThreeParameters for RotationVector {
    /// Rodrigues' formula.
    fn rotation(q: &Vector3<f64>) -> Matrix3<f64> {
        Rotation3::new(*q).into_inner()
    }

    /// `E - f [q]x + g [q]x^2`, with the identity E, and f and g of [`factors`].
    fn jacobian(q: &Vector3<f64>) -> Matrix3<f64> {
        let ([f, g], cross) = (factors(q.norm()), q.cross_matrix());
        Matrix3::identity() - f * cross + g * cross * cross
    }

    fn jacobian_rate(q: &Vector3<f64>, rate: &Vector3<f64>) -> Matrix3<f64> {
        let angle = q.norm();
        let ([f, g], [df, dg]) = (factors(angle), slopes(angle));
        let (cross, rate_cross) = (q.cross_matrix(), rate.cross_matrix());
        // d(angle)/dt = q . rate / angle
        let angle_product = q.dot(rate);
        let square_rate = cross * rate_cross + rate_cross * cross;
        g * square_rate - f * rate_cross - df * angle_product * cross
            + dg * angle_product * cross * cross
    }

    /// `w + q x w / 2 + e q x (q x w)` with the angle `a = |q|` and `e = 1/a^2 - cot(a/2) / (2 a)`.
    fn rate(q: &Vector3<f64>, angular: &Vector3<f64>) -> Vector3<f64> {
        let angle = q.norm();
        let e = if angle < SMALL {
            (1.0 + angle * angle / 60.0) / 12.0
        } else {
            (1.0 - angle / 2.0 / (angle / 2.0).tan()) / (angle * angle)
        };
        let product = q.cross(angular);
        angular + product / 2.0 + e * q.cross(&product)
    }
}

/// Below this angle the series are exact up to rounding.
const SMALL: f64 = 1e-2;

/// `f = (1 - cos a) / a^2` and `g = (a - sin a) / a^3` of an angle a.
fn factors(a: f64) -> [f64; 2] {
    let x = a * a;
    if a < SMALL {
        [
            (1.0 - x / 12.0 * (1.0 - x / 30.0 * (1.0 - x / 56.0))) / 2.0,
            (1.0 - x / 20.0 * (1.0 - x / 42.0 * (1.0 - x / 72.0))) / 6.0,
        ]
    } else {
        let half = (a / 2.0).sin() / a;
        [2.0 * half * half, (a - a.sin()) / (x * a)]
    }
}

/// `df/da / a` and `dg/da / a`.
fn slopes(a: f64) -> [f64; 2] {
    let (x, [f, g]) = (a * a, factors(a));
    if a < SMALL {
        [
            -(1.0 - x / 15.0 * (1.0 - x * 3.0 / 112.0)) / 12.0,
            -(1.0 - x / 21.0 * (1.0 - x / 48.0)) / 60.0,
        ]
    } else {
        [(a.sin() / a - 2.0 * f) / x, (f - 3.0 * g) / x]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Vector3<f64> = Vector3::new(0.4, -0.9, 0.5);

    /// Vectors on both sides of the limit of the series, and far from it.
    fn vectors() -> [Vector3<f64>; 4] {
        let axis = Vector3::new(2.0, -3.0, 6.0) / 7.0;
        [1e-3, 0.99 * SMALL, 1.01 * SMALL, 2.5].map(|angle| angle * axis)
    }

    #[test]
    fn the_jacobian_is_that_of_the_rotation() {
        for vector in vectors() {
            let step = 1e-5;
            let turn = |h: f64| RotationVector::rotation(&(vector + h * RATE));
            let rate_cross = turn(0.0).transpose() * (turn(step) - turn(-step)) / (2.0 * step);
            let expected = (RotationVector::jacobian(&vector) * RATE).cross_matrix();
            // The error of central differences: the square of the step, and rounding over the step.
            assert!((rate_cross - expected).amax() < 1e-9, "{vector}");
            let start = RotationVector::jacobian(&(vector - step * RATE));
            let change = (RotationVector::jacobian(&(vector + step * RATE)) - start) / (2.0 * step);
            assert!(
                (change - RotationVector::jacobian_rate(&vector, &RATE)).amax() < 1e-9,
                "{vector}"
            );
        }
    }

    #[test]
    fn the_rate_of_the_vector_undoes_the_jacobian() {
        for vector in vectors() {
            let result = RotationVector::rate(&vector, &(RotationVector::jacobian(&vector) * RATE));
            assert!((result - RATE).amax() < 1e-10, "{vector}: {result}");
        }
    }
}

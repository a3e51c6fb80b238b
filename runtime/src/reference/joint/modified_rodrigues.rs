//! Modified Rodrigues parameters: the axis times the tangent of a quarter of the angle (Schaub and Junkins 1996,
//! "Stereographic orientation parameters for attitude dynamics").

use nalgebra::{Matrix3, Vector3};

use super::three_parameters::ThreeParameters;

#[derive(Debug)]
pub(super) struct ModifiedRodrigues;

impl ThreeParameters for ModifiedRodrigues {
    /// `E + (4 (1 - s) [q]x + 8 [q]x^2) / (1 + s)^2` with `s = |q|^2` and the identity E.
    fn rotation(q: &Vector3<f64>) -> Matrix3<f64> {
        let (s, cross) = (q.norm_squared(), q.cross_matrix());
        let numerator = 4.0 * (1.0 - s) * cross + 8.0 * cross * cross;
        Matrix3::identity() + numerator / (1.0 + s).powi(2)
    }

    /// `4 ((1 - s) E - 2 [q]x + 2 q q^T) / (1 + s)^2` with `s = |q|^2` and the identity E.
    fn jacobian(q: &Vector3<f64>) -> Matrix3<f64> {
        bracket(q, -1.0) * 4.0 / (1.0 + q.norm_squared()).powi(2)
    }

    fn jacobian_rate(q: &Vector3<f64>, rate: &Vector3<f64>) -> Matrix3<f64> {
        // ds/dt, and the derivative of the bracket.
        let (denominator, s_rate) = (1.0 + q.norm_squared(), 2.0 * q.dot(rate));
        let outer = q * rate.transpose();
        let bracket_rate = 2.0 * (outer + outer.transpose())
            - 2.0 * rate.cross_matrix()
            - s_rate * Matrix3::identity();
        (bracket_rate - bracket(q, -1.0) * 2.0 * s_rate / denominator) * 4.0 / denominator.powi(2)
    }

    /// `((1 - s) w + 2 q x w + 2 q (q . w)) / 4` with `s = |q|^2`.
    fn rate(q: &Vector3<f64>, angular: &Vector3<f64>) -> Vector3<f64> {
        bracket(q, 1.0) * angular / 4.0
    }
}

/// `(1 - s) E + 2 sign [q]x + 2 q q^T` with `s = |q|^2` and the identity E.
fn bracket(q: &Vector3<f64>, sign: f64) -> Matrix3<f64> {
    let diagonal = Matrix3::identity() * (1.0 - q.norm_squared());
    diagonal + 2.0 * sign * q.cross_matrix() + 2.0 * q * q.transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Rotation3;

    const RATE: Vector3<f64> = Vector3::new(0.4, -0.9, 0.5);

    fn axis() -> Vector3<f64> {
        Vector3::new(2.0, -3.0, 6.0) / 7.0
    }

    fn vectors() -> [Vector3<f64>; 4] {
        [0.0, 0.3, 2.5, 5.0].map(|angle: f64| (angle / 4.0).tan() * axis())
    }

    #[test]
    fn the_rotation_is_that_of_the_angle() {
        for angle in [0.0, 0.3_f64, 2.5, 5.0] {
            let actual = ModifiedRodrigues::rotation(&((angle / 4.0).tan() * axis()));
            let expected = Rotation3::new(angle * axis()).into_inner();
            assert!((actual - expected).amax() < 1e-14, "{angle}");
        }
    }

    #[test]
    fn the_jacobian_is_that_of_the_rotation() {
        for q in vectors() {
            let step = 1e-5;
            let turn = |h: f64| ModifiedRodrigues::rotation(&(q + h * RATE));
            let rate_cross = turn(0.0).transpose() * (turn(step) - turn(-step)) / (2.0 * step);
            let expected = (ModifiedRodrigues::jacobian(&q) * RATE).cross_matrix();
            // The error of central differences: the square of the step, and rounding over the step.
            assert!((rate_cross - expected).amax() < 1e-8, "{q}");
            let start = ModifiedRodrigues::jacobian(&(q - step * RATE));
            let end = ModifiedRodrigues::jacobian(&(q + step * RATE));
            let change = (end - start) / (2.0 * step);
            let expected = ModifiedRodrigues::jacobian_rate(&q, &RATE);
            assert!((change - expected).amax() < 1e-8, "{q}");
        }
    }

    #[test]
    fn the_rate_undoes_the_jacobian() {
        for q in vectors() {
            let angular = ModifiedRodrigues::jacobian(&q) * RATE;
            let result = ModifiedRodrigues::rate(&q, &angular);
            assert!((result - RATE).amax() < 1e-14, "{q}: {result}");
        }
    }
}

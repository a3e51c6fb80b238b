//! Rotation vectors: axis times angle.

use super::rotation::ExponentialMap;
use super::three_parameters::ThreeParameters;
use crate::Real;

/// A rotation vector; a normalized one has at most half a turn.
pub(super) struct RotationVector;

impl<T: Real> ThreeParameters<T> for RotationVector {
    #[inline]
    fn quaternion(q: [T; 3]) -> [T; 4] {
        ExponentialMap::new(q).quaternion()
    }

    #[inline]
    fn from_quaternion(quaternion: [T; 4]) -> [T; 3] {
        ExponentialMap::of_quaternion(quaternion).vector()
    }

    /// `omega + q x omega / 2 + e q x (q x omega)`, with e of [`ExponentialMap::inverse_displacement`] at -q.
    #[inline]
    fn rates(q: [T; 3], angular: [T; 3]) -> [T; 3] {
        inverse_map(q).inverse_displacement(angular)
    }

    /// The inverse of `rates`.
    #[inline]
    fn angular(q: [T; 3], rates: [T; 3]) -> [T; 3] {
        inverse_map(q).displacement(rates)
    }
}

/// The exponential map at the vector of the inverse rotation.
#[inline]
fn inverse_map<T: Real>(vector: [T; 3]) -> ExponentialMap<T> {
    ExponentialMap::new(vector.map(|component| -component))
}

#[cfg(test)]
mod tests {
    use core::f64::consts::PI;

    use super::super::Operations;
    use super::super::three_parameters::{Ball, BallByDerivatives, OrientedFloating, join};
    use super::*;
    use crate::Dual;

    type Exponential = Ball<RotationVector>;
    type ExponentialRates = BallByDerivatives<RotationVector>;
    type ExponentialFloating = OrientedFloating<RotationVector>;

    /// From no rotation to half a turn.
    const ANGLES: [f64; 13] = [
        0.0, 1e-300, 1e-200, 1e-160, 1e-100, 1e-30, 1e-12, 1e-8, 1e-4, 0.1, 1.0, 3.0, PI,
    ];
    const RATES: [f64; 3] = [0.4, -0.9, 0.5];

    fn about_an_axis(angle: f64) -> [f64; 3] {
        [2.0 / 7.0, -3.0 / 7.0, 6.0 / 7.0].map(|component| component * angle)
    }

    #[track_caller]
    fn assert_close<const N: usize>(values: [f64; N], expected: [f64; N], tolerance: f64) {
        for (value, expected) in values.into_iter().zip(expected) {
            assert!(
                (value - expected).abs() <= tolerance,
                "{value:e}, not {expected:e}"
            );
        }
    }

    /// `integrate` moves in the direction of the vector's derivative, and `difference` inverts it.
    #[test]
    fn steps_follow_rates_and_differences_invert_steps() {
        let position = [0.1, -0.2, 0.3];
        for angle in ANGLES {
            let q = about_an_axis(angle);
            // At half a turn, rounding could select the other vector of the same orientation.
            let q = if angle == PI { q.map(|component| component * 0.999) } else { q };
            let rate = Exponential::position_rate(q, RATES);
            let step = RATES.map(|rate| Dual::<f64, 1> {
                value: 0.0,
                derivatives: [rate],
            });
            let next = Exponential::integrate(q.map(Dual::constant), step);
            assert_close(next.map(|next| next.derivatives[0]), rate, 1e-12);
            let end = Exponential::integrate(q, RATES);
            assert_close(Exponential::difference(q, end), RATES, 16.0 * f64::EPSILON);

            let (q, step) = (join(position, q), join(position, RATES));
            let [.., x, y, z] = ExponentialFloating::position_rate(q, step);
            assert_close([x, y, z], rate, 0.0);
            let end = ExponentialFloating::integrate(q, step);
            let step_back = ExponentialFloating::difference(q, end);
            assert_close(step_back, step, 16.0 * f64::EPSILON);
        }
    }

    /// `dq/dt = N(q) omega`, where N is the inverse of the map from `dq/dt` to omega, to within a few ulp.
    #[test]
    fn rates_of_vectors_are_accurate_up_to_half_a_turn() {
        for angle in ANGLES {
            let q = about_an_axis(angle);
            let body = inverse_map(q).displacement(RATES);
            assert_close(
                Exponential::position_rate(q, body),
                RATES,
                4.0 * f64::EPSILON,
            );
        }
    }

    #[test]
    fn normalizing_selects_the_shorter_vector_and_keeps_the_motion() {
        for angle in ANGLES
            .into_iter()
            .chain([1.2 * PI, 1.9 * PI, 2.1 * PI, 7.0 * PI + 0.3])
        {
            let q = about_an_axis(angle);
            let whole_turns = (angle / (2.0 * PI)).round() * 2.0 * PI;
            // The angle is rounded; at half a turn both vectors are shortest, and either may be returned.
            let tolerance = 8.0 * f64::EPSILON * angle.max(f64::MIN_POSITIVE);
            let (next, rates) = Exponential::normalize(q, RATES);
            if angle != PI {
                assert_close(next, about_an_axis(angle - whole_turns), tolerance);
            }
            assert_eq!(rates, RATES);
            let (next, changed) = ExponentialRates::normalize(q, RATES);
            let (original, result) = (
                inverse_map(q).displacement(RATES),
                inverse_map(next).displacement(changed),
            );
            assert_close(result, original, 16.0 * f64::EPSILON * (1.0 + angle));
            let position = [1.0, 2.0, 3.0];
            let step = join(RATES, RATES);
            let (pose, rates) = ExponentialFloating::normalize(join(position, q), step);
            assert_eq!((pose, rates), (join(position, next), step));
        }
    }
}

//! Modified Rodrigues parameters: the axis times the tangent of a quarter of the angle. Source: Schaub and Junkins
//! 1996, "Stereographic orientation parameters for attitude dynamics".

use super::rotation::{ExponentialMap, cross, dot};
use super::three_parameters::ThreeParameters;
use crate::Real;

/// Modified Rodrigues parameters; normalized ones have at most half a turn, and so at most unit length. The shadow
/// `-q / |q|^2` of q is the same orientation.
pub(super) struct ModifiedRodrigues;

impl<T: Real> ThreeParameters<T> for ModifiedRodrigues {
    /// With `s = |q|^2`: `(2 q, 1 - s) / (1 + s)`.
    #[inline]
    fn quaternion(q: [T; 3]) -> [T; 4] {
        let square = dot(q, q);
        let inverse = T::ONE / (T::ONE + square);
        let [x, y, z] = q.map(|component| (inverse + inverse) * component);
        [x, y, z, (T::ONE - square) * inverse]
    }

    /// `u / (1 + w)` of the quaternion (u, w) with `w >= 0`. [`ExponentialMap::of_quaternion`] finds it
    /// without a branch on the sign.
    #[inline]
    fn from_quaternion(quaternion: [T; 4]) -> [T; 3] {
        let [x, y, z, w] = ExponentialMap::of_quaternion(quaternion).quaternion();
        [x, y, z].map(|component| component / (T::ONE + w))
    }

    /// `((1 - |q|^2) omega + 2 q x omega + 2 q (q . omega)) / 4`
    #[inline]
    fn rates(q: [T; 3], angular: [T; 3]) -> [T; 3] {
        kinematic_map(q, angular, T::lit(2.0)).map(|component| T::lit(0.25) * component)
    }

    /// `4 ((1 - |q|^2) dq - 2 q x dq + 2 q (q . dq)) / (1 + |q|^2)^2`
    #[inline]
    fn angular(q: [T; 3], rates: [T; 3]) -> [T; 3] {
        let denominator = T::ONE + dot(q, q);
        let factor = T::lit(4.0) / (denominator * denominator);
        kinematic_map(q, rates, T::lit(-2.0)).map(|component| factor * component)
    }
}

/// `(1 - |q|^2) v + factor q x v + 2 q (q . v)`
#[inline]
fn kinematic_map<T: Real>(q: [T; 3], v: [T; 3], factor: T) -> [T; 3] {
    let (scale, projection, normal) = (T::ONE - dot(q, q), dot(q, v), cross(q, v));
    core::array::from_fn(|k| scale * v[k] + (factor * normal[k] + (projection + projection) * q[k]))
}

#[cfg(test)]
mod tests {
    use core::f64::consts::PI;

    use super::super::Operations;
    use super::super::quaternion::Quaternion;
    use super::super::three_parameters::{Ball, BallByDerivatives, OrientedFloating, join};
    use super::*;
    use crate::Dual;

    type Turning = Ball<ModifiedRodrigues>;
    type ByDerivatives = BallByDerivatives<ModifiedRodrigues>;
    type Free = OrientedFloating<ModifiedRodrigues>;

    const RATES: [f64; 3] = [0.4, -0.9, 0.5];

    /// From no rotation almost to half a turn.
    const ANGLES: [f64; 12] = [
        0.0, 1e-300, 1e-200, 1e-160, 1e-100, 1e-30, 1e-12, 1e-8, 1e-4, 0.1, 1.0, 3.1,
    ];

    fn about_an_axis(angle: f64) -> [f64; 3] {
        let length = (angle / 4.0).tan();
        [2.0 / 7.0, -3.0 / 7.0, 6.0 / 7.0].map(|component| component * length)
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

    /// `integrate` moves in the direction of the derivatives, and `difference` inverts it, for the shadows too.
    #[test]
    fn steps_follow_rates_and_differences_invert_steps() {
        let position = [0.1, -0.2, 0.3];
        for angle in ANGLES.into_iter().chain([1.5 * PI, 1.9 * PI]) {
            let q = about_an_axis(angle);
            let (normal, rate) = ByDerivatives::normalize(q, Turning::position_rate(q, RATES));
            let step = RATES.map(|rate| Dual::<f64, 1> {
                value: 0.0,
                derivatives: [rate],
            });
            let next = Turning::integrate(q.map(Dual::constant), step);
            assert_close(next.map(|next| next.value), normal, 4.0 * f64::EPSILON);
            assert_close(next.map(|next| next.derivatives[0]), rate, 1e-12);
            let end = Turning::integrate(q, RATES);
            // The quaternion of a shadow cancels: `1 - |q|^2` has the rounding error of `|q|^2`.
            assert_close(Turning::difference(q, end), RATES, 32.0 * f64::EPSILON);

            let (q, step) = (join(position, q), join(position, RATES));
            let step_back = Free::difference(q, Free::integrate(q, step));
            assert_close(step_back, step, 32.0 * f64::EPSILON);
        }
    }

    /// Steps of a body that turns through whole turns agree with those of a quaternion, and the length never exceeds 1.
    #[test]
    fn steps_lead_through_whole_turns() {
        let (mut q, mut quat) = ([0.0; 3], [0.0, 0.0, 0.0, 1.0]);
        let step = RATES.map(|rate| 0.1 * rate);
        for _ in 0..300 {
            q = Turning::integrate(q, step);
            quat = Quaternion::integrate(quat, step);
            assert!(dot(q, q) <= 1.0 + 4.0 * f64::EPSILON, "{q:?}");
            let by_chart = ModifiedRodrigues::quaternion(q);
            let sign = 1.0_f64.copysign(by_chart[3] * quat[3]);
            // At most an ulp or two from each step.
            assert_close(
                by_chart,
                quat.map(|component| sign * component),
                300.0 * 4.0 * f64::EPSILON,
            );
        }
    }

    #[test]
    fn normalizing_selects_the_shadow_and_keeps_the_motion() {
        for angle in ANGLES.into_iter().chain([1.2 * PI, 1.7 * PI, 1.99 * PI]) {
            let q = about_an_axis(angle);
            let whole_turns = (angle / (2.0 * PI)).round() * 2.0 * PI;
            let length = dot(q, q).sqrt();
            let tolerance = 16.0 * f64::EPSILON * length.max(f64::MIN_POSITIVE);
            let (next, rates) = Turning::normalize(q, RATES);
            assert_close(next, about_an_axis(angle - whole_turns), tolerance);
            assert_eq!(rates, RATES);
            let (again, changed) = ByDerivatives::normalize(q, RATES);
            assert_eq!(again, next);
            let original = ModifiedRodrigues::angular(q, RATES);
            let result = ModifiedRodrigues::angular(next, changed);
            assert_close(result, original, 32.0 * f64::EPSILON);
            let position = [1.0, 2.0, 3.0];
            let step = join(RATES, RATES);
            let (pose, rates) = Free::normalize(join(position, q), step);
            assert_eq!((pose, rates), (join(position, next), step));
        }
    }

    #[test]
    fn rates_invert_angular_velocities() {
        for angle in ANGLES.into_iter().chain([1.5 * PI]) {
            let q = about_an_axis(angle);
            let body = ModifiedRodrigues::angular(q, RATES);
            assert_close(ModifiedRodrigues::rates(q, body), RATES, 8.0 * f64::EPSILON);
        }
    }
}

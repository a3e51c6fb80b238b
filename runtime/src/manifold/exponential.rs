//! SO(3) and SE(3) with a rotation vector, axis times angle. Rates are velocities in body axes, or derivatives of the
//! vector.

use super::floating::halves;
use super::rotation::{Turn, conjugate, cross, product};
use super::{Floating, Operations};
use crate::Real;

pub(super) struct Exponential;

impl<T: Real> Operations<T, 3, 3> for Exponential {
    #[inline]
    fn neutral() -> [T; 3] {
        [T::ZERO; 3]
    }

    #[inline]
    fn normalize(q: [T; 3], qd: [T; 3]) -> ([T; 3], [T; 3]) {
        (shortest(q), qd)
    }

    /// `omega + q x omega / 2 + e q x (q x omega)`: the chord of the inverse turn.
    #[inline]
    fn position_rate(q: [T; 3], qd: [T; 3]) -> [T; 3] {
        back(q).chord(qd)
    }

    /// The rotation vector of `exp(q) exp(step)`, at most half a turn.
    #[inline]
    fn integrate(q: [T; 3], step: [T; 3]) -> [T; 3] {
        let next = product(quaternion(q), quaternion(step));
        Turn::shortest(next).vector()
    }

    #[inline]
    fn difference(from: [T; 3], to: [T; 3]) -> [T; 3] {
        let between = product(conjugate(quaternion(from)), quaternion(to));
        Turn::shortest(between).vector()
    }

    #[inline]
    fn bracket(a: [T; 3], b: [T; 3]) -> [T; 3] {
        cross(a, b)
    }
}

pub(super) struct ExponentialRates;

impl<T: Real> Operations<T, 3, 3> for ExponentialRates {
    #[inline]
    fn neutral() -> [T; 3] {
        [T::ZERO; 3]
    }

    /// The new rates have the same angular velocity: the arc of the inverse turn maps rates to it, and the chord maps
    /// it to rates.
    #[inline]
    fn normalize(q: [T; 3], qd: [T; 3]) -> ([T; 3], [T; 3]) {
        let next = shortest(q);
        (next, back(next).chord(back(q).arc(qd)))
    }

    #[inline]
    fn position_rate(_q: [T; 3], qd: [T; 3]) -> [T; 3] {
        qd
    }

    #[inline]
    fn integrate(q: [T; 3], step: [T; 3]) -> [T; 3] {
        core::array::from_fn(|k| q[k] + step[k])
    }

    #[inline]
    fn difference(from: [T; 3], to: [T; 3]) -> [T; 3] {
        core::array::from_fn(|k| to[k] - from[k])
    }

    #[inline]
    fn bracket(_a: [T; 3], _b: [T; 3]) -> [T; 3] {
        [T::ZERO; 3]
    }
}

pub(super) struct ExponentialFloating;

impl<T: Real> Operations<T, 6, 6> for ExponentialFloating {
    #[inline]
    fn neutral() -> [T; 6] {
        [T::ZERO; 6]
    }

    #[inline]
    fn normalize(q: [T; 6], qd: [T; 6]) -> ([T; 6], [T; 6]) {
        let (place, vector) = halves(q);
        (joined(place, shortest(vector)), qd)
    }

    #[inline]
    fn position_rate(q: [T; 6], qd: [T; 6]) -> [T; 6] {
        let ((_, vector), (_, angular)) = (halves(q), halves(qd));
        let [x, y, z, ..] = Floating::position_rate(by_quaternion(q), qd);
        joined([x, y, z], Exponential::position_rate(vector, angular))
    }

    #[inline]
    fn integrate(q: [T; 6], step: [T; 6]) -> [T; 6] {
        let [x, y, z, turn @ ..] = Floating::integrate(by_quaternion(q), step);
        joined([x, y, z], Turn::shortest(turn).vector())
    }

    #[inline]
    fn difference(from: [T; 6], to: [T; 6]) -> [T; 6] {
        Floating::difference(by_quaternion(from), by_quaternion(to))
    }

    #[inline]
    fn bracket(a: [T; 6], b: [T; 6]) -> [T; 6] {
        Floating::bracket(a, b)
    }
}

/// Positions as x y z and a quaternion.
#[inline]
fn by_quaternion<T: Real>(q: [T; 6]) -> [T; 7] {
    let ([x, y, z], vector) = halves(q);
    let [qx, qy, qz, qw] = quaternion(vector);
    [x, y, z, qx, qy, qz, qw]
}

#[inline]
fn quaternion<T: Real>(vector: [T; 3]) -> [T; 4] {
    Turn::new(vector).quaternion()
}

/// The vector of the shortest turn to the same orientation.
#[inline]
fn shortest<T: Real>(vector: [T; 3]) -> [T; 3] {
    Turn::shortest(quaternion(vector)).vector()
}

#[inline]
fn back<T: Real>(vector: [T; 3]) -> Turn<T> {
    Turn::new(vector.map(|component| -component))
}

#[inline]
fn joined<T: Real>([x, y, z]: [T; 3], [a, b, c]: [T; 3]) -> [T; 6] {
    [x, y, z, a, b, c]
}

#[cfg(test)]
mod tests {
    use core::f64::consts::PI;

    use super::*;
    use crate::Dual;

    /// From no rotation to half a turn.
    const ANGLES: [f64; 13] = [
        0.0, 1e-300, 1e-200, 1e-160, 1e-100, 1e-30, 1e-12, 1e-8, 1e-4, 0.1, 1.0, 3.0, PI,
    ];
    const RATES: [f64; 3] = [0.4, -0.9, 0.5];

    fn about_an_axis(angle: f64) -> [f64; 3] {
        [2.0 / 7.0, -3.0 / 7.0, 6.0 / 7.0].map(|part| part * angle)
    }

    #[track_caller]
    fn close<const N: usize>(found: [f64; N], expected: [f64; N], tolerance: f64) {
        for (found, expected) in found.into_iter().zip(expected) {
            assert!(
                (found - expected).abs() <= tolerance,
                "{found:e}, not {expected:e}"
            );
        }
    }

    /// `integrate` moves in the direction of the vector's derivative, and `difference` inverts it.
    #[test]
    fn steps_are_those_of_the_rates() {
        let place = [0.1, -0.2, 0.3];
        for angle in ANGLES {
            let q = about_an_axis(angle);
            // At half a turn, rounding could select the other vector of the same orientation.
            let q = if angle == PI {
                q.map(|part| part * 0.999)
            } else {
                q
            };
            let rate = Exponential::position_rate(q, RATES);
            let moving = RATES.map(|rate| Dual::<f64, 1> {
                value: 0.0,
                derivatives: [rate],
            });
            let next = Exponential::integrate(q.map(Dual::constant), moving);
            close(next.map(|next| next.derivatives[0]), rate, 1e-12);
            let there = Exponential::integrate(q, RATES);
            close(
                Exponential::difference(q, there),
                RATES,
                16.0 * f64::EPSILON,
            );

            let (q, step) = (joined(place, q), joined(place, RATES));
            let [.., x, y, z] = ExponentialFloating::position_rate(q, step);
            close([x, y, z], rate, 0.0);
            let there = ExponentialFloating::integrate(q, step);
            let found = ExponentialFloating::difference(q, there);
            close(found, step, 16.0 * f64::EPSILON);
        }
    }

    /// N is the inverse of the Jacobian of the vector, to within a few ulp.
    #[test]
    fn rates_of_vectors_are_accurate_from_nothing_to_half_a_turn() {
        for angle in ANGLES {
            let q = about_an_axis(angle);
            let body = back(q).arc(RATES);
            close(
                Exponential::position_rate(q, body),
                RATES,
                4.0 * f64::EPSILON,
            );
        }
    }

    #[test]
    fn normalizing_takes_the_shorter_turn_and_keeps_the_motion() {
        for angle in ANGLES
            .into_iter()
            .chain([1.2 * PI, 1.9 * PI, 2.1 * PI, 7.0 * PI + 0.3])
        {
            let q = about_an_axis(angle);
            let whole = (angle / (2.0 * PI)).round() * 2.0 * PI;
            // The angle is rounded; at half a turn both vectors are shortest, and either may be returned.
            let tolerance = 8.0 * f64::EPSILON * angle.max(f64::MIN_POSITIVE);
            let (next, rates) = Exponential::normalize(q, RATES);
            if angle != PI {
                close(next, about_an_axis(angle - whole), tolerance);
            }
            assert_eq!(rates, RATES);
            let (next, changed) = ExponentialRates::normalize(q, RATES);
            let (before, after) = (back(q).arc(RATES), back(next).arc(changed));
            close(after, before, 16.0 * f64::EPSILON * (1.0 + angle));
            let place = [1.0, 2.0, 3.0];
            let step = joined(RATES, RATES);
            let (placed, rates) = ExponentialFloating::normalize(joined(place, q), step);
            assert_eq!((placed, rates), (joined(place, next), step));
        }
    }
}

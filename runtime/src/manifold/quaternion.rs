//! SO(3) with a unit quaternion x y z w. Rates are the angular velocity in body axes, or the four derivatives.

use super::Operations;
use super::rotation::{ExponentialMap, conjugate, cross, product};
use crate::Real;

pub(super) struct Quaternion;

impl<T: Real> Operations<T, 4, 3> for Quaternion {
    #[inline]
    fn neutral() -> [T; 4] {
        [T::ZERO, T::ZERO, T::ZERO, T::ONE]
    }

    #[inline]
    fn normalize(q: [T; 4], qd: [T; 3]) -> ([T; 4], [T; 3]) {
        (unit(q), qd)
    }

    /// `quat (omega, 0) / 2`.
    #[inline]
    fn position_rate(q: [T; 4], [x, y, z]: [T; 3]) -> [T; 4] {
        product(q, [x, y, z, T::ZERO]).map(|component| T::lit(0.5) * component)
    }

    /// `quat exp(step / 2)`, normalized, since rounding errors of the length would accumulate over steps.
    #[inline]
    fn integrate(q: [T; 4], step: [T; 3]) -> [T; 4] {
        unit(product(q, ExponentialMap::new(step).quaternion()))
    }

    /// `2 log(from^-1 to)`.
    #[inline]
    fn difference(from: [T; 4], to: [T; 4]) -> [T; 3] {
        ExponentialMap::of_quaternion(product(conjugate(from), to)).vector()
    }

    #[inline]
    fn bracket(a: [T; 3], b: [T; 3]) -> [T; 3] {
        cross(a, b)
    }
}

pub(super) struct QuaternionRates;

impl<T: Real> Operations<T, 4, 4> for QuaternionRates {
    #[inline]
    fn neutral() -> [T; 4] {
        Quaternion::neutral()
    }

    /// Only the part of the rates that turns the body remains: `(1 - u u^T) qd / |q|` with `u = q / |q|`.
    #[inline]
    fn normalize(q: [T; 4], qd: [T; 4]) -> ([T; 4], [T; 4]) {
        let (length, u) = (norm(q), unit(q));
        let [x, y, z, w] = core::array::from_fn(|k| u[k] * qd[k]);
        let projection = x + y + z + w;
        let rates = core::array::from_fn(|k| (qd[k] - projection * u[k]) / length);
        (u, rates)
    }

    #[inline]
    fn position_rate(_q: [T; 4], qd: [T; 4]) -> [T; 4] {
        qd
    }

    #[inline]
    fn integrate(q: [T; 4], step: [T; 4]) -> [T; 4] {
        core::array::from_fn(|k| q[k] + step[k])
    }

    #[inline]
    fn difference(from: [T; 4], to: [T; 4]) -> [T; 4] {
        core::array::from_fn(|k| to[k] - from[k])
    }

    #[inline]
    fn bracket(_a: [T; 4], _b: [T; 4]) -> [T; 4] {
        [T::ZERO; 4]
    }
}

/// The quaternion of unit length in the same direction.
#[inline]
pub(crate) fn unit<T: Real>(q: [T; 4]) -> [T; 4] {
    let length = norm(q);
    q.map(|component| component / length)
}

#[inline]
fn norm<T: Real>([x, y, z, w]: [T; 4]) -> T {
    (x * x + y * y + z * z + w * w).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The angular velocity `2 vec(quat^-1 dquat/dt)` is unchanged, and the rate of the length is removed.
    #[test]
    fn normalizing_derivatives_keeps_the_motion() {
        let (q, rates) = ([0.6, -1.2, 0.4, 1.0_f64], [0.3, 0.8, -0.5, 0.2]);
        let (u, changed) = QuaternionRates::normalize(q, rates);
        let angular = |q: [f64; 4], rates| {
            let square = norm(q) * norm(q);
            let [x, y, z, _] = product(conjugate(q), rates);
            [x, y, z].map(|component| 2.0 * component / square)
        };
        assert!((norm(u) - 1.0).abs() < 1e-15);
        for (value, expected) in angular(u, changed).into_iter().zip(angular(q, rates)) {
            assert!((value - expected).abs() < 1e-15, "{value}, not {expected}");
        }
        let projection: f64 = u.iter().zip(changed).map(|(u, rate)| u * rate).sum();
        assert!(projection.abs() < 1e-15, "{projection}");
    }
}

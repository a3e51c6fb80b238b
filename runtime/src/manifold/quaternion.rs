//! SO(3): a unit quaternion x y z w, angular velocity in body axes.

use super::Operations;
use super::rotation::{Turn, conjugate, cross, product};
use crate::Real;

pub(super) struct Quaternion;

impl<T: Real> Operations<T, 4, 3> for Quaternion {
    #[inline]
    fn neutral() -> [T; 4] {
        [T::ZERO, T::ZERO, T::ZERO, T::ONE]
    }

    #[inline]
    fn normalize(q: [T; 4]) -> [T; 4] {
        let [x, y, z, w] = q;
        let length = (x * x + y * y + z * z + w * w).sqrt();
        q.map(|component| component / length)
    }

    /// `quat (omega, 0) / 2`
    #[inline]
    fn position_rate(q: [T; 4], [x, y, z]: [T; 3]) -> [T; 4] {
        product(q, [x, y, z, T::ZERO]).map(|component| T::lit(0.5) * component)
    }

    /// `quat exp(step / 2)`, of unit length again: rounding would add up over steps.
    #[inline]
    fn integrate(q: [T; 4], step: [T; 3]) -> [T; 4] {
        Self::normalize(product(q, Turn::new(step).quaternion()))
    }

    /// `2 log(from^-1 to)`
    #[inline]
    fn difference(from: [T; 4], to: [T; 4]) -> [T; 3] {
        Turn::shortest(product(conjugate(from), to)).vector()
    }

    #[inline]
    fn bracket(a: [T; 3], b: [T; 3]) -> [T; 3] {
        cross(a, b)
    }
}

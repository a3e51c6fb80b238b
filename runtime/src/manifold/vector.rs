//! A position whose derivative is its rate.

use super::Operations;
use crate::Real;

pub(super) struct Vector;

impl<T: Real> Operations<T, 1, 1> for Vector {
    #[inline]
    fn neutral() -> [T; 1] {
        [T::ZERO]
    }

    #[inline]
    fn normalize(q: [T; 1], qd: [T; 1]) -> ([T; 1], [T; 1]) {
        (q, qd)
    }

    #[inline]
    fn position_rate(_q: [T; 1], qd: [T; 1]) -> [T; 1] {
        qd
    }

    #[inline]
    fn integrate([q]: [T; 1], [step]: [T; 1]) -> [T; 1] {
        [q + step]
    }

    #[inline]
    fn difference([from]: [T; 1], [to]: [T; 1]) -> [T; 1] {
        [to - from]
    }

    #[inline]
    fn bracket(_a: [T; 1], _b: [T; 1]) -> [T; 1] {
        [T::ZERO]
    }
}

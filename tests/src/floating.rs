//! States of robots on a floating base, and numbers that are equal but for rounding.

use multibody::Real;

/// Positions, rates and forces between -1 and 1; the quaternion of the base has the length 1.
#[must_use]
pub fn state<T: Real, const NQ: usize, const NV: usize>(seed: f64) -> ([T; NQ], [T; NV], [T; NV]) {
    let number = |index: usize| T::lit((seed + 7.0 * index as f64).sin());
    let mut q = std::array::from_fn(number);
    let half = T::lit(0.5);
    q[3..7].copy_from_slice(&[half, -half, half, half]);
    (
        q,
        std::array::from_fn(|index| number(index + 20)),
        std::array::from_fn(|index| number(index + 40)),
    )
}

/// Fails unless two results agree, relative to the largest of the numbers.
///
/// # Panics
/// If they do not agree, if their numbers of entries differ, or if all expected numbers are 0.
#[track_caller]
pub fn assert_near(actual: &[f64], expected: &[f64], epsilon: f64) {
    assert_eq!(actual.len(), expected.len());
    let size = expected.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    assert!(size > 0.0, "nothing is compared");
    for (actual, expected) in actual.iter().zip(expected) {
        assert!(
            (actual - expected).abs() <= epsilon * size,
            "{actual} instead of {expected}"
        );
    }
}

//! Sine and cosine of one angle in each lane, with the bits of `libm::sincos`.
//!
//! A float passes a single angle to libm, and a lane must have the same bits as a float. Formulas and the order of
//! their operations are those of fdlibm (Sun Microsystems, 1993): `k_sin`, `k_cos`, and the first round of `rem_pio2`.
//! Its branches are replaced by selections, except for one.

use super::Comparable;
use super::double::{COSINE, QUARTERS_PER_RADIAN, ROUNDING_SHIFT, SINE};

/// libm chooses the quarter by comparing the first 20 bits of an angle with odd eighths of a turn. Up to this angle, which is
/// a little less than an eighth, it surely subtracts no quarter.
const ALMOST_EIGHTH: f64 = core::f64::consts::FRAC_PI_4 - 1e-5;

/// Sine and cosine; `None` if libm may assign an angle to another quarter, or may compute its remainder in a second round.
/// The latter counts as possible for all angles above 26000.
#[inline(always)]
pub(super) fn sin_cos<F: Comparable<Float = f64>>(x: F) -> Option<(F, F)> {
    // The processor predicts this branch, so that a small angle does not wait for the reduction.
    if x.magnitude().are_at_most(F::of(ALMOST_EIGHTH)) {
        Some((sine_plain(x), cosine(x, F::of(0.0))))
    } else {
        reduce(x)
    }
}

/// Sine and cosine of an angle of any size; `None` as for [`sin_cos`].
#[inline(always)]
fn reduce<F: Comparable<Float = f64>>(x: F) -> Option<(F, F)> {
    // The first 33 bits of a quarter turn, and the rest.
    const HIGH: f64 = 1.570_796_326_734_125_6;
    const LOW: f64 = 6.077_100_506_506_192e-11;
    // libm makes a second round if the exponent of the remainder is less than that of the angle by more than 16. It makes
    // none if the remainder is at least this fraction of the angle.
    const MIN_RATIO: f64 = 1.0 / 32768.0;

    let shifted = x * F::of(QUARTERS_PER_RADIAN) + F::of(ROUNDING_SHIFT);
    let quarters = shifted - F::of(ROUNDING_SHIFT);
    let first = x - quarters * F::of(HIGH);
    let low = quarters * F::of(LOW);
    let y = first - low;
    let tail = (first - y) - low;

    let size = y.magnitude();
    let has_bits_of_libm = size.are_at_most(F::of(ALMOST_EIGHTH))
        && (x.magnitude() * F::of(MIN_RATIO)).are_at_most(size);
    if !has_bits_of_libm {
        return None;
    }
    // If no quarter is subtracted there is no tail, and libm adds the terms in another order.
    let sine =
        (quarters.magnitude()).select_at_most(F::of(0.0), sine_plain(y), sine_with_tail(y, tail));
    Some(F::rotate_by_quarters(shifted, sine, cosine(y, tail)))
}

/// The sine of an angle that is not reduced, and so has no tail.
#[inline(always)]
fn sine_plain<F: Comparable<Float = f64>>(x: F) -> F {
    let z = x * x;
    let sine = x + z * x * (F::of(SINE[0]) + z * higher_terms(z));
    // libm returns tiny angles unchanged. This only matters for the sign of a zero.
    x.magnitude().select_at_most(F::of(0.0), x, sine)
}

/// The sine of a remainder with its tail.
#[inline(always)]
fn sine_with_tail<F: Comparable<Float = f64>>(y: F, tail: F) -> F {
    let z = y * y;
    let v = z * y;
    y - ((z * (F::of(0.5) * tail - v * higher_terms(z)) - tail) - v * F::of(SINE[0]))
}

/// The terms of the sine from `y^5` on, divided by `y^5`.
#[inline(always)]
fn higher_terms<F: Comparable<Float = f64>>(z: F) -> F {
    let [_, s1, s2, s3, s4, s5] = SINE;
    let low = F::of(s1) + z * (F::of(s2) + z * F::of(s3));
    low + z * (z * z) * (F::of(s4) + z * F::of(s5))
}

/// The cosine of a remainder.
#[inline(always)]
fn cosine<F: Comparable<Float = f64>>(y: F, tail: F) -> F {
    let [c0, c1, c2, c3, c4, c5] = COSINE;
    let one = F::of(1.0);
    let z = y * y;
    let w = z * z;
    let low = z * (F::of(c0) + z * (F::of(c1) + z * F::of(c2)));
    let r = low + w * w * (F::of(c3) + z * (F::of(c4) + z * F::of(c5)));
    let half = F::of(0.5) * z;
    let near_one = one - half;
    near_one + (((one - near_one) - half) + (z * r - y * tail))
}

#[cfg(all(test, feature = "wide"))]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;
    use wide::f64x4;

    /// Angles next to multiples of an eighth of a turn, tiny, far, and random ones.
    fn angles() -> impl Iterator<Item = f64> {
        let eighth = core::f64::consts::FRAC_PI_4;
        // Four that follow one another are next to the same multiple.
        let near_eighths = (0..24).flat_map(move |k| {
            let halved = (0..=60).map(|k| f64::powi(0.5, k));
            let spread = (1..200).map(|k| f64::from(k) * 7e-6);
            halved
                .chain(spread)
                .map(move |nudge| f64::from(k) * eighth + nudge)
        });
        let special_angles = [
            0.0,
            5e-324,
            1e-300,
            1.05e-8,
            1.06e-8,
            1e6,
            1.1e6,
            1e22,
            f64::NAN,
        ];
        let mut random = 1_u64;
        let random_angles = (0..20_000).map(move |k| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 11) as f64 / (1_u64 << 53) as f64 * [0.8, 7.0, 300.0, 1e5][k % 4]
        });
        near_eighths
            .chain(special_angles)
            .chain(random_angles)
            .flat_map(|x| [x, -x])
    }

    #[test]
    fn one_angle_in_each_lane_has_the_bits_of_libm() {
        let angles: Vec<f64> = angles().collect();
        let mut side_by_side_count = 0;
        for angles in angles.chunks_exact(4) {
            let register = f64x4::new([angles[0], angles[1], angles[2], angles[3]]);
            let values = sin_cos(register);
            side_by_side_count += usize::from(values.is_some());
            let (s, c) = values.unwrap_or_else(|| crate::Real::sin_cos(register));
            for (lane, &angle) in angles.iter().enumerate() {
                let (sine, cosine) = libm::sincos(angle);
                let bits = |s: f64, c: f64| {
                    if s.is_nan() { [u64::MAX; 2] } else { [s.to_bits(), c.to_bits()] }
                };
                let (s, c) = (s.as_array()[lane], c.as_array()[lane]);
                assert_eq!(bits(s, c), bits(sine, cosine), "{angle:e}");
            }
        }
        // At least two groups of five: angles next to multiples of an eighth, and large ones, are computed one by one.
        assert!(
            side_by_side_count > angles.len() / 10,
            "{side_by_side_count}"
        );
    }
}

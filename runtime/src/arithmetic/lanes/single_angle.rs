//! Sine and cosine of one angle in each lane, with the bits of `libm::sincos`.
//!
//! A float passes a single angle to libm, and a lane must have the same bits as a float. Formulas and the order of
//! their operations are those of fdlibm (Sun Microsystems, 1993): `k_sin`, `k_cos`, and the first round of `rem_pio2`.
//! Its branches are replaced by selections, except for one.

use crate::arithmetic::sines::{COSINE, Number, QUARTERS_PER_RADIAN, ROUNDING_SHIFT, SINE};

/// Numbers side by side that can be compared.
pub trait Comparable: Number {
    /// The absolute values.
    fn magnitude(self) -> Self;

    /// Whether the number in each lane is at most that of `bound`; NaN is not.
    fn are_at_most(self, bound: Self) -> bool;

    /// In each lane the first number if this one is at most that of `bound`, and otherwise the second.
    fn select_at_most(self, bound: Self, first: Self, second: Self) -> Self;
}

/// libm compares the first 20 bits of angles with odd eighths of a turn; up to this angle there is no doubt.
const EIGHTH: f64 = core::f64::consts::FRAC_PI_4 - 1e-5;

/// Sine and cosine; `None` if libm may assign an angle to another quarter, or if its remainder needs a second round, as
/// those of all angles above 26000 do.
#[inline(always)]
pub fn sin_cos<F: Comparable>(x: F) -> Option<(F, F)> {
    // A processor predicts this branch, and then need not wait for a reduction.
    if x.magnitude().are_at_most(F::of(EIGHTH)) {
        Some((sine_plain(x), cosine(x, F::of(0.0))))
    } else {
        reduce(x)
    }
}

/// Sine and cosine of an angle of any size; `None` as for [`sin_cos`].
#[inline(always)]
fn reduce<F: Comparable>(x: F) -> Option<(F, F)> {
    // The first 33 bits of a quarter turn, and the rest.
    const HIGH: f64 = 1.570_796_326_734_125_6;
    const LOW: f64 = 6.077_100_506_506_192e-11;
    // libm makes a second round if the remainder is smaller than the angle by more than 16 binary digits.
    const MIN_RATIO: f64 = 1.0 / 32768.0;

    let shifted = x * F::of(QUARTERS_PER_RADIAN) + F::of(ROUNDING_SHIFT);
    let quarters = shifted - F::of(ROUNDING_SHIFT);
    let first = x - quarters * F::of(HIGH);
    let low = quarters * F::of(LOW);
    let y = first - low;
    let tail = (first - y) - low;

    let size = y.magnitude();
    let has_bits_of_libm =
        size.are_at_most(F::of(EIGHTH)) && (x.magnitude() * F::of(MIN_RATIO)).are_at_most(size);
    if !has_bits_of_libm {
        return None;
    }
    // If no quarter is subtracted there is no tail, and libm adds in another order.
    let sine =
        (quarters.magnitude()).select_at_most(F::of(0.0), sine_plain(y), sine_with_tail(y, tail));
    Some(F::rotate_by_quarters(shifted, sine, cosine(y, tail)))
}

/// The sine of an angle that is not reduced, and so has no tail.
#[inline(always)]
fn sine_plain<F: Comparable>(x: F) -> F {
    let z = x * x;
    let sine = x + z * x * (F::of(SINE[0]) + z * higher_terms(z));
    // libm returns tiny angles unchanged. This only matters for the sign of a zero.
    x.magnitude().select_at_most(F::of(0.0), x, sine)
}

/// The sine of a remainder with its tail.
#[inline(always)]
fn sine_with_tail<F: Comparable>(y: F, tail: F) -> F {
    let z = y * y;
    let v = z * y;
    y - ((z * (F::of(0.5) * tail - v * higher_terms(z)) - tail) - v * F::of(SINE[0]))
}

/// The terms of the sine from `y^5` on, divided by `y^5`.
#[inline(always)]
fn higher_terms<F: Comparable>(z: F) -> F {
    let s = SINE.map(F::of);
    s[1] + z * (s[2] + z * s[3]) + z * (z * z) * (s[4] + z * s[5])
}

/// The cosine of a remainder.
#[inline(always)]
fn cosine<F: Comparable>(y: F, tail: F) -> F {
    let c = COSINE.map(F::of);
    let one = F::of(1.0);
    let z = y * y;
    let w = z * z;
    let r = z * (c[0] + z * (c[1] + z * c[2])) + w * w * (c[3] + z * (c[4] + z * c[5]));
    let half = F::of(0.5) * z;
    let near_one = one - half;
    near_one + (((one - near_one) - half) + (z * r - y * tail))
}

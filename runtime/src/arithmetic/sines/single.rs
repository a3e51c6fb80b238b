//! Sines of `f32`, in single precision: many microcontrollers have hardware for no other, and registers have twice as many
//! lanes.
//!
//! The method is that of [`double`](super::double), with shorter polynomials. Far angles are reduced in integers,
//! as proposed by Payne and Hanek (1983). All results are within 0.85 ulp, measured for all floats.

use super::{
    Angle, AsCompiled, Number, Sines, linear, mul_add, reduce_fused, sin_cos_of_remainder,
};
#[cfg(any(feature = "wide", target_arch = "x86_64"))]
use super::{Comparable, sin_cos_in_lanes};

/// Quarter turns in a radian.
const QUARTERS_PER_RADIAN: f64 = core::f64::consts::FRAC_2_PI;
/// Adding and then subtracting it rounds to a whole number; between the two, the last bits contain this number.
const ROUNDING_SHIFT: f64 = 12_582_912.0; // 1.5 * 2^23

/// A quarter turn in three parts, the second of 13 bits.
const QUARTER_TURN: [f64; 3] = [
    1.570_796_370_506_286_6,
    -4.371_395_334_601_402e-8,
    2.563_344_068_257_089_6e-12,
];
/// A quarter turn in four parts, all but the last of 13 bits: their products are exact, since multiples that are not far
/// have 11 bits.
const SHORT_QUARTER_TURN: [f64; 4] = [
    1.570_556_640_625,
    0.000_239_670_276_641_845_7,
    1.589_069_142_937_660_2e-8,
    2.563_344_068_257_089_6e-12,
];

/// Coefficients of `(sin y - y) / y^3` by powers of `y^2`. They keep the largest error for `|y| <= pi / 4` small (Remez): it
/// is 4e-9 of the sine.
const SINE: [f64; 3] = [-0.166_666_55, 0.008_332_187, -0.000_195_178_97];
/// Coefficients of `(cos y - 1 + y^2 / 2) / y^4`, found in the same way: the error is 1.2e-10 of the cosine.
const COSINE: [f64; 3] = [0.041_666_646, -0.001_388_731, 2.443_232_7e-5];

/// A word of zeros, then the binary digits of `2 / pi`.
const TWO_OVER_PI: [u32; 8] = [
    0,
    0xa2f9_836e,
    0x4e44_1529,
    0xfc27_57d1,
    0xf534_ddc0,
    0xdb62_9599,
    0x3c43_9041,
    0xfe51_63ab,
];
/// `pi / 2` times 2^31.
const QUARTER_TURN_Q31: u64 = 0xc90f_daa2;

/// The values of the polynomials of sine and cosine at `z = y^2`.
#[inline(always)]
fn polynomials<N: Number, A: Sines>(z: N) -> [N; 2] {
    [polynomial::<N, A>(SINE, z), polynomial::<N, A>(COSINE, z)]
}

/// `c_0 + c_1 z + c_2 z^2`.
#[inline(always)]
fn polynomial<N: Number, A: Sines>(c: [f64; 3], z: N) -> N {
    mul_add::<N, A>(z, linear::<N, A>([c[1], c[2]], z), N::of(c[0]))
}

/// The remainder of an angle after subtraction of its nearest multiple of a quarter turn, and its rounding error.
#[inline(always)]
fn reduce<N: Number, A: Sines>(x: N, quarters: N) -> (N, N) {
    if A::HAS_FMA {
        return reduce_fused(x, quarters, QUARTER_TURN);
    }
    let [high, middle, low, lowest] = SHORT_QUARTER_TURN;
    let first = x - quarters * N::of(high);
    let (middle, low) = (quarters * N::of(middle), quarters * N::of(low));
    let lowest = quarters * N::of(lowest);
    let second = first - middle;
    let third = second - low;
    let y = third - lowest;
    let error = ((first - second) - middle) + ((second - third) - low);
    (y, error + ((third - y) - lowest))
}

impl Angle for f32 {
    const FAR: Self = 3000.0;

    #[inline(always)]
    fn sin_cos_near<N: Number<Float = Self>, A: Sines>(angle: N) -> (N, N) {
        let (per_radian, shift) = (N::of(QUARTERS_PER_RADIAN), N::of(ROUNDING_SHIFT));
        let shifted = mul_add::<N, A>(angle, per_radian, shift);
        let (y, tail) = reduce::<N, A>(angle, shifted - shift);
        let z = y * y;
        let (sine, cosine) = sin_cos_of_remainder::<N, A>([y, tail, z], polynomials::<N, A>(z));
        N::rotate_by_quarters(shifted, sine, cosine)
    }

    #[inline(always)]
    fn is_side_by_side<A: Sines>() -> bool {
        true
    }

    #[inline(never)]
    fn sin_cos_far(angle: Self) -> (Self, Self) {
        if !angle.is_finite() {
            return (Self::NAN, Self::NAN);
        }
        let (quarters, y, tail) = reduce_far(angle.abs());
        let z = y * y;
        let polynomials = polynomials::<Self, AsCompiled>(z);
        let (sine, cosine) = sin_cos_of_remainder::<Self, AsCompiled>([y, tail, z], polynomials);
        let shifted = Self::from_bits(quarters);
        let (sine, cosine) = Self::rotate_by_quarters(shifted, sine, cosine);
        (if angle < 0.0 { -sine } else { sine }, cosine)
    }

    #[cfg(any(feature = "wide", target_arch = "x86_64"))]
    #[inline(always)]
    fn sin_cos_alone_in_lanes<L, A, const LANES: usize>(angle: L) -> (L, L)
    where
        L: Comparable<Float = Self> + From<[Self; LANES]> + Into<[Self; LANES]>,
        A: Sines,
    {
        sin_cos_in_lanes::<L, Self, A, LANES>(angle)
    }

    #[inline(always)]
    fn magnitude(self) -> Self {
        self.abs()
    }
}

/// The number of quarter turns in a far, positive, finite angle, modulo 4; the remainder; and the rounding error of the
/// remainder.
fn reduce_far(angle: f32) -> (u32, f32, f32) {
    // The angle is `mantissa * 2^exponent`; the exponent of a far angle is at least -12.
    let bits = angle.to_bits();
    let mantissa = u64::from(bits & 0x007f_ffff | 0x0080_0000);
    let exponent = (bits >> 23).wrapping_sub(150);
    // Digits of `2 / pi` from the one whose product with the mantissa's last bit has weight 2: those before it add multiples
    // of four quarters. They begin at this bit of the table.
    let start = exponent.wrapping_add(30);
    let (first_word, shift) = ((start / 32) as usize, start % 32);
    // All words are in the table: the exponent of a float is at most 104.
    let word_at = |index: usize| u64::from(TWO_OVER_PI.get(index).copied().unwrap_or(0));
    let digits =
        |k: usize| ((word_at(first_word + k) << 32) | word_at(first_word + k + 1)) << shift >> 32;
    // The product, modulo 4, in units of 2^-62; the third word gives the carry.
    let product = ((mantissa * digits(0)) << 32)
        .wrapping_add(mantissa * digits(1))
        .wrapping_add((mantissa * digits(2)) >> 32);
    // To the nearest whole number of quarters.
    let quarters = (product >> 61).wrapping_add(1) >> 1;
    let remainder = product.wrapping_sub(quarters << 62) as i64;
    // The first 32 digits of the remainder, times a quarter turn.
    let magnitude = remainder.unsigned_abs();
    let zeros = magnitude.leading_zeros();
    let angle_digits = (magnitude << zeros >> 32) * QUARTER_TURN_Q31;
    // Two times 24 digits, each of which a float represents exactly; the angle is `angle_digits * 2^-(61 + zeros)`.
    let scale = f32::from_bits((127 + 40 - 61_u32).wrapping_sub(zeros) << 23);
    let to_float = |digits: u64| digits as u32 as f32;
    let (y, tail) = (
        to_float(angle_digits >> 40) * scale,
        to_float(angle_digits >> 16 & 0x00ff_ffff) * scale * LAST_DIGITS_WEIGHT,
    );
    if remainder < 0 {
        (quarters as u32, -y, -tail)
    } else {
        (quarters as u32, y, tail)
    }
}

/// The weight of the last 24 digits of a remainder relative to the first 24: 2^-24.
const LAST_DIGITS_WEIGHT: f32 = 5.960_464_5e-8;

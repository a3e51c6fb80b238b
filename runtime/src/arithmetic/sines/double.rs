//! Sines of `f64`. Method and coefficients are those of fdlibm (Sun Microsystems, 1993), with its branches replaced by
//! selections. Far angles are passed to libm.

use super::{Angle, Number, Sines, linear, mul_add, reduce_fused, sin_cos_of_remainder};
#[cfg(any(feature = "wide", target_arch = "x86_64"))]
use super::{Comparable, compute_one_by_one, single_angle};

/// Quarter turns in a radian.
pub(crate) const QUARTERS_PER_RADIAN: f64 = core::f64::consts::FRAC_2_PI;
/// Adding and then subtracting it rounds to a whole number; between the two, the last bits contain this number.
pub(crate) const ROUNDING_SHIFT: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52

/// A quarter turn in three parts, the second of 33 bits.
const QUARTER_TURN: [f64; 3] = [
    core::f64::consts::FRAC_PI_2,
    6.123_233_995_384_61e-17,
    3.521_559_865_183_2e-27,
];
/// A quarter turn in three parts, the first two of 33 bits: their products are exact, since multiples that are not far
/// have 20 bits.
const SHORT_QUARTER_TURN: [f64; 3] = [
    1.570_796_326_734_125_6,
    6.077_100_506_303_966e-11,
    2.022_266_248_795_950_6e-21,
];

/// Coefficients of `(sin y - y) / y^3`, by powers of `y^2`.
pub(crate) const SINE: [f64; 6] = [
    -0.166_666_666_666_666_32,
    0.008_333_333_333_322_49,
    -0.000_198_412_698_298_579_5,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];

/// Coefficients of `(cos y - 1 + y^2 / 2) / y^4`, by powers of `y^2`.
pub(crate) const COSINE: [f64; 6] = [
    0.041_666_666_666_666_6,
    -0.001_388_888_888_887_411,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

/// `c_0 + c_1 z + ... + c_5 z^5`, evaluated in pairs, which takes the least time.
#[inline(always)]
fn polynomial<N: Number, A: Sines>(c: [f64; 6], [z, z2, z4]: [N; 3]) -> N {
    let (low, middle) = (
        linear::<N, A>([c[0], c[1]], z),
        linear::<N, A>([c[2], c[3]], z),
    );
    let high = linear::<N, A>([c[4], c[5]], z);
    mul_add::<N, A>(z4, high, mul_add::<N, A>(z2, middle, low))
}

/// The remainder of an angle after subtraction of its nearest multiple of a quarter turn, and its rounding error.
#[inline(always)]
fn reduce<N: Number, A: Sines>(x: N, quarters: N) -> (N, N) {
    if A::HAS_FMA {
        return reduce_fused(x, quarters, QUARTER_TURN);
    }
    let [high, middle, low] = SHORT_QUARTER_TURN;
    let first = x - quarters * N::of(high);
    let (middle, low) = (quarters * N::of(middle), quarters * N::of(low));
    let second = first - middle;
    let y = second - low;
    (y, ((first - second) - middle) + ((second - y) - low))
}

impl Angle for f64 {
    const FAR: Self = 1e6;

    #[inline(always)]
    fn sin_cos_near<N: Number<Float = Self>, A: Sines>(angle: N) -> (N, N) {
        let (per_radian, shift) = (N::of(QUARTERS_PER_RADIAN), N::of(ROUNDING_SHIFT));
        let shifted = mul_add::<N, A>(angle, per_radian, shift);
        let (y, tail) = reduce::<N, A>(angle, shifted - shift);
        let z = y * y;
        let powers = [z, z * z, (z * z) * (z * z)];
        let polynomials = [
            polynomial::<N, A>(SINE, powers),
            polynomial::<N, A>(COSINE, powers),
        ];
        let (sine, cosine) = sin_cos_of_remainder::<N, A>([y, tail, z], polynomials);
        N::rotate_by_quarters(shifted, sine, cosine)
    }

    #[inline(always)]
    fn is_side_by_side<A: Sines>() -> bool {
        // It is faster only with registers of four numbers. With `same-bits` all targets use the same method.
        A::HAS_REGISTERS || cfg!(feature = "same-bits")
    }

    #[inline]
    fn sin_cos_far(angle: Self) -> (Self, Self) {
        libm::sincos(angle)
    }

    #[cfg(any(feature = "wide", target_arch = "x86_64"))]
    #[inline(always)]
    fn sin_cos_alone_in_lanes<L, A, const LANES: usize>(angle: L) -> (L, L)
    where
        L: Comparable<Float = Self> + From<[Self; LANES]> + Into<[Self; LANES]>,
        A: Sines,
    {
        // Without registers of four numbers, two at a time take longer than libm.
        let side_by_side = if A::HAS_REGISTERS { single_angle::sin_cos(angle) } else { None };
        match side_by_side {
            Some(values) => values,
            None => {
                let (sines, cosines) = compute_one_by_one(angle.into(), libm::sincos);
                (sines.into(), cosines.into())
            }
        }
    }

    #[inline(always)]
    fn magnitude(self) -> Self {
        self.abs()
    }
}

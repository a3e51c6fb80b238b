//! Sines and cosines of all angles of a call, computed side by side.
//!
//! Method and coefficients are those of fdlibm (Sun Microsystems, 1993), with its branches replaced by selections. An
//! angle is split into its nearest multiple of a quarter turn and a remainder. Sine and cosine of the remainder are
//! polynomials, and the quarter determines which of them is which, and their signs. Angles beyond [`FAR`], infinities
//! and NaN are passed one by one to libm.

use core::ops::{Add, Mul, Sub};

use crate::arithmetic::dispatch::AsCompiled;
use crate::arithmetic::real::{HAS_FMA, Real};

#[cfg(target_arch = "x86_64")]
mod register;

/// The processor for which sines are compiled: what it has, and so how sines are computed on it.
pub(crate) trait Processor {
    /// Whether angles are computed side by side, without branches: with registers of four numbers that is faster than
    /// libm, without them it is not.
    const IS_BRANCH_FREE: bool;
    /// Whether there are registers of four numbers (AVX2).
    const HAS_REGISTERS: bool;
    /// Whether the sum of a product and a term is rounded once.
    const HAS_FMA: bool;
}

impl Processor for AsCompiled {
    const IS_BRANCH_FREE: bool = Self::HAS_REGISTERS || cfg!(feature = "same-bits");
    const HAS_REGISTERS: bool = cfg!(all(target_arch = "x86_64", target_feature = "avx2"));
    const HAS_FMA: bool = HAS_FMA;
}

/// Up to this angle, in radians, the multiple of a quarter turn has 20 bits, so that its products below are exact.
pub(crate) const FAR: f64 = 1e6;

/// Quarter turns in a radian.
pub(crate) const QUARTERS_PER_RADIAN: f64 = core::f64::consts::FRAC_2_PI;
/// Adding this number and then subtracting it rounds to a whole number. After the addition, the last bits contain the
/// whole number.
pub(crate) const ROUNDING_SHIFT: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52

/// Near angles are passed to `$near` in registers, or to `$near_one` one by one. Far angles, and the angle of a call
/// that has only one, are passed to `$of_libm`.
macro_rules! sines_of_all {
    ($all:ident, $in_registers:ident, $float:ident: $of:ident $to:ident, $near:ident, $near_one:expr, $of_libm:path) => {
        /// Sines and cosines of angles in radians; the results for an angle do not depend on the other angles.
        // Inlined, since a call would pass all angles and results through memory.
        #[inline(always)]
        pub(crate) fn $all<P: Processor, const N: usize>(
            angles: [$float; N],
        ) -> ([$float; N], [$float; N]) {
            if N == 1 || !P::IS_BRANCH_FREE {
                return one_by_one(angles, $of_libm);
            }
            let values = match P::HAS_REGISTERS {
                #[cfg(target_arch = "x86_64")]
                true => $in_registers::<P, N>(angles),
                _ => one_by_one(angles, $near_one),
            };
            if (angles.iter()).fold(false, |far, &x| far | is_far(f64::from(x))) {
                // Copied one by one, so that angles are in memory only on this path.
                replace_far(
                    core::array::from_fn(|k| angles[k]),
                    values,
                    |x| is_far(f64::from(x)),
                    $of_libm,
                )
            } else {
                values
            }
        }

        /// Sines and cosines, four at a time. The results for far angles are arbitrary.
        #[cfg(target_arch = "x86_64")]
        #[inline(always)]
        fn $in_registers<P: Processor, const N: usize>(
            angles: [$float; N],
        ) -> ([$float; N], [$float; N]) {
            let (mut sines, mut cosines) = ([0.0; N], [0.0; N]);
            let mut first = 0;
            while first < N {
                let mut group = [0.0; 4];
                for lane in 0..4 {
                    if first + lane < N {
                        group[lane] = angles[first + lane];
                    }
                }
                let (s, c) = $near::<_, P>(register::Register::$of(group));
                let (s, c) = (s.$to(), c.$to());
                for lane in 0..4 {
                    if first + lane < N {
                        (sines[first + lane], cosines[first + lane]) = (s[lane], c[lane]);
                    }
                }
                first += 4;
            }
            (sines, cosines)
        }
    };
}
sines_of_all!(all_f64, f64_in_registers, f64: of_f64 to_f64, sin_cos_near, sin_cos_near::<f64, P>, libm::sincos);
sines_of_all!(all_f32, f32_in_registers, f32: of_f32 to_f32, sin_cos_near_f32, sin_cos_near_one_f32::<P>, libm::sincosf);

#[inline(always)]
pub(crate) fn is_far(x: f64) -> bool {
    let is_near = x.abs() <= FAR;
    !is_near // NaN is not near
}

#[inline(always)]
fn one_by_one<F: Real, const N: usize>(
    angles: [F; N],
    sin_cos: impl Fn(F) -> (F, F),
) -> ([F; N], [F; N]) {
    let (mut sines, mut cosines) = ([F::ZERO; N], [F::ZERO; N]);
    for k in 0..N {
        (sines[k], cosines[k]) = sin_cos(angles[k]);
    }
    (sines, cosines)
}

/// Replaces the results of far angles by those of `sin_cos`.
#[cold]
#[inline(never)]
pub(crate) fn replace_far<F: Copy, const N: usize>(
    angles: [F; N],
    (mut sines, mut cosines): ([F; N], [F; N]),
    is_far: impl Fn(F) -> bool,
    sin_cos: impl Fn(F) -> (F, F),
) -> ([F; N], [F; N]) {
    for k in 0..N {
        if is_far(angles[k]) {
            (sines[k], cosines[k]) = sin_cos(angles[k]);
        }
    }
    (sines, cosines)
}

/// The numbers in which sines are computed: one number of double precision, or several side by side.
pub(crate) trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// A number that is the same in each lane.
    fn of(x: f64) -> Self;

    /// `self * factor + term`, rounded once.
    fn fused_mul_add(self, factor: Self, term: Self) -> Self;

    /// `term - self * factor`, rounded once.
    fn fused_neg_mul_add(self, factor: Self, term: Self) -> Self;

    /// Sine and cosine of an angle from those of the remainder, and from the quarter turns in the last bits of a
    /// shifted number.
    fn rotate_by_quarters(shifted: Self, sine: Self, cosine: Self) -> (Self, Self);
}

impl Number for f64 {
    #[inline(always)]
    fn of(x: f64) -> Self {
        x
    }

    #[inline(always)]
    fn fused_mul_add(self, factor: Self, term: Self) -> Self {
        Real::mul_add(self, factor, term)
    }

    #[inline(always)]
    fn fused_neg_mul_add(self, factor: Self, term: Self) -> Self {
        Real::mul_add(-self, factor, term)
    }

    #[inline(always)]
    fn rotate_by_quarters(shifted: Self, sine: Self, cosine: Self) -> (Self, Self) {
        let quarters = shifted.to_bits();
        // All bits are ones if the number of quarters is odd: then sine and cosine are swapped.
        let odd = 0_u64.wrapping_sub(quarters & 1);
        let (s, c) = (sine.to_bits(), cosine.to_bits());
        let swap = (s ^ c) & odd;
        let sign_of = |quarters: u64| (quarters & 2) << 62;
        let sine = s ^ swap ^ sign_of(quarters);
        let cosine = c ^ swap ^ sign_of(quarters.wrapping_add(1));
        (Self::from_bits(sine), Self::from_bits(cosine))
    }
}

/// `a b + c`.
#[inline(always)]
fn mul_add<F: Number, P: Processor>(a: F, b: F, c: F) -> F {
    if P::HAS_FMA { a.fused_mul_add(b, c) } else { a * b + c }
}

/// `c - a b`.
#[inline(always)]
fn neg_mul_add<F: Number, P: Processor>(a: F, b: F, c: F) -> F {
    if P::HAS_FMA { a.fused_neg_mul_add(b, c) } else { c - a * b }
}

/// `c_0 + c_1 z + ... + c_5 z^5`, evaluated in pairs, which takes the least time.
#[inline(always)]
fn polynomial<F: Number, P: Processor>(c: [f64; 6], [z, z2, z4]: [F; 3]) -> F {
    let (low, middle) = (pair::<F, P>([c[0], c[1]], z), pair::<F, P>([c[2], c[3]], z));
    let high = pair::<F, P>([c[4], c[5]], z);
    mul_add::<F, P>(z4, high, mul_add::<F, P>(z2, middle, low))
}

/// `c_0 + c_1 z`. It is not a closure, since a closure would not be inlined in code optimized for size.
#[inline(always)]
fn pair<F: Number, P: Processor>(c: [f64; 2], z: F) -> F {
    mul_add::<F, P>(z, F::of(c[1]), F::of(c[0]))
}

/// The remainder of an angle, which must not be far, after subtraction of its nearest multiple of a quarter turn; and
/// the rounding error of this remainder.
#[inline(always)]
fn reduce<F: Number, P: Processor>(x: F, quarters: F) -> (F, F) {
    if P::HAS_FMA {
        // A quarter turn is HIGH + MIDDLE + LOW; MIDDLE has 33 bits, so that its product is exact.
        const HIGH: f64 = core::f64::consts::FRAC_PI_2;
        const MIDDLE: f64 = 6.123_233_995_384_61e-17;
        const LOW: f64 = 3.521_559_865_183_2e-27;
        let first = quarters.fused_neg_mul_add(F::of(HIGH), x);
        let y = quarters.fused_neg_mul_add(F::of(MIDDLE), first);
        let error = quarters.fused_neg_mul_add(F::of(MIDDLE), first - y);
        return (y, quarters.fused_neg_mul_add(F::of(LOW), error));
    }
    // HIGH and MIDDLE have 33 bits, so that their products are exact.
    const HIGH: f64 = 1.570_796_326_734_125_6;
    const MIDDLE: f64 = 6.077_100_506_303_966e-11;
    const LOW: f64 = 2.022_266_248_795_950_6e-21;
    let first = x - quarters * F::of(HIGH);
    let (middle, low) = (quarters * F::of(MIDDLE), quarters * F::of(LOW));
    let second = first - middle;
    let y = second - low;
    (y, ((first - second) - middle) + ((second - y) - low))
}

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

/// Sine and cosine of an angle that is not far. The remainder `y + tail` has twice the digits of an `f64`.
#[inline(always)]
pub(crate) fn sin_cos_near<F: Number, P: Processor>(x: F) -> (F, F) {
    let (mul_add, neg_mul_add) = (mul_add::<F, P>, neg_mul_add::<F, P>);
    let shifted = mul_add(x, F::of(QUARTERS_PER_RADIAN), F::of(ROUNDING_SHIFT));
    let (y, tail) = reduce::<F, P>(x, shifted - F::of(ROUNDING_SHIFT));

    let z = y * y;
    let powers = [z, z * z, (z * z) * (z * z)];
    let (half, one) = (F::of(0.5), F::of(1.0));
    let near_one = neg_mul_add(z, half, one);
    let correction = neg_mul_add(y, tail, neg_mul_add(z, half, one - near_one));
    let cosine = near_one + mul_add(z * z, polynomial::<F, P>(COSINE, powers), correction);
    let sine = y + mul_add(z * y, polynomial::<F, P>(SINE, powers), near_one * tail);
    F::rotate_by_quarters(shifted, sine, cosine)
}

/// Sine and cosine of an `f32` that is not far. They are computed in double precision, with fewer terms than an `f64`
/// needs.
#[inline(always)]
fn sin_cos_near_f32<F: Number, P: Processor>(x: F) -> (F, F) {
    // A quarter turn is HIGH + LOW; the first has 25 bits.
    const HIGH: f64 = 1.570_796_310_901_641_8;
    const LOW: f64 = 1.589_325_477_352_819_6e-8;
    // Coefficients of `(sin y - y) / y^3` and of `(cos y - 1) / y^2`, by powers of `y^2`.
    const S: [f64; 4] = [
        -0.166_666_666_416_265_24,
        0.008_333_329_385_889_463,
        -0.000_198_393_348_360_966_32,
        2.718_311_493_989_822e-6,
    ];
    const C: [f64; 4] = [
        -0.499_999_997_251_031,
        0.041_666_623_323_739_06,
        -0.001_388_676_377_460_993,
        2.439_044_879_627_741e-5,
    ];
    let (mul_add, neg_mul_add) = (mul_add::<F, P>, neg_mul_add::<F, P>);
    let shifted = mul_add(x, F::of(QUARTERS_PER_RADIAN), F::of(ROUNDING_SHIFT));
    let quarters = shifted - F::of(ROUNDING_SHIFT);
    let y = neg_mul_add(quarters, F::of(LOW), neg_mul_add(quarters, F::of(HIGH), x));
    let (z, v) = (y * y, (y * y) * y);
    let z2 = z * z;
    let (s, c) = (pair::<F, P>([S[2], S[3]], z), pair::<F, P>([C[2], C[3]], z));
    let sine = mul_add(v * z2, s, mul_add(v, pair::<F, P>([S[0], S[1]], z), y));
    let near_one = mul_add(z2, F::of(C[1]), mul_add(z, F::of(C[0]), F::of(1.0)));
    let cosine = mul_add(z * z2, c, near_one);
    F::rotate_by_quarters(shifted, sine, cosine)
}

/// [`sin_cos_near_f32`] for one `f32`.
#[inline(always)]
fn sin_cos_near_one_f32<P: Processor>(x: f32) -> (f32, f32) {
    let (sine, cosine) = sin_cos_near_f32::<f64, P>(f64::from(x));
    (sine as f32, cosine as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_f64<const N: usize>(angles: [f64; N]) -> ([f64; N], [f64; N]) {
        super::all_f64::<AsCompiled, N>(angles)
    }

    fn all_f32<const N: usize>(angles: [f32; N]) -> ([f32; N], [f32; N]) {
        super::all_f32::<AsCompiled, N>(angles)
    }

    /// Angles of all sizes, next to multiples of a quarter turn, next to the limit `FAR` and beyond it.
    fn angles() -> impl Iterator<Item = f64> {
        let mut state = 1_u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005);
            state = state.wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        let close_angles = (0..40_000).map(move |k| {
            let x = random();
            match k % 5 {
                0 => x * 7.0,
                1 => x * 300.0,
                2 => x * 2.0 * FAR,
                3 => x * 1e-3 + f64::from(k) * core::f64::consts::FRAC_PI_2,
                _ => f64::from(k) * core::f64::consts::FRAC_PI_2,
            }
        });
        let odd = [0.0, -0.0, 5e-324, 1e-300, 0.5, FAR, -FAR, 2.0 * FAR, 1e300];
        close_angles.chain(odd)
    }

    /// The distance counted in floats; both zeros are one float.
    fn floats_between(a: f64, b: f64) -> u64 {
        if a == b { 0 } else { a.to_bits().abs_diff(b.to_bits()) }
    }

    #[test]
    fn sines_in_double_precision_are_libm_s_but_for_the_last_bit() {
        for x in angles() {
            let pairs = [
                first(all_f64([x, -x])),
                first(all_f64([x, 0.1, -2.0, 3.0, 4.0])),
            ];
            for (s, c) in pairs {
                assert!(floats_between(s, libm::sin(x)) <= 1, "sin {x:e}: {s:e}");
                assert!(floats_between(c, libm::cos(x)) <= 1, "cos {x:e}: {c:e}");
            }
        }
    }

    #[test]
    fn sines_in_single_precision_are_those_of_double_precision_rounded_but_for_the_last_bit() {
        for x in angles() {
            let x = x as f32;
            let (s, c) = first(all_f32([x, 0.1, -2.0]));
            let (sin, cos) = libm::sincos(f64::from(x));
            for (value, expected) in [(s, sin as f32), (c, cos as f32)] {
                let is_near =
                    value == expected || value.to_bits().abs_diff(expected.to_bits()) <= 1;
                assert!(is_near, "{x:e}: {value:e} for {expected:e}");
            }
        }
    }

    /// The result for an angle does not depend on its place among others, nor on their number, from two on.
    #[test]
    fn every_place_has_the_same_bits() {
        fn same<const N: usize>() {
            let angles = core::array::from_fn(|k| k as f64 * 1.7 - 20.0);
            let (sines, cosines) = all_f64::<N>(angles);
            for k in 0..N {
                let (s, c) = match N {
                    1 => libm::sincos(angles[k]),
                    _ => first(all_f64([angles[k], 1.0])),
                };
                assert_eq!((sines[k], cosines[k]), (s, c), "{k} of {N}");
            }
        }
        same::<1>();
        same::<2>();
        same::<3>();
        same::<5>();
        same::<7>();
        same::<8>();
        same::<9>();
        same::<12>();
        same::<30>();
    }

    #[test]
    fn what_is_no_number_is_none_and_leaves_the_others() {
        for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let (s, c) = all_f64([0.5, odd, 1.5]);
            assert!(s[1].is_nan() && c[1].is_nan());
            assert_eq!(([s[0], s[2]], [c[0], c[2]]), all_f64([0.5, 1.5]));
        }
    }

    #[test]
    fn far_angles_leave_the_others_and_are_libm_s() {
        for far in [2.0 * FAR, -1e22] {
            let (s, c) = all_f64([0.6, far, 1.7, -2.9, 4.0]);
            assert_eq!((s[1], c[1]), libm::sincos(far));
            let (sines, cosines) = all_f64([0.6, 1.7, -2.9, 4.0]);
            assert_eq!(
                ([s[0], s[2], s[3], s[4]], [c[0], c[2], c[3], c[4]]),
                (sines, cosines)
            );
            let (s, c) = all_f32([0.6, far as f32, 1.7]);
            assert_eq!((s[1], c[1]), libm::sincosf(far as f32));
            assert_eq!(([s[0], s[2]], [c[0], c[2]]), all_f32([0.6, 1.7]));
        }
    }

    fn first<F: Copy, const N: usize>((s, c): ([F; N], [F; N])) -> (F, F) {
        (s[0], c[0])
    }
}

//! Sines and cosines of all angles of a call side by side, which compilers turn into vector instructions.
//!
//! Method and coefficients are those of fdlibm (Sun Microsystems, 1993), its branches replaced by selections:
//! an angle is its nearest multiple of a quarter turn and a rest, sine and cosine of the rest are polynomials,
//! and the quarter says which is which. Angles beyond [`FAR`], and what is no number, go one by one to libm.

use crate::detect::{Arithmetic, AsCompiled};
use crate::real::Real;

/// What decides how angles are taken together.
pub(crate) trait Sines {
    /// Whether angles go side by side: with AVX that is faster than libm; without, it is not, and compilers make less
    /// of the function around it.
    const BRANCH_FREE: bool;
    /// Whether an idle lane of a vector costs nothing.
    const HAS_VECTORS: bool;
}

impl Sines for AsCompiled {
    const BRANCH_FREE: bool = cfg!(any(target_feature = "avx", feature = "same-bits"));
    const HAS_VECTORS: bool = cfg!(target_feature = "avx");
}

/// Up to here, in radians, the multiple of a quarter turn has 20 bits, so that its products below are exact.
pub(crate) const FAR: f64 = 1e6;
/// Angles of one round of the loop: so many that compilers do not unroll it before they make it one of vectors.
const BLOCK: usize = 8;
/// So many angles, and so many with one more, are faster in half a block: what fills a whole one up goes through memory.
const HALF: usize = BLOCK / 2;
/// From so many angles on a block is filled up.
const fn filled<A: Sines>() -> usize {
    match A::HAS_VECTORS {
        true => 3,
        false => BLOCK,
    }
}

const QUARTERS: f64 = core::f64::consts::FRAC_2_PI;
/// Added and taken away, it rounds to a whole number, which stands in the last bits in between.
const WHOLE: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52

macro_rules! side_by_side {
    ($all:ident, $near_all:ident, $float:ident, $near:ident, $one:path) => {
        /// Sines and cosines of angles in radians; of each angle the same whatever the others are.
        // In place, since a call would pass all angles and results through memory.
        #[inline(always)]
        pub(crate) fn $all<A, const N: usize>(angles: [$float; N]) -> ([$float; N], [$float; N])
        where
            A: Sines + Arithmetic<f64>,
        {
            if N == 1 || !A::BRANCH_FREE {
                return one_by_one(angles, $one);
            }
            let found = $near_all::<A, N>(angles);
            match (angles.iter()).fold(false, |far, &x| far | is_far(f64::from(x))) {
                true => with_far(angles, found, |x| is_far(f64::from(x)), $one),
                false => found,
            }
        }

        /// Of angles that are not far; of others any number.
        #[inline(always)]
        fn $near_all<A, const N: usize>(angles: [$float; N]) -> ([$float; N], [$float; N])
        where
            A: Sines + Arithmetic<f64>,
        {
            let (mut sines, mut cosines) = ([0.0; N], [0.0; N]);
            let mut done = 0;
            while done + BLOCK <= N {
                for k in done..done + BLOCK {
                    (sines[k], cosines[k]) = $near::<A>(angles[k]);
                }
                done += BLOCK;
            }
            if N == HALF || N == HALF + 1 {
                for k in 0..HALF {
                    (sines[k], cosines[k]) = $near::<A>(angles[k]);
                }
                done = HALF;
            }
            let rest = N - done;
            if rest >= filled::<A>() {
                let (mut block, mut s, mut c) = ([0.0; BLOCK], [0.0; BLOCK], [0.0; BLOCK]);
                for k in 0..rest {
                    block[k] = angles[N - rest + k];
                }
                for k in 0..BLOCK {
                    (s[k], c[k]) = $near::<A>(block[k]);
                }
                for k in 0..rest {
                    (sines[N - rest + k], cosines[N - rest + k]) = (s[k], c[k]);
                }
                return (sines, cosines);
            }
            // By twos, which compilers make one vector.
            while done + 2 <= N {
                for k in done..done + 2 {
                    (sines[k], cosines[k]) = $near::<A>(angles[k]);
                }
                done += 2;
            }
            if done < N {
                (sines[done], cosines[done]) = $near::<A>(angles[done]);
            }
            (sines, cosines)
        }
    };
}

#[inline(always)]
fn near_f64<A: Arithmetic<f64>>(x: f64) -> (f64, f64) {
    near::<f64, A>(x)
}

side_by_side!(all_f64, all_near_f64, f64, near_f64, libm::sincos);
side_by_side!(all_f32, all_near_f32, f32, near_f32, libm::sincosf);

pub(crate) fn is_far(x: f64) -> bool {
    let near = x.abs() <= FAR;
    !near // what is no number is not near
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

/// With those of far angles by another way.
#[cold]
#[inline(never)]
pub(crate) fn with_far<F: Copy, const N: usize>(
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

/// A number, or several, with bits: of double precision.
pub(crate) trait Bits: Real {
    /// Sine and cosine of a rest, turned by the quarters in the last bits of a shifted number.
    fn turned(shifted: Self, sine: Self, cosine: Self) -> (Self, Self);
}

impl Bits for f64 {
    #[inline(always)]
    fn turned(shifted: Self, sine: Self, cosine: Self) -> (Self, Self) {
        let quarters = shifted.to_bits();
        let exchanged = 0_u64.wrapping_sub(quarters & 1);
        let (s, c) = (sine.to_bits(), cosine.to_bits());
        let change = (s ^ c) & exchanged;
        let sign_of = |quarters: u64| (quarters & 2) << 62;
        let sine = s ^ change ^ sign_of(quarters);
        let cosine = c ^ change ^ sign_of(quarters.wrapping_add(1));
        (Self::from_bits(sine), Self::from_bits(cosine))
    }
}

/// Of an angle that is not far; the rest has twice the digits of a float.
#[inline(always)]
pub(crate) fn near<F: Bits, A: Arithmetic<F>>(x: F) -> (F, F) {
    // A quarter turn is HIGH + MIDDLE + LOW; the first two have 33 bits.
    const HIGH: f64 = 1.570_796_326_734_125_6;
    const MIDDLE: f64 = 6.077_100_506_303_966e-11;
    const LOW: f64 = 2.022_266_248_795_950_6e-21;
    const S: [f64; 6] = [
        -0.166_666_666_666_666_32,
        0.008_333_333_333_322_49,
        -0.000_198_412_698_298_579_5,
        2.755_731_370_707_006_8e-6,
        -2.505_076_025_340_686_3e-8,
        1.589_690_995_211_55e-10,
    ];
    const C: [f64; 6] = [
        0.041_666_666_666_666_6,
        -0.001_388_888_888_887_411,
        2.480_158_728_947_673e-5,
        -2.755_731_435_139_066_3e-7,
        2.087_572_321_298_175e-9,
        -1.135_964_755_778_819_5e-11,
    ];
    let (l, fused) = (F::lit, A::mul_add);
    let shifted = fused(x, l(QUARTERS), l(WHOLE));
    let quarters = shifted - l(WHOLE);
    let (middle, low) = (quarters * l(MIDDLE), quarters * l(LOW));
    let first = fused(quarters, l(-HIGH), x);
    let second = first - middle;
    let y = second - low;
    // What the two differences lost; beside what follows, not before it.
    let tail = ((first - second) - middle) + ((second - y) - low);

    let z = y * y;
    let v = z * y;
    let zz = z * z;
    let half = l(0.5) * z;
    let low = fused(z, fused(z, l(S[3]), l(S[2])), l(S[1]));
    let series = fused(z * zz, fused(z, l(S[5]), l(S[4])), low);
    let correction = fused(-half, tail, tail);
    let sine = y + fused(v, fused(z, series, l(S[0])), correction);

    let low = fused(z, fused(z, l(C[2]), l(C[1])), l(C[0]));
    let series = fused(z * zz, fused(z, fused(z, l(C[5]), l(C[4])), l(C[3])), low);
    let near_one = F::ONE - half;
    let lost = fused(-y, tail, (F::ONE - near_one) - half);
    let cosine = near_one + fused(zz, series, lost);
    F::turned(shifted, sine, cosine)
}

/// In double precision, of which it needs less.
#[inline(always)]
fn near_f32<A: Arithmetic<f64>>(x: f32) -> (f32, f32) {
    // A quarter turn is HIGH + LOW; the first has 25 bits.
    const HIGH: f64 = 1.570_796_310_901_641_8;
    const LOW: f64 = 1.589_325_477_352_819_6e-8;
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
    let fused = A::mul_add;
    let x = f64::from(x);
    let shifted = fused(x, QUARTERS, WHOLE);
    let quarters = shifted - WHOLE;
    let y = fused(quarters, -LOW, fused(quarters, -HIGH, x));
    let z = y * y;
    let v = z * y;
    let zz = z * z;
    let sine = fused(
        v * zz,
        fused(z, S[3], S[2]),
        fused(v, fused(z, S[1], S[0]), y),
    );
    let near_one = fused(zz, C[1], fused(z, C[0], 1.0));
    let cosine = fused(z * zz, fused(z, C[3], C[2]), near_one);
    let (sine, cosine) = Bits::turned(shifted, sine, cosine);
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

    /// Angles of all sizes, next to multiples of a quarter turn and next to the farthest, and what is none.
    fn angles() -> impl Iterator<Item = f64> {
        let mut state = 1_u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005);
            state = state.wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        let near = (0..40_000).map(move |k| {
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
        near.chain(odd)
    }

    /// Counted from one float to the next; both zeros are one.
    fn apart(a: f64, b: f64) -> u64 {
        match a == b {
            true => 0,
            false => a.to_bits().abs_diff(b.to_bits()),
        }
    }

    #[test]
    fn sines_in_double_precision_are_libm_s_but_for_the_last_bit() {
        for x in angles() {
            let found = [
                first(all_f64([x, -x])),
                first(all_f64([x, 0.1, -2.0, 3.0, 4.0])),
            ];
            for (s, c) in found {
                assert!(apart(s, libm::sin(x)) <= 1, "sin {x:e}: {s:e}");
                assert!(apart(c, libm::cos(x)) <= 1, "cos {x:e}: {c:e}");
            }
        }
    }

    #[test]
    fn sines_in_single_precision_are_those_of_double_precision_rounded_but_for_the_last_bit() {
        for x in angles() {
            let x = x as f32;
            let (s, c) = first(all_f32([x, 0.1, -2.0]));
            let (sin, cos) = libm::sincos(f64::from(x));
            for (found, expected) in [(s, sin as f32), (c, cos as f32)] {
                let is_near =
                    found == expected || found.to_bits().abs_diff(expected.to_bits()) <= 1;
                assert!(is_near, "{x:e}: {found:e} for {expected:e}");
            }
        }
    }

    /// The place of an angle among others makes no difference, nor how many they are, from two on.
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

//! Sines and cosines of all angles of a call, computed side by side.
//!
//! An angle is split into its nearest multiple of a quarter turn and a remainder. Sine and cosine of the remainder are
//! polynomials. The number of quarter turns, modulo 4, determines which polynomial is the sine of the angle and which the
//! cosine, and their signs. There are no branches, except for far angles, infinities and NaN, which are computed one by one.
//!
//! The code calls operations of registers neither in closures nor in `map`: these would be functions of their own, compiled
//! without the instructions that only a variant of a function may use.

use core::ops::{Add, Mul, Sub};

use crate::arithmetic::real::{HAS_FMA, Real};
#[cfg(target_arch = "x86_64")]
use crate::arithmetic::registers::{F32x8, F64x4};

mod double;
mod single;
#[cfg(any(feature = "wide", target_arch = "x86_64"))]
mod single_angle;

/// How sines are computed.
pub(crate) trait Sines {
    /// Whether there are registers of four `f64` (AVX2).
    const HAS_REGISTERS: bool;
    /// Whether the sum of a product and a term is rounded once.
    const HAS_FMA: bool;
}

/// Sines by the instructions of the compiler's target.
pub(crate) struct AsCompiled;

impl Sines for AsCompiled {
    const HAS_REGISTERS: bool = cfg!(all(target_arch = "x86_64", target_feature = "avx2"));
    const HAS_FMA: bool = HAS_FMA;
}

/// The numbers in which sines are computed: a float, or several side by side.
pub(crate) trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// The float in each lane.
    type Float: Angle;

    /// The float nearest to `x`, in each lane.
    fn of(x: f64) -> Self;

    /// `self * factor + term`, rounded once.
    fn fused_mul_add(self, factor: Self, term: Self) -> Self;

    /// `term - self * factor`, rounded once.
    fn fused_neg_mul_add(self, factor: Self, term: Self) -> Self;

    /// Sine and cosine of an angle from those of the remainder. `shifted` is the number of quarter turns plus a
    /// constant, such that the last bits of the float count the quarter turns.
    fn rotate_by_quarters(shifted: Self, sine: Self, cosine: Self) -> (Self, Self);
}

/// `$bits` is the type of integers as wide as the float, and `$sign` is the index of the float's sign bit.
macro_rules! impl_number {
    ($float:ident, $bits:ident, $sign:literal) => {
        impl Number for $float {
            type Float = Self;

            #[inline(always)]
            fn of(x: f64) -> Self {
                x as Self
            }

            // Not `Real::mul_add`, which rounds twice unless the compiler's target has FMA: the processor may have it nevertheless.
            #[cfg(feature = "std")]
            #[inline(always)]
            fn fused_mul_add(self, factor: Self, term: Self) -> Self {
                $float::mul_add(self, factor, term)
            }

            // The standard library has the operation. Nobody calls this, since `HAS_FMA` is false.
            #[cfg(not(feature = "std"))]
            #[inline(always)]
            fn fused_mul_add(self, factor: Self, term: Self) -> Self {
                self * factor + term
            }

            #[inline(always)]
            fn fused_neg_mul_add(self, factor: Self, term: Self) -> Self {
                (-self).fused_mul_add(factor, term)
            }

            #[inline(always)]
            fn rotate_by_quarters(shifted: Self, sine: Self, cosine: Self) -> (Self, Self) {
                let quarters = shifted.to_bits();
                // All bits are ones if the number of quarters is odd: then sine and cosine are swapped.
                let odd = (0 as $bits).wrapping_sub(quarters & 1);
                let (s, c) = (sine.to_bits(), cosine.to_bits());
                let swap = (s ^ c) & odd;
                let sine = s ^ swap ^ ((quarters & 2) << ($sign - 1));
                let cosine = c ^ swap ^ ((quarters.wrapping_add(1) & 2) << ($sign - 1));
                (Self::from_bits(sine), Self::from_bits(cosine))
            }
        }
    };
}

impl_number!(f32, u32, 31);
impl_number!(f64, u64, 63);

/// Numbers side by side that can be compared.
#[cfg(any(feature = "wide", target_arch = "x86_64"))]
pub(crate) trait Comparable: Number {
    /// The absolute values.
    fn magnitude(self) -> Self;

    /// Whether in all lanes the number is at most that of `bound`; false if a number is NaN.
    fn are_at_most(self, bound: Self) -> bool;

    /// In each lane the number of `first` if the number of `self` is at most that of `bound`, and otherwise that of `second`.
    fn select_at_most(self, bound: Self, first: Self, second: Self) -> Self;
}

/// A float with a method for sines.
pub(crate) trait Angle: Real + PartialOrd + Number<Float = Self> {
    /// Larger angles, in radians, are far. Up to this one [`sin_cos_near`](Self::sin_cos_near) is accurate.
    const FAR: Self;

    /// Sine and cosine of an angle that is not far, in each lane.
    fn sin_cos_near<N: Number<Float = Self>, A: Sines>(angle: N) -> (N, N);

    /// Whether [`sin_cos_near`](Self::sin_cos_near) computes several angles of a call, as long as these are not far. If not,
    /// angles are computed one by one, as far ones are.
    fn is_side_by_side<A: Sines>() -> bool;

    /// Sine and cosine of a far angle.
    fn sin_cos_far(angle: Self) -> (Self, Self);

    /// Sines and cosines of the only angle of a call, which has a value in each lane. Each lane has the bits of one float.
    #[cfg(any(feature = "wide", target_arch = "x86_64"))]
    fn sin_cos_alone_in_lanes<L, A, const LANES: usize>(angle: L) -> (L, L)
    where
        L: Comparable<Float = Self> + From<[Self; LANES]> + Into<[Self; LANES]>,
        A: Sines;

    /// The absolute value.
    fn magnitude(self) -> Self;
}

/// Sines and cosines of angles in radians; the results for an angle do not depend on the other angles.
// Inlined, since a call would pass all angles and results through memory.
#[inline(always)]
pub(crate) fn sin_cos_all_f64<A: Sines, const N: usize>(angles: [f64; N]) -> ([f64; N], [f64; N]) {
    if N == 1 || !f64::is_side_by_side::<A>() {
        return compute_one_by_one(angles, f64::sin_cos_far);
    }
    #[cfg(target_arch = "x86_64")]
    if A::HAS_REGISTERS {
        return replace_far_if_any(angles, sin_cos_in_registers::<F64x4, f64, A, 4, N>(angles));
    }
    replace_far_if_any(
        angles,
        compute_one_by_one(angles, f64::sin_cos_near::<f64, A>),
    )
}

/// Sines and cosines of angles in radians; the results for an angle do not depend on the other angles, nor on their
/// number.
#[inline(always)]
pub(crate) fn sin_cos_all_f32<A: Sines, const N: usize>(angles: [f32; N]) -> ([f32; N], [f32; N]) {
    #[cfg(target_arch = "x86_64")]
    if A::HAS_REGISTERS && N > 1 {
        return replace_far_if_any(angles, sin_cos_in_registers::<F32x8, f32, A, 8, N>(angles));
    }
    let (mut sines, mut cosines) = ([0.0; N], [0.0; N]);
    for k in 0..N {
        (sines[k], cosines[k]) = f32::sin_cos_near::<f32, A>(angles[k]);
    }
    replace_far_if_any(angles, (sines, cosines))
}

/// Sine and cosine of one `f32`, with the bits of [`sin_cos_all_f32`].
// Inlined into the variant of the caller, like all that computes with its instructions.
#[inline(always)]
pub(crate) fn sin_cos_f32<A: Sines>(angle: f32) -> (f32, f32) {
    if is_far(angle) {
        f32::sin_cos_far(angle)
    } else {
        f32::sin_cos_near::<f32, A>(angle)
    }
}

/// The sine of one `f32`.
#[inline(always)]
pub(crate) fn sin_f32<A: Sines>(angle: f32) -> f32 {
    sin_cos_f32::<A>(angle).0
}

/// The cosine of one `f32`.
#[inline(always)]
pub(crate) fn cos_f32<A: Sines>(angle: f32) -> f32 {
    sin_cos_f32::<A>(angle).1
}

/// Sines and cosines of one of several angles of a call; the angle has a value in each lane. Each lane has the bits of
/// [`sin_cos_all_f64`] of several angles, or of [`sin_cos_all_f32`].
#[cfg(any(feature = "wide", target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn sin_cos_in_lanes<L, F, A, const LANES: usize>(angles: L) -> (L, L)
where
    L: Comparable<Float = F> + From<[F; LANES]> + Into<[F; LANES]>,
    F: Angle,
    A: Sines,
{
    if !F::is_side_by_side::<A>() {
        let (sines, cosines) = compute_one_by_one(angles.into(), F::sin_cos_far);
        return (sines.into(), cosines.into());
    }
    let (sines, cosines) = F::sin_cos_near::<L, A>(angles);
    if angles.magnitude().are_at_most(L::from([F::FAR; LANES])) {
        (sines, cosines)
    } else {
        let (sines, cosines) = replace_far(angles.into(), (sines.into(), cosines.into()));
        (sines.into(), cosines.into())
    }
}

/// Sines and cosines, as many at a time as there are lanes. The results for far angles are arbitrary.
///
/// Compilers make registers out of arrays too, but not of five angles: they mix the operations of the fifth angle with
/// those of the others, and the code takes longer than for eight angles.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn sin_cos_in_registers<L, F, A, const LANES: usize, const N: usize>(
    angles: [F; N],
) -> ([F; N], [F; N])
where
    L: Number<Float = F> + From<[F; LANES]> + Into<[F; LANES]>,
    F: Angle,
    A: Sines,
{
    let (mut sines, mut cosines) = ([F::ZERO; N], [F::ZERO; N]);
    let mut first = 0;
    while first < N {
        let mut group = [F::ZERO; LANES];
        for lane in 0..LANES {
            if first + lane < N {
                group[lane] = angles[first + lane];
            }
        }
        let (s, c) = F::sin_cos_near::<L, A>(L::from(group));
        let (s, c): ([F; LANES], [F; LANES]) = (s.into(), c.into());
        for lane in 0..LANES {
            if first + lane < N {
                (sines[first + lane], cosines[first + lane]) = (s[lane], c[lane]);
            }
        }
        first += LANES;
    }
    (sines, cosines)
}

/// Computes sines and cosines of the angles one by one.
#[inline(always)]
fn compute_one_by_one<F: Real, const N: usize>(
    angles: [F; N],
    sin_cos: impl Fn(F) -> (F, F),
) -> ([F; N], [F; N]) {
    let (mut sines, mut cosines) = ([F::ZERO; N], [F::ZERO; N]);
    for k in 0..N {
        (sines[k], cosines[k]) = sin_cos(angles[k]);
    }
    (sines, cosines)
}

/// Whether an angle is too large for the polynomials, or is NaN.
#[inline(always)]
fn is_far<F: Angle>(angle: F) -> bool {
    let is_near = angle.magnitude() <= F::FAR;
    !is_near // NaN is not near
}

/// Replaces the results of far angles, if there are any.
#[inline(always)]
fn replace_far_if_any<F: Angle, const N: usize>(
    angles: [F; N],
    values: ([F; N], [F; N]),
) -> ([F; N], [F; N]) {
    if angles.iter().fold(false, |far, &angle| far | is_far(angle)) {
        // Copied one by one, so that angles are in memory only on this path.
        replace_far(core::array::from_fn(|k| angles[k]), values)
    } else {
        values
    }
}

/// Replaces the results of far angles.
#[cold]
#[inline(never)]
fn replace_far<F: Angle, const N: usize>(
    angles: [F; N],
    (mut sines, mut cosines): ([F; N], [F; N]),
) -> ([F; N], [F; N]) {
    for k in 0..N {
        if is_far(angles[k]) {
            (sines[k], cosines[k]) = F::sin_cos_far(angles[k]);
        }
    }
    (sines, cosines)
}

/// `a b + c`.
#[inline(always)]
fn mul_add<N: Number, A: Sines>(a: N, b: N, c: N) -> N {
    if A::HAS_FMA { a.fused_mul_add(b, c) } else { a * b + c }
}

/// `c - a b`.
#[inline(always)]
fn neg_mul_add<N: Number, A: Sines>(a: N, b: N, c: N) -> N {
    if A::HAS_FMA { a.fused_neg_mul_add(b, c) } else { c - a * b }
}

/// `c_0 + c_1 z`.
#[inline(always)]
fn linear<N: Number, A: Sines>(c: [f64; 2], z: N) -> N {
    mul_add::<N, A>(z, N::of(c[1]), N::of(c[0]))
}

/// The remainder of an angle x after subtraction of `quarters` quarter turns, and the rounding error of this remainder,
/// by fused operations. The quarter turn is the sum of three floats; products with the second
/// are exact.
#[inline(always)]
fn reduce_fused<N: Number>(x: N, quarters: N, quarter_turn: [f64; 3]) -> (N, N) {
    let [high, middle, low] = quarter_turn;
    let first = quarters.fused_neg_mul_add(N::of(high), x);
    let y = quarters.fused_neg_mul_add(N::of(middle), first);
    let error = quarters.fused_neg_mul_add(N::of(middle), first - y);
    (y, quarters.fused_neg_mul_add(N::of(low), error))
}

/// Sine and cosine of a remainder `y` with its rounding error `tail`, from `z = y^2` and from the values of the polynomials
/// for `(sin y - y) / y^3` and `(cos y - 1 + y^2 / 2) / y^4`.
#[inline(always)]
fn sin_cos_of_remainder<N: Number, A: Sines>(
    [y, tail, z]: [N; 3],
    [sine, cosine]: [N; 2],
) -> (N, N) {
    let (mul_add, neg_mul_add) = (mul_add::<N, A>, neg_mul_add::<N, A>);
    let (half, one) = (N::of(0.5), N::of(1.0));
    let near_one = neg_mul_add(z, half, one);
    let correction = neg_mul_add(y, tail, neg_mul_add(z, half, one - near_one));
    let cosine = near_one + mul_add(z * z, cosine, correction);
    let sine = y + mul_add(z * y, sine, near_one * tail);
    (sine, cosine)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sin_cos_all_f64<const N: usize>(angles: [f64; N]) -> ([f64; N], [f64; N]) {
        super::sin_cos_all_f64::<AsCompiled, N>(angles)
    }

    fn sin_cos_all_f32<const N: usize>(angles: [f32; N]) -> ([f32; N], [f32; N]) {
        super::sin_cos_all_f32::<AsCompiled, N>(angles)
    }

    /// Angles of all sizes, next to multiples of a quarter turn, next to the limits `FAR` and beyond them.
    fn angles() -> impl Iterator<Item = f64> {
        const FAR: f64 = f64::FAR;
        let mut state = 1_u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005);
            state = state.wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        let generated_angles = (0..40_000).map(move |k| {
            let x = random();
            match k % 5 {
                0 => x * 7.0,
                1 => x * 300.0,
                2 => x * 2.0 * FAR,
                3 => x * 1e-3 + f64::from(k) * core::f64::consts::FRAC_PI_2,
                _ => f64::from(k) * core::f64::consts::FRAC_PI_2,
            }
        });
        let far_f32 = f64::from(f32::FAR);
        let special_angles = [
            0.0,
            -0.0,
            5e-324,
            1e-300,
            0.5,
            FAR,
            -FAR,
            2.0 * FAR,
            1e300,
            far_f32,
            -far_f32,
            3000.1,
            1e30,
        ];
        generated_angles.chain(special_angles)
    }

    /// The distance counted in floats; both zeros are one float.
    fn floats_between(a: f64, b: f64) -> u64 {
        if a == b { 0 } else { a.to_bits().abs_diff(b.to_bits()) }
    }

    #[test]
    fn double_sines_differ_from_libm_by_at_most_the_last_bit() {
        for x in angles() {
            let pairs = [
                first(sin_cos_all_f64([x, -x])),
                first(sin_cos_all_f64([x, 0.1, -2.0, 3.0, 4.0])),
            ];
            for (s, c) in pairs {
                assert!(floats_between(s, libm::sin(x)) <= 1, "sin {x:e}: {s:e}");
                assert!(floats_between(c, libm::cos(x)) <= 1, "cos {x:e}: {c:e}");
            }
        }
    }

    #[test]
    fn single_sines_differ_from_rounded_double_ones_by_at_most_the_last_bit() {
        for x in angles() {
            let x = x as f32;
            if x.is_infinite() {
                continue;
            }
            let (s, c) = first(sin_cos_all_f32([x, 0.1, -2.0]));
            assert_eq!((s, c), first(sin_cos_all_f32([x])));
            let (sin, cos) = libm::sincos(f64::from(x));
            for (value, expected) in [(s, sin as f32), (c, cos as f32)] {
                let is_near =
                    value == expected || value.to_bits().abs_diff(expected.to_bits()) <= 1;
                assert!(is_near, "{x:e}: {value:e} for {expected:e}");
            }
        }
    }

    /// The result for an angle does not depend on its place among others, nor on the number of angles, if this is at least 2.
    #[test]
    fn the_place_among_angles_does_not_matter() {
        fn same<const N: usize>() {
            let angles = core::array::from_fn(|k| k as f64 * 1.7 - 20.0);
            let (sines, cosines) = sin_cos_all_f64::<N>(angles);
            for k in 0..N {
                let (s, c) = match N {
                    1 => libm::sincos(angles[k]),
                    _ => first(sin_cos_all_f64([angles[k], 1.0])),
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
    fn nan_and_infinities_give_nan_and_leave_the_others() {
        for special in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let (s, c) = sin_cos_all_f64([0.5, special, 1.5]);
            assert!(s[1].is_nan() && c[1].is_nan());
            assert_eq!(([s[0], s[2]], [c[0], c[2]]), sin_cos_all_f64([0.5, 1.5]));
        }
    }

    #[test]
    fn far_angles_have_the_values_of_libm_and_leave_the_others() {
        for far in [2.0 * f64::FAR, -1e22] {
            let (s, c) = sin_cos_all_f64([0.6, far, 1.7, -2.9, 4.0]);
            assert_eq!((s[1], c[1]), libm::sincos(far));
            let (sines, cosines) = sin_cos_all_f64([0.6, 1.7, -2.9, 4.0]);
            assert_eq!(
                ([s[0], s[2], s[3], s[4]], [c[0], c[2], c[3], c[4]]),
                (sines, cosines)
            );
            let (s, c) = sin_cos_all_f32([0.6, far as f32, 1.7]);
            assert_eq!((s[1], c[1]), first(sin_cos_all_f32([far as f32])));
            assert_eq!(([s[0], s[2]], [c[0], c[2]]), sin_cos_all_f32([0.6, 1.7]));
        }
    }

    fn first<F: Copy, const N: usize>((s, c): ([F; N], [F; N])) -> (F, F) {
        (s[0], c[0])
    }
}

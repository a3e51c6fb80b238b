//! The types of the crate `wide` as numbers.

use core::array;

use wide::bytemuck::cast;
use wide::{f32x8, f32x16, f64x4, f64x8, u64x4, u64x8};

use super::Lanes;
use super::single_angle::{self, Comparable};
use crate::arithmetic::dispatch::AsCompiled;
use crate::arithmetic::real::{HAS_FMA, Real};
use crate::arithmetic::sines::{FAR, Number, Processor, is_far, replace_far, sin_cos_near};

/// `$single_angle` and `$several_angles` compute sines and cosines of a register: of the only angle of a call, and of
/// one of several.
macro_rules! impl_real {
    ($wide:ident, $float:ident, $count:literal, $single_angle:expr, $several_angles:expr) => {
        impl Lanes for $wide {
            type One = $float;
            type Each<T: Copy> = [T; $count];
            const COUNT: usize = $count;

            #[inline]
            fn each<T: Copy>(value: impl FnMut(usize) -> T) -> [T; $count] {
                array::from_fn(value)
            }

            #[inline]
            fn gather<'a>(quantity: impl Fn(usize) -> &'a $float) -> Self {
                Self::from(array::from_fn::<_, $count, _>(|lane| *quantity(lane)))
            }

            #[inline]
            fn lane(&self, lane: usize) -> $float {
                self.as_array()[lane]
            }
        }

        // Functions are computed lane by lane by those of a float, so that each lane has the same bits as a float
        // alone.
        impl Real for $wide {
            const ZERO: Self = Self::ZERO;
            const ONE: Self = Self::ONE;

            #[inline(always)]
            fn lit(x: f64) -> Self {
                Self::splat(x as $float)
            }

            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                $single_angle(self)
            }

            #[inline(always)]
            fn sin_cos_all<const N: usize>(angles: [Self; N]) -> ([Self; N], [Self; N]) {
                let sin_cos = if N == 1 { Self::sin_cos } else { $several_angles };
                let (mut sines, mut cosines) = ([Self::ZERO; N], [Self::ZERO; N]);
                for k in 0..N {
                    (sines[k], cosines[k]) = sin_cos(angles[k]);
                }
                (sines, cosines)
            }

            #[inline(always)]
            fn mul_add(self, factor: Self, term: Self) -> Self {
                if HAS_FMA { Self::mul_add(self, factor, term) } else { self * factor + term }
            }

            #[inline]
            fn sin(self) -> Self {
                Self::from(self.to_array().map(Real::sin))
            }

            #[inline]
            fn cos(self) -> Self {
                Self::from(self.to_array().map(Real::cos))
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                Self::sqrt(self)
            }

            #[inline]
            fn exp(self) -> Self {
                Self::from(self.to_array().map(Real::exp))
            }

            #[inline]
            fn ln(self) -> Self {
                Self::from(self.to_array().map(Real::ln))
            }

            #[inline]
            fn atan(self) -> Self {
                Self::from(self.to_array().map(Real::atan))
            }

            #[inline]
            fn stumpff(self, k: u32) -> Self {
                Self::from(self.to_array().map(|x| Real::stumpff(x, k)))
            }
        }
    };
}

impl_real!(f64x4, f64, 4, sines_of_one_angle, sines_of_f64x4);
impl_real!(f64x8, f64, 8, sines_of_one_angle, sines_of_f64x8);
impl_real!(f32x8, f32, 8, lane_by_lane, sines_of_lanes);
impl_real!(f32x16, f32, 16, lane_by_lane, sines_of_lanes);

/// Sines and cosines of one angle: side by side if all lanes fit into a register, since pairs of registers take longer
/// than libm.
#[inline]
fn sines_of_one_angle<L, const N: usize>(angle: L) -> (L, L)
where
    L: Comparable + Into<[f64; N]> + From<[f64; N]>,
{
    let side_by_side = if AsCompiled::HAS_REGISTERS { single_angle::sin_cos(angle) } else { None };
    side_by_side.unwrap_or_else(|| lane_by_lane(angle))
}

/// Sines and cosines of one angle, computed lane by lane as for a float alone.
#[inline]
fn lane_by_lane<L, F: Real, const N: usize>(angle: L) -> (L, L)
where
    L: Into<[F; N]> + From<[F; N]>,
{
    let pairs = angle.into().map(Real::sin_cos);
    (
        L::from(pairs.map(|(sine, _)| sine)),
        L::from(pairs.map(|(_, cosine)| cosine)),
    )
}

/// Sines and cosines of one angle, whose lanes are computed as several angles of a float.
#[inline]
fn sines_of_lanes<L, F: Real, const N: usize>(angle: L) -> (L, L)
where
    L: Into<[F; N]> + From<[F; N]>,
{
    let (sines, cosines) = F::sin_cos_all(angle.into());
    (sines.into(), cosines.into())
}

/// `$sines` computes sines and cosines of one of several angles. `$bits` are integers with the bits of `$wide`.
macro_rules! impl_number {
    ($sines:ident, $wide:ident, $bits:ident) => {
        #[inline(always)]
        fn $sines(angle: $wide) -> ($wide, $wide) {
            if !AsCompiled::IS_BRANCH_FREE {
                return sines_of_lanes(angle);
            }
            let values = sin_cos_near::<$wide, AsCompiled>(angle);
            if angle.abs().simd_le($wide::splat(FAR)).all() {
                values
            } else {
                let arrays = (values.0.to_array(), values.1.to_array());
                let (s, c) = replace_far(angle.to_array(), arrays, is_far, Real::sin_cos);
                (s.into(), c.into())
            }
        }

        impl Comparable for $wide {
            #[inline(always)]
            fn magnitude(self) -> Self {
                self.abs()
            }

            #[inline(always)]
            fn are_at_most(self, bound: Self) -> bool {
                self.simd_le(bound).all()
            }

            #[inline(always)]
            fn select_at_most(self, bound: Self, first: Self, second: Self) -> Self {
                self.simd_le(bound).bitselect(first, second)
            }
        }

        impl Number for $wide {
            #[inline(always)]
            fn of(x: f64) -> Self {
                Self::splat(x)
            }

            #[inline(always)]
            fn fused_mul_add(self, factor: Self, term: Self) -> Self {
                self.mul_add(factor, term)
            }

            #[inline(always)]
            fn fused_neg_mul_add(self, factor: Self, term: Self) -> Self {
                self.mul_neg_add(factor, term)
            }

            #[inline(always)]
            fn rotate_by_quarters(shifted: Self, sine: Self, cosine: Self) -> (Self, Self) {
                let quarters: $bits = cast(shifted);
                let [one, two] = [1, 2].map($bits::splat);
                // All bits are ones where the number of quarters is odd: there sine and cosine are swapped.
                let odd = $bits::splat(0) - (quarters & one);
                let (s, c): ($bits, $bits) = (cast(sine), cast(cosine));
                let swap = (s ^ c) & odd;
                let sine = s ^ swap ^ ((quarters & two) << 62_u32);
                let cosine = c ^ swap ^ (((quarters + one) & two) << 62_u32);
                (cast(sine), cast(cosine))
            }
        }
    };
}

impl_number!(sines_of_f64x4, f64x4, u64x4);
impl_number!(sines_of_f64x8, f64x8, u64x8);

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::map;
    use super::*;
    use std::vec::Vec;

    /// All operations of a number.
    fn everything<T: Real>((q, x): ([T; 3], T)) -> [T; 4] {
        let (s, c) = T::sin_cos_all(q);
        let (sine, cosine) = x.sin_cos();
        let root = (x * x + T::lit(0.1)).sqrt();
        [
            s[0].mul_add(c[1], -s[2] / root),
            sine.mul_add(cosine, x.sin() - x.cos()),
            root.exp() + root.ln() * x.atan(),
            root.stumpff(3) + T::ONE - T::ZERO,
        ]
    }

    fn has_the_bits_of_one<L>()
    where
        L: Lanes + Real,
        L::One: Real + PartialEq + core::fmt::Debug,
    {
        // Some angles are far, and one is infinite.
        let angle = |k: usize| match k {
            35 => L::One::lit(2e7),
            63 => L::One::lit(f64::INFINITY),
            _ => L::One::lit(k as f64 * 0.731 - 9.0),
        };
        let state = |k: usize| ([angle(k), angle(7 * k), angle(k + 50)], angle(3 * k));
        // No state, one, incomplete groups of lanes, and more than one work item.
        for count in [0, 1, L::COUNT - 1, L::COUNT, 2 * L::COUNT + 3, 700] {
            let singles: Vec<_> = (0..count).map(|k| everything(state(k))).collect();
            let mut lanes = std::vec![[L::One::ZERO; 4]; count];
            map::<([L; 3], L), [L; 4]>(&mut lanes, state, everything);
            // Compared as text, in which NaN is equal to itself.
            assert_eq!(std::format!("{lanes:?}"), std::format!("{singles:?}"));
        }
    }

    /// Angles next to multiples of an eighth of a turn, tiny, far, and random ones.
    fn angles() -> impl Iterator<Item = f64> {
        let eighth = core::f64::consts::FRAC_PI_4;
        // Four that follow one another are next to the same multiple.
        let close_angles = (0..24).flat_map(move |k| {
            let halved = (0..=60).map(|k| f64::powi(0.5, k));
            let spread = (1..200).map(|k| f64::from(k) * 7e-6);
            halved
                .chain(spread)
                .map(move |nudge| f64::from(k) * eighth + nudge)
        });
        let odd = [
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
        let spread = (0..20_000).map(move |k| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 11) as f64 / (1_u64 << 53) as f64 * [0.8, 7.0, 300.0, 1e5][k % 4]
        });
        close_angles.chain(odd).chain(spread).flat_map(|x| [x, -x])
    }

    #[test]
    fn one_angle_in_each_lane_has_the_bits_of_libm() {
        let angles: Vec<f64> = angles().collect();
        let mut side_by_side = 0;
        for angles in angles.chunks_exact(4) {
            let register = f64x4::new([angles[0], angles[1], angles[2], angles[3]]);
            let together = single_angle::sin_cos(register);
            side_by_side += usize::from(together.is_some());
            let (s, c) = together.unwrap_or_else(|| Real::sin_cos(register));
            for (lane, &angle) in angles.iter().enumerate() {
                let (sine, cosine) = libm::sincos(angle);
                let bits = |s: f64, c: f64| {
                    if s.is_nan() { [u64::MAX; 2] } else { [s.to_bits(), c.to_bits()] }
                };
                let (s, c) = (s.as_array()[lane], c.as_array()[lane]);
                assert_eq!(bits(s, c), bits(sine, cosine), "{angle:e}");
            }
        }
        // Not those next to multiples of an eighth, nor large ones.
        assert!(side_by_side > angles.len() / 10, "{side_by_side}");
    }

    #[test]
    fn each_lane_has_the_bits_of_one_state() {
        has_the_bits_of_one::<f64x4>();
        has_the_bits_of_one::<f64x8>();
        has_the_bits_of_one::<f32x8>();
        has_the_bits_of_one::<f32x16>();
    }
}

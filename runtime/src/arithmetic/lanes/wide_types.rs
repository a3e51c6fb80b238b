//! The types of the crate `wide` as numbers.

use core::array;

use wide::bytemuck::cast;
use wide::{f32x8, f32x16, f64x4, f64x8, u32x8, u32x16, u64x4, u64x8};

use super::Lanes;
use crate::arithmetic::dispatch::{self, Call};
use crate::arithmetic::lane_by_lane::impl_real_in_lanes;
use crate::arithmetic::sines::{AsCompiled, Comparable, Number};

/// `$bits` is the vector of unsigned integers with the lanes of `$wide`, and `$sign` the index of a float's sign bit.
macro_rules! impl_number {
    ($wide:ident: [$float:ident; $count:literal], $bits:ident, $sign:literal) => {
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

        impl_real_in_lanes!($wide: [$float; $count], $float, AsCompiled, {
            #[inline(always)]
            fn dispatched<C: Call<Self>>(call: C) -> C::Output {
                dispatch::dispatch(call)
            }
        });

        impl Number for $wide {
            type Float = $float;

            #[inline(always)]
            fn of(x: f64) -> Self {
                Self::splat(x as $float)
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
                // The low bits of `shifted` count the quarter turns.
                let quarters: $bits = cast(shifted);
                let [one, two] = [1, 2].map($bits::splat);
                // All bits are ones where the number of quarters is odd: there sine and cosine are swapped.
                let odd = $bits::splat(0) - (quarters & one);
                let (s, c): ($bits, $bits) = (cast(sine), cast(cosine));
                let swap = (s ^ c) & odd;
                let sine = s ^ swap ^ ((quarters & two) << ($sign - 1_u32));
                let cosine = c ^ swap ^ (((quarters + one) & two) << ($sign - 1_u32));
                (cast(sine), cast(cosine))
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
    };
}

impl_number!(f64x4: [f64; 4], u64x4, 63);
impl_number!(f64x8: [f64; 8], u64x8, 63);
impl_number!(f32x8: [f32; 8], u32x8, 31);
impl_number!(f32x16: [f32; 16], u32x16, 31);

#[cfg(test)]
mod tests {
    extern crate std;
    use super::super::map;
    use super::*;
    use crate::Real;
    use std::vec::Vec;

    /// Most operations of a number.
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
        // No state, one, incomplete groups of lanes, and many states.
        for count in [0, 1, L::COUNT - 1, L::COUNT, 2 * L::COUNT + 3, 700] {
            let singles: Vec<_> = (0..count).map(|k| everything(state(k))).collect();
            let mut lanes = std::vec![[L::One::ZERO; 4]; count];
            map::<([L; 3], L), [L; 4]>(&mut lanes, state, everything);
            // Compared as text, in which NaN is equal to itself.
            assert_eq!(std::format!("{lanes:?}"), std::format!("{singles:?}"));
        }
    }

    #[test]
    fn each_lane_has_the_bits_of_one_state() {
        has_the_bits_of_one::<f64x4>();
        has_the_bits_of_one::<f64x8>();
        has_the_bits_of_one::<f32x8>();
        has_the_bits_of_one::<f32x16>();
    }
}

//! Several floats in a register.
#![cfg_attr(
    feature = "avx512",
    allow(
        clippy::incompatible_msrv,
        reason = "the feature `avx512` needs Rust 1.89"
    )
)]

use core::arch::x86_64::*;
use core::mem::transmute;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use super::{Fused, Vectors};
use crate::arithmetic::lane_by_lane::impl_real_in_lanes;
use crate::arithmetic::sines::{Comparable, Number};

/// Executes an operation of the processor. The documentation of the module `registers` says why the processor has it.
macro_rules! on_processor {
    ($operation:expr) => {{
        #[allow(
            unsafe_code,
            reason = "the compiler does not know which processor a function is inlined for"
        )]
        unsafe {
            $operation
        }
    }};
}

/// Implements the operators of a type of registers, each by an intrinsic.
macro_rules! impl_operators {
    ($name:ident: $($operator:ident $method:ident $assign:ident $assign_method:ident $operation:ident;)+) => { $(
        impl $operator for $name {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(on_processor!($operation(self.0, other.0)))
            }
        }

        impl $assign for $name {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = $operator::$method(*self, other);
            }
        }
    )+ };
}

/// Defines a type of registers, given the intrinsics of its operations. `$same` writes one float to all lanes;
/// `$integers` and `$floats` reinterpret bits. A shift to the left by `$odd` moves the last bit to the sign, and one by
/// `$high` the bit before it.
macro_rules! register {
    (
        $(#[$attribute:meta])*
        $name:ident: $vector:ident of [$float:ident; $count:literal]
        arithmetic $add:ident $sub:ident $mul:ident $div:ident $sqrt:ident $fused:ident $fused_negative:ident
        memory $load:ident $store:ident $same:ident
        bits $and:ident $and_not:ident $xor:ident $integers:ident $floats:ident $shift:ident [$odd:literal $high:literal]
        conditions $select:ident $at_most:path, $signs:ident
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name($vector);

        impl_operators!($name:
            Add add AddAssign add_assign $add;
            Sub sub SubAssign sub_assign $sub;
            Mul mul MulAssign mul_assign $mul;
            Div div DivAssign div_assign $div;
        );

        impl $name {
            const ZERO: Self = Self::constant(0.0);
            const ONE: Self = Self::constant(1.0);

            /// The same float in each lane, at compile time.
            #[allow(unsafe_code, reason = "there is no other constant register; sizes and bits are the same")]
            const fn constant(x: $float) -> Self {
                Self(unsafe { transmute::<[$float; $count], $vector>([x; $count]) })
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                Self(on_processor!($sqrt(self.0)))
            }
        }

        impl Neg for $name {
            type Output = Self;

            #[inline(always)]
            fn neg(self) -> Self {
                Self(on_processor!($xor(self.0, $same(-0.0))))
            }
        }

        impl From<[$float; $count]> for $name {
            #[inline(always)]
            fn from(numbers: [$float; $count]) -> Self {
                Self(on_processor!($load(numbers.as_ptr())))
            }
        }

        impl From<$name> for [$float; $count] {
            #[inline(always)]
            fn from(register: $name) -> Self {
                let mut numbers = [0.0; $count];
                on_processor!($store(numbers.as_mut_ptr(), register.0));
                numbers
            }
        }

        impl Number for $name {
            type Float = $float;

            #[inline(always)]
            fn of(x: f64) -> Self {
                Self(on_processor!($same(x as $float)))
            }

            #[inline(always)]
            fn fused_mul_add(self, factor: Self, term: Self) -> Self {
                Self(on_processor!($fused(self.0, factor.0, term.0)))
            }

            #[inline(always)]
            fn fused_neg_mul_add(self, factor: Self, term: Self) -> Self {
                Self(on_processor!($fused_negative(self.0, factor.0, term.0)))
            }

            #[inline(always)]
            fn rotate_by_quarters(shifted: Self, sine: Self, cosine: Self) -> (Self, Self) {
                on_processor!({
                    let quarters = $integers(shifted.0);
                    // The sign bits of registers are the conditions: in `odd` the last bit of the number of quarters, in
                    // `high` the bit before the last.
                    let odd = $floats($shift::<$odd>(quarters));
                    let high = $floats($shift::<$high>(quarters));
                    let sign = $same(-0.0);
                    let s = $select(sine.0, cosine.0, odd);
                    let c = $select(cosine.0, sine.0, odd);
                    let s = $xor(s, $and(high, sign));
                    let c = $xor(c, $and($xor(odd, high), sign));
                    (Self(s), Self(c))
                })
            }
        }

        impl Comparable for $name {
            #[inline(always)]
            fn magnitude(self) -> Self {
                Self(on_processor!($and_not($same(-0.0), self.0)))
            }

            #[inline(always)]
            fn are_at_most(self, bound: Self) -> bool {
                on_processor!($signs($at_most(self.0, bound.0))) as u32 == (1 << $count) - 1
            }

            #[inline(always)]
            fn select_at_most(self, bound: Self, first: Self, second: Self) -> Self {
                Self(on_processor!($select(second.0, first.0, $at_most(self.0, bound.0))))
            }
        }

        impl_real_in_lanes!($name: [$float; $count], Fused<$float>, Vectors, {});
    };
}

register! {
    F64x2: __m128d of [f64; 2]
    arithmetic _mm_add_pd _mm_sub_pd _mm_mul_pd _mm_div_pd _mm_sqrt_pd _mm_fmadd_pd _mm_fnmadd_pd
    memory _mm_loadu_pd _mm_storeu_pd _mm_set1_pd
    bits _mm_and_pd _mm_andnot_pd _mm_xor_pd _mm_castpd_si128 _mm_castsi128_pd _mm_slli_epi64 [63 62]
    conditions _mm_blendv_pd _mm_cmple_pd, _mm_movemask_pd
}

register! {
    F64x4: __m256d of [f64; 4]
    arithmetic _mm256_add_pd _mm256_sub_pd _mm256_mul_pd _mm256_div_pd _mm256_sqrt_pd _mm256_fmadd_pd _mm256_fnmadd_pd
    memory _mm256_loadu_pd _mm256_storeu_pd _mm256_set1_pd
    bits _mm256_and_pd _mm256_andnot_pd _mm256_xor_pd _mm256_castpd_si256 _mm256_castsi256_pd _mm256_slli_epi64 [63 62]
    conditions _mm256_blendv_pd _mm256_cmp_pd::<_CMP_LE_OQ>, _mm256_movemask_pd
}

register! {
    F32x4: __m128 of [f32; 4]
    arithmetic _mm_add_ps _mm_sub_ps _mm_mul_ps _mm_div_ps _mm_sqrt_ps _mm_fmadd_ps _mm_fnmadd_ps
    memory _mm_loadu_ps _mm_storeu_ps _mm_set1_ps
    bits _mm_and_ps _mm_andnot_ps _mm_xor_ps _mm_castps_si128 _mm_castsi128_ps _mm_slli_epi32 [31 30]
    conditions _mm_blendv_ps _mm_cmple_ps, _mm_movemask_ps
}

register! {
    F32x8: __m256 of [f32; 8]
    arithmetic _mm256_add_ps _mm256_sub_ps _mm256_mul_ps _mm256_div_ps _mm256_sqrt_ps _mm256_fmadd_ps _mm256_fnmadd_ps
    memory _mm256_loadu_ps _mm256_storeu_ps _mm256_set1_ps
    bits _mm256_and_ps _mm256_andnot_ps _mm256_xor_ps _mm256_castps_si256 _mm256_castsi256_ps _mm256_slli_epi32 [31 30]
    conditions _mm256_blendv_ps _mm256_cmp_ps::<_CMP_LE_OQ>, _mm256_movemask_ps
}

#[cfg(feature = "avx512")]
register! {
    F64x8: __m512d of [f64; 8]
    arithmetic _mm512_add_pd _mm512_sub_pd _mm512_mul_pd _mm512_div_pd _mm512_sqrt_pd _mm512_fmadd_pd _mm512_fnmadd_pd
    memory _mm512_loadu_pd _mm512_storeu_pd _mm512_set1_pd
    bits _mm512_and_pd _mm512_andnot_pd _mm512_xor_pd _mm512_castpd_si512 _mm512_castsi512_pd _mm512_slli_epi64 [63 62]
    conditions select_f64x8 are_at_most_f64x8, signs_of_f64x8
}

#[cfg(feature = "avx512")]
register! {
    F32x16: __m512 of [f32; 16]
    arithmetic _mm512_add_ps _mm512_sub_ps _mm512_mul_ps _mm512_div_ps _mm512_sqrt_ps _mm512_fmadd_ps _mm512_fnmadd_ps
    memory _mm512_loadu_ps _mm512_storeu_ps _mm512_set1_ps
    bits _mm512_and_ps _mm512_andnot_ps _mm512_xor_ps _mm512_castps_si512 _mm512_castsi512_ps _mm512_slli_epi32 [31 30]
    conditions select_f32x16 are_at_most_f32x16, signs_of_f32x16
}

/// Comparisons of AVX-512 return bit masks, while those of the other instruction sets return registers whose sign bits are
/// the conditions. These functions convert between masks and such registers.
#[cfg(feature = "avx512")]
macro_rules! conditions {
    (
        $vector:ident: $select:ident $blend:ident, $at_most:ident $compare:path, $signs:ident,
        $of_integers:ident $to_integers:ident, $to_bits:ident $of_bits:ident
    ) => {
        #[inline(always)]
        #[allow(unsafe_code, reason = "as the operations of the processor")]
        unsafe fn $select(first: $vector, second: $vector, condition: $vector) -> $vector {
            on_processor!($blend($to_bits($to_integers(condition)), first, second))
        }

        #[inline(always)]
        #[allow(unsafe_code, reason = "as the operations of the processor")]
        unsafe fn $at_most(x: $vector, bound: $vector) -> $vector {
            on_processor!($of_integers($of_bits($compare(x, bound))))
        }

        #[inline(always)]
        #[allow(unsafe_code, reason = "as the operations of the processor")]
        unsafe fn $signs(condition: $vector) -> i32 {
            on_processor!($to_bits($to_integers(condition))).into()
        }
    };
}

#[cfg(feature = "avx512")]
conditions! {
    __m512d: select_f64x8 _mm512_mask_blend_pd, are_at_most_f64x8 _mm512_cmp_pd_mask::<_CMP_LE_OQ>, signs_of_f64x8,
    _mm512_castsi512_pd _mm512_castpd_si512, _mm512_movepi64_mask _mm512_movm_epi64
}

#[cfg(feature = "avx512")]
conditions! {
    __m512: select_f32x16 _mm512_mask_blend_ps, are_at_most_f32x16 _mm512_cmp_ps_mask::<_CMP_LE_OQ>, signs_of_f32x16,
    _mm512_castsi512_ps _mm512_castps_si512, _mm512_movepi32_mask _mm512_movm_epi32
}

/// Compiled only if the compiler's target has the instructions, as for Miri, which finds undefined behaviour (`.ci/unsafe`).
#[cfg(all(test, target_feature = "avx2", target_feature = "fma"))]
mod tests {
    use core::fmt::Debug;

    use super::*;
    use crate::Real;

    /// Numbers of both signs, the first of them so large that it counts as a far angle.
    fn numbers<F: Real, const N: usize>(seed: f64) -> [F; N] {
        core::array::from_fn(|k| match k {
            0 => F::lit(seed * 1e9),
            _ => F::lit(libm::sin(seed + 1.7 * k as f64) * 3.0),
        })
    }

    /// Each lane has the bits of one number.
    fn agree<R, F, const N: usize>()
    where
        R: Real + Comparable + From<[F; N]> + Into<[F; N]>,
        F: Real + PartialOrd + Debug,
    {
        let lane_by_lane = |operation: fn(F, F, F) -> F, [a, b, c]: [[F; N]; 3]| -> [F; N] {
            core::array::from_fn(|k| operation(a[k], b[k], c[k]))
        };
        let operands = [1.0, 2.0, 4.0].map(numbers::<F, N>);
        let [x, y, z] = operands.map(R::from);
        assert_eq!((x + y).into(), lane_by_lane(|a, b, _| a + b, operands));
        assert_eq!((x - y).into(), lane_by_lane(|a, b, _| a - b, operands));
        assert_eq!((x * y).into(), lane_by_lane(|a, b, _| a * b, operands));
        assert_eq!((x / y).into(), lane_by_lane(|a, b, _| a / b, operands));
        assert_eq!((-x).into(), lane_by_lane(|a, _, _| -a, operands));
        assert_eq!(
            (x * x).sqrt().into(),
            lane_by_lane(|a, _, _| (a * a).sqrt(), operands)
        );
        assert_eq!(
            x.mul_add(y, z).into(),
            lane_by_lane(|a, b, c| a.mul_add(b, c), operands)
        );
        let magnitude = |a: F| if a < F::ZERO { -a } else { a };
        assert_eq!(x.magnitude().into(), operands[0].map(magnitude));
        let least = x.select_at_most(y, x, y).into();
        assert_eq!(
            least,
            lane_by_lane(|a, b, _| if a <= b { a } else { b }, operands)
        );
        assert!(least != operands[0] && least != operands[1]);
        assert!(x.are_at_most(R::lit(2e9)) && !y.are_at_most(R::lit(2.0)));
        for (angle, angles) in [x, y, z].into_iter().zip(operands) {
            let (sine, cosine) = angle.sin_cos();
            assert_eq!(sine.into(), angles.map(|angle| angle.sin_cos().0));
            assert_eq!(cosine.into(), angles.map(|angle| angle.sin_cos().1));
        }
    }

    #[test]
    fn registers_have_the_bits_of_each_number() {
        agree::<F64x2, f64, 2>();
        agree::<F64x4, f64, 4>();
        agree::<F32x4, f32, 4>();
        agree::<F32x8, f32, 8>();
    }

    #[cfg(all(feature = "avx512", target_feature = "avx512dq"))]
    #[test]
    fn wide_registers_have_the_bits_of_each_number() {
        agree::<F64x8, f64, 8>();
        agree::<F32x16, f32, 16>();
    }
}

//! Four numbers in one AVX2 register.
//!
//! Compilers make registers out of arrays too, but not of five angles: they mix the operations of the fifth angle with
//! those of the others, and the code takes longer than for eight angles.

use core::arch::x86_64::*;
use core::ops::{Add, Mul, Sub};

use super::Number;

/// Four numbers of double precision. Only for processors with AVX2; fused operations also need FMA.
#[derive(Clone, Copy)]
pub(super) struct Register(__m256d);

/// An operation of the processor on registers and constants.
///
/// The operations access registers only, except for stores into arrays of the register's size, so the only requirement
/// is that the processor has them. A register exists only on such processors: only `f64_in_registers` and
/// `f32_in_registers` make one, under the condition `Processor::HAS_REGISTERS`. That is true if the compiler was given
/// AVX2, and in a variant of a function that is called only after the processor was found to have both AVX2 and FMA,
/// see `dispatch`.
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

impl Register {
    #[inline(always)]
    pub(super) fn of_f64([a, b, c, d]: [f64; 4]) -> Self {
        Self(on_processor!(_mm256_setr_pd(a, b, c, d)))
    }

    #[inline(always)]
    pub(super) fn of_f32([a, b, c, d]: [f32; 4]) -> Self {
        Self(on_processor!(_mm256_cvtps_pd(_mm_setr_ps(a, b, c, d))))
    }

    #[inline(always)]
    pub(super) fn to_f64(self) -> [f64; 4] {
        let mut numbers = [0.0; 4];
        on_processor!(_mm256_storeu_pd(numbers.as_mut_ptr(), self.0));
        numbers
    }

    #[inline(always)]
    pub(super) fn to_f32(self) -> [f32; 4] {
        let mut numbers = [0.0; 4];
        on_processor!(_mm_storeu_ps(numbers.as_mut_ptr(), _mm256_cvtpd_ps(self.0)));
        numbers
    }
}

macro_rules! impl_operator {
    ($operator:ident $method:ident $operation:ident) => {
        impl $operator for Register {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(on_processor!($operation(self.0, other.0)))
            }
        }
    };
}

impl_operator!(Add add _mm256_add_pd);
impl_operator!(Sub sub _mm256_sub_pd);
impl_operator!(Mul mul _mm256_mul_pd);

impl Number for Register {
    #[inline(always)]
    fn of(x: f64) -> Self {
        Self(on_processor!(_mm256_set1_pd(x)))
    }

    #[inline(always)]
    fn fused_mul_add(self, factor: Self, term: Self) -> Self {
        Self(on_processor!(_mm256_fmadd_pd(self.0, factor.0, term.0)))
    }

    #[inline(always)]
    fn fused_neg_mul_add(self, factor: Self, term: Self) -> Self {
        Self(on_processor!(_mm256_fnmadd_pd(self.0, factor.0, term.0)))
    }

    #[inline(always)]
    fn rotate_by_quarters(shifted: Self, sine: Self, cosine: Self) -> (Self, Self) {
        on_processor!({
            let quarters = _mm256_castpd_si256(shifted.0);
            // Sign bits are the conditions: in `odd`, that the number of quarters is odd; in `high`, the higher of its
            // last two bits.
            let odd = _mm256_castsi256_pd(_mm256_slli_epi64::<63>(quarters));
            let high = _mm256_castsi256_pd(_mm256_slli_epi64::<62>(quarters));
            let sign = _mm256_set1_pd(-0.0);
            let s = _mm256_blendv_pd(sine.0, cosine.0, odd);
            let c = _mm256_blendv_pd(cosine.0, sine.0, odd);
            let s = _mm256_xor_pd(s, _mm256_and_pd(high, sign));
            let c = _mm256_xor_pd(c, _mm256_and_pd(_mm256_xor_pd(odd, high), sign));
            (Self(s), Self(c))
        })
    }
}

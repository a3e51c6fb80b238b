//! Four numbers in one register of AVX2.
//!
//! Compilers make registers out of arrays too, but not where four angles have a fifth beside them: then they mix what
//! belongs to it among the others, and take longer than for eight.

use core::arch::x86_64::*;
use core::ops::{Add, Mul, Sub};

use super::Number;

/// Four numbers of double precision. Only for processors with AVX2, and FMA for what is `fused`.
#[derive(Clone, Copy)]
pub(super) struct Register(__m256d);

/// An operation of the processor's, of registers and constants.
///
/// All of them read and write registers alone, so the only requirement is that the processor has them. There is no register where it
/// has not: only `in_registers` makes one, where `Sines::IN_REGISTERS` says so, which is where the compiler was given
/// AVX2, or in a variant of a function that is called where the processor was found to have both, see `detect`.
macro_rules! of_processor {
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
        Self(of_processor!(_mm256_setr_pd(a, b, c, d)))
    }

    #[inline(always)]
    pub(super) fn of_f32([a, b, c, d]: [f32; 4]) -> Self {
        Self(of_processor!(_mm256_cvtps_pd(_mm_setr_ps(a, b, c, d))))
    }

    #[inline(always)]
    pub(super) fn to_f64(self) -> [f64; 4] {
        let mut numbers = [0.0; 4];
        of_processor!(_mm256_storeu_pd(numbers.as_mut_ptr(), self.0));
        numbers
    }

    #[inline(always)]
    pub(super) fn to_f32(self) -> [f32; 4] {
        let mut numbers = [0.0; 4];
        of_processor!(_mm_storeu_ps(numbers.as_mut_ptr(), _mm256_cvtpd_ps(self.0)));
        numbers
    }
}

macro_rules! operator {
    ($operator:ident $method:ident $operation:ident) => {
        impl $operator for Register {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(of_processor!($operation(self.0, other.0)))
            }
        }
    };
}

operator!(Add add _mm256_add_pd);
operator!(Sub sub _mm256_sub_pd);
operator!(Mul mul _mm256_mul_pd);

impl Number for Register {
    #[inline(always)]
    fn of(x: f64) -> Self {
        Self(of_processor!(_mm256_set1_pd(x)))
    }

    #[inline(always)]
    fn fused(self, factor: Self, term: Self) -> Self {
        Self(of_processor!(_mm256_fmadd_pd(self.0, factor.0, term.0)))
    }

    #[inline(always)]
    fn fused_from(self, factor: Self, term: Self) -> Self {
        Self(of_processor!(_mm256_fnmadd_pd(self.0, factor.0, term.0)))
    }

    #[inline(always)]
    fn turned(shifted: Self, sine: Self, cosine: Self) -> (Self, Self) {
        of_processor!({
            let quarters = _mm256_castpd_si256(shifted.0);
            // As signs: whether the number of quarters is odd, and whether of two bits the higher is set.
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

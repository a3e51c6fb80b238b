//! The registers in which emitted functions compute with the types of the crate `wide`.

use wide::{f32x8, f32x16, f64x4, f64x8};

use super::pair::Pair;
use super::vectors::{F32x8, F64x4};
#[cfg(feature = "avx512")]
use super::vectors::{F32x16, F64x8};
use crate::arithmetic::dispatch::{Arithmetic, HasVariants};

/// Names the registers for AVX2 and for AVX-512. `$has_wider_registers` says whether a register of `$avx512` has more lanes
/// than one of `$avx2`.
macro_rules! impl_has_variants {
    ($wide:ident: $avx2:ty, $avx512:ty, $has_wider_registers:literal) => {
        impl HasVariants for $wide {
            type Avx2 = $avx2;
            #[cfg(feature = "avx512")]
            type Avx512 = $avx512;
            #[cfg(not(feature = "avx512"))]
            type Avx512 = $avx2;
            const HAS_WIDER_REGISTERS: bool = $has_wider_registers;
        }
    };
}

impl_has_variants!(f64x4: F64x4, F64x4, false);
impl_has_variants!(f64x8: Pair<F64x4>, F64x8, true);
impl_has_variants!(f32x8: F32x8, F32x8, false);
impl_has_variants!(f32x16: Pair<F32x8>, F32x16, true);

/// Implements the conversions of a type whose lanes fill one register.
macro_rules! impl_arithmetic {
    ($wide:ident: $register:ident) => {
        impl Arithmetic<$wide> for $register {
            #[inline(always)]
            fn load(number: $wide) -> Self {
                Self::from(number.to_array())
            }

            #[inline(always)]
            fn store(self) -> $wide {
                $wide::new(self.into())
            }
        }
    };
}

impl_arithmetic!(f64x4: F64x4);
impl_arithmetic!(f32x8: F32x8);
#[cfg(feature = "avx512")]
impl_arithmetic!(f64x8: F64x8);
#[cfg(feature = "avx512")]
impl_arithmetic!(f32x16: F32x16);

/// Implements the conversions of a type whose lanes fill two registers.
macro_rules! impl_arithmetic_of_pair {
    ($wide:ident: $register:ident of [$float:ident; $count:literal]) => {
        impl Arithmetic<$wide> for Pair<$register> {
            #[inline(always)]
            fn load(number: $wide) -> Self {
                let [a, b]: [[$float; $count]; 2] = wide::bytemuck::cast(number);
                Self([a.into(), b.into()])
            }

            #[inline(always)]
            fn store(self) -> $wide {
                let [a, b] = self.0;
                wide::bytemuck::cast::<[[$float; $count]; 2], $wide>([a.into(), b.into()])
            }
        }
    };
}

impl_arithmetic_of_pair!(f64x8: F64x4 of [f64; 4]);
impl_arithmetic_of_pair!(f32x16: F32x8 of [f32; 8]);

//! The registers of x86-64 as numbers, for functions that are compiled for instructions which are found at run time.
//!
//! The body of such a function is generic over its numbers. This module has the numbers for processors with AVX2 and FMA,
//! and with AVX-512: a float whose products are rounded together with sums, and several floats in a register. Registers are
//! written with `core::arch`, since a type such as `wide::f64x4` chooses its registers when it is compiled.
//!
//! # Safety
//! Operations are on registers, and on arrays of their size, so the only requirement is that the processor has the
//! instructions. Numbers of these types exist only on such a processor. Nobody outside of this crate can name the types, or
//! return such a number from a [`Call`](super::dispatch::Call): `tests/ui/registers.rs` tries. [`dispatch`](super::dispatch)
//! uses them only in variants of functions that are called after the processor was found to have the instructions.
//! [`sines`](super::sines) uses them only if `Sines::HAS_REGISTERS` is true: in such a variant, or if the compiler's target
//! has the instructions.

mod fused;
#[cfg(all(feature = "wide", feature = "std"))]
mod of_wide;
#[cfg(all(feature = "wide", feature = "std"))]
mod pair;
mod vectors;

pub(crate) use fused::Fused;
pub(crate) use vectors::{F32x8, F64x4};

use super::sines::Sines;

/// Sines with registers, and with fused multiply-add except with the feature `same-bits`.
pub(crate) struct Vectors;

impl Sines for Vectors {
    const HAS_REGISTERS: bool = true;
    const HAS_FMA: bool = cfg!(not(feature = "same-bits"));
}

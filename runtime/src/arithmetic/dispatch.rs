//! Runtime dispatch: emitted code for the host processor, as used by the option `dispatch`.
//!
//! A function emitted with that option is compiled several times for `f64`, `f32` and the numbers of
//! [`lanes`](crate::lanes): for the compiler's target, for AVX2 with FMA, and, if it is long or its numbers fill a register
//! of AVX-512, for AVX-512. On x86-64 with the feature `std`, the first call queries the processor, and every call uses the best
//! variant that the processor supports. For other numbers and other processors the function is as without the option.
//! There is no variant for instructions that the compiler may already use.
//!
//! With FMA a product is rounded together with the sum in which it is a term, so results on processors with and without
//! FMA differ in their last bits. A program can turn FMA off with [`at_most`]; with the feature `same-bits` product and
//! sum are rounded separately everywhere.
//!
//! ```
//! use multibody::dispatch::{Instructions, at_most, instructions};
//!
//! println!("emitted functions use {:?}", instructions());
//! at_most(Instructions::AsCompiled); // from here on those of the compiler's target
//! assert_eq!(instructions(), Instructions::AsCompiled);
//! ```

use crate::Real;

/// The instruction sets that functions emitted with the option `dispatch` use, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Instructions {
    /// The instructions of the compiler's target.
    AsCompiled,
    /// Vectors of four numbers, and fused multiply-add: x86-64-v3.
    Avx2,
    /// Twice as many registers, of up to twice the width, for functions that benefit from them: x86-64-v4, with the feature
    /// `avx512`. Results have the same bits as with AVX2.
    Avx512,
}

/// The instruction set in use: the best of this processor, unless a limit is set.
#[must_use]
pub fn instructions() -> Instructions {
    variants::instructions()
}

/// Sets a limit to the instruction set in use from now on, in all threads.
///
/// With [`AsCompiled`](Instructions::AsCompiled) functions give the same bits on all processors on which the program
/// runs.
pub fn at_most(limit: Instructions) {
    variants::at_most(limit);
}

/// The numbers that a function computes with if its caller has numbers of type `T`: `T` itself, or the registers of a
/// processor that has special instructions.
pub trait Arithmetic<T>: Real {
    /// Converts a number of the caller.
    fn load(number: T) -> Self;

    /// Converts the result back to a number of the caller.
    fn store(self) -> T;
}

/// The arithmetic of the numbers themselves.
impl<T: Real> Arithmetic<T> for T {
    #[inline(always)]
    fn load(number: T) -> Self {
        number
    }

    #[inline(always)]
    fn store(self) -> T {
        self
    }
}

/// A call of an emitted function with its arguments, to be executed with one of several arithmetics. Emitted code
/// implements it.
pub trait Call<T: Real>: Sized {
    /// The result of the function.
    type Output;

    /// Whether the function benefits from the registers of AVX-512, as functions with thousands of operations do.
    const IS_LONG: bool;

    /// Executes the call. Implementations must be inlined, or they would not be compiled for the host processor.
    fn with<A: Arithmetic<T>>(self) -> Self::Output;
}

#[cfg(all(feature = "std", feature = "wide", target_arch = "x86_64"))]
pub(crate) use variants::HasVariants;

/// Executes a call with numbers for which there is more than one arithmetic.
#[inline(always)]
pub(crate) fn dispatch<T: variants::HasVariants, C: Call<T>>(call: C) -> C::Output {
    variants::dispatch(call)
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod variants {
    use core::sync::atomic::{AtomicU8, Ordering};
    use std::is_x86_feature_detected;

    use super::{Arithmetic, Call, Instructions};
    use crate::Real;
    use crate::arithmetic::registers::Fused;

    /// Numbers that are computed with other numbers on processors that have special instructions.
    pub(crate) trait HasVariants: Real {
        /// The numbers that are used instead with AVX2 and FMA.
        type Avx2: Arithmetic<Self>;
        /// The numbers that are used instead with AVX-512.
        type Avx512: Arithmetic<Self>;
        /// Whether short functions benefit from AVX-512, too.
        const HAS_WIDER_REGISTERS: bool;
    }

    impl HasVariants for f64 {
        type Avx2 = Fused<Self>;
        type Avx512 = Fused<Self>;
        const HAS_WIDER_REGISTERS: bool = false;
    }

    impl HasVariants for f32 {
        type Avx2 = Fused<Self>;
        type Avx512 = Fused<Self>;
        const HAS_WIDER_REGISTERS: bool = false;
    }

    /// The instruction set in use. A thread that does not yet see the value stored by another thread determines it again.
    static IN_USE: AtomicU8 = AtomicU8::new(UNKNOWN);
    const UNKNOWN: u8 = u8::MAX;
    const AS_COMPILED: u8 = Instructions::AsCompiled as u8;
    const AVX2: u8 = Instructions::Avx2 as u8;
    const AVX512: u8 = Instructions::Avx512 as u8;

    /// Whether the compiler may assume that the processor has these instructions.
    const HAS_AVX2: bool = cfg!(all(target_feature = "avx2", target_feature = "fma"));
    const HAS_AVX512: bool = cfg!(target_feature = "avx512f");

    #[inline(always)]
    fn instructions_in_use() -> u8 {
        match IN_USE.load(Ordering::Relaxed) {
            UNKNOWN => initialize(),
            instructions => instructions,
        }
    }

    /// Stores the best instruction set of the processor, and returns the instruction set in use.
    #[cold]
    #[inline(never)]
    fn initialize() -> u8 {
        // If another thread has set a limit in the meantime, that limit remains.
        let best = best_of_processor();
        match IN_USE.compare_exchange(UNKNOWN, best, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => best,
            Err(limit) => limit,
        }
    }

    /// The best instruction set of the processor. The standard library also checks whether the operating system saves
    /// the registers.
    fn best_of_processor() -> u8 {
        let has_avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        #[cfg(feature = "avx512")]
        if has_avx2
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
        {
            return AVX512;
        }
        if has_avx2 { AVX2 } else { AS_COMPILED }
    }

    pub(super) fn instructions() -> Instructions {
        match instructions_in_use() {
            AVX512 => Instructions::Avx512,
            AVX2 => Instructions::Avx2,
            _ => Instructions::AsCompiled,
        }
    }

    pub(super) fn at_most(limit: Instructions) {
        IN_USE.store(best_of_processor().min(limit as u8), Ordering::Relaxed);
    }

    #[inline(always)]
    pub(super) fn dispatch<T: HasVariants, C: Call<T>>(call: C) -> C::Output {
        // The compiler already uses the best instructions that this function benefits from.
        if HAS_AVX512 || (HAS_AVX2 && !benefits_from_avx512::<T, C>()) {
            return call.with::<T>();
        }
        call_for_processor(call)
    }

    /// Whether the call is faster with AVX-512 than with AVX2.
    #[inline(always)]
    const fn benefits_from_avx512<T: HasVariants, C: Call<T>>() -> bool {
        C::IS_LONG || T::HAS_WIDER_REGISTERS
    }

    /// Calls functions whose requirements the compiler does not check.
    ///
    /// A function compiled for more instructions than the program's target may be called if the processor has them. The
    /// value of `instructions_in_use` is at most the one that `best_of_processor` found, since only `initialize` and
    /// `at_most` write it, and `best_of_processor` requires all features in the attributes below. There are no further
    /// requirements on the caller. The functions do what `call` does, in safe code; its arguments are references and
    /// numbers, and the attribute does not change how they are passed.
    #[allow(
        unsafe_code,
        reason = "there is no safe way to call for instructions that are found at run time"
    )]
    #[inline(always)]
    fn call_for_processor<T: HasVariants, C: Call<T>>(call: C) -> C::Output {
        #[target_feature(enable = "avx2,fma")]
        unsafe fn with_avx2<T: HasVariants, C: Call<T>>(call: C) -> C::Output {
            call.with::<T::Avx2>()
        }

        #[cfg(feature = "avx512")]
        #[target_feature(enable = "avx2,fma,avx512f,avx512bw,avx512dq,avx512vl")]
        unsafe fn with_avx512<T: HasVariants, C: Call<T>>(call: C) -> C::Output {
            call.with::<T::Avx512>()
        }

        match instructions_in_use() {
            #[cfg(feature = "avx512")]
            AVX512 if benefits_from_avx512::<T, C>() => unsafe { with_avx512(call) },
            AVX2 | AVX512 if !HAS_AVX2 => unsafe { with_avx2(call) },
            _ => as_compiled(call),
        }
    }

    /// Not inlined, so that the calling function needs no stack space for the numbers of this variant.
    #[inline(never)]
    fn as_compiled<T: Real, C: Call<T>>(call: C) -> C::Output {
        call.with::<T>()
    }
}

/// Without x86-64 or the standard library there is one variant: that of the caller's numbers.
#[cfg(not(all(feature = "std", target_arch = "x86_64")))]
mod variants {
    use super::{Call, Instructions};
    use crate::Real;

    /// Numbers with variants: here all numbers, each with a single variant.
    pub(crate) trait HasVariants: Real {}
    impl<T: Real> HasVariants for T {}

    pub(super) fn instructions() -> Instructions {
        Instructions::AsCompiled
    }

    pub(super) fn at_most(_: Instructions) {}

    #[inline(always)]
    pub(super) fn dispatch<T: HasVariants, C: Call<T>>(call: C) -> C::Output {
        call.with::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arithmetic::real::HAS_FMA;

    /// A robot with the name of a trait that the macro implements.
    struct Call;

    impl Call {
        fn keep<T: Real>(&self, x: &T) -> T {
            crate::dispatched! { self: Call, keep_with<T, A>(x: &'a T) -> T, is_long: false }
        }

        fn keep_with<T: Real, A: Arithmetic<T>>(&self, x: &T) -> T {
            A::store(A::ONE.mul_add(A::load(*x), A::ZERO))
        }
    }

    #[test]
    fn a_robot_may_have_the_name_of_a_trait() {
        assert_eq!(Call.keep(&2.5), 2.5);
    }

    /// A stand-in for an emitted robot.
    struct Arm;

    impl Arm {
        fn combine_sines<T: Real>(&self, q: &[T; 5]) -> [T; 5] {
            crate::dispatched! {
                self: Arm,
                combine_sines_with<T, A>(
                    q: &'a [T; 5],
                ) -> [T; 5],
                is_long: true,
            }
        }

        #[inline(always)]
        fn combine_sines_with<T, A>(&self, q: &[T; 5]) -> [T; 5]
        where
            T: Real,
            A: Arithmetic<T>,
        {
            let angles = q.map(A::load);
            let (s, c) = A::sin_cos_all(angles);
            core::array::from_fn(|k| s[k].mul_add(angles[4 - k], c[k] / angles[k]).store())
        }

        /// `(1 + x) (1 - x) - 1` for an x so small that the product rounds to 1: `-x^2` if product and sum are fused, else 0.
        fn minus_square<T: Real>(&self, x: &T, out: &mut T) {
            crate::dispatched! {
                self: Arm,
                minus_square_into_with<T, A>(
                    x: &'a T,
                    out: &'a mut T,
                ) -> (),
                is_long: false,
            }
        }

        #[inline(always)]
        fn minus_square_into_with<T, A>(&self, x: &T, out: &mut T)
        where
            T: Real,
            A: Arithmetic<T>,
        {
            let x = A::load(*x);
            *out = A::store((A::ONE + x).mul_add(A::ONE - x, -A::ONE));
        }
    }

    impl Arm {
        fn sines<T: Real>(&self, x: &T) -> [T; 6] {
            crate::dispatched! { self: Arm, sines_with<T, A>(x: &'a T) -> [T; 6], is_long: false }
        }

        /// Sine and cosine of a single angle, by each function that computes them.
        #[inline(always)]
        fn sines_with<T: Real, A: Arithmetic<T>>(&self, x: &T) -> [T; 6] {
            let x = A::load(*x);
            let (s, c) = x.sin_cos();
            let ([s_of_all], [c_of_all]) = A::sin_cos_all([x]);
            [s, c, s_of_all, c_of_all, x.sin(), x.cos()].map(A::store)
        }
    }

    /// Checks sines and cosines of single angles in single precision, near and far, at the current limit.
    fn assert_single_angles_are_accurate(limit: Instructions) {
        // Miri takes a millisecond for an angle.
        let stride = if cfg!(miri) { 997 } else { 1 };
        for k in (0..20_000).step_by(stride) {
            let angle = k as f32 * 0.157_079_63;
            let (sine, cosine) = libm::sincos(angle.into());
            for (k, value) in Arm.sines(&angle).into_iter().enumerate() {
                let expected = if k % 2 == 0 { sine as f32 } else { cosine as f32 };
                let distance = value.to_bits().abs_diff(expected.to_bits());
                let is_near = value == expected || distance <= 1;
                assert!(
                    is_near,
                    "{limit:?}, {angle}, {k}: {value:e} for {expected:e}"
                );
            }
            #[cfg(feature = "wide")]
            {
                let lanes = Arm.sines(&wide::f32x8::splat(angle));
                let bits = lanes.map(|lanes| lanes.as_array()[7].to_bits());
                assert_eq!(
                    bits,
                    Arm.sines(&angle).map(f32::to_bits),
                    "{limit:?}, {angle}"
                );
            }
        }
    }

    const LIMITS: [Instructions; 3] = [
        Instructions::Avx512,
        Instructions::Avx2,
        Instructions::AsCompiled,
    ];

    /// A single test, since the instruction set in use is global to all threads.
    #[test]
    fn instruction_sets_differ_only_by_rounding() {
        let q = [0.3, -1.2, 2.0, 1e9, 4.0];
        let expected = Arm.combine_sines_with::<f64, f64>(&q);
        let q32 = q.map(|q| q as f32);
        let expected32 = Arm.combine_sines_with::<f32, f32>(&q32);
        let initial = instructions();
        let results = LIMITS.map(|limit| {
            at_most(limit);
            (Arm.combine_sines(&q), Arm.combine_sines(&q32))
        });
        assert!(instructions() == Instructions::AsCompiled);
        let [avx512, avx2, _] = results;
        at_most(Instructions::Avx2);
        let has_avx2 = instructions() == Instructions::Avx2;
        assert!(!has_avx2 || avx512 == avx2, "{avx512:?} {avx2:?}");
        for limit in LIMITS {
            at_most(limit);
            assert!(instructions() <= limit);
            assert_single_angles_are_accurate(limit);
            let is_close = |value: f64, expected: f64, epsilon: f64| {
                if cfg!(feature = "same-bits") {
                    value.to_bits() == expected.to_bits()
                } else {
                    (value - expected).abs() <= 4.0 * epsilon * expected.abs().max(1.0)
                }
            };
            for (value, expected) in Arm.combine_sines(&q).into_iter().zip(expected) {
                assert!(
                    is_close(value, expected, f64::EPSILON),
                    "{limit:?}: {value} {expected}"
                );
            }
            for (value, expected) in Arm.combine_sines(&q32).into_iter().zip(expected32) {
                let [value, expected] = [value, expected].map(f64::from);
                assert!(
                    is_close(value, expected, f32::EPSILON.into()),
                    "{limit:?}: {value} {expected}"
                );
            }

            let (mut result, x) = (f64::NAN, 1e-9);
            Arm.minus_square(&x, &mut result);
            let is_fused = cfg!(not(feature = "same-bits"))
                && (instructions() > Instructions::AsCompiled || HAS_FMA);
            assert_eq!(result != 0.0, is_fused, "{limit:?}: {result:e}");
        }
        at_most(Instructions::Avx512);
        assert_eq!(instructions(), initial, "a limit can be lifted");
    }

    #[test]
    fn dual_numbers_compute_as_without_the_option() {
        let x = crate::Dual::<f64, 1>::variable(0.25, 0);
        let mut result = x;
        Arm.minus_square(&x, &mut result);
        assert_eq!((result.value, result.derivatives), (-0.0625, [-0.5]));
    }
}

//! Emitted code for the host processor, found out at run time: what the option `dispatch` leans on.
//!
//! A function that is emitted with that option is compiled several times for `f64` and `f32`: as the compiler was given,
//! for AVX2 with FMA, and where it is long for AVX-512. The first call asks the processor, and every call takes the best
//! that it has: on x86-64 and with the feature `std`. For other numbers and other processors all is as without the option,
//! and what the compiler was given to rely on has no variant.
//!
//! With FMA a product is rounded together with the sum it goes into, so results on processors with it and without differ in
//! their last bits. [`at_most`] has a program do without; with the feature `same-bits` each is rounded for itself everywhere.
//!
//! ```
//! use multibody::detect::{Instructions, at_most, instructions};
//!
//! println!("emitted functions use {:?}", instructions());
//! at_most(Instructions::AsCompiled); // from here on those that every processor has
//! assert_eq!(instructions(), Instructions::AsCompiled);
//! ```

use crate::Real;

/// What functions emitted with the option `dispatch` use, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Instructions {
    /// What the compiler was given to use.
    AsCompiled,
    /// Vectors of four numbers, and products rounded together with a sum: x86-64-v3.
    Avx2,
    /// Twice as many registers, for functions that have use for them: x86-64-v4, with the feature `avx512`. Results have
    /// the bits that they have with AVX2.
    Avx512,
}

/// What functions use: all that this processor has, unless there is a limit.
#[must_use]
pub fn instructions() -> Instructions {
    dispatch::instructions()
}

/// Sets a limit to what functions use from here on, in all threads.
///
/// With [`AsCompiled`](Instructions::AsCompiled) they give the same bits on all processors that the program runs on.
pub fn at_most(most: Instructions) {
    dispatch::at_most(most);
}

/// How emitted code computes what an instruction can be there for.
pub trait Arithmetic<T: Real> {
    /// [`Real::mul_add`].
    fn mul_add(first: T, second: T, term: T) -> T;

    /// [`Real::sin_cos_all`].
    fn sin_cos_all<const N: usize>(angles: [T; N]) -> ([T; N], [T; N]);
}

/// As the numbers do it themselves.
#[derive(Clone, Copy, Debug)]
pub struct AsCompiled;

impl<T: Real> Arithmetic<T> for AsCompiled {
    #[inline(always)]
    fn mul_add(first: T, second: T, term: T) -> T {
        first.mul_add(second, term)
    }

    #[inline(always)]
    fn sin_cos_all<const N: usize>(angles: [T; N]) -> ([T; N], [T; N]) {
        T::sin_cos_all(angles)
    }
}

/// A call of an emitted function: its arguments, to be computed with one arithmetic or another. Emitted code implements it.
pub trait Call<T: Real>: Sized {
    /// What it gives.
    type Output;

    /// Whether it has use for the registers of AVX-512, as functions of thousands of operations have.
    const IS_LONG: bool;

    /// Computes it. Implementations are inlined, or they would not be compiled for the host processor.
    fn with<A: Arithmetic<T>>(self) -> Self::Output;
}

/// Computes a call of numbers for which there is more than one arithmetic.
#[inline(always)]
pub(crate) fn detected<T, C>(call: C) -> C::Output
where
    T: Real,
    C: Call<T>,
    Vectors: Arithmetic<T>,
{
    dispatch::detected(call)
}

/// With vectors, and with products rounded together with a sum unless bits are to be the same.
pub(crate) struct Vectors;

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod dispatch {
    use core::sync::atomic::{AtomicU8, Ordering};
    use std::is_x86_feature_detected;

    use super::{Arithmetic, AsCompiled, Call, Instructions, Vectors};
    use crate::Real;
    use crate::sines::{self, Sines};

    /// What is used; each is found anew by a thread that does not see yet what another has found.
    static USED: AtomicU8 = AtomicU8::new(UNKNOWN);
    const UNKNOWN: u8 = u8::MAX;
    const AS_COMPILED: u8 = Instructions::AsCompiled as u8;
    const AVX2: u8 = Instructions::Avx2 as u8;
    const AVX512: u8 = Instructions::Avx512 as u8;

    /// Whether the compiler was given that these are there.
    const HAS_AVX2: bool = cfg!(all(target_feature = "avx2", target_feature = "fma"));
    const HAS_AVX512: bool = cfg!(target_feature = "avx512f");

    #[inline(always)]
    fn used() -> u8 {
        match USED.load(Ordering::Relaxed) {
            UNKNOWN => find(),
            known => known,
        }
    }

    #[cold]
    #[inline(never)]
    fn find() -> u8 {
        // Where another thread has meanwhile set a limit, that stays.
        let found = of_processor();
        match USED.compare_exchange(UNKNOWN, found, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => found,
            Err(other) => other,
        }
    }

    /// The standard library asks the operating system too, whether it keeps the registers.
    fn of_processor() -> u8 {
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
        match has_avx2 {
            true => AVX2,
            false => AS_COMPILED,
        }
    }

    pub(super) fn instructions() -> Instructions {
        match used() {
            AVX512 => Instructions::Avx512,
            AVX2 => Instructions::Avx2,
            _ => Instructions::AsCompiled,
        }
    }

    pub(super) fn at_most(most: Instructions) {
        USED.store(of_processor().min(most as u8), Ordering::Relaxed);
    }

    #[inline(always)]
    pub(super) fn detected<T, C>(call: C) -> C::Output
    where
        T: Real,
        C: Call<T>,
        Vectors: Arithmetic<T>,
    {
        if HAS_AVX512 || (HAS_AVX2 && !C::IS_LONG) {
            return call.with::<AsCompiled>();
        }
        compiled_for_processor(call)
    }

    /// Not checked by the compiler.
    ///
    /// A function that is compiled for more instructions than a program relies on may be called where the
    /// processor has them. What `used` gives is at most what `of_processor` found, which requires all that the
    /// attributes below name: nothing but `find` and `at_most` writes it. Nothing else is asked of who calls. The functions
    /// do what `call` does, in safe code, and its arguments are references and numbers, whose place the attribute
    /// does not change.
    #[allow(
        unsafe_code,
        reason = "there is no safe way to call for instructions that are found at run time"
    )]
    #[inline(always)]
    fn compiled_for_processor<T, C>(call: C) -> C::Output
    where
        T: Real,
        C: Call<T>,
        Vectors: Arithmetic<T>,
    {
        #[target_feature(enable = "avx2,fma")]
        unsafe fn with_avx2<T: Real, C: Call<T>>(call: C) -> C::Output
        where
            Vectors: Arithmetic<T>,
        {
            call.with::<Vectors>()
        }

        #[cfg(feature = "avx512")]
        #[target_feature(enable = "avx2,fma,avx512f,avx512bw,avx512dq,avx512vl")]
        unsafe fn with_avx512<T: Real, C: Call<T>>(call: C) -> C::Output
        where
            Vectors: Arithmetic<T>,
        {
            call.with::<Vectors>()
        }

        match used() {
            #[cfg(feature = "avx512")]
            AVX512 if C::IS_LONG => unsafe { with_avx512(call) },
            AVX2 | AVX512 if !HAS_AVX2 => unsafe { with_avx2(call) },
            _ => as_compiled(call),
        }
    }

    /// Apart, so that who asks needs no room for its numbers.
    #[inline(never)]
    fn as_compiled<T: Real, C: Call<T>>(call: C) -> C::Output {
        call.with::<AsCompiled>()
    }

    impl Sines for Vectors {
        const BRANCH_FREE: bool = true;
        const IN_REGISTERS: bool = true;
        const FUSED: bool = cfg!(not(feature = "same-bits"));
    }

    macro_rules! vectors {
        ($float:ident, $all:ident) => {
            impl Arithmetic<$float> for Vectors {
                #[inline(always)]
                fn mul_add(first: $float, second: $float, term: $float) -> $float {
                    match Self::FUSED {
                        true => first.mul_add(second, term),
                        false => first * second + term,
                    }
                }

                #[inline(always)]
                fn sin_cos_all<const N: usize>(angles: [$float; N]) -> ([$float; N], [$float; N]) {
                    sines::$all::<Self, N>(angles)
                }
            }
        };
    }

    vectors!(f32, all_f32);
    vectors!(f64, all_f64);
}

/// Where there is nothing to be found out.
#[cfg(not(all(feature = "std", target_arch = "x86_64")))]
mod dispatch {
    use super::{Arithmetic, AsCompiled, Call, Instructions, Vectors};
    use crate::Real;

    pub(super) fn instructions() -> Instructions {
        Instructions::AsCompiled
    }

    pub(super) fn at_most(_: Instructions) {}

    #[inline(always)]
    pub(super) fn detected<T, C>(call: C) -> C::Output
    where
        T: Real,
        C: Call<T>,
        Vectors: Arithmetic<T>,
    {
        call.with::<AsCompiled>()
    }

    impl<T: Real> Arithmetic<T> for Vectors {
        fn mul_add(first: T, second: T, term: T) -> T {
            AsCompiled::mul_add(first, second, term)
        }

        fn sin_cos_all<const N: usize>(angles: [T; N]) -> ([T; N], [T; N]) {
            AsCompiled::sin_cos_all(angles)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::real::FUSED;

    /// Stands for an emitted robot.
    struct Arm;

    impl Arm {
        fn turned<T: Real>(&self, q: &[T; 5]) -> [T; 5] {
            crate::detected! {
                self: Arm,
                turned_with<T, A>(
                    q: &'a [T; 5],
                ) -> [T; 5],
                is_long: true,
            }
        }

        #[inline(always)]
        fn turned_with<T, A>(&self, q: &[T; 5]) -> [T; 5]
        where
            T: Real,
            A: Arithmetic<T>,
        {
            let (s, c) = A::sin_cos_all(*q);
            core::array::from_fn(|k| A::mul_add(s[k], q[4 - k], c[k] / q[k]))
        }

        /// `(1 + x) (1 - x) - 1` of `x` so small that the product is 1, unless it is rounded together with the sum.
        fn lost<T: Real>(&self, x: &T, out: &mut T) {
            crate::detected! {
                self: Arm,
                lost_into_with<T, A>(
                    x: &'a T,
                    out: &'a mut T,
                ) -> (),
                is_long: false,
            }
        }

        #[inline(always)]
        fn lost_into_with<T, A>(&self, x: &T, out: &mut T)
        where
            T: Real,
            A: Arithmetic<T>,
        {
            *out = A::mul_add(T::ONE + *x, T::ONE - *x, -T::ONE);
        }
    }

    const ALL: [Instructions; 3] = [
        Instructions::Avx512,
        Instructions::Avx2,
        Instructions::AsCompiled,
    ];

    /// One test, since what is used is one for all threads.
    #[test]
    fn all_processors_find_the_same_but_for_rounding() {
        let q = [0.3, -1.2, 2.0, 1e9, 4.0];
        let expected = Arm.turned_with::<f64, AsCompiled>(&q);
        let q32 = q.map(|q| q as f32);
        let expected32 = Arm.turned_with::<f32, AsCompiled>(&q32);
        let first = instructions();
        let results = ALL.map(|most| {
            at_most(most);
            (Arm.turned(&q), Arm.turned(&q32))
        });
        assert!(instructions() == Instructions::AsCompiled);
        let [avx512, avx2, _] = results;
        at_most(Instructions::Avx2);
        let has_avx2 = instructions() == Instructions::Avx2;
        assert!(!has_avx2 || avx512 == avx2, "{avx512:?} {avx2:?}");
        for most in ALL {
            at_most(most);
            assert!(instructions() <= most);
            let close = |found: f64, expected: f64, epsilon: f64| match cfg!(feature = "same-bits")
            {
                true => found.to_bits() == expected.to_bits(),
                false => (found - expected).abs() <= 4.0 * epsilon * expected.abs().max(1.0),
            };
            for (found, expected) in Arm.turned(&q).into_iter().zip(expected) {
                assert!(
                    close(found, expected, f64::EPSILON),
                    "{most:?}: {found} {expected}"
                );
            }
            for (found, expected) in Arm.turned(&q32).into_iter().zip(expected32) {
                let [found, expected] = [found, expected].map(f64::from);
                assert!(
                    close(found, expected, f32::EPSILON.into()),
                    "{most:?}: {found} {expected}"
                );
            }

            let (mut lost, x) = (f64::NAN, 1e-9);
            Arm.lost(&x, &mut lost);
            let is_fused = cfg!(not(feature = "same-bits"))
                && (instructions() > Instructions::AsCompiled || FUSED);
            assert_eq!(lost != 0.0, is_fused, "{most:?}: {lost:e}");
        }
        at_most(Instructions::Avx512);
        assert_eq!(instructions(), first, "a limit can be lifted");
    }

    /// Duals compute as without the option.
    #[test]
    fn other_numbers_do_it_themselves() {
        let x = crate::Dual::<f64, 1>::variable(0.25, 0);
        let mut lost = x;
        Arm.lost(&x, &mut lost);
        assert_eq!((lost.value, lost.derivatives), (-0.0625, [-0.5]));
    }
}

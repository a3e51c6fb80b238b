//! The numbers that emitted code computes with.

use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::detect::{self, AsCompiled, Call};
use crate::side_by_side::Operation;
use crate::{sines, stumpff};

/// A real number, or several side by side: `f32`, `f64`, and whatever computes like them.
///
/// There is no comparison, because a type may hold several states (SIMD lanes) that would answer
/// differently. Nothing here panics; what has no value (`ln` of a negative number) is not a number.
pub trait Real:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// The number 0.
    const ZERO: Self;
    /// The number 1.
    const ONE: Self;

    /// The number nearest to `x`: for a constant, rounded once and at compile time.
    fn lit(x: f64) -> Self;

    /// `(sin x, cos x)` of an angle in radians; cheaper than both on their own.
    fn sin_cos(self) -> (Self, Self);

    /// Sines and cosines of several angles in radians, all at once.
    ///
    /// Where the target is x86-64 with AVX2, and in functions emitted with the option `dispatch` where the processor has it, `f32` and `f64` compute them side by side, without branches; each within 0.8 ulp,
    /// measured against 200 bits, for angles of up to 1e6; one that is beyond, or has no company, goes by `sin_cos`.
    /// So everywhere with the feature `same-bits`. Else, and as provided here: one by one.
    #[inline]
    fn sin_cos_all<const N: usize>(angles: [Self; N]) -> ([Self; N], [Self; N]) {
        let (mut sines, mut cosines) = ([Self::ZERO; N], [Self::ZERO; N]);
        for k in 0..N {
            (sines[k], cosines[k]) = angles[k].sin_cos();
        }
        (sines, cosines)
    }

    /// `self * factor + term`, of `f32` and `f64` rounded once where the target is known to have an instruction for
    /// that: x86 compiled with FMA, and AArch64 (feature `std`, and without `same-bits`). Else, and as provided
    /// here, twice.
    #[inline]
    fn mul_add(self, factor: Self, term: Self) -> Self {
        self * factor + term
    }

    /// One operation on two numbers side by side, see [`Two`](crate::Two).
    #[doc(hidden)]
    #[inline(always)]
    fn two(operation: Operation, operands: [[Self; 2]; 3]) -> [Self; 2] {
        operation.of_each(operands)
    }

    /// One operation on four numbers side by side, see [`Four`](crate::Four).
    #[doc(hidden)]
    #[inline(always)]
    fn four(operation: Operation, operands: [[Self; 4]; 3]) -> [Self; 4] {
        operation.of_each(operands)
    }

    /// The sine of an angle in radians.
    fn sin(self) -> Self;

    /// The cosine of an angle in radians.
    fn cos(self) -> Self;

    /// The square root that is not negative.
    fn sqrt(self) -> Self;

    /// `e` to the power of this number.
    fn exp(self) -> Self;

    /// The natural logarithm.
    fn ln(self) -> Self;

    /// The angle from -pi/2 to pi/2 whose tangent this is; of an infinity, a quarter turn.
    fn atan(self) -> Self;

    /// The function of Stumpff `c_k(x) = sum_i (-x)^i / (k + 2 i)!` of this number x, for `k < 16`:
    /// `c_0 = cos sqrt x`, `c_1 = sin(sqrt x) / sqrt x`, and `x c_(k+2) = 1/k! - c_k`. Smooth at 0.
    ///
    /// With it the [charts](crate::Chart) need no branch. `f32` and `f64` compute it both by its series and
    /// by `c_0` or `c_1`, and select: for `x >= 0` and `k < 8` within 4 ulp of `1/k!`, and the rounding of the
    /// angle `sqrt x` where it is large. As provided here it compares nothing: 15 terms of the series, in
    /// double precision within 8 ulp of `1/k!` for `0 <= x <= 10`. For a step that turns by an angle, x is a
    /// quarter of the angle's square, and 10 is one turn.
    #[inline]
    fn stumpff(self, k: u32) -> Self {
        stumpff::series(self, k, stumpff::TERMS)
    }

    /// Computes a call of a function that is emitted with the option `dispatch`: of `f32` and `f64` with what the host
    /// processor has, see [`detect`](mod@detect); else, and as provided here, as the function without it.
    #[inline(always)]
    fn detected<C: Call<Self>>(call: C) -> C::Output {
        call.with::<AsCompiled>()
    }
}

/// Whether a product and a sum are one operation: where they are an instruction, since else they are a call.
pub(crate) const FUSED: bool = cfg!(all(
    feature = "std",
    not(feature = "same-bits"),
    any(target_feature = "fma", target_arch = "aarch64")
));

/// One operation on all numbers of a vector register.
#[cfg(feature = "wide")]
macro_rules! in_register {
    ($method:ident, $float:ident, $count:literal, $wide:ident) => {
        #[inline(always)]
        fn $method(operation: Operation, operands: [[$float; $count]; 3]) -> [$float; $count] {
            let [a, b, c] = operands.map(wide::$wide::from);
            let result = match operation {
                Operation::Sum => a + b,
                Operation::Difference => a - b,
                Operation::Product => a * b,
                Operation::Quotient => a / b,
                Operation::MulAdd if FUSED => a.mul_add(b, c),
                Operation::MulSub if FUSED => a.mul_sub(b, c),
                Operation::MulNegAdd if FUSED => a.mul_neg_add(b, c),
                Operation::MulAdd => a * b + c,
                Operation::MulSub => a * b - c,
                Operation::MulNegAdd => c - a * b,
            };
            result.to_array()
        }
    };
}

// Functions of one number by libm, with `std` as without: it is faster than the C library's.
macro_rules! real_float {
    ($float:ident, $all:ident, $sincos:ident, $sin:ident, $cos:ident, $sqrt:ident, $exp:ident, $log:ident, $atan:ident, $terms:literal, [$($method:ident $count:literal $wide:ident),+]) => {
        impl Real for $float {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;

            $(
                #[cfg(feature = "wide")]
                in_register!($method, $float, $count, $wide);
            )+

            #[inline(always)]
            fn lit(x: f64) -> Self {
                x as $float
            }

            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                libm::$sincos(self)
            }

            #[inline(always)]
            fn sin_cos_all<const N: usize>(angles: [Self; N]) -> ([Self; N], [Self; N]) {
                sines::$all::<AsCompiled, N>(angles)
            }

            #[inline(always)]
            fn mul_add(self, factor: Self, term: Self) -> Self {
                #[cfg(feature = "std")]
                if FUSED {
                    return <$float>::mul_add(self, factor, term);
                }
                self * factor + term
            }

            #[inline]
            fn sin(self) -> Self {
                libm::$sin(self)
            }

            #[inline]
            fn cos(self) -> Self {
                libm::$cos(self)
            }

            // The square root is rounded correctly either way; that of `std` is an instruction in
            // place, that of libm a call.
            #[cfg(feature = "std")]
            #[inline(always)]
            fn sqrt(self) -> Self {
                <$float>::sqrt(self)
            }

            #[cfg(not(feature = "std"))]
            #[inline]
            fn sqrt(self) -> Self {
                libm::$sqrt(self)
            }

            #[inline]
            fn exp(self) -> Self {
                libm::$exp(self)
            }

            #[inline]
            fn ln(self) -> Self {
                libm::$log(self)
            }

            #[inline]
            fn atan(self) -> Self {
                libm::$atan(self)
            }

            // Where the series ends, the recurrence has lost no more than two bits.
            #[inline]
            fn stumpff(self, k: u32) -> Self {
                let near = stumpff::series(self, k, $terms);
                let far = stumpff::recurrence(self, k);
                if self < (2 + 2 * k) as $float {
                    near
                } else {
                    far
                }
            }

            #[inline(always)]
            fn detected<C: Call<Self>>(call: C) -> C::Output {
                detect::detected(call)
            }
        }
    };
}

real_float!(
    f32, all_f32, sincosf, sinf, cosf, sqrtf, expf, logf, atanf, 8, [four 4 f32x4]
);
real_float!(f64, all_f64, sincos, sin, cos, sqrt, exp, log, atan, 14, [two 2 f64x2, four 4 f64x4]);

#[cfg(test)]
mod tests {
    use super::Real;

    /// `sin^2 + cos^2 + ln(exp(sqrt(x^2))) - sqrt(x^2)`, which is 1.
    fn identities<T: Real>(x: T) -> T {
        let (s, c) = x.sin_cos();
        let root = (x * x).sqrt();
        s * x.sin() + c * x.cos() + root.exp().ln() - root
    }

    #[test]
    fn functions_fit_together() {
        for x in [0.3_f64, 1.0, 2.5, 7.0] {
            assert!((identities(x) - 1.0).abs() < 1e-14);
            assert!((identities(f32::lit(x)) - 1.0).abs() < 2e-6);
        }
        assert_eq!(Real::sqrt(2.25_f64), 1.5);
        assert_eq!(Real::sqrt(2.25_f32), 1.5);
    }

    #[test]
    fn literals_are_the_nearest_float() {
        assert_eq!(f32::lit(0.1), 0.1_f32);
        assert_eq!(f64::lit(0.1), 0.1_f64);
        assert_eq!(f32::ZERO + f32::ONE, f32::lit(1.0));
    }
}

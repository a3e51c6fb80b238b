//! The numbers that emitted code computes with.

use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use super::dispatch::{self, Call};
use super::packed::Operation;
use super::sines::{self, AsCompiled};
use super::stumpff;

/// A real number, or several numbers side by side: `f32`, `f64`, and types that compute like them.
///
/// `a += b` and the like have to mean `a = a + b`.
///
/// There is no comparison, because a type may hold several states (SIMD lanes) for which the result would differ. No
/// operation panics; undefined results (`ln` of a negative number) are NaN.
pub trait Real:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
{
    /// The number 0.
    const ZERO: Self;
    /// The number 1.
    const ONE: Self;

    /// The number nearest to `x`. For constants it is rounded once, at compile time.
    fn lit(x: f64) -> Self;

    /// `(sin x, cos x)` of an angle in radians; cheaper than two separate calls.
    fn sin_cos(self) -> (Self, Self);

    /// Sines and cosines of several angles in radians in one call.
    ///
    /// `f64` computes them side by side, without branches, in three cases: if the target is x86-64 with AVX2; in functions
    /// emitted with the option `dispatch`, if the processor has AVX2; and on all targets with the feature `same-bits`. Then
    /// each result is within 0.8 ulp, measured against 200 bits, for angles of up to 1e6; a single angle and angles beyond
    /// 1e6 use `sin_cos`. In all other cases, and in this default implementation, the angles are computed one by one.
    /// `f32` computes them everywhere in single precision, within 0.85 ulp, measured for each float; only angles beyond 3000
    /// take a branch.
    #[inline]
    fn sin_cos_all<const N: usize>(angles: [Self; N]) -> ([Self; N], [Self; N]) {
        let (mut sines, mut cosines) = ([Self::ZERO; N], [Self::ZERO; N]);
        for k in 0..N {
            (sines[k], cosines[k]) = angles[k].sin_cos();
        }
        (sines, cosines)
    }

    /// `self * factor + term`. `f32` and `f64` round it once if the target is known to have an instruction for it: x86
    /// compiled with FMA, and AArch64 (with the feature `std`, and without `same-bits`). In all other cases, and in
    /// this default implementation, it is rounded twice.
    #[inline]
    fn mul_add(self, factor: Self, term: Self) -> Self {
        self * factor + term
    }

    /// One operation on groups of two, element by element; see [`Two`](crate::Two).
    #[doc(hidden)]
    #[inline(always)]
    fn two(operation: Operation, operands: [[Self; 2]; 3]) -> [Self; 2] {
        // Without a loop: a function has thousands of these, and the compiler takes time for each loop in proportion to all of it.
        let [[a0, a1], [b0, b1], [c0, c1]] = operands;
        [operation.apply(a0, b0, c0), operation.apply(a1, b1, c1)]
    }

    /// One operation on groups of four, element by element; see [`Four`](crate::Four).
    #[doc(hidden)]
    #[inline(always)]
    fn four(operation: Operation, operands: [[Self; 4]; 3]) -> [Self; 4] {
        let [[a0, a1, a2, a3], [b0, b1, b2, b3], [c0, c1, c2, c3]] = operands;
        [
            operation.apply(a0, b0, c0),
            operation.apply(a1, b1, c1),
            operation.apply(a2, b2, c2),
            operation.apply(a3, b3, c3),
        ]
    }

    /// The sine of an angle in radians.
    fn sin(self) -> Self;

    /// The cosine of an angle in radians.
    fn cos(self) -> Self;

    /// The nonnegative square root.
    fn sqrt(self) -> Self;

    /// `e` to the power of this number.
    fn exp(self) -> Self;

    /// The natural logarithm.
    fn ln(self) -> Self;

    /// The angle from -pi/2 to pi/2 whose tangent is this number; for an infinity, a quarter turn.
    fn atan(self) -> Self;

    /// The Stumpff function `c_k(x) = sum_i (-x)^i / (k + 2 i)!` of this number x, for `k < 16`: `c_0 = cos sqrt x`,
    /// `c_1 = sin(sqrt x) / sqrt x`, and `x c_(k+2) = 1/k! - c_k`. It is smooth at 0.
    ///
    /// With it the [charts](crate::Chart) need no branch. `f32` and `f64` compute it both from its series and from
    /// `c_0` or `c_1`, and select one of the two. For `x >= 0` and `k < 8` the error is within 4 ulp of `1/k!`, plus
    /// the rounding of the angle `sqrt x` if it is large. This default implementation has no comparison: it adds 15
    /// terms of the series, in double precision within 8 ulp of `1/k!` for `0 <= x <= 10`. For a step that rotates by
    /// an angle, x is a quarter of the angle's square, and x = 10 is one turn.
    #[inline]
    fn stumpff(self, k: u32) -> Self {
        stumpff::series(self, k, &stumpff::DOUBLE, Self::lit)
    }

    /// Executes a call of a function that is emitted with the option `dispatch`. `f32`, `f64` and the numbers of
    /// [`lanes`](crate::lanes) use the instruction sets of the host processor, see [`dispatch`](mod@dispatch). Other types,
    /// and this default implementation, call the function as without the option.
    #[inline(always)]
    fn dispatched<C: Call<Self>>(call: C) -> C::Output {
        call.with::<Self>()
    }
}

/// Whether `mul_add` rounds once: only if the target has an instruction for it, since otherwise it would be a call.
pub(crate) const HAS_FMA: bool = cfg!(all(
    feature = "std",
    not(feature = "same-bits"),
    any(target_feature = "fma", target_arch = "aarch64")
));

/// Implements a method for packed operations by a vector register of the crate `wide`.
#[cfg(feature = "wide")]
macro_rules! impl_in_register {
    ($method:ident, $float:ident, $count:literal, $wide:ident) => {
        #[inline(always)]
        fn $method(operation: Operation, operands: [[$float; $count]; 3]) -> [$float; $count] {
            let [a, b, c] = operands.map(wide::$wide::from);
            let result = match operation {
                Operation::Sum => a + b,
                Operation::Difference => a - b,
                Operation::Product => a * b,
                Operation::Quotient => a / b,
                Operation::MulAdd if HAS_FMA => a.mul_add(b, c),
                Operation::MulSub if HAS_FMA => a.mul_sub(b, c),
                Operation::MulNegAdd if HAS_FMA => a.mul_neg_add(b, c),
                Operation::MulAdd => a * b + c,
                Operation::MulSub => a * b - c,
                Operation::MulNegAdd => c - a * b,
            };
            result.to_array()
        }
    };
}

// Functions of one number are those of libm, even with `std`, since libm is faster than the C library. Exceptions are the
// sines of `f32` and the square root. `$all` computes the sines and cosines of all angles of a call. The brackets list
// the methods for packed operations, each with its number of lanes and its type of `wide`.
macro_rules! impl_real {
    ($float:ident, $all:ident, $sincos:expr, $sin:expr, $cos:expr, $sqrt:ident, $exp:ident, $log:ident, $atan:ident, $constants:ident, [$($method:ident $count:literal $wide:ident),+]) => {
        impl Real for $float {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;

            $(
                #[cfg(feature = "wide")]
                impl_in_register!($method, $float, $count, $wide);
            )+

            #[inline(always)]
            fn lit(x: f64) -> Self {
                x as $float
            }

            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                $sincos(self)
            }

            #[inline(always)]
            fn sin_cos_all<const N: usize>(angles: [Self; N]) -> ([Self; N], [Self; N]) {
                sines::$all::<AsCompiled, N>(angles)
            }

            #[inline(always)]
            fn mul_add(self, factor: Self, term: Self) -> Self {
                #[cfg(feature = "std")]
                if HAS_FMA {
                    return <$float>::mul_add(self, factor, term);
                }
                self * factor + term
            }

            #[inline]
            fn sin(self) -> Self {
                $sin(self)
            }

            #[inline]
            fn cos(self) -> Self {
                $cos(self)
            }

            // The square root is correctly rounded in both cases. That of `std` is an inline instruction, that of libm
            // a call.
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

            // The series is used below `2 + 2 k`. From there on, the recurrence loses no more than two bits.
            #[inline]
            fn stumpff(self, k: u32) -> Self {
                let near = stumpff::series(self, k, &stumpff::$constants, |constant| constant);
                let far = stumpff::recurrence(self, k, &stumpff::$constants);
                if self < (2 + 2 * k) as $float {
                    near
                } else {
                    far
                }
            }

            #[inline(always)]
            fn dispatched<C: Call<Self>>(call: C) -> C::Output {
                dispatch::dispatch(call)
            }
        }
    };
}

impl_real!(
    f32,
    sin_cos_all_f32,
    sines::sin_cos_f32::<AsCompiled>,
    sines::sin_f32::<AsCompiled>,
    sines::cos_f32::<AsCompiled>,
    sqrtf, expf, logf, atanf, SINGLE, [four 4 f32x4]
);
impl_real!(
    f64, sin_cos_all_f64, libm::sincos, libm::sin, libm::cos, sqrt, exp, log, atan, DOUBLE, [two 2 f64x2, four 4 f64x4]
);

#[cfg(test)]
mod tests {
    use super::Real;

    /// `sin^2 + cos^2 + ln(exp(sqrt(x^2))) - sqrt(x^2)`, which equals 1.
    fn identities<T: Real>(x: T) -> T {
        let (s, c) = x.sin_cos();
        let root = (x * x).sqrt();
        s * x.sin() + c * x.cos() + root.exp().ln() - root
    }

    #[test]
    fn functions_satisfy_identities() {
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

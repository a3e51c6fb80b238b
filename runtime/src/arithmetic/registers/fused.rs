//! A float whose products are rounded together with sums.

use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use super::Vectors;
use super::vectors::{F32x4, F64x2, F64x4};
use crate::Real;
use crate::arithmetic::dispatch::Arithmetic;
use crate::arithmetic::packed::Operation;
use crate::arithmetic::sines::{self, Sines};

/// A float on a processor with AVX2 and FMA. Without the feature `same-bits`, product and sum are rounded once.
#[derive(Clone, Copy)]
pub(crate) struct Fused<F>(F);

/// Implements the operators of [`Fused`] by those of the float.
macro_rules! impl_operators {
    ($float:ident: $($operator:ident $method:ident $assign:ident $assign_method:ident;)+) => { $(
        impl $operator for Fused<$float> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }

        impl $assign for Fused<$float> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    )+ };
}

/// Implements conversions between several numbers and a register, without loops: a function has thousands of these, and the
/// compiler takes time for each loop in proportion to all of it.
macro_rules! impl_conversions {
    ($($register:ident of [$float:ident; $count:literal]: $($lane:ident)+;)+) => { $(
        impl $register {
            #[inline(always)]
            fn pack([$($lane),+]: [Fused<$float>; $count]) -> Self {
                Self::from([$($lane.0),+])
            }

            #[inline(always)]
            fn unpack(self) -> [Fused<$float>; $count] {
                let [$($lane),+]: [$float; $count] = self.into();
                [$(Fused($lane)),+]
            }
        }
    )+ };
}

impl_conversions!(
    F64x2 of [f64; 2]: a b;
    F64x4 of [f64; 4]: a b c d;
    F32x4 of [f32; 4]: a b c d;
);

/// The floats of several numbers.
#[inline(always)]
fn floats<F: Real, const N: usize>(numbers: [Fused<F>; N]) -> [F; N] {
    let mut floats = [F::ZERO; N];
    for k in 0..N {
        floats[k] = numbers[k].0;
    }
    floats
}

/// The numbers of several floats.
#[inline(always)]
fn fuse<F: Real, const N: usize>(floats: [F; N]) -> [Fused<F>; N] {
    let mut numbers = [Fused(F::ZERO); N];
    for k in 0..N {
        numbers[k].0 = floats[k];
    }
    numbers
}

/// Implements [`Real`] for [`Fused`]. The functions given after the float compute both values of one angle, its sine, its
/// cosine, and both values of all angles of a call. The brackets list the methods for packed operations, each with its
/// number of lanes and its register.
macro_rules! impl_fused {
    ($float:ident, $one_angle:expr, $sine:expr, $cosine:expr, $all_angles:ident, [$($group:ident $count:literal $register:ident),+]) => {
        impl_operators!($float:
            Add add AddAssign add_assign;
            Sub sub SubAssign sub_assign;
            Mul mul MulAssign mul_assign;
            Div div DivAssign div_assign;
        );

        impl Neg for Fused<$float> {
            type Output = Self;

            #[inline(always)]
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl Arithmetic<$float> for Fused<$float> {
            #[inline(always)]
            fn load(number: $float) -> Self {
                Self(number)
            }

            #[inline(always)]
            fn store(self) -> $float {
                self.0
            }
        }

        impl Real for Fused<$float> {
            const ZERO: Self = Self(0.0);
            const ONE: Self = Self(1.0);

            #[inline(always)]
            fn lit(x: f64) -> Self {
                Self(x as $float)
            }

            #[inline(always)]
            fn sin_cos(self) -> (Self, Self) {
                let (sine, cosine) = $one_angle(self.0);
                (Self(sine), Self(cosine))
            }

            #[inline(always)]
            fn sin_cos_all<const N: usize>(angles: [Self; N]) -> ([Self; N], [Self; N]) {
                let (sines, cosines) = sines::$all_angles::<Vectors, N>(floats(angles));
                (fuse(sines), fuse(cosines))
            }

            #[inline(always)]
            fn mul_add(self, factor: Self, term: Self) -> Self {
                if Vectors::HAS_FMA {
                    Self($float::mul_add(self.0, factor.0, term.0))
                } else {
                    self * factor + term
                }
            }

            $(
                #[inline(always)]
                fn $group(operation: Operation, operands: [[Self; $count]; 3]) -> [Self; $count] {
                    let [a, b, c] = operands;
                    operation.apply($register::pack(a), $register::pack(b), $register::pack(c)).unpack()
                }
            )+

            #[inline(always)]
            fn sin(self) -> Self {
                Self($sine(self.0))
            }

            #[inline(always)]
            fn cos(self) -> Self {
                Self($cosine(self.0))
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                Self(Real::sqrt(self.0))
            }

            #[inline]
            fn exp(self) -> Self {
                Self(Real::exp(self.0))
            }

            #[inline]
            fn ln(self) -> Self {
                Self(Real::ln(self.0))
            }

            #[inline]
            fn atan(self) -> Self {
                Self(Real::atan(self.0))
            }

            #[inline]
            fn stumpff(self, k: u32) -> Self {
                Self(self.0.stumpff(k))
            }
        }
    };
}

impl_fused!(f64, libm::sincos, libm::sin, libm::cos, sin_cos_all_f64, [two 2 F64x2, four 4 F64x4]);
impl_fused!(f32, sines::sin_cos_f32::<Vectors>, sines::sin_f32::<Vectors>, sines::cos_f32::<Vectors>, sin_cos_all_f32, [four 4 F32x4]);

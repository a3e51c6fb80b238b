//! Lanes in two registers.

use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::Real;

/// Two registers as one number with twice the lanes.
#[derive(Clone, Copy)]
pub(crate) struct Pair<R>(pub(crate) [R; 2]);

impl<R: Copy> Pair<R> {
    #[inline(always)]
    fn map(self, function: impl Fn(R) -> R) -> Self {
        let [a, b] = self.0;
        Self([function(a), function(b)])
    }

    #[inline(always)]
    fn zip(self, other: Self, function: impl Fn(R, R) -> R) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        Self([function(a, c), function(b, d)])
    }
}

/// Implements operators, register by register.
macro_rules! impl_operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident;)+) => { $(
        impl<R: Real> $operator for Pair<R> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, $operator::$method)
            }
        }

        impl<R: Real> $assign for Pair<R> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = $operator::$method(*self, other);
            }
        }
    )+ };
}

impl_operators!(
    Add add AddAssign add_assign;
    Sub sub SubAssign sub_assign;
    Mul mul MulAssign mul_assign;
    Div div DivAssign div_assign;
);

impl<R: Real> Neg for Pair<R> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        self.map(Neg::neg)
    }
}

/// Implements functions of one argument, register by register.
macro_rules! functions {
    ($($function:ident)+) => { $(
        #[inline(always)]
        fn $function(self) -> Self {
            self.map(R::$function)
        }
    )+ };
}

impl<R: Real> Real for Pair<R> {
    const ZERO: Self = Self([R::ZERO; 2]);
    const ONE: Self = Self([R::ONE; 2]);

    #[inline(always)]
    fn lit(x: f64) -> Self {
        Self([R::lit(x); 2])
    }

    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        let [first, second] = self.0;
        let ((first_sine, first_cosine), (second_sine, second_cosine)) =
            (first.sin_cos(), second.sin_cos());
        let sines = Self([first_sine, second_sine]);
        (sines, Self([first_cosine, second_cosine]))
    }

    #[inline(always)]
    fn sin_cos_all<const N: usize>(angles: [Self; N]) -> ([Self; N], [Self; N]) {
        let (mut sines, mut cosines) = ([Self::ZERO; N], [Self::ZERO; N]);
        for half in 0..2 {
            let mut half_angles = [R::ZERO; N];
            for k in 0..N {
                half_angles[k] = angles[k].0[half];
            }
            let (s, c) = R::sin_cos_all(half_angles);
            for k in 0..N {
                (sines[k].0[half], cosines[k].0[half]) = (s[k], c[k]);
            }
        }
        (sines, cosines)
    }

    #[inline(always)]
    fn mul_add(self, factor: Self, term: Self) -> Self {
        let ([a, b], [c, d], [e, f]) = (self.0, factor.0, term.0);
        Self([a.mul_add(c, e), b.mul_add(d, f)])
    }

    functions!(sin cos sqrt exp ln atan);

    #[inline(always)]
    fn stumpff(self, k: u32) -> Self {
        self.map(|half| half.stumpff(k))
    }
}

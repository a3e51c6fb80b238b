//! Numbers that carry derivatives.

use core::array::from_fn;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use crate::Real;

/// A number and its derivatives in `N` directions: `x + sum_i x_i e_i` with `e_i e_j = 0`.
///
/// Any function of [`Real`] numbers, emitted functions included, computes its derivatives when it is given dual numbers
/// (forward differentiation), exactly up to rounding. Duals of duals give second derivatives. The derivatives of a
/// constant are 0.
///
/// ```
/// use multibody::{Dual, Real};
///
/// fn area<T: Real>(width: T, height: T) -> T {
///     width * height.sqrt()
/// }
///
/// let width = Dual::variable(3.0, 0);
/// let height = Dual::variable(4.0, 1);
/// let area: Dual<f64, 2> = area(width, height);
/// assert_eq!(area.value, 6.0);
/// assert_eq!(area.derivatives, [2.0, 0.75]); // sqrt h and w / (2 sqrt h)
/// ```
///
/// No allocation, no panic. At points where a function has no derivative, such as the square root at 0, the derivative
/// is not finite. Cost: an addition takes 1 + N additions; a product takes 1 + 2 N multiplications and N additions.
/// Source: Griewank and Walther, *Evaluating Derivatives* (2008), chapter 3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual<T, const N: usize> {
    /// The number.
    pub value: T,
    /// Its derivatives, one for each direction.
    pub derivatives: [T; N],
}

impl<T: Real, const N: usize> Dual<T, N> {
    /// A number that depends on nothing.
    #[inline]
    pub fn constant(value: T) -> Self {
        let derivatives = [T::ZERO; N];
        Self { value, derivatives }
    }

    /// A number that changes by 1 in one direction, or in none if `direction` is not less than N.
    #[inline]
    pub fn variable(value: T, direction: usize) -> Self {
        let unit = |k| if k == direction { T::ONE } else { T::ZERO };
        let derivatives = from_fn(unit);
        Self { value, derivatives }
    }

    /// Applies a function to this number by the chain rule, given the function's value and slope at this number.
    #[inline]
    fn chain(self, value: T, slope: T) -> Self {
        let derivatives = self.derivatives.map(|derivative| slope * derivative);
        Self { value, derivatives }
    }
}

impl<T: Real, const N: usize> Add for Dual<T, N> {
    type Output = Self;

    #[inline]
    fn add(self, addend: Self) -> Self {
        Self {
            value: self.value + addend.value,
            derivatives: from_fn(|k| self.derivatives[k] + addend.derivatives[k]),
        }
    }
}

impl<T: Real, const N: usize> Sub for Dual<T, N> {
    type Output = Self;

    #[inline]
    fn sub(self, subtrahend: Self) -> Self {
        Self {
            value: self.value - subtrahend.value,
            derivatives: from_fn(|k| self.derivatives[k] - subtrahend.derivatives[k]),
        }
    }
}

#[allow(
    clippy::suspicious_arithmetic_impl,
    reason = "the derivative of a product is a sum"
)]
impl<T: Real, const N: usize> Mul for Dual<T, N> {
    type Output = Self;

    /// `(x y)' = x y' + x' y`
    #[inline]
    fn mul(self, factor: Self) -> Self {
        Self {
            value: self.value * factor.value,
            derivatives: from_fn(|k| {
                self.value * factor.derivatives[k] + self.derivatives[k] * factor.value
            }),
        }
    }
}

#[allow(
    clippy::suspicious_arithmetic_impl,
    reason = "the derivative of a quotient is a difference"
)]
impl<T: Real, const N: usize> Div for Dual<T, N> {
    type Output = Self;

    /// `(x / y)' = (x' - (x / y) y') / y`
    #[inline]
    fn div(self, divisor: Self) -> Self {
        let value = self.value / divisor.value;
        Self {
            value,
            derivatives: from_fn(|k| {
                (self.derivatives[k] - value * divisor.derivatives[k]) / divisor.value
            }),
        }
    }
}

/// `a += b` is `a = a + b`.
macro_rules! impl_assignment {
    ($($operator:ident $function:ident $operation:ident;)*) => { $(
        impl<T: Real, const N: usize> $operator for Dual<T, N> {
            #[inline]
            fn $function(&mut self, other: Self) {
                *self = self.$operation(other);
            }
        }
    )* };
}

impl_assignment! {
    AddAssign add_assign add;
    SubAssign sub_assign sub;
    MulAssign mul_assign mul;
    DivAssign div_assign div;
}

impl<T: Real, const N: usize> Neg for Dual<T, N> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self {
            value: -self.value,
            derivatives: self.derivatives.map(|derivative| -derivative),
        }
    }
}

impl<T: Real, const N: usize> Real for Dual<T, N> {
    const ZERO: Self = Self {
        value: T::ZERO,
        derivatives: [T::ZERO; N],
    };
    const ONE: Self = Self {
        value: T::ONE,
        derivatives: [T::ZERO; N],
    };

    #[inline]
    fn lit(x: f64) -> Self {
        Self::constant(T::lit(x))
    }

    #[inline]
    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = self.value.sin_cos();
        (self.chain(sin, cos), self.chain(cos, -sin))
    }

    #[inline]
    fn sin_cos_all<const A: usize>(angles: [Self; A]) -> ([Self; A], [Self; A]) {
        let (sin, cos) = T::sin_cos_all(angles.map(|angle| angle.value));
        let sines = core::array::from_fn(|k| angles[k].chain(sin[k], cos[k]));
        let cosines = core::array::from_fn(|k| angles[k].chain(cos[k], -sin[k]));
        (sines, cosines)
    }

    #[inline]
    fn sin(self) -> Self {
        self.sin_cos().0
    }

    #[inline]
    fn cos(self) -> Self {
        self.sin_cos().1
    }

    #[inline]
    fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        self.chain(root, T::lit(0.5) / root)
    }

    #[inline]
    fn exp(self) -> Self {
        let power = self.value.exp();
        self.chain(power, power)
    }

    #[inline]
    fn ln(self) -> Self {
        self.chain(self.value.ln(), T::ONE / self.value)
    }

    #[inline]
    fn atan(self) -> Self {
        let slope = T::ONE / (T::ONE + self.value * self.value);
        self.chain(self.value.atan(), slope)
    }

    /// `c_k' = (k c_(k+2) - c_(k+1)) / 2`
    #[inline]
    fn stumpff(self, k: u32) -> Self {
        let c = |k| self.value.stumpff(k);
        let slope = T::lit(0.5) * (T::lit(f64::from(k)) * c(k + 2) - c(k + 1));
        self.chain(c(k), slope)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the slope with a central difference. Tolerance: `h^2 / 6` times a third derivative of some units, plus
    /// rounding over h.
    fn slope_is_right(name: &str, f: fn(Dual<f64, 1>) -> Dual<f64, 1>, x: f64) {
        let h = 1e-5;
        let value_at = |x: f64| f(Dual::constant(x)).value;
        let expected = (value_at(x + h) - value_at(x - h)) / (2.0 * h);
        let dual = f(Dual::variable(x, 0));
        assert_eq!(dual.value, value_at(x), "{name}");
        let [slope] = dual.derivatives;
        assert!(slope != 0.0, "{name} is flat at {x}");
        assert!(
            (slope - expected).abs() < 1e-8,
            "{name}: {slope}, not {expected}"
        );
    }

    #[test]
    fn derivatives_agree_with_finite_differences() {
        let two = Dual::lit(2.0);
        assert_eq!(two, Dual::<f64, 3>::ONE + Dual::ONE - Dual::ZERO);
        for x in [0.3, 0.9, 1.7] {
            slope_is_right("sum", |x| x + x * x, x);
            slope_is_right("difference", |x| Dual::lit(3.0) * x - x * x * x, x);
            slope_is_right("quotient", |x| (x + Dual::ONE) / (x * x + Dual::ONE), x);
            slope_is_right("negative", |x| -x, x);
            slope_is_right("sine", Real::sin, x);
            slope_is_right("cosine", Real::cos, x);
            slope_is_right("both", |x| x.sin_cos().0 * x.sin_cos().1, x);
            slope_is_right("root", Real::sqrt, x);
            slope_is_right("exponential", Real::exp, x);
            slope_is_right("logarithm", Real::ln, x);
            slope_is_right("arc tangent", Real::atan, x);
            slope_is_right("c_0", |x| x.stumpff(0), x);
            slope_is_right("c_1", |x| x.stumpff(1), x);
            slope_is_right("c_3", |x| x.stumpff(3), x);
        }
    }

    #[test]
    fn directions_are_independent_and_duals_can_be_nested() {
        let (x, y) = (Dual::<f64, 2>::variable(2.0, 0), Dual::variable(5.0, 1));
        assert_eq!((x * x * y).derivatives, [20.0, 4.0]);
        assert_eq!(Dual::<f64, 2>::variable(2.0, 7), Dual::constant(2.0));
        let inner = Dual::<f64, 1>::variable(0.4, 0);
        let nested = Dual::<Dual<f64, 1>, 1>::variable(inner, 0).sin();
        assert_eq!(nested.derivatives[0].derivatives[0], -Real::sin(0.4));
    }

    #[test]
    fn stumpff_functions_have_slopes_at_zero() {
        let c1 = Dual::<f64, 1>::variable(0.0, 0).stumpff(1);
        assert_eq!(c1.value, 1.0);
        assert!((c1.derivatives[0] + 1.0 / 6.0).abs() < 1e-16);
    }
}

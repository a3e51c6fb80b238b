//! Several numbers of one state, packed: equal operations of isomorphic subtrees are computed at once.
//!
//! Code emitted with the option `pack_limbs` uses them. With the feature `wide`, and in functions emitted with the option
//! `dispatch` on processors with AVX2, operations on `f64`, and on four `f32`, use vector registers. Otherwise numbers are
//! computed one by one, by the same operations.

use core::ops::{Add, Div, Mul, Sub};

use crate::Real;

/// An operation on groups of numbers, element by element.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    /// `a + b`
    Sum,
    /// `a - b`
    Difference,
    /// `a * b`
    Product,
    /// `a / b`
    Quotient,
    /// `a * b + c`
    MulAdd,
    /// `a * b - c`
    MulSub,
    /// `c - a * b`
    MulNegAdd,
}

impl Operation {
    /// Applies the operation to one number of each operand.
    #[inline(always)]
    pub(crate) fn apply<T: Real>(self, a: T, b: T, c: T) -> T {
        match self {
            Self::Sum => a + b,
            Self::Difference => a - b,
            Self::Product => a * b,
            Self::Quotient => a / b,
            Self::MulAdd => a.mul_add(b, c),
            Self::MulSub => a.mul_add(b, -c),
            Self::MulNegAdd => (-a).mul_add(b, c),
        }
    }
}

/// Defines a type of `$count` packed numbers. `$operation` is the method of [`Real`] for operations on them.
macro_rules! packed {
    ($(#[doc = $doc:literal])+ $name:ident, $count:literal, $operation:ident) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name<T>(pub [T; $count]);

        impl<T: Real> $name<T> {
            /// The same number in each lane.
            #[inline(always)]
            pub fn same(x: T) -> Self {
                Self([x; $count])
            }

            /// `self * factor + term`, rounded like [`Real::mul_add`].
            #[inline(always)]
            #[must_use]
            pub fn mul_add(self, factor: Self, term: Self) -> Self {
                Self(T::$operation(Operation::MulAdd, [self.0, factor.0, term.0]))
            }

            /// `self * factor - term`, rounded like [`Real::mul_add`].
            #[inline(always)]
            #[must_use]
            pub fn mul_sub(self, factor: Self, term: Self) -> Self {
                Self(T::$operation(Operation::MulSub, [self.0, factor.0, term.0]))
            }

            /// `term - self * factor`, rounded like [`Real::mul_add`].
            #[inline(always)]
            #[must_use]
            pub fn mul_neg_add(self, factor: Self, term: Self) -> Self {
                Self(T::$operation(Operation::MulNegAdd, [self.0, factor.0, term.0]))
            }
        }

        packed!(@ $name, $operation, Add, add, Sum);
        packed!(@ $name, $operation, Sub, sub, Difference);
        packed!(@ $name, $operation, Mul, mul, Product);
        packed!(@ $name, $operation, Div, div, Quotient);
    };
    (@ $name:ident, $operation:ident, $trait:ident, $method:ident, $variant:ident) => {
        impl<T: Real> $trait for $name<T> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(T::$operation(Operation::$variant, [self.0, other.0, other.0]))
            }
        }
    };
}

packed!(
    /// Two packed numbers.
    Two, 2, two
);
packed!(
    /// Four packed numbers.
    Four, 4, four
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dual;

    fn numbers<T: Real, const N: usize>(seed: f64) -> [T; N] {
        core::array::from_fn(|k| T::lit(libm::sin(seed + 1.7 * k as f64) * 3.0))
    }

    /// The results are, bit by bit, those of one number after the other.
    fn agrees<T: Real + PartialEq + core::fmt::Debug>() {
        macro_rules! each {
            ($name:ident, $count:literal) => {
                let [a, b, c] = [1.0, 2.0, 3.0].map(numbers::<T, $count>);
                let [x, y, z] = [a, b, c].map($name);
                let lane_by_lane = |operation: fn(T, T, T) -> T| {
                    $name(core::array::from_fn(|k| operation(a[k], b[k], c[k])))
                };
                assert_eq!(x + y, lane_by_lane(|a, b, _| a + b));
                assert_eq!(x - y, lane_by_lane(|a, b, _| a - b));
                assert_eq!(x * y, lane_by_lane(|a, b, _| a * b));
                assert_eq!(x / y, lane_by_lane(|a, b, _| a / b));
                assert_eq!(x.mul_add(y, z), lane_by_lane(|a, b, c| a.mul_add(b, c)));
                assert_eq!(x.mul_sub(y, z), lane_by_lane(|a, b, c| a.mul_add(b, -c)));
                assert_eq!(
                    x.mul_neg_add(y, z),
                    lane_by_lane(|a, b, c| (-a).mul_add(b, c))
                );
                assert_eq!($name::same(a[0]).0, [a[0]; $count]);
            };
        }
        each!(Two, 2);
        each!(Four, 4);
    }

    #[test]
    fn each_lane_has_the_bits_of_a_single_number() {
        agrees::<f64>();
        agrees::<f32>();
        agrees::<Dual<f64, 2>>();
    }
}

//! Values of the textbook's programs with their scales.
//!
//! The scale of a value is the size of its terms, whatever their signs: the change of the value, to first order, if
//! each input changes by its own size. The scale of a sum `a + b` has a part for each of a and b. The scale of a
//! product `a b` has two parts, the scale of a times b, and the scale of b times a. Parts are combined as the root of
//! the sum of their squares, so that a vector has the same scale in all axes. The scale of a sine is 1: next to its
//! zero, a sine is as uncertain as elsewhere, since the angle is.

use super::lanes::StateValue;
use multibody_program::exact::{Angle, Rational, nearest_f64};
use multibody_program::ir::{Float, Function};

/// A value at a state.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The value in double precision.
    pub value: f64,
    /// Its scale.
    pub size: f64,
}

impl StateValue for Terms {
    type Context = ();

    fn given(x: f64) -> Self {
        Self {
            value: x,
            size: x.abs(),
        }
    }
    fn constant((): &mut (), value: &Rational) -> Self {
        Self::given(nearest_f64(value))
    }
    fn angle((): &mut (), angle: &Angle) -> Self {
        Self::given(angle.radians())
    }
    fn plus(&self, other: &Self) -> Self {
        Self {
            value: self.value + other.value,
            size: libm::hypot(self.size, other.size),
        }
    }
    fn minus(&self, other: &Self) -> Self {
        Self {
            value: self.value - other.value,
            size: libm::hypot(self.size, other.size),
        }
    }
    fn times(&self, other: &Self) -> Self {
        Self {
            value: self.value * other.value,
            size: libm::hypot(self.size * other.value, self.value * other.size),
        }
    }
    /// `d(a / b) = (da - (a / b) db) / b`
    fn over(&self, other: &Self) -> Self {
        let value = self.value / other.value;
        Self {
            value,
            size: libm::hypot(self.size, value * other.size) / other.value.abs(),
        }
    }
    fn negated(&self) -> Self {
        Self {
            value: -self.value,
            ..*self
        }
    }
    fn called(&self, (): &mut (), function: Function) -> Self {
        let value = self.value.call(function);
        Self {
            value,
            size: function.size(value),
        }
    }
}

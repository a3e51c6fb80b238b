//! Values of the textbook's programs, by textbook algorithms in the link frames as read: floats, scales, expected errors, and true
//! values.
//!
//! The scale of a value is the size of its terms, whatever their signs: the change of the value, to first order, if
//! each input changes by its own size. The scale of a sum `a + b` has a part for each of a and b. The scale of a
//! product `a b` has two parts, the scale of a times b, and the scale of b times a. Parts are combined as the root of
//! the sum of their squares, so that a vector has the same scale in all axes. The scale of a sine is 1: next to its
//! zero, a sine is as uncertain as elsewhere, since the angle is.

use super::double::Double;
use super::expected_error::ExpectedValue;
use super::lanes::StateValue;
use super::precise_numbers::PreciseNumbers;
use multibody_program::exact::{Angle, Rational, nearest_f64};
use multibody_program::ir::Function;

/// A value of the textbook's program at a state.
#[derive(Clone, Copy, Debug)]
pub struct TextbookValue {
    /// The value in floats, with its expected error.
    pub expected: ExpectedValue,
    /// Its scale.
    pub scale: f64,
    /// The true value in 106 bits; NaN if it is close to overflow or underflow.
    pub exact: Double,
}

impl TextbookValue {
    fn from_nearest(nearest: f64, exact: Double) -> Self {
        Self {
            expected: ExpectedValue::from_nearest(nearest),
            scale: nearest.abs(),
            exact: exact.within_range(),
        }
    }

    fn value(&self) -> f64 {
        self.expected.value()
    }
}

impl StateValue for TextbookValue {
    type Context = PreciseNumbers;

    fn input(x: f64) -> Self {
        Self {
            expected: ExpectedValue::input(x),
            ..Self::from_nearest(x, Double::from(x))
        }
    }
    fn constant(numbers: &mut PreciseNumbers, value: &Rational) -> Self {
        Self::from_nearest(nearest_f64(value), Double::from(&numbers.constant(value)))
    }
    fn angle(numbers: &mut PreciseNumbers, angle: &Angle) -> Self {
        Self::from_nearest(angle.radians(), Double::from(&numbers.angle(angle)))
    }
    fn plus(&self, other: &Self) -> Self {
        Self {
            expected: self.expected.plus(&other.expected),
            scale: libm::hypot(self.scale, other.scale),
            exact: self.exact + other.exact,
        }
    }
    fn minus(&self, other: &Self) -> Self {
        Self {
            expected: self.expected.minus(&other.expected),
            scale: libm::hypot(self.scale, other.scale),
            exact: self.exact - other.exact,
        }
    }
    fn times(&self, other: &Self) -> Self {
        Self {
            expected: self.expected.times(&other.expected),
            scale: libm::hypot(self.scale * other.value(), self.value() * other.scale),
            exact: self.exact * other.exact,
        }
    }
    /// `d(a / b) = (da - (a / b) db) / b`
    fn over(&self, other: &Self) -> Self {
        let expected = self.expected.over(&other.expected);
        let [ratio, b] = [expected.value(), other.value()];
        Self {
            expected,
            scale: libm::hypot(self.scale, ratio * other.scale) / b.abs(),
            exact: self.exact / other.exact,
        }
    }
    fn negated(&self) -> Self {
        Self {
            expected: self.expected.negated(),
            exact: -self.exact,
            ..*self
        }
    }
    fn apply(&self, numbers: &mut PreciseNumbers, function: Function) -> Self {
        // The squared error of the argument, relative to its scale; for an angle of more than 1 rad, relative to 1 rad.
        let squared_scale = self.scale * self.scale;
        let relative_variance = if function.is_of_angle() {
            self.expected.variance() / squared_scale.min(1.0)
        } else {
            self.expected.variance() / squared_scale
        };
        let expected = self.expected.called_with(function, |value| {
            let size = function.size(value);
            relative_variance * size * size
        });
        Self {
            expected,
            scale: function.size(expected.value()),
            exact: numbers.call_double(function, self.exact),
        }
    }
}

//! What is known of the textbook's values: floats, natural sizes, the errors that are to be expected, and what they
//! truly are.
//!
//! The natural size of a value says how large the terms are that it is made of, whatever their signs: it
//! is how far the value moves when all that goes into it moves by a unit each. Of a sum
//! `a + b` it is that of a and that of b, of a product `a b` that of a times b and that of b times a, as the
//! sides of a box, so that a vector has the same size in all axes. A sine moves by 1: next to its zero
//! it is as uncertain as anywhere, since its angle is.
//!
//! The error that is to be expected is what half a unit in the last place of each value before comes to, added as
//! errors are that know nothing of each other: found at one state, an error may be small by luck.

use super::double::Double;
use super::floats::Floats;
use super::lanes::Entry;
use super::precise::Numbers;
use crate::exact::{Angle, Rational, nearest_f64};
use crate::ir::Function;

/// A value of the textbook's at a state.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// As floats have it.
    pub floats: Floats,
    /// Its natural size.
    pub size: f64,
    /// The square of the error that is to be expected, in units in the last place of 1. Where squares are
    /// no floats it says nothing.
    variance: f64,
    /// What it truly is, as far as 106 bits say; no number where they do not.
    pub exact: Double,
}

impl Known {
    fn rounded(nearest: f64, exact: Double) -> Self {
        Self {
            floats: Floats::nearest(nearest),
            size: nearest.abs(),
            variance: rounding(nearest),
            exact: exact.within_range(),
        }
    }

    fn value(&self) -> f64 {
        self.floats.f64
    }

    /// The error that is to be expected, in units in the last place of 1.
    pub fn expected_error(&self) -> f64 {
        self.variance.sqrt()
    }
}

/// The square of what rounding a value leaves.
fn rounding(value: f64) -> f64 {
    value * value / 4.0
}

impl Entry for Known {
    type Context = Numbers;

    fn given(x: f64) -> Self {
        Self {
            variance: 0.0,
            ..Self::rounded(x, Double::from(x))
        }
    }
    fn constant(numbers: &mut Numbers, value: &Rational) -> Self {
        Self::rounded(nearest_f64(value), Double::from(&numbers.constant(value)))
    }
    fn angle(numbers: &mut Numbers, angle: &Angle) -> Self {
        Self::rounded(angle.radians(), Double::from(&numbers.angle(angle)))
    }
    fn plus(&self, other: &Self) -> Self {
        let floats = self.floats.plus(&other.floats);
        Self {
            floats,
            size: libm::hypot(self.size, other.size),
            variance: self.variance + other.variance + rounding(floats.f64),
            exact: self.exact + other.exact,
        }
    }
    fn minus(&self, other: &Self) -> Self {
        let floats = self.floats.minus(&other.floats);
        Self {
            floats,
            size: libm::hypot(self.size, other.size),
            variance: self.variance + other.variance + rounding(floats.f64),
            exact: self.exact - other.exact,
        }
    }
    fn times(&self, other: &Self) -> Self {
        let floats = self.floats.times(&other.floats);
        let [a, b] = [self.value(), other.value()];
        Self {
            floats,
            size: libm::hypot(self.size * b, a * other.size),
            variance: self.variance * b * b + a * a * other.variance + rounding(floats.f64),
            exact: self.exact * other.exact,
        }
    }
    /// `d(a / b) = (da - (a / b) db) / b`
    fn over(&self, other: &Self) -> Self {
        let floats = self.floats.over(&other.floats);
        let [ratio, b] = [floats.f64, other.value()];
        Self {
            floats,
            size: libm::hypot(self.size, ratio * other.size) / b.abs(),
            variance: (self.variance + ratio * ratio * other.variance) / (b * b) + rounding(ratio),
            exact: self.exact / other.exact,
        }
    }
    fn negated(&self) -> Self {
        Self {
            floats: self.floats.negated(),
            exact: -self.exact,
            ..*self
        }
    }
    fn called(&self, numbers: &mut Numbers, function: Function) -> Self {
        let floats = self.floats.called(&mut (), function);
        let size = function.size(floats.f64);
        // What goes in is off by this part of its size; an angle of many turns by as many times more.
        let part = match self.variance == 0.0 {
            true => 0.0,
            false if function.is_of_angle() => self.variance / (self.size * self.size).min(1.0),
            false => self.variance / (self.size * self.size),
        };
        Self {
            floats,
            size,
            variance: part * size * size + rounding(floats.f64),
            exact: numbers.call_double(function, self.exact),
        }
    }
}

//! What is known of the textbook's values: floats, natural sizes, and what they truly are.
//!
//! The natural size of a value says how large the terms are that it is made of, whatever their signs: it
//! is how far the value moves when all that goes into it moves by a unit each. Of a sum
//! `a + b` it is that of a and that of b, of a product `a b` that of a times b and that of b times a, as the
//! sides of a box, so that a vector has the same size in all axes. A sine moves by 1: next to its zero
//! it is as uncertain as anywhere, since its angle is.

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
    /// What it truly is, as far as 106 bits say; no number where they do not.
    pub exact: Double,
}

impl Known {
    fn plain(nearest: f64, exact: Double) -> Self {
        Self {
            floats: Floats::nearest(nearest),
            size: nearest.abs(),
            exact: exact.within_range(),
        }
    }

    fn value(&self) -> f64 {
        self.floats.f64
    }
}

impl Entry for Known {
    type Context = Numbers;

    fn given(x: f64) -> Self {
        Self::plain(x, Double::from(x))
    }
    fn constant(numbers: &mut Numbers, value: &Rational) -> Self {
        Self::plain(nearest_f64(value), Double::from(&numbers.constant(value)))
    }
    fn angle(numbers: &mut Numbers, angle: &Angle) -> Self {
        Self::plain(angle.radians(), Double::from(&numbers.angle(angle)))
    }
    fn plus(&self, other: &Self) -> Self {
        Self {
            floats: self.floats.plus(&other.floats),
            size: libm::hypot(self.size, other.size),
            exact: self.exact + other.exact,
        }
    }
    fn minus(&self, other: &Self) -> Self {
        Self {
            floats: self.floats.minus(&other.floats),
            size: libm::hypot(self.size, other.size),
            exact: self.exact - other.exact,
        }
    }
    fn times(&self, other: &Self) -> Self {
        Self {
            floats: self.floats.times(&other.floats),
            size: libm::hypot(self.size * other.value(), self.value() * other.size),
            exact: self.exact * other.exact,
        }
    }
    /// `d(a / b) = (da - (a / b) db) / b`
    fn over(&self, other: &Self) -> Self {
        let floats = self.floats.over(&other.floats);
        Self {
            floats,
            size: libm::hypot(self.size, floats.f64 * other.size) / other.value().abs(),
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
        Self {
            floats,
            size: function.size(floats.f64),
            exact: numbers.call_double(function, self.exact),
        }
    }
}

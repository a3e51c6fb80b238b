//! Values of the textbook's programs: floats, scales, expected errors, and true values.

use super::double::Double;
use super::expected::Expected;
use super::lanes::StateValue;
use super::precise::PreciseNumbers;
use super::terms::Terms;
use multibody_program::exact::{Angle, Rational, nearest_f64};
use multibody_program::ir::Function;

/// A value of the textbook's program at a state.
#[derive(Clone, Copy, Debug)]
pub struct TextbookValues {
    /// The value in floats, with its expected error.
    pub expected: Expected,
    /// Its scale.
    pub terms: Terms,
    /// The true value in 106 bits; NaN if these are not enough.
    pub exact: Double,
}

impl TextbookValues {
    fn rounded(nearest: f64, exact: Double) -> Self {
        Self {
            expected: Expected::rounded(nearest),
            terms: Terms::given(nearest),
            exact: exact.within_range(),
        }
    }
}

impl StateValue for TextbookValues {
    type Context = PreciseNumbers;

    fn given(x: f64) -> Self {
        Self {
            expected: Expected::given(x),
            ..Self::rounded(x, Double::from(x))
        }
    }
    fn constant(numbers: &mut PreciseNumbers, value: &Rational) -> Self {
        Self::rounded(nearest_f64(value), Double::from(&numbers.constant(value)))
    }
    fn angle(numbers: &mut PreciseNumbers, angle: &Angle) -> Self {
        Self::rounded(angle.radians(), Double::from(&numbers.angle(angle)))
    }
    fn plus(&self, other: &Self) -> Self {
        Self {
            expected: self.expected.plus(&other.expected),
            terms: self.terms.plus(&other.terms),
            exact: self.exact + other.exact,
        }
    }
    fn minus(&self, other: &Self) -> Self {
        Self {
            expected: self.expected.minus(&other.expected),
            terms: self.terms.minus(&other.terms),
            exact: self.exact - other.exact,
        }
    }
    fn times(&self, other: &Self) -> Self {
        Self {
            expected: self.expected.times(&other.expected),
            terms: self.terms.times(&other.terms),
            exact: self.exact * other.exact,
        }
    }
    fn over(&self, other: &Self) -> Self {
        Self {
            expected: self.expected.over(&other.expected),
            terms: self.terms.over(&other.terms),
            exact: self.exact / other.exact,
        }
    }
    fn negated(&self) -> Self {
        Self {
            expected: self.expected.negated(),
            terms: self.terms.negated(),
            exact: -self.exact,
        }
    }
    fn called(&self, numbers: &mut PreciseNumbers, function: Function) -> Self {
        // The squared error of the argument, relative to its size; for an angle of more than 1 rad, relative to 1
        // rad.
        let square = self.terms.size * self.terms.size;
        let part = match function.is_of_angle() {
            true => self.expected.variance() / square.min(1.0),
            false => self.expected.variance() / square,
        };
        let expected = self.expected.called_with(function, |value| {
            let size = function.size(value);
            part * size * size
        });
        Self {
            expected,
            terms: self.terms.called(&mut (), function),
            exact: numbers.call_double(function, self.exact),
        }
    }
}

//! Values in both floats (f64 and f32), and their expected errors.
//!
//! Each intermediate value has an error of half a unit in the last place. The expected error is the sum of these
//! errors, propagated to the result and added as independent ones. A measured error, in contrast, may be small at one
//! state by luck.

use super::floats::FloatPair;
use super::lanes::StateValue;
use multibody_program::exact::{Angle, Rational, nearest_f64};
use multibody_program::ir::Function;

/// A value at a state.
#[derive(Clone, Copy, Debug)]
pub struct ExpectedValue {
    /// The value in both floats.
    pub floats: FloatPair,
    /// The square of the expected error, in units in the last place of 1. It is meaningless if squares are outside
    /// the range of floats.
    variance: f64,
}

impl ExpectedValue {
    /// The float nearest to a number, with the error of rounding to it.
    pub fn from_nearest(nearest: f64) -> Self {
        Self {
            floats: FloatPair::nearest(nearest),
            variance: rounding_variance(nearest),
        }
    }

    /// The value in double precision.
    pub fn value(&self) -> f64 {
        self.floats.f64
    }

    /// The square of the expected error, in units in the last place of 1.
    pub fn variance(&self) -> f64 {
        self.variance
    }

    /// The expected error, in units in the last place of 1.
    pub fn error(&self) -> f64 {
        self.variance.sqrt()
    }

    /// A function of the value. `propagate` maps the result to the square of its error before it is rounded.
    pub fn called_with(&self, function: Function, propagate: impl Fn(f64) -> f64) -> Self {
        let floats = self.floats.apply(&mut (), function);
        let input_variance = if self.variance == 0.0 { 0.0 } else { propagate(floats.f64) };
        Self {
            floats,
            variance: input_variance + rounding_variance(floats.f64),
        }
    }
}

/// The square of the error of rounding a value.
fn rounding_variance(value: f64) -> f64 {
    value * value / 4.0
}

impl StateValue for ExpectedValue {
    type Context = ();

    fn input(x: f64) -> Self {
        Self {
            floats: FloatPair::nearest(x),
            variance: 0.0,
        }
    }
    fn constant((): &mut (), value: &Rational) -> Self {
        Self::from_nearest(nearest_f64(value))
    }
    fn angle((): &mut (), angle: &Angle) -> Self {
        Self::from_nearest(angle.radians())
    }
    fn plus(&self, other: &Self) -> Self {
        let floats = self.floats.plus(&other.floats);
        Self {
            floats,
            variance: self.variance + other.variance + rounding_variance(floats.f64),
        }
    }
    fn minus(&self, other: &Self) -> Self {
        let floats = self.floats.minus(&other.floats);
        Self {
            floats,
            variance: self.variance + other.variance + rounding_variance(floats.f64),
        }
    }
    fn times(&self, other: &Self) -> Self {
        let floats = self.floats.times(&other.floats);
        let [a, b] = [self.value(), other.value()];
        Self {
            floats,
            variance: self.variance * b * b
                + a * a * other.variance
                + rounding_variance(floats.f64),
        }
    }
    /// `d(a / b) = (da - (a / b) db) / b`
    fn over(&self, other: &Self) -> Self {
        let floats = self.floats.over(&other.floats);
        let [ratio, b] = [floats.f64, other.value()];
        Self {
            floats,
            variance: (self.variance + ratio * ratio * other.variance) / (b * b)
                + rounding_variance(ratio),
        }
    }
    fn negated(&self) -> Self {
        Self {
            floats: self.floats.negated(),
            variance: self.variance,
        }
    }
    fn apply(&self, (): &mut (), function: Function) -> Self {
        self.called_with(function, |value| {
            let slope = function.slope(self.value(), value);
            self.variance * slope * slope
        })
    }
}

//! Values in both floats (f64 and f32), as emitted code computes them without fused operations.

use super::lanes::StateValue;
use multibody_program::exact::{Angle, Rational, nearest_f64};
use multibody_program::ir::{Float, Function};

/// A value in both floats.
#[derive(Clone, Copy, Debug)]
pub struct FloatPair {
    /// In double precision.
    pub f64: f64,
    /// In single precision.
    pub f32: f32,
}

impl FloatPair {
    /// The floats nearest to a number.
    pub fn nearest(x: f64) -> Self {
        Self {
            f64: x,
            f32: f32::lit(x),
        }
    }
}

impl StateValue for FloatPair {
    type Context = ();

    fn input(x: f64) -> Self {
        Self::nearest(x)
    }
    fn constant((): &mut (), value: &Rational) -> Self {
        Self::nearest(nearest_f64(value))
    }
    fn angle((): &mut (), angle: &Angle) -> Self {
        Self::nearest(angle.radians())
    }
    fn plus(&self, other: &Self) -> Self {
        Self {
            f64: self.f64 + other.f64,
            f32: self.f32 + other.f32,
        }
    }
    fn minus(&self, other: &Self) -> Self {
        Self {
            f64: self.f64 - other.f64,
            f32: self.f32 - other.f32,
        }
    }
    fn times(&self, other: &Self) -> Self {
        Self {
            f64: self.f64 * other.f64,
            f32: self.f32 * other.f32,
        }
    }
    fn over(&self, other: &Self) -> Self {
        Self {
            f64: self.f64 / other.f64,
            f32: self.f32 / other.f32,
        }
    }
    fn negated(&self) -> Self {
        Self {
            f64: -self.f64,
            f32: -self.f32,
        }
    }
    fn apply(&self, (): &mut (), function: Function) -> Self {
        Self {
            f64: self.f64.call(function),
            f32: self.f32.call(function),
        }
    }
}

//! Evaluation in floats, as emitted code computes.

use std::collections::BTreeMap;
use std::ops::{Add, Div, Mul, Neg, Sub};

use super::{Algebra, Function, Input, InputKind, LinearForm};
use crate::exact::{Angle, Rational, nearest_f64};

/// A float of the machine.
pub trait Float:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// The distance from 1 to the next number.
    const EPSILON: f64;
    /// The number nearest to `x`.
    fn lit(x: f64) -> Self;
    /// The same number as f64.
    fn wide(self) -> f64;
    /// The value of a function.
    fn call(self, function: Function) -> Self;
}

macro_rules! float {
    ($float:ident) => {
        impl Float for $float {
            const EPSILON: f64 = $float::EPSILON as f64;
            fn lit(x: f64) -> Self {
                x as $float
            }
            fn wide(self) -> f64 {
                self.into()
            }
            fn call(self, function: Function) -> Self {
                function.$float(self)
            }
        }
    };
}

float!(f32);
float!(f64);

/// An arithmetic of floats.
#[derive(Clone, Debug)]
pub struct Floats<'a, F = f64> {
    /// Values of the inputs of each kind; missing values are NaN.
    pub inputs: BTreeMap<InputKind, &'a [F]>,
}

impl<F> Default for Floats<'_, F> {
    fn default() -> Self {
        Self {
            inputs: BTreeMap::new(),
        }
    }
}

impl<F: Float> Algebra for Floats<'_, F> {
    type Element = F;

    fn input(&mut self, input: Input) -> F {
        let values = self.inputs.get(&input.kind);
        values
            .and_then(|values| values.get(input.index as usize))
            .copied()
            .unwrap_or(F::lit(f64::NAN))
    }
    fn constant(&mut self, value: &Rational) -> F {
        F::lit(nearest_f64(value))
    }
    fn angle(&mut self, angle: &Angle) -> F {
        F::lit(angle.radians())
    }
    fn add(&mut self, a: &F, b: &F) -> F {
        *a + *b
    }
    fn sub(&mut self, a: &F, b: &F) -> F {
        *a - *b
    }
    fn mul(&mut self, a: &F, b: &F) -> F {
        *a * *b
    }
    fn div(&mut self, a: &F, b: &F) -> F {
        *a / *b
    }
    fn neg(&mut self, a: &F) -> F {
        -*a
    }
    fn call(&mut self, function: Function, argument: &F, _: Option<&LinearForm>) -> F {
        argument.call(function)
    }
}

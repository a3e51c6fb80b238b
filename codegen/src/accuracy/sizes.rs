//! Natural sizes: how large the terms are that a value is made of, whatever their signs.
//!
//! The size of a value is how far it moves when all that goes into it moves by a unit each: of a sum
//! `a + b` that of a and that of b, of a product `a b` that of a times b and that of b times a, as the
//! sides of a box, so that a vector has the same size in all axes. A sine moves by 1: next to its zero
//! it is as uncertain as anywhere, since its angle is.

use super::lanes::{AtStates, at_different, both, first};
use super::states::{LANES, State};
use crate::exact::{Angle, Rational, nearest_f64};
use crate::ir::{Algebra, Float, Function, Input, LinearForm, Program, evaluate};

/// A value, and its natural size.
#[derive(Clone, Copy, Debug)]
pub struct Sized {
    value: f64,
    size: f64,
}

impl Sized {
    fn plain(value: f64) -> Self {
        Self {
            value,
            size: value.abs(),
        }
    }
}

impl Sized {
    fn combined(a: Self, b: Self, value: f64) -> Self {
        Self {
            value,
            size: libm::hypot(a.size, b.size),
        }
    }
}

/// Of the outputs of a program at each state of which so many are different; behind these they say
/// nothing.
pub fn sizes(program: &Program, states: &[State; LANES], different: usize) -> Vec<[f64; LANES]> {
    at_different(different, Outputs { program, states })
}

struct Outputs<'a> {
    program: &'a Program,
    states: &'a [State; LANES],
}

impl AtStates for Outputs<'_> {
    type Entry = f64;

    fn at<const N: usize>(self) -> Vec<[f64; N]> {
        let states = first(self.states);
        let outputs = evaluate(self.program, &mut Sizes { states });
        let sizes = |output: [Sized; N]| output.map(|entry| entry.size);
        outputs.into_iter().map(sizes).collect()
    }
}

/// Arithmetic that keeps them at all states side by side.
struct Sizes<'a, const N: usize> {
    states: &'a [State; N],
}

impl<const N: usize> Algebra for Sizes<'_, N> {
    type Element = [Sized; N];

    fn input(&mut self, input: Input) -> Self::Element {
        let values = self.states.each_ref().map(|state| state.value(input));
        values.map(Sized::plain)
    }
    fn constant(&mut self, value: &Rational) -> Self::Element {
        [Sized::plain(nearest_f64(value)); N]
    }
    fn angle(&mut self, angle: &Angle) -> Self::Element {
        [Sized::plain(angle.radians()); N]
    }
    fn add(&mut self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        both(a, b, |a, b| Sized::combined(a, b, a.value + b.value))
    }
    fn sub(&mut self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        both(a, b, |a, b| Sized::combined(a, b, a.value - b.value))
    }
    fn mul(&mut self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        both(a, b, |a, b| Sized {
            value: a.value * b.value,
            size: libm::hypot(a.size * b.value, a.value * b.size),
        })
    }
    /// `d(a / b) = (da - (a / b) db) / b`
    fn div(&mut self, a: &Self::Element, b: &Self::Element) -> Self::Element {
        both(a, b, |a, b| {
            let value = a.value / b.value;
            Sized {
                value,
                size: libm::hypot(a.size, value * b.size) / b.value.abs(),
            }
        })
    }
    fn neg(&mut self, a: &Self::Element) -> Self::Element {
        a.map(|a| Sized {
            value: -a.value,
            ..a
        })
    }
    fn call(
        &mut self,
        function: Function,
        a: &Self::Element,
        _: Option<&LinearForm>,
    ) -> Self::Element {
        a.map(|a| {
            let value = a.value.call(function);
            let size = function.size(value);
            Sized { value, size }
        })
    }
}

//! Programs at all states side by side: a program is gone through once.

use std::marker::PhantomData;

use super::states::{LANES, State};
use crate::exact::{Rational, nearest_f64};
use crate::ir::{Algebra, Angle, Float, Function, Input, LinearForm, Program, evaluate};

/// The outputs of a program, each at every state of which so many are different; behind these they say
/// nothing.
pub fn run<F: Float>(
    program: &Program,
    states: &[State; LANES],
    different: usize,
) -> Vec<[F; LANES]> {
    let mut lanes = Lanes {
        states,
        different,
        float: PhantomData,
    };
    evaluate(program, &mut lanes)
}

struct Lanes<'a, F> {
    states: &'a [State; LANES],
    different: usize,
    float: PhantomData<F>,
}

impl<F: Float> Lanes<'_, F> {
    fn both(&self, a: &[F; LANES], b: &[F; LANES], combine: impl Fn(F, F) -> F) -> [F; LANES] {
        let mut result = *a;
        for lane in 0..self.different {
            result[lane] = combine(a[lane], b[lane]);
        }
        result
    }
}

impl<F: Float> Algebra for Lanes<'_, F> {
    type Element = [F; LANES];

    fn input(&mut self, input: Input) -> [F; LANES] {
        let values = self.states.each_ref().map(|state| state.value(input));
        values.map(F::lit)
    }
    fn constant(&mut self, value: &Rational) -> [F; LANES] {
        [F::lit(nearest_f64(value)); LANES]
    }
    fn angle(&mut self, angle: &Angle) -> [F; LANES] {
        [F::lit(angle.radians()); LANES]
    }
    fn add(&mut self, a: &[F; LANES], b: &[F; LANES]) -> [F; LANES] {
        self.both(a, b, |x, y| x + y)
    }
    fn sub(&mut self, a: &[F; LANES], b: &[F; LANES]) -> [F; LANES] {
        self.both(a, b, |x, y| x - y)
    }
    fn mul(&mut self, a: &[F; LANES], b: &[F; LANES]) -> [F; LANES] {
        self.both(a, b, |x, y| x * y)
    }
    fn div(&mut self, a: &[F; LANES], b: &[F; LANES]) -> [F; LANES] {
        self.both(a, b, |x, y| x / y)
    }
    fn neg(&mut self, a: &[F; LANES]) -> [F; LANES] {
        a.map(|x| -x)
    }
    fn call(&mut self, function: Function, a: &[F; LANES], _: Option<&LinearForm>) -> [F; LANES] {
        a.map(|x| x.call(function))
    }
}

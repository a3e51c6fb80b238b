//! Programs at all states side by side: a program is gone through once.

use std::marker::PhantomData;

use super::states::{LANES, State};
use crate::exact::{Angle, Rational, nearest_f64};
use crate::ir::{Algebra, Float, Function, Input, LinearForm, Program, evaluate};

/// The outputs of a program, each at every state of which so many are different; behind these they say
/// nothing.
pub fn run<F: Float>(
    program: &Program,
    states: &[State; LANES],
    different: usize,
) -> Vec<[F; LANES]> {
    at_different(
        different,
        Floats {
            program,
            states,
            float: PhantomData::<F>,
        },
    )
}

/// Something that is done at the first N states.
pub trait AtStates {
    /// What it gives for each output and state.
    type Entry: Copy;

    /// At these.
    fn at<const N: usize>(self) -> Vec<[Self::Entry; N]>;
}

/// Does it at no more states than there are different ones, as far as few sizes of arrays allow.
pub fn at_different<A: AtStates>(different: usize, what: A) -> Vec<[A::Entry; LANES]> {
    match different {
        1 => padded(what.at::<1>()),
        2 => padded(what.at::<2>()),
        _ => what.at::<LANES>(),
    }
}

fn padded<T: Copy, const N: usize>(outputs: Vec<[T; N]>) -> Vec<[T; LANES]> {
    let lane = |output: [T; N]| std::array::from_fn(|lane| output[lane.min(N - 1)]);
    outputs.into_iter().map(lane).collect()
}

/// The first states.
pub fn first<const N: usize>(states: &[State; LANES]) -> &[State; N] {
    states.first_chunk().expect("no more than there are")
}

struct Floats<'a, F> {
    program: &'a Program,
    states: &'a [State; LANES],
    float: PhantomData<F>,
}

impl<F: Float> AtStates for Floats<'_, F> {
    type Entry = F;

    fn at<const N: usize>(self) -> Vec<[F; N]> {
        let states = first(self.states);
        let float = PhantomData;
        evaluate(self.program, &mut Lanes { states, float })
    }
}

struct Lanes<'a, F, const N: usize> {
    states: &'a [State; N],
    float: PhantomData<F>,
}

impl<F: Float, const N: usize> Algebra for Lanes<'_, F, N> {
    type Element = [F; N];

    fn input(&mut self, input: Input) -> [F; N] {
        let values = self.states.each_ref().map(|state| state.value(input));
        values.map(F::lit)
    }
    fn constant(&mut self, value: &Rational) -> [F; N] {
        [F::lit(nearest_f64(value)); N]
    }
    fn angle(&mut self, angle: &Angle) -> [F; N] {
        [F::lit(angle.radians()); N]
    }
    fn add(&mut self, a: &[F; N], b: &[F; N]) -> [F; N] {
        both(a, b, |x, y| x + y)
    }
    fn sub(&mut self, a: &[F; N], b: &[F; N]) -> [F; N] {
        both(a, b, |x, y| x - y)
    }
    fn mul(&mut self, a: &[F; N], b: &[F; N]) -> [F; N] {
        both(a, b, |x, y| x * y)
    }
    fn div(&mut self, a: &[F; N], b: &[F; N]) -> [F; N] {
        both(a, b, |x, y| x / y)
    }
    fn neg(&mut self, a: &[F; N]) -> [F; N] {
        a.map(|x| -x)
    }
    fn call(&mut self, function: Function, a: &[F; N], _: Option<&LinearForm>) -> [F; N] {
        a.map(|x| x.call(function))
    }
}

/// Entry by entry.
pub fn both<T: Copy, const N: usize>(
    a: &[T; N],
    b: &[T; N],
    combine: impl Fn(T, T) -> T,
) -> [T; N] {
    std::array::from_fn(|lane| combine(a[lane], b[lane]))
}

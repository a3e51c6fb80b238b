//! Evaluation of a program at all states at once, node by node.

use super::state::{InputState, LANES};
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::{Algebra, Function, Input, LinearForm, Program, evaluate};

/// The data that are computed for a value at a state. For a constant they are the same at all states.
pub trait StateValue: Copy {
    /// The data with which functions and constants are computed.
    type Context;

    /// The value of an input.
    fn given(x: f64) -> Self;
    /// The value of an exact constant.
    fn constant(context: &mut Self::Context, value: &Rational) -> Self;
    /// The value of a constant angle.
    fn angle(context: &mut Self::Context, angle: &Angle) -> Self;
    /// `self + other`
    fn plus(&self, other: &Self) -> Self;
    /// `self - other`
    fn minus(&self, other: &Self) -> Self;
    /// `self other`
    fn times(&self, other: &Self) -> Self;
    /// `self / other`
    fn over(&self, other: &Self) -> Self;
    /// `-self`
    fn negated(&self) -> Self;
    /// A function of the value.
    fn called(&self, context: &mut Self::Context, function: Function) -> Self;
}

/// The outputs of a program at all states, of which the first `different` differ from one another. Evaluates the
/// program at 1, 2 or all states, whichever suffices. Outputs in lanes from `different` on are meaningless.
pub fn run<E: StateValue>(
    program: &Program,
    states: &[InputState; LANES],
    different: usize,
    context: &mut E::Context,
) -> Vec<[E; LANES]> {
    match different {
        1 => padded(run_at::<E, 1>(program, states, context)),
        2 => padded(run_at::<E, 2>(program, states, context)),
        _ => run_at(program, states, context),
    }
}

fn run_at<E: StateValue, const N: usize>(
    program: &Program,
    states: &[InputState; LANES],
    context: &mut E::Context,
) -> Vec<[E; N]> {
    let states = states.first_chunk().expect("no more than there are");
    evaluate(program, &mut Lanes::<E, N> { states, context })
}

fn padded<T: Copy, const N: usize>(outputs: Vec<[T; N]>) -> Vec<[T; LANES]> {
    let lane = |output: [T; N]| std::array::from_fn(|lane| output[lane.min(N - 1)]);
    outputs.into_iter().map(lane).collect()
}

struct Lanes<'a, E: StateValue, const N: usize> {
    states: &'a [InputState; N],
    context: &'a mut E::Context,
}

impl<E: StateValue, const N: usize> Algebra for Lanes<'_, E, N> {
    type Element = [E; N];

    fn input(&mut self, input: Input) -> [E; N] {
        self.states
            .each_ref()
            .map(|state| E::given(state.value(input)))
    }
    fn constant(&mut self, value: &Rational) -> [E; N] {
        [E::constant(self.context, value); N]
    }
    fn angle(&mut self, angle: &Angle) -> [E; N] {
        [E::angle(self.context, angle); N]
    }
    fn add(&mut self, a: &[E; N], b: &[E; N]) -> [E; N] {
        both(a, b, E::plus)
    }
    fn sub(&mut self, a: &[E; N], b: &[E; N]) -> [E; N] {
        both(a, b, E::minus)
    }
    fn mul(&mut self, a: &[E; N], b: &[E; N]) -> [E; N] {
        both(a, b, E::times)
    }
    fn div(&mut self, a: &[E; N], b: &[E; N]) -> [E; N] {
        both(a, b, E::over)
    }
    fn neg(&mut self, a: &[E; N]) -> [E; N] {
        a.map(|x| x.negated())
    }
    fn call(&mut self, function: Function, a: &[E; N], _: Option<&LinearForm>) -> [E; N] {
        a.map(|x| x.called(self.context, function))
    }
}

/// Combines values lane by lane.
fn both<T: Copy, const N: usize>(a: &[T; N], b: &[T; N], combine: fn(&T, &T) -> T) -> [T; N] {
    // A loop, since without optimisation building an array from a closure takes longer than the arithmetic.
    let mut combined = *a;
    for lane in 0..N {
        combined[lane] = combine(&a[lane], &b[lane]);
    }
    combined
}

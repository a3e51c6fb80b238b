//! Evaluation of a program at several states at once, node by node.

use super::state::InputState;
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::{Algebra, Function, Input, LinearForm, Program, evaluate};

/// How many states are evaluated side by side.
const LANES: usize = 8;

/// The data that are computed for a value at a state. For a constant they are the same at all states.
pub trait StateValue: Copy {
    /// The data with which functions and constants are computed.
    type Context;

    /// The value of an input.
    fn input(x: f64) -> Self;
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
    /// The value of a function at this value.
    fn apply(&self, context: &mut Self::Context, function: Function) -> Self;
}

/// The outputs of a program at each of these states.
pub fn run<E: StateValue>(
    program: &Program,
    states: &[InputState],
    context: &mut E::Context,
) -> Vec<Vec<E>> {
    let batches = states.chunks(LANES);
    let outputs = batches.flat_map(|states| match states {
        // One or two states would leave most lanes idle.
        [state] => run_at(program, &[state], context),
        [a, b] => run_at(program, &[a, b], context),
        _ => {
            // The last state fills the lanes that are left.
            let state_at = |lane: usize| &states[lane.min(states.len() - 1)];
            let mut outputs = run_at::<E, LANES>(program, &std::array::from_fn(state_at), context);
            outputs.truncate(states.len());
            outputs
        }
    });
    outputs.collect()
}

/// The outputs of a program at exactly N states.
fn run_at<E: StateValue, const N: usize>(
    program: &Program,
    states: &[&InputState; N],
    context: &mut E::Context,
) -> Vec<Vec<E>> {
    let outputs = evaluate(program, &mut Lanes::<E, N> { states, context });
    let values = |lane: usize| outputs.iter().map(|output| output[lane]).collect();
    (0..N).map(values).collect()
}

struct Lanes<'a, E: StateValue, const N: usize> {
    states: &'a [&'a InputState; N],
    context: &'a mut E::Context,
}

impl<E: StateValue, const N: usize> Algebra for Lanes<'_, E, N> {
    type Element = [E; N];

    fn input(&mut self, input: Input) -> [E; N] {
        self.states.map(|state| E::input(state.value(input)))
    }
    fn constant(&mut self, value: &Rational) -> [E; N] {
        [E::constant(self.context, value); N]
    }
    fn angle(&mut self, angle: &Angle) -> [E; N] {
        [E::angle(self.context, angle); N]
    }
    fn add(&mut self, a: &[E; N], b: &[E; N]) -> [E; N] {
        zip_with(a, b, E::plus)
    }
    fn sub(&mut self, a: &[E; N], b: &[E; N]) -> [E; N] {
        zip_with(a, b, E::minus)
    }
    fn mul(&mut self, a: &[E; N], b: &[E; N]) -> [E; N] {
        zip_with(a, b, E::times)
    }
    fn div(&mut self, a: &[E; N], b: &[E; N]) -> [E; N] {
        zip_with(a, b, E::over)
    }
    fn neg(&mut self, a: &[E; N]) -> [E; N] {
        a.map(|x| x.negated())
    }
    fn call(&mut self, function: Function, a: &[E; N], _: Option<&LinearForm>) -> [E; N] {
        a.map(|x| x.apply(self.context, function))
    }
}

/// Combines values lane by lane.
fn zip_with<T: Copy, const N: usize>(a: &[T; N], b: &[T; N], combine: fn(&T, &T) -> T) -> [T; N] {
    // A loop, since without optimisation building an array from a closure takes longer than the arithmetic.
    let mut combined = *a;
    for lane in 0..N {
        combined[lane] = combine(&a[lane], &b[lane]);
    }
    combined
}

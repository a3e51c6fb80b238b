//! Random states at which programs of coordinates and parameters have exact values.

use multibody_program::exact::{Angle, Rational, integer};
use multibody_program::ir::{Builder, Exact, Input, InputKind, Node, Program};
use multibody_support::random::Random;

/// Whether all states have the same parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameters {
    /// The parameters are the same at all states.
    Constant,
    /// The parameters are drawn anew at each state.
    Varied,
}

/// The values of a program at some random states, which a seed determines. The item of a state is `None` if one of its values is
/// not rational.
pub fn values_at_states(
    program: &Program,
    count: usize,
    seed: u64,
    parameters: Parameters,
) -> impl Iterator<Item = Option<Vec<Rational>>> + use<> {
    let program = substitute_halves(program);
    let mut coordinate_rng = Random::new(seed);
    let mut parameter_rng = Random::new(!seed);
    (0..count).map(move |_| {
        let start = parameter_rng.clone();
        let values = state(&program, &mut coordinate_rng, &mut parameter_rng).evaluate(&program);
        if parameters == Parameters::Constant {
            parameter_rng = start;
        }
        values
    })
}

/// A program in which each coordinate q is `2 h`, and the inputs are the halves h. Their sines and cosines are rational at random
/// states. The quaternion of a rotation by q consists of them, so it is rational too.
fn substitute_halves(program: &Program) -> Program {
    let mut b = Builder::new();
    let values = b.inline(program, |b, Input { kind, index }| {
        let input = b.input(kind, index as usize);
        match kind {
            InputKind::Q => b.scale(&integer(2), input),
            _ => input,
        }
    });
    b.finish(&values)
}

/// A random state of the inputs of a program. Each input has a random number and, independent of it, a random angle, since
/// expressions may use it as either.
fn state(program: &Program, coordinate_rng: &mut Random, parameter_rng: &mut Random) -> Exact {
    let mut state = Exact::default();
    for node in program.nodes() {
        if let Node::Input(input) = node {
            let random = match input.kind {
                InputKind::Parameter => &mut *parameter_rng,
                _ => &mut *coordinate_rng,
            };
            state.numbers.insert(*input, number(random));
            let angle = Angle::of_half_tangent(&number(random));
            state.angles.insert(*input, angle);
        }
    }
    state
}

/// A positive number with few digits.
fn number(random: &mut Random) -> Rational {
    let [numerator, denominator] = [0; 2].map(|_: usize| random.below(29) as i64 + 1);
    integer(numerator) / integer(denominator)
}

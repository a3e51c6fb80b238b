//! Points and directions of bodies, and how they change with a coordinate, at random states in exact numbers.

use super::moved_body::MovedBody;
use multibody_program::exact::{Angle, Rational, integer};
use multibody_program::ir::{Builder, DualValue, Exact, Input, Node, Program, Value, Vector3};
use multibody_support::random::Random;

/// Number of states. A particle gives three equations at each, and a motion has six unknowns.
const STATES: usize = 5;

/// A vector of exact numbers.
pub type Vector = [Rational; 3];

/// A point or a direction of a body at some state.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position of the point, or the unit vector along the direction.
    pub place: Vector,
    /// The derivative of `place` with respect to the coordinate.
    pub rate: Vector,
    /// Whether it is a direction.
    pub is_direction: bool,
}

/// Samples of all points and directions of some bodies, state by state. None: some of them have no rational value.
pub fn states(
    b: &Builder,
    bodies: &[&MovedBody],
    coordinate: Input,
) -> impl Iterator<Item = Option<Vec<Sample>>> {
    let vectors: Vec<(Vector3, bool)> = bodies.iter().flat_map(|body| body.vectors()).collect();
    let places: Vec<Value> = vectors.iter().flat_map(|(vector, _)| *vector).collect();
    let program = with_rates(&b.finish(&places), coordinate);
    let mut random = Random::new(1);
    (0..STATES).map(move |_| {
        let values = state(&program, &mut random).evaluate(&program)?;
        let (places, rates) = values.split_at(places.len());
        let each = places.chunks_exact(3).zip(rates.chunks_exact(3));
        let each = each.zip(&vectors).map(|((place, rate), vector)| Sample {
            place: std::array::from_fn(|k| place[k].clone()),
            rate: std::array::from_fn(|k| rate[k].clone()),
            is_direction: vector.1,
        });
        Some(each.collect())
    })
}

/// The values of a program and then their derivatives, as functions of the halves of coordinates: then a quaternion of
/// half-angles has rational values too.
fn with_rates(program: &Program, coordinate: Input) -> Program {
    let mut b = Builder::new();
    let moving = b.inline_dual(program, |b, input| DualValue {
        value: b.input(input.kind, input.index as usize),
        change: match input == coordinate {
            true => b.one(),
            false => b.zero(),
        },
    });
    let values = moving.iter().map(|of| of.value);
    let all: Vec<Value> = values.chain(moving.iter().map(|of| of.change)).collect();
    let program = b.finish(&all);
    let mut b = Builder::new();
    let all = b.inline(&program, |b, input| {
        let half = b.input(input.kind, input.index as usize);
        b.scale(&integer(2), half)
    });
    b.finish(&all)
}

/// A state at which a program of coordinates is evaluated. Coordinates are numbers and angles at once, since expressions may
/// use them as either.
fn state(program: &Program, random: &mut Random) -> Exact {
    let mut state = Exact::default();
    let mut number = || -> Rational {
        let [above, below] = [0; 2].map(|_: usize| random.below(29) as i64 + 1);
        integer(above) / integer(below)
    };
    for node in program.nodes() {
        if let Node::Input(input) = node {
            state.numbers.insert(*input, number());
            let angle = Angle::of_half_tangent(&number());
            state.angles.insert(*input, angle);
        }
    }
    state
}

//! Points and directions of bodies, and how they change with a coordinate, at random states in exact numbers.

use super::body_placement::{BodyPlacement, PlacementVector};
use super::random_states::{Parameters, values_at_states};
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, Input, Value};

/// Number of states: a particle gives three equations at each, and a motion has six unknowns.
const STATES: usize = 3;
/// The seed of the states.
const SEED: u64 = 1;

/// A vector of exact numbers.
pub type Vector = [Rational; 3];

/// A point or a direction of a body at some state.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position of the point, or the unit vector along the direction.
    pub value: Vector,
    /// The derivative of `value` with respect to the coordinate.
    pub derivative: Vector,
    /// Whether it is a direction.
    pub is_direction: bool,
}

/// Samples of all points and directions of some bodies, state by state, with the same parameters at all states. The
/// samples of a state are none if some of them have no rational value there.
pub fn samples(
    b: &mut Builder,
    bodies: &[&BodyPlacement],
    coordinate: Input,
) -> impl Iterator<Item = Option<Vec<Sample>>> + use<> {
    let vectors = PlacementVector::of(b, bodies, coordinate);
    let values: Vec<Value> = (vectors.iter())
        .flat_map(|vector| vector.value.into_iter().chain(vector.derivative))
        .collect();
    let states = values_at_states(&b.finish(&values), STATES, SEED, Parameters::Constant);
    states.map(move |values| {
        let values = values?;
        let pairs = values.chunks_exact(6).zip(&vectors);
        let samples = pairs.map(|(values, vector)| Sample {
            value: std::array::from_fn(|k| values[k].clone()),
            derivative: std::array::from_fn(|k| values[3 + k].clone()),
            is_direction: vector.is_direction,
        });
        Some(samples.collect())
    })
}

//! Positions from which Newton's method starts.

use std::f64::consts::PI;

use multibody_description::joint::PositionKind;
use multibody_description::system::System;
use multibody_kinematics::{State, neutral};
use multibody_support::random::Random;

/// The number of start positions. They are random, except that a search may begin with the neutral one.
pub const START_COUNT: u64 = 20;
/// A search ends early, at the first start after which it has evaluated more than this number of program nodes: some two seconds
/// in an unoptimised build. This occurs for long robots.
pub const WORK_LIMIT: usize = 100_000_000;
/// A row is clearly violated if its error exceeds this times `max(1, |J_i|)`, where `J_i` is its row of the constraint Jacobian at
/// the start position.
pub const CLEAR_ERROR: f64 = 1e-6;
/// The largest magnitudes of random start positions that are lengths, in m, or numbers in units of their own. Start k uses the
/// entry `k % 4`.
pub const RANGES: [f64; 4] = [1.0, 30.0, 1e3, 1e5];

/// The neutral position, at rest.
pub fn neutral_state(system: &System) -> State {
    state_at(system, neutral(&system.coordinates))
}

/// The state with these positions, at rest.
fn state_at(system: &System, q: Vec<f64>) -> State {
    State {
        t: 0.0,
        q,
        qd: vec![0.0; system.nv()],
    }
}

/// A random position, at rest.
pub fn random_state(system: &System, seed: u64) -> State {
    let mut random = Random::new(seed);
    let coordinates = system.coordinates.iter();
    let positions = coordinates.flat_map(|coordinate| coordinate.kind.positions());
    let q = positions.map(|position| {
        let range = match position {
            PositionKind::Angle => PI,
            PositionKind::Length | PositionKind::Number => RANGES[seed as usize % RANGES.len()],
            PositionKind::Orientation(_) => 1.0,
        };
        range * random.number()
    });
    state_at(system, q.collect())
}

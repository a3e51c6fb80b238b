//! What random states say of a system, before anything is derived.

use super::DRAWS;
use super::lagrangian::Lagrangian;
use super::state::State;
use super::stated::Stated;
use crate::system::System;

/// What the first random state says at which all has a value; with it the seed of the state.
pub fn decided<T>(system: &System, mut of: impl FnMut(&mut Lagrangian<'_>, u64) -> T) -> Option<T> {
    several(system, 1, &mut of).pop()
}

/// What so many random states say at which all has a value; fewer where too many have none.
pub fn several<T>(
    system: &System,
    count: usize,
    mut of: impl FnMut(&mut Lagrangian<'_>, u64) -> T,
) -> Vec<T> {
    let stated = Stated::of(system);
    let found = (1..DRAWS + count as u64).filter_map(|seed| {
        let state = State::random(system, &stated, 0, seed);
        let mut lagrangian = Lagrangian::new(system, &stated, state);
        let found = of(&mut lagrangian, seed);
        lagrangian.state.failure.is_none().then_some(found)
    });
    found.take(count).collect()
}

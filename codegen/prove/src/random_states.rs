//! Properties of a system at random states, such as ranks, before anything is derived.

use super::draws::{DRAWS, Draws};
use super::lagrangian::Lagrangian;
use super::state::ResidueState;
use super::system_programs::SystemPrograms;
use multibody_description::system::System;

/// Square roots of which all choices are tried.
pub const MOST_ROOTS: usize = 6;
/// So many states, each in a field of its own, say whether something is 0 at all.
const STATES: usize = 2;

/// A property at the first random states at which everything has a value, computed with the Lagrangian and the seed of each
/// state. A value that is 0 at one state need not be 0 everywhere: the caller combines the results. Empty: too many states
/// have no value.
pub fn at_random_states<T>(
    system: &System,
    mut of: impl FnMut(&mut Lagrangian<'_>, u64) -> T,
) -> Vec<T> {
    let programs = SystemPrograms::of(system);
    let draws = Draws::of(system, &programs);
    let found = draws.seeds().filter_map(|seed| {
        let field = programs.field(seed);
        field.within(|| at(system, &programs, (seed, 0), &mut of).map(|(found, _)| found))
    });
    found.take(STATES).collect()
}

/// The same with each choice of the roots that expressions have: of many the other one of each alone.
pub fn with_all_roots<T>(
    system: &System,
    mut of: impl FnMut(&mut Lagrangian<'_>, u64) -> T,
) -> Vec<T> {
    let programs = SystemPrograms::of(system);
    let draws = Draws::of(system, &programs);
    let mut found = Vec::new();
    let mut states = 0;
    for seed in draws.seeds() {
        let choices = programs.field(seed).within(|| {
            let (first, roots) = at(system, &programs, (seed, 0), &mut of)?;
            let mut choices = vec![first];
            for others in other_choices(&draws, roots) {
                choices.push(at(system, &programs, (seed, others), &mut of)?.0);
            }
            Some(choices)
        });
        found.extend(choices.into_iter().flatten());
        states += usize::from(!found.is_empty());
        if states == STATES {
            break;
        }
    }
    found
}

/// The choices of so many roots besides the first, a bit for each that is the other one.
pub fn other_choices(draws: &Draws, roots: usize) -> Vec<u32> {
    if draws.one_choice_decides(roots) {
        return Vec::new();
    }
    match roots > MOST_ROOTS {
        true => (0..roots.min(32)).map(|at| 1 << at).collect(),
        false => (1..1 << roots).collect(),
    }
}

/// What is found of several states of one field, fewer where too many have no value.
pub fn in_one_field<T, R>(
    system: &System,
    (field, count): (u64, usize),
    mut of: impl FnMut(&mut Lagrangian<'_>, u64) -> T,
    found: impl FnOnce(Vec<T>) -> R,
) -> R {
    let programs = SystemPrograms::of(system);
    programs.field(field).within(|| {
        let seeds = 1..DRAWS + count as u64;
        let states = seeds
            .filter_map(|seed| at(system, &programs, (seed, 0), &mut of).map(|(found, _)| found));
        found(states.take(count).collect())
    })
}

/// What one state says with a choice of roots, and how many there are. None: something has no value there.
fn at<T>(
    system: &System,
    programs: &SystemPrograms,
    (seed, other_roots): (u64, u32),
    of: &mut impl FnMut(&mut Lagrangian<'_>, u64) -> T,
) -> Option<(T, usize)> {
    let state = ResidueState::random(system, programs, 0, seed).with_other_roots(other_roots);
    let mut lagrangian = Lagrangian::new(system, programs, state);
    let found = of(&mut lagrangian, seed);
    let state = lagrangian.state;
    state
        .failure
        .is_none()
        .then_some((found, state.roots_chosen()))
}

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

/// What random states say with each choice of the roots that expressions have.
pub struct Found<T> {
    /// With it the seed of each state. What is 0 at one of them need not be 0 at all: whoever asks has to take together what
    /// they say. Nothing: too many states have no value.
    pub all: Vec<T>,
    /// Whether no choice is missing: of many roots only some are tried.
    pub is_complete: bool,
}

/// What the first random states say at which all has a value, with each choice of the roots, of many with some.
pub fn at_random_states<T>(
    system: &System,
    of: impl FnMut(&mut Lagrangian<'_>, u64) -> T,
) -> Vec<T> {
    with_all_roots(system, of).all
}

/// The same, and whether no choice is missing. A choice without a value is passed over where another has one.
pub fn with_all_roots<T>(
    system: &System,
    of: impl FnMut(&mut Lagrangian<'_>, u64) -> T,
) -> Found<T> {
    in_fields_of(system, &SystemPrograms::of(system), of)
}

/// The same in the fields of these programs.
pub fn in_fields_of<T>(
    system: &System,
    programs: &SystemPrograms,
    mut of: impl FnMut(&mut Lagrangian<'_>, u64) -> T,
) -> Found<T> {
    let draws = Draws::of(system, programs);
    let mut found = Found {
        all: Vec::new(),
        is_complete: true,
    };
    let mut states = 0;
    for seed in draws.seeds() {
        let before = found.all.len();
        programs.field(seed).within(|| {
            let (first, roots) = at(system, programs, (seed, 0), &mut of);
            found.all.extend(first);
            found.is_complete &= !has_too_many(&draws, roots);
            for others in other_choices(&draws, roots) {
                found
                    .all
                    .extend(at(system, programs, (seed, others), &mut of).0);
            }
        });
        states += usize::from(found.all.len() > before);
        if states == STATES {
            break;
        }
    }
    found
}

/// Whether there are so many roots that not all of their choices are tried, and one does not decide.
fn has_too_many(draws: &Draws, roots: usize) -> bool {
    roots > MOST_ROOTS && !draws.one_choice_decides(roots)
}

/// The choices of so many roots besides the first, a bit for each that is the other one; of many the other one of each
/// alone.
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
        let states = seeds.filter_map(|seed| at(system, &programs, (seed, 0), &mut of).0);
        found(states.take(count).collect())
    })
}

/// What one state says with a choice of roots, none where something has no value; and how many roots there are.
fn at<T>(
    system: &System,
    programs: &SystemPrograms,
    (seed, other_roots): (u64, u32),
    of: &mut impl FnMut(&mut Lagrangian<'_>, u64) -> T,
) -> (Option<T>, usize) {
    let state = ResidueState::random(system, programs, 0, seed).with_other_roots(other_roots);
    let mut lagrangian = Lagrangian::new(system, programs, state);
    let found = of(&mut lagrangian, seed);
    let state = lagrangian.state;
    let roots = state.roots_chosen();
    (state.failure.is_none().then_some(found), roots)
}

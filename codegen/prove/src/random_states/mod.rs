//! Computes properties of a system, such as ranks, at random states, before anything is derived.

mod draws;

pub use draws::{DRAWS, Draw, Draws, has_nested_roots, has_roots_of_rates};

use crate::evaluation::SystemPrograms;
use crate::lagrangian::SystemAtState;
use multibody_description::system::System;

/// The maximum number of square roots for which all combinations of the two values of each root are tried.
pub const MAX_ROOTS: usize = 6;
/// The number of states, each in a field of its own, that decide whether a quantity is 0 everywhere.
const STATES: usize = 2;

/// The results at random states, with each choice of the roots in expressions.
pub struct StateResults<T> {
    /// The results. A quantity that is 0 at one state need not be 0 everywhere, so the caller has to combine the
    /// results. Empty: too many states have no value.
    pub values: Vec<T>,
    /// Whether all choices were tried. If there are many roots, only some are.
    pub is_complete: bool,
}

/// The results at the first random states at which everything has a value, with each choice of the roots; if there are many
/// roots, only with some choices.
pub fn at_random_states<T>(
    system: &System,
    compute: impl FnMut(&mut SystemAtState<'_>, u64) -> T,
) -> Vec<T> {
    with_all_roots(system, compute).values
}

/// As `at_random_states`, with the information whether all choices were tried. A choice at which something has no value is
/// skipped if another choice has values.
pub fn with_all_roots<T>(
    system: &System,
    compute: impl FnMut(&mut SystemAtState<'_>, u64) -> T,
) -> StateResults<T> {
    in_fields_of(system, &SystemPrograms::of(system), compute)
}

/// As `with_all_roots`, in the fields of these programs.
pub fn in_fields_of<T>(
    system: &System,
    programs: &SystemPrograms,
    mut compute: impl FnMut(&mut SystemAtState<'_>, u64) -> T,
) -> StateResults<T> {
    let draws = Draws::of(system, programs);
    let mut results = StateResults {
        values: Vec::new(),
        is_complete: true,
    };
    let mut states = 0;
    for seed in draws.seeds() {
        let count = results.values.len();
        programs.field(seed).within(|| {
            let first = result_at(system, programs, Draw::first(seed), &mut compute);
            results.values.extend(first.result);
            results.is_complete &= !has_too_many_roots(&draws, first.roots);
            for other_roots in other_choices(&draws, first.roots) {
                let draw = Draw { seed, other_roots };
                results
                    .values
                    .extend(result_at(system, programs, draw, &mut compute).result);
            }
        });
        states += usize::from(results.values.len() > count);
        if states == STATES {
            break;
        }
    }
    results
}

/// Whether there are so many roots that not all choices are tried, and one choice does not decide for all.
fn has_too_many_roots(draws: &Draws, roots: usize) -> bool {
    roots > MAX_ROOTS && !draws.one_choice_decides(roots)
}

/// The choices of the roots other than the first; a set bit selects the other root. With many roots, only the choices
/// that change one root.
pub fn other_choices(draws: &Draws, roots: usize) -> Vec<u32> {
    if draws.one_choice_decides(roots) {
        return Vec::new();
    }
    if roots > MAX_ROOTS {
        (0..roots.min(32)).map(|root| 1 << root).collect()
    } else {
        (1..1 << roots).collect()
    }
}

/// Calls `consumer` with the results at `count` states of the field with this seed; at fewer, if too many of the states
/// that are tried have no value.
pub fn in_one_field<T, R>(
    system: &System,
    field: u64,
    count: usize,
    mut compute: impl FnMut(&mut SystemAtState<'_>, u64) -> T,
    consumer: impl FnOnce(Vec<T>) -> R,
) -> R {
    let programs = SystemPrograms::of(system);
    programs.field(field).within(|| {
        let seeds = 1..DRAWS + count as u64;
        let states = seeds.filter_map(|seed| {
            result_at(system, &programs, Draw::first(seed), &mut compute).result
        });
        consumer(states.take(count).collect())
    })
}

/// The result at one state.
struct StateResult<T> {
    /// None: something has no value.
    result: Option<T>,
    /// The number of roots.
    roots: usize,
}

/// The result at the state of a draw.
fn result_at<T>(
    system: &System,
    programs: &SystemPrograms,
    draw: Draw,
    compute: &mut impl FnMut(&mut SystemAtState<'_>, u64) -> T,
) -> StateResult<T> {
    let state = draw.state(system, programs, 0);
    let mut system_at_state = SystemAtState::new(system, programs, state);
    let result = compute(&mut system_at_state, draw.seed);
    let state = system_at_state.state;
    let roots = state.chosen_root_count();
    StateResult {
        result: state.failure.is_none().then_some(result),
        roots,
    }
}

//! The errors that are expected of programs at many states.
//!
//! What is found at a few states may be small by luck, and is as large as it gets only next to singular positions. The
//! expected errors need no true values. So they are computed at many states, and the documented errors are these.

use std::collections::BTreeMap;

use super::conditions::{Conditions, clearest};
use super::double::Double;
use super::judge::Measures;
use super::lanes::run;
use super::motors::Motors;
use super::roundings::{Inexact, with_random_roundings};
use super::scale::ExactValues;
use super::state::{InputState, LANES};
use super::terms::Terms;
use multibody_description::function::{Quantity, Target};
use multibody_outputs::report::{Errors, Rounding};
use multibody_program::ir::{InputKind, Program};

/// Most errors are less than this many times the largest of all draws, however many states there are.
const MOST: f64 = 4.0;

/// The conditions of functions at many states.
#[derive(Debug)]
pub struct Expectation {
    states: Vec<InputState>,
    /// The conditions of each function at each state.
    conditions: BTreeMap<Target, Vec<Conditions>>,
}

/// The scale of each entry of some targets at each state, from the textbook's program alone. Reported errors are in
/// units in the last place of this scale.
#[must_use]
pub fn scales(
    motors: Motors<'_>,
    states: Vec<InputState>,
    textbook: &Measures,
) -> BTreeMap<Target, Vec<Vec<f64>>> {
    let conditions = Expectation::new(states, motors, textbook).conditions;
    let sizes = |each: Vec<Conditions>| each.into_iter().map(|at| at.sizes).collect();
    let each = conditions.into_iter();
    each.map(|(target, at)| (target, sizes(at))).collect()
}

impl Expectation {
    /// The conditions of the textbook's functions.
    pub fn new(states: Vec<InputState>, motors: Motors<'_>, textbook: &Measures) -> Self {
        let Measures { program, parts } = textbook;
        let mut conditions: BTreeMap<Target, Vec<Conditions>> = BTreeMap::new();
        for states in states.chunks(LANES) {
            let lanes = std::array::from_fn(|lane| states[lane % states.len()].clone());
            let known = run::<Terms>(program, &lanes, states.len(), &mut ());
            for (lane, state) in states.iter().enumerate() {
                let values = known.iter().map(|known| Double::from(known[lane].value));
                let values = ExactValues {
                    state,
                    exact: &values.collect::<Vec<_>>(),
                    terms: known.iter().map(|known| known[lane].size).collect(),
                    motors,
                    parts,
                };
                for (&target, outputs) in parts {
                    let own = Conditions::of(&values, target, outputs.clone());
                    conditions.entry(target).or_default().push(own);
                }
            }
        }
        Self { states, conditions }
    }

    /// The largest expected errors of a program. None: there is no state with a value.
    pub fn rounding(&self, target: Target, program: &Program) -> Option<Rounding> {
        let states = self.states.iter().zip(&self.conditions[&target]);
        let states = clearest(states.collect(), |(_, conditions)| conditions);
        let each = states.into_iter().flat_map(|(state, conditions)| {
            let at = |state: &InputState| rounding(program, state, conditions);
            let unforced = unforced(target, state);
            [at(state), unforced.as_ref().and_then(at)]
        });
        each.flatten().reduce(|a, b| a.or_larger(&b))
    }
}

/// The same state without applied forces if the target is an acceleration. Random forces dominate the acceleration of
/// a light base, which then has all digits right; without them, most digits may cancel.
fn unforced(target: Target, state: &InputState) -> Option<InputState> {
    if !matches!(target.function.quantity(), Quantity::Acceleration(_)) {
        return None;
    }
    let mut state = state.clone();
    let forces = state.values(InputKind::Tau).len();
    state.set(InputKind::Tau, vec![0.0; forces]);
    Some(state)
}

/// The expected errors of a program at a state. None: it has no value there.
fn rounding(program: &Program, state: &InputState, conditions: &Conditions) -> Option<Rounding> {
    let outputs = with_random_roundings(program, state);
    let left = conditions.left_by_pivots(outputs.iter().map(|output| output.value));
    let errors = outputs
        .iter()
        .map(|output| MOST * left * output.largest_error());
    let errors: Vec<f64> = errors.collect();
    if !errors.iter().all(|error| error.is_finite()) {
        return None;
    }
    let largest = |errors: &mut dyn Iterator<Item = f64>| errors.fold(0.0, f64::max);
    let result = largest(&mut outputs.iter().zip(&errors).filter_map(right_size));
    let of_scale = largest(
        &mut errors
            .iter()
            .zip(&conditions.sizes)
            .map(|(error, size)| error / size),
    );
    let of_result = largest(&mut errors.iter().copied()) / result;
    Some(Rounding {
        errors: in_both(of_scale),
        of_result: (result > 0.0).then(|| in_both(of_result)),
        has_gaps: false,
    })
}

/// The size of a value that has a right digit.
fn right_size((output, error): (&Inexact, &f64)) -> Option<f64> {
    let size = output.value.abs();
    (size > error * f64::EPSILON).then_some(size)
}

fn in_both(error: f64) -> Errors {
    Errors {
        f64: error,
        f32: error,
    }
}

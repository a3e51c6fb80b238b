//! The errors that are expected of programs at many states.
//!
//! What is found at a few states may be small by luck, and the largest errors are at few positions, as next to singular
//! ones. Expected errors need no true values. So they can be computed at many states.

use std::collections::BTreeMap;

use super::conditions::{Conditions, clearest};
use super::double::Double;
use super::figures::{ErrorsAt, stated};
use super::judge::Measures;
use super::lanes::run;
use super::motors::Motors;
use super::perturbed::Perturbed;
use super::scale::ExactValues;
use super::state::{InputState, LANES};
use super::terms::Terms;
use multibody_description::function::{Quantity, Target};
use multibody_outputs::report::{Errors, Rounding};
use multibody_program::ir::{InputKind, Program};

/// The largest of the expected errors and the largest error at as many other states are draws of the same number. It is
/// uncertain by about this factor in either direction, since some functions have their largest error next to few
/// positions. Stated errors are larger by this factor, so that they are at least the errors elsewhere.
const MOST: f64 = 4.0;

/// The conditions of functions at many states.
#[derive(Debug)]
pub struct Expectation(Vec<SideBySide>);

/// States that are evaluated side by side.
#[derive(Debug)]
struct SideBySide {
    states: [InputState; LANES],
    /// The conditions of each function at each distinct state.
    conditions: BTreeMap<Target, Vec<Conditions>>,
}

/// The scale of each entry of some targets at each state, from the textbook's program alone. Reported errors are in
/// units in the last place of this scale.
#[must_use]
pub fn scales(
    motors: Motors<'_>,
    states: &[InputState],
    textbook: &Measures,
) -> BTreeMap<Target, Vec<Vec<f64>>> {
    let mut scales: BTreeMap<Target, Vec<Vec<f64>>> = BTreeMap::new();
    for of in Expectation::new(states, motors, textbook).0 {
        for (target, conditions) in of.conditions {
            let sizes = conditions.into_iter().map(|at| at.sizes);
            scales.entry(target).or_default().extend(sizes);
        }
    }
    scales
}

impl Expectation {
    /// The conditions of the textbook's functions.
    pub fn new(states: &[InputState], motors: Motors<'_>, textbook: &Measures) -> Self {
        let chunks = states.chunks(LANES);
        let each = chunks.map(|states| SideBySide::new(states, motors, textbook));
        Self(each.collect())
    }

    /// The largest expected errors of a program. None: there is no state with a value.
    pub fn rounding(&self, target: Target, program: &Program) -> Option<Rounding> {
        let forced = self.rounding_in(target, program, |state| state.clone());
        if !matches!(target.function.quantity(), Quantity::Acceleration(_)) {
            return forced;
        }
        // Random forces dominate the acceleration of a light base, which then has all digits right; without them, most
        // digits may cancel.
        let unforced = self.rounding_in(target, program, |state| {
            let mut state = state.clone();
            let forces = state.values(InputKind::Tau).len();
            state.set(InputKind::Tau, vec![0.0; forces]);
            state
        });
        let both = [forced, unforced].into_iter().flatten();
        both.reduce(|a, b| a.or_larger(&b))
    }

    fn rounding_in(
        &self,
        target: Target,
        program: &Program,
        changed: impl Fn(&InputState) -> InputState,
    ) -> Option<Rounding> {
        let mut all = Vec::new();
        for SideBySide { states, conditions } in &self.0 {
            let conditions = &conditions[&target];
            let states = states.each_ref().map(&changed);
            let outputs = run::<Perturbed>(program, &states, conditions.len(), &mut ());
            all.extend(conditions.iter().enumerate().filter_map(|(lane, at)| {
                let outputs = outputs.iter().map(|output| output[lane]);
                Some((at, expected(at, &outputs.collect::<Vec<_>>())?))
            }));
        }
        let clear = clearest(all, |(conditions, _)| conditions).into_iter();
        stated(&clear.map(|(_, errors)| errors).collect::<Vec<_>>())
    }
}

impl SideBySide {
    fn new(states: &[InputState], motors: Motors<'_>, textbook: &Measures) -> Self {
        let Measures { program, parts } = textbook;
        let lanes = std::array::from_fn(|lane| states[lane % states.len()].clone());
        let known = run::<Terms>(program, &lanes, states.len(), &mut ());
        let mut conditions: BTreeMap<Target, Vec<Conditions>> = BTreeMap::new();
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
        Self {
            states: lanes,
            conditions,
        }
    }
}

/// The errors that are expected of outputs at a state. None: they have no value.
fn expected(conditions: &Conditions, outputs: &[Perturbed]) -> Option<ErrorsAt> {
    let left = conditions.left_by_pivots(outputs.iter().map(|output| output.value));
    let entries = outputs.iter().zip(&conditions.sizes);
    let of_scales = entries.map(|(output, size)| MOST * left * output.error() / size);
    let right = outputs.iter().filter(|output| has_right_digit(output));
    let result = right.fold(0.0, |most, output| output.value.abs().max(most));
    let of_scales: Vec<Errors> = of_scales.map(in_both).collect();
    let is_known = outputs.iter().all(|output| output.error().is_finite());
    is_known.then(|| ErrorsAt::new(&of_scales, &conditions.sizes, result))
}

fn has_right_digit(output: &Perturbed) -> bool {
    output.value.abs() > output.error() * f64::EPSILON
}

/// An error in units in the last place is the same in both floats. Beside a scale of 0 there is none.
fn in_both(error: f64) -> Errors {
    let error = if error.is_finite() { error } else { 0.0 };
    Errors {
        f64: error,
        f32: error,
    }
}

//! The dynamics at states: the derived programs, run without a compiler, beside the values of others.

use std::path::Path;

use multibody_codegen::internal::generated::Programs;
use multibody_codegen::internal::ir::{InputKind, Machine};
use multibody_codegen::internal::options::from_words;
use multibody_codegen::internal::robot_file::{self, RobotFromFile};
use multibody_codegen::{Cache, Function, Settings};
use serde_json::{Map, Value};

use crate::case::{Case, numbers};

/// The largest error relative to the largest entry, where the case gives none: some rounding errors of f64.
const ROUNDING: f64 = 1e-12;
/// The accuracy of rates after an impact, which are given with 8 digits.
const EIGHT_DIGITS: f64 = 1e-8;

/// What a state gives.
const GIVEN: [(&str, InputKind); 5] = [
    ("q", InputKind::Q),
    ("qd", InputKind::Qd),
    ("qdd", InputKind::Qdd),
    ("tau", InputKind::Tau),
    ("restitution", InputKind::Restitution),
];
/// The functions whose results, or the beginnings of them, states give.
const FUNCTIONS: [(&str, Function); 5] = [
    ("mass_matrix", Function::MassMatrix),
    ("bias", Function::Bias),
    ("inverse_dynamics", Function::InverseDynamics),
    ("forward_dynamics", Function::ForwardDynamics),
    (
        "constrained_forward_dynamics",
        Function::ConstrainedForwardDynamics,
    ),
];
/// The key of some rates after an impact begins so; their names follow.
const AFTER: &str = "rates_after_of_";

/// Compares all values of the states of a case.
pub fn check_states(case: &Case, expect: &Map<String, Value>, folder: &Path) -> Result<(), String> {
    if case.states.is_empty() {
        return Ok(());
    }
    let rel = ["rel", "forward_dynamics_rel"]
        .iter()
        .find_map(|key| expect.get(*key)?.as_f64());
    let mut robot = Robot::of(case, folder);
    for state in &case.states {
        for (key, expected) in state {
            robot.check(key, &numbers_of(expected), state, rel.unwrap_or(ROUNDING))?;
        }
    }
    Ok(())
}

/// The numbers of a value; a name has none.
fn numbers_of(value: &Value) -> Vec<f64> {
    match value {
        Value::String(_) => Vec::new(),
        value => numbers(value),
    }
}

struct Robot(Box<Programs>);

impl Robot {
    /// The robot of a case, with the functions that its states name.
    fn of(case: &Case, folder: &Path) -> Self {
        let source = robot_file::read(&folder.join(&case.file)).expect("a readable file");
        let requested = case.states.iter().flat_map(|state| state.keys());
        let requested: Vec<Function> = FUNCTIONS
            .iter()
            .filter(|(name, _)| requested.clone().any(|key| key == name))
            .map(|(_, function)| *function)
            .chain(
                requested
                    .clone()
                    .any(|key| key.starts_with(AFTER))
                    .then_some(Function::ConstraintImpulse),
            )
            .collect();
        let adjust =
            |settings: &mut Settings| settings.functions = requested.iter().copied().collect();
        let cache = Cache::of_programs();
        let results: Result<RobotFromFile, _> = if case.file.ends_with(".rs") {
            robot_file::from_rust(&source, folder, &cache, adjust, &mut |_| ())
        } else {
            let words = [vec![case.file.clone()], case.arguments.clone()].concat();
            let (_, mut settings) = from_words(&words).expect("options");
            adjust(&mut settings);
            robot_file::from_description(&source, settings, &cache, &mut |_| ())
        };
        Self(
            results
                .expect("a sound robot")
                .generated
                .programs
                .expect("programs"),
        )
    }

    /// The result of a function at a state.
    fn result(&mut self, function: Function, state: &Map<String, Value>) -> Vec<f64> {
        let Programs {
            targets, prepared, ..
        } = &*self.0;
        let prepare = Machine::of(&prepared.prepare).run(|_| f64::NAN);
        let place = targets
            .iter()
            .position(|target| target.function == function);
        let given = GIVEN.map(|(key, kind)| (kind, state.get(key).map(numbers)));
        Machine::of(&prepared.functions[place.expect("a derived function")]).run(|input| {
            let values = match input.kind {
                InputKind::Parameter => Some(&prepare),
                kind => given
                    .iter()
                    .find(|(of, _)| *of == kind)
                    .and_then(|(_, values)| values.as_ref()),
            };
            values.expect("a value of the state")[input.index as usize]
        })
    }

    fn check(
        &mut self,
        key: &str,
        expected: &[f64],
        state: &Map<String, Value>,
        rel: f64,
    ) -> Result<(), String> {
        let of_constraints = Function::ConstrainedForwardDynamics;
        let nv = self.0.system.nv();
        let named = FUNCTIONS.iter().find(|(name, _)| *name == key);
        let (actual, rel) = match (named, key.strip_prefix(AFTER)) {
            (Some((_, function)), _) => {
                let mut actual = self.result(*function, state);
                actual.truncate(expected.len());
                (actual, rel)
            }
            (None, Some(names)) => (self.rates_after(names, state), EIGHT_DIGITS),
            (None, None) if key == "multipliers" => {
                (self.result(of_constraints, state).split_off(nv), rel)
            }
            (None, None) => {
                let is_known = key == "name" || GIVEN.iter().any(|(given, _)| *given == key);
                assert!(is_known, "the key `{key}` of a state is not known here");
                return Ok(());
            }
        };
        compare(key, &actual, expected, rel)
    }

    /// The rates of some coordinates after an impact.
    fn rates_after(&mut self, names: &str, state: &Map<String, Value>) -> Vec<f64> {
        let results = self.result(Function::ConstraintImpulse, state);
        let coordinates = &self.0.system.coordinates;
        let rate = |name: &str| {
            let coordinate = coordinates
                .iter()
                .find(|coordinate| coordinate.name == name);
            results[coordinate.expect("a coordinate").v]
        };
        names.split("_and_").map(rate).collect()
    }
}

/// Compares by the largest entry.
fn compare(key: &str, actual: &[f64], expected: &[f64], rel: f64) -> Result<(), String> {
    let largest = expected.iter().fold(0.0, |most: f64, x| x.abs().max(most));
    let pairs = actual.iter().zip(expected);
    let error = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    let is_close = actual.len() == expected.len()
        && actual.iter().all(|x| x.is_finite())
        && error <= rel * largest.max(f64::MIN_POSITIVE);
    if is_close {
        Ok(())
    } else {
        Err(format!(
            "{key} is {actual:?} instead of {expected:?}: {error:e}"
        ))
    }
}

#[test]
fn a_value_that_differs_is_found() {
    assert!(compare("bias", &[1.0, 2.0], &[1.0, 2.0 + 1e-13], 1e-12).is_ok());
    for mistake in [&[1.0, 2.1][..], &[1.0], &[1.0, f64::NAN]] {
        assert!(compare("bias", mistake, &[1.0, 2.0], 1e-12).is_err());
    }
}

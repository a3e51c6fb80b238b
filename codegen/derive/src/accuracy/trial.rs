//! Trials: the textbook's functions of a robot, by textbook algorithms in the link frames as read, are evaluated at some states,
//! and other programs are compared with them there.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::double::Double;
use super::floats::FloatPair;
use super::lanes::run;
use super::measurement::{Measurement, least_pivot};
use super::motors::Motors;
use super::precise_numbers::PreciseNumbers;
use super::reference::Reference;
use super::scale::ExactValues;
use super::state::InputState;
use super::states::StateRanges;
use super::textbook_value::TextbookValue;
use super::unforced;
use multibody_description::function::{Function, Quantity, Target};
use multibody_outputs::report::Errors;
use multibody_program::ir::{InputKind, Program};

/// A state is not used if a pivot that the textbook's program computes is smaller than this factor times the largest
/// entry of the pivot's row.
const LEAST_PIVOT: f64 = 1e-2;

/// The independence of a state is the least fraction of the square of a constraint row that is independent of the other
/// rows, or that cancellation among the row's own terms leaves. If it is no more than this, errors depend on the state
/// rather than on the program, and are reported only if there is no better state.
const LEAST_INDEPENDENCE: f64 = 1e-6;

/// Two trials, one for the errors in f64 and one for those in f32. The states of the latter are rounded to f32, so that
/// inputs are exact in both floats.
#[derive(Clone, Debug)]
pub struct TextbookTrials {
    /// The trial whose errors in f64 count.
    pub for_f64: Arc<TextbookTrial>,
    /// The trial whose errors in f32 count; often the same one.
    pub for_f32: Arc<TextbookTrial>,
}

/// The textbook's functions at some states: their true values, scales and errors.
#[derive(Debug)]
pub struct TextbookTrial {
    states: Vec<InputState>,
    /// The measurements of each function at each state.
    pub measurements: BTreeMap<Target, Vec<Measurement>>,
    /// The accelerations at the same states without applied forces. None if the mass matrix is not among the functions, or
    /// if they were not requested.
    pub unforced: Option<Box<TextbookTrial>>,
}

/// The errors of an entry of a function at a state.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// The errors of a program.
    pub errors: Errors,
    /// The textbook's errors, as used in comparisons.
    pub textbook_errors: Errors,
}

/// The scale of each entry of some targets at a state, from the textbook's program alone. Reported errors are in
/// units in the last place of this scale.
#[must_use]
pub fn scales(
    motors: Motors<'_>,
    state: InputState,
    textbook: &Reference,
) -> BTreeMap<Target, Vec<f64>> {
    let trial = TextbookTrial::new(vec![state], motors, textbook);
    let measurements = trial.measurements.into_iter();
    let scales = measurements.map(|(target, mut states)| (target, states.remove(0).scales));
    scales.collect()
}

impl TextbookTrials {
    /// The trials of a robot at some states, which are the same in both, up to rounding.
    pub fn new(states: Vec<InputState>, ranges: &StateRanges<'_>, textbook: &Reference) -> Self {
        // A quaternion that is rounded to f32 does not have unit length in f64.
        if ranges.has_unit_norms() {
            return Self::at_states(states.clone(), &states, ranges, textbook);
        }
        let for_f64 = Arc::new(TextbookTrial::with_unforced(
            rounded_states(&states),
            ranges,
            textbook,
        ));
        let for_f32 = Arc::clone(&for_f64);
        Self { for_f64, for_f32 }
    }

    /// The two trials at these states, of which those for f32 are rounded.
    pub fn at_states(
        for_f64: Vec<InputState>,
        for_f32: &[InputState],
        ranges: &StateRanges<'_>,
        textbook: &Reference,
    ) -> Self {
        let [for_f64, for_f32] = [for_f64, rounded_states(for_f32)]
            .map(|states| Arc::new(TextbookTrial::with_unforced(states, ranges, textbook)));
        Self { for_f64, for_f32 }
    }

    /// Whether both trials are the same one.
    pub fn are_same(&self) -> bool {
        Arc::ptr_eq(&self.for_f64, &self.for_f32)
    }
}

/// The states, rounded to f32.
fn rounded_states(states: &[InputState]) -> Vec<InputState> {
    states.iter().map(InputState::rounded_to_f32).collect()
}

impl TextbookTrial {
    /// The trial of the textbook's functions at some states.
    pub fn new(states: Vec<InputState>, motors: Motors<'_>, textbook: &Reference) -> Self {
        let Reference { program, spans, .. } = textbook;
        let mut numbers = PreciseNumbers::default();
        let textbook_values = run::<TextbookValue>(program, &states, &mut numbers);
        let measure =
            |exact: &[Vec<Double>]| Self::measure(&states, motors, spans, &textbook_values, exact);
        let exact = |values: &Vec<TextbookValue>| values.iter().map(|value| value.exact).collect();
        let doubles: Vec<Vec<Double>> = textbook_values.iter().map(exact).collect();
        let mut measurements = measure(&doubles);
        // 106 bits are enough at most states, and cost less than the precise numbers.
        if !measurements.values().flatten().all(Measurement::is_certain) {
            measurements = measure(&numbers.run(program, &states));
        }
        Self {
            states,
            measurements,
            unforced: None,
        }
    }

    /// The trial of the textbook's functions, to which accelerations without applied forces are added.
    fn with_unforced(
        states: Vec<InputState>,
        ranges: &StateRanges<'_>,
        textbook: &Reference,
    ) -> Self {
        Self::new(states, ranges.motors(), textbook).add_unforced()
    }

    /// Adds the accelerations without applied forces, if the mass matrix is among the functions.
    fn add_unforced(mut self) -> Self {
        let (function, link) = (Function::MassMatrix, None);
        let mass_matrix = Target { function, link };
        let Some(mass_matrices) = self.measurements.get(&mass_matrix) else {
            return self;
        };
        let mut states = self.states.clone();
        for state in &mut states {
            let nv = state.values(InputKind::Tau).len();
            state.set(InputKind::Tau, vec![0.0; nv]);
        }
        let accelerations = self
            .measurements
            .iter()
            .filter(|(target, _)| matches!(target.function.quantity(), Quantity::Acceleration(_)));
        let measurements = accelerations
            .map(|(&target, measurements)| {
                let triples = measurements.iter().zip(mass_matrices).zip(&self.states);
                let unforced_measurements = triples.map(|((forced, mass_matrix), state)| {
                    let forces = state.values(InputKind::Tau);
                    let exact =
                        unforced::subtract_forced_part(&forced.exact, &mass_matrix.exact, forces);
                    Measurement {
                        exact,
                        ..forced.clone()
                    }
                });
                (target, unforced_measurements.collect())
            })
            .collect();
        self.unforced = Some(Box::new(Self {
            states,
            measurements,
            unforced: None,
        }));
        self
    }

    /// Measures the textbook's program against true values at each state.
    fn measure(
        states: &[InputState],
        motors: Motors<'_>,
        spans: &BTreeMap<Target, Range<usize>>,
        textbook: &[Vec<TextbookValue>],
        exact: &[Vec<Double>],
    ) -> BTreeMap<Target, Vec<Measurement>> {
        let mut measurements: BTreeMap<Target, Vec<Measurement>> = BTreeMap::new();
        for ((state, textbook_values), true_values) in states.iter().zip(textbook).zip(exact) {
            let values = ExactValues {
                state,
                exact: true_values,
                term_sizes: textbook_values.iter().map(|value| value.scale).collect(),
                motors,
                spans,
            };
            for (&target, outputs) in spans {
                let entries = &textbook_values[outputs.clone()];
                let pivot_sizes = values.largest_entries(target.function.quantity());
                let pivots = &true_values[outputs.end - pivot_sizes.len()..outputs.end];
                let least = least_pivot(pivots.iter().map(Double::nearest), &pivot_sizes);
                let mut measurement = Measurement {
                    exact: true_values[outputs.clone()].to_vec(),
                    scales: values.scales(target.function, outputs.clone()),
                    textbook_errors: Vec::new(),
                    is_singular: least < LEAST_PIVOT
                        || values.is_singular(target.function, outputs.clone()),
                    is_representative: values.independence(target.function.quantity())
                        > LEAST_INDEPENDENCE,
                    pivot_sizes: Vec::new(),
                };
                let floats = entries.iter().map(|entry| entry.expected.floats);
                let floats: Vec<FloatPair> = floats.collect();
                let expected = entries.iter().map(|entry| entry.expected.error());
                measurement.textbook_errors =
                    measurement.comparable_errors(&measurement.errors(&floats), expected);
                // Set after the textbook's own errors are computed, since these are not multiplied by the square of
                // the least pivot.
                measurement.pivot_sizes = pivot_sizes;
                measurements.entry(target).or_default().push(measurement);
            }
        }
        measurements
    }

    /// The errors of all entries of a program at each state; none if they cannot be measured there.
    pub fn errors(&self, target: Target, program: &Program) -> Vec<Option<Vec<Comparison>>> {
        let measurements = &self.measurements[&target];
        let results = run::<FloatPair>(program, &self.states, &mut ());
        let compare = |(measurement, floats): (&Measurement, &Vec<FloatPair>)| {
            let pairs = measurement
                .errors(floats)
                .into_iter()
                .zip(measurement.textbook_errors.clone());
            let entries = pairs.map(|(errors, textbook_errors)| Comparison {
                errors,
                textbook_errors,
            });
            (!measurement.is_singular).then(|| entries.collect())
        };
        measurements.iter().zip(&results).map(compare).collect()
    }

    /// A program's results at the states that are representative of others, or, if there are none, at all states at
    /// which it can be measured.
    pub fn at_representative_states<R>(
        &self,
        target: Target,
        program: &Program,
        result: impl Fn(&Measurement, &[FloatPair]) -> R,
    ) -> Vec<R> {
        let outputs = run::<FloatPair>(program, &self.states, &mut ());
        let results = |is_selected: fn(&Measurement) -> bool| -> Vec<R> {
            let states = self.measurements[&target].iter().zip(&outputs);
            let usable = states.filter(|(state, _)| state.has_value() && is_selected(state));
            usable
                .map(|(state, values)| result(state, values))
                .collect()
        };
        let representative = results(|state| state.is_representative && !state.is_singular);
        if representative.is_empty() {
            results(|state| !state.is_singular)
        } else {
            representative
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::findings::Actuation;
    use multibody_program::exact::{Rational, decimal};
    use multibody_program::ir::{Builder, Value};

    /// The true value of a mass that the program computes from x = 0.7.
    fn true_mass(
        build: impl Fn(&mut Builder, Value, &dyn Fn(&str) -> Rational) -> Value,
    ) -> Double {
        let mut b = Builder::new();
        let x = b.input(InputKind::Q, 0);
        let mass = build(&mut b, x, &|text| decimal(text).expect("a decimal"));
        let target = Target {
            function: Function::MassMatrix,
            link: None,
        };
        let states = vec![InputState::of([(InputKind::Q, vec![0.7])])];
        let textbook = Reference {
            program: b.finish(&[mass]),
            spans: BTreeMap::from([(target, 0..1)]),
            length: 1,
        };
        let motors = Motors {
            actuation: &Actuation::default(),
            eps: None,
        };
        let trial = TextbookTrial::new(states, motors, &textbook);
        trial.measurements[&target][0].exact[0]
    }

    /// `10^30 + x + x^2 - 10^30 - x^2`: 6 of 106 bits are left, or 28 of 128.
    #[test]
    fn true_values_have_more_bits_where_floats_have_none() {
        let mass = true_mass(|b, x, number| {
            let large = b.constant(&number("1e30"));
            let square = b.mul(x, x);
            let sum = b.add(large, x);
            let total = b.add(sum, square);
            let difference = b.sub(total, large);
            b.sub(difference, square)
        });
        let error = mass.distance(0.7);
        assert!(error < 1e-7, "{error:e}");
    }

    /// `(10^-140 x)^2`, whose last bits no float has.
    #[test]
    fn true_values_are_known_next_to_underflow() {
        let mass = true_mass(|b, x, number| {
            let small = b.scale(&number("1e-140"), x);
            b.mul(small, small)
        });
        assert!((mass.nearest() / 4.9e-281 - 1.0).abs() < 1e-15, "{mass:?}");
    }

    #[test]
    fn true_values_have_106_bits_elsewhere() {
        let mass = true_mass(|b, x, _| {
            let three = b.integer(3);
            let third = b.div(x, three);
            let (sine, cosine) = b.sin_cos(third);
            let squares = [sine, cosine].map(|x| b.mul(x, x));
            b.add(squares[0], squares[1])
        });
        assert!(mass.distance(1.0) < 1e-30, "{mass:?}");
    }
}

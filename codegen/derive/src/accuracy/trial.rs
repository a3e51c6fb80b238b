//! The textbook's functions of a robot at some states, and programs beside them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::double::Double;
use super::floats::FloatPair;
use super::lanes::run;
use super::measured::{Measured, least_pivot};
use super::measures::Measures;
use super::motors::Motors;
use super::precise::PreciseNumbers;
use super::scale::ExactValues;
use super::state::InputState;
use super::states::StateRanges;
use super::textbook::TextbookValues;
use super::unforced;
use multibody_description::function::{Function, Quantity, Target};
use multibody_outputs::report::Errors;
use multibody_program::ir::{InputKind, Program};

/// A state is not used if a pivot that the textbook's program computes is smaller than this factor times the largest
/// entry of the pivot's row.
const LEAST_PIVOT: f64 = 1e-2;

/// The independence of a state is the square of the least part that the other rows leave of a constraint row. If the
/// independence is no more than this, errors there depend on the state rather than on the program. They are reported
/// only if no state is clearer.
const LEAST_INDEPENDENCE: f64 = 1e-6;

/// Two trials, at states as they are and at states that are rounded to f32, so that inputs are exact in both floats.
#[derive(Clone, Debug)]
pub struct TextbookTrials {
    /// The trial whose errors in f64 count.
    pub wide: Arc<TextbookTrial>,
    /// The trial whose errors in f32 count; often the same one.
    pub narrow: Arc<TextbookTrial>,
}

/// The values of functions at some states.
#[derive(Debug)]
pub struct TextbookTrial {
    states: Vec<InputState>,
    /// The measurements of each function at each state.
    pub measured: BTreeMap<Target, Vec<Measured>>,
    /// Accelerations without applied forces; none: there is no mass matrix among the functions.
    pub unforced: Option<Box<TextbookTrial>>,
}

/// The errors of an entry of a function at a state.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    /// The errors of a program.
    pub errors: Errors,
    /// The textbook's errors, as used in comparisons.
    pub textbook: Errors,
}

/// The scale of each entry of some targets at a state, from the textbook's program alone. Reported errors are in
/// units in the last place of this scale.
#[must_use]
pub fn scales(
    motors: Motors<'_>,
    state: InputState,
    textbook: &Measures,
) -> BTreeMap<Target, Vec<f64>> {
    let trial = TextbookTrial::new(vec![state], motors, textbook);
    let measured = trial.measured.into_iter();
    let sizes = measured.map(|(target, mut at)| (target, at.remove(0).sizes));
    sizes.collect()
}

impl TextbookTrials {
    /// The trials of a robot at some states, which are the same in both.
    pub fn new(states: Vec<InputState>, robot: &StateRanges<'_>, textbook: &Measures) -> Self {
        // A quaternion that is rounded to f32 does not have unit length in f64.
        if robot.has_unit_norms() {
            return Self::at_states_of_each(states.clone(), &states, robot, textbook);
        }
        let wide = Arc::new(TextbookTrial::with_released(
            narrow_states(&states),
            robot,
            textbook,
        ));
        let narrow = Arc::clone(&wide);
        Self { wide, narrow }
    }

    /// Trials at different states.
    pub fn at_states_of_each(
        wide: Vec<InputState>,
        narrow: &[InputState],
        robot: &StateRanges<'_>,
        textbook: &Measures,
    ) -> Self {
        let [wide, narrow] = [wide, narrow_states(narrow)]
            .map(|states| Arc::new(TextbookTrial::with_released(states, robot, textbook)));
        Self { wide, narrow }
    }

    /// Whether one trial is used for both floats.
    pub fn are_one(&self) -> bool {
        Arc::ptr_eq(&self.wide, &self.narrow)
    }
}

fn narrow_states(states: &[InputState]) -> Vec<InputState> {
    states.iter().map(InputState::narrowed).collect()
}

impl TextbookTrial {
    /// The trial of the textbook's functions at some states.
    pub fn new(states: Vec<InputState>, motors: Motors<'_>, textbook: &Measures) -> Self {
        let Measures { program, parts, .. } = textbook;
        let mut numbers = PreciseNumbers::default();
        let textbook_values = run::<TextbookValues>(program, &states, &mut numbers);
        let measure =
            |exact: &[Vec<Double>]| Self::measure(&states, motors, parts, &textbook_values, exact);
        let exact = |known: &Vec<TextbookValues>| known.iter().map(|known| known.exact).collect();
        let doubles: Vec<Vec<Double>> = textbook_values.iter().map(exact).collect();
        let mut measured = measure(&doubles);
        // 106 bits are enough at most states, and cost less than the precise numbers.
        if !measured.values().flatten().all(Measured::is_certain) {
            measured = measure(&numbers.run(program, &states));
        }
        Self {
            states,
            measured,
            unforced: None,
        }
    }

    /// The trial, with accelerations without applied forces.
    fn with_released(
        states: Vec<InputState>,
        robot: &StateRanges<'_>,
        textbook: &Measures,
    ) -> Self {
        Self::new(states, robot.motors(), textbook).released()
    }

    fn released(mut self) -> Self {
        let metric = Target {
            function: Function::MassMatrix,
            link: None,
        };
        let Some(metrics) = self.measured.get(&metric) else {
            return self;
        };
        let mut states = self.states.clone();
        for state in &mut states {
            let forces = state.values(InputKind::Tau).len();
            state.set(InputKind::Tau, vec![0.0; forces]);
        }
        let of_accelerations = self
            .measured
            .iter()
            .filter(|(target, _)| matches!(target.function.quantity(), Quantity::Acceleration(_)));
        let measured = of_accelerations
            .map(|(&target, measured)| {
                let triples = measured.iter().zip(metrics).zip(&self.states);
                let exact_states = triples.map(|((forced, metric), state)| {
                    let forces = state.values(InputKind::Tau);
                    let exact = unforced::without(&forced.exact, &metric.exact, forces);
                    Measured {
                        exact,
                        ..forced.clone()
                    }
                });
                (target, exact_states.collect())
            })
            .collect();
        self.unforced = Some(Box::new(Self {
            states,
            measured,
            unforced: None,
        }));
        self
    }

    /// Measures the textbook's program against true values at each state.
    fn measure(
        states: &[InputState],
        motors: Motors<'_>,
        parts: &BTreeMap<Target, Range<usize>>,
        textbook: &[Vec<TextbookValues>],
        exact: &[Vec<Double>],
    ) -> BTreeMap<Target, Vec<Measured>> {
        let mut measured: BTreeMap<Target, Vec<Measured>> = BTreeMap::new();
        for ((state, textbook), exact) in states.iter().zip(textbook).zip(exact) {
            let values = ExactValues {
                state,
                exact,
                terms: textbook.iter().map(|values| values.size).collect(),
                motors,
                parts,
            };
            for (&target, outputs) in parts {
                let entries = &textbook[outputs.clone()];
                let pivots = values.largest_entries(target.function.quantity());
                let of_textbook = exact[outputs.end - pivots.len()..outputs.end].iter();
                let least = least_pivot(of_textbook.map(Double::nearest), &pivots);
                let mut record = Measured {
                    exact: exact[outputs.clone()].to_vec(),
                    sizes: values.scales(target.function, outputs.clone()),
                    textbook: Vec::new(),
                    is_singular: least < LEAST_PIVOT
                        || values.is_singular(target.function, outputs.clone()),
                    is_clear: values.independence(target.function.quantity()) > LEAST_INDEPENDENCE,
                    pivots: Vec::new(),
                };
                let floats = entries.iter().map(|entry| entry.expected.floats);
                let floats: Vec<FloatPair> = floats.collect();
                let expected = entries.iter().map(|entry| entry.expected.error());
                record.textbook = record.comparable_errors(&record.errors(&floats), expected);
                // Set after the textbook's own errors are computed, since these are not multiplied by the square of
                // the least pivot.
                record.pivots = pivots;
                measured.entry(target).or_default().push(record);
            }
        }
        measured
    }

    /// The errors of all entries of a program at each state. None: they cannot be measured at this state.
    pub fn errors(&self, target: Target, program: &Program) -> Vec<Option<Vec<Compared>>> {
        let measured = &self.measured[&target];
        let results = run::<FloatPair>(program, &self.states, &mut ());
        let compare = |(record, floats): (&Measured, &Vec<FloatPair>)| {
            let pairs = record
                .errors(floats)
                .into_iter()
                .zip(record.textbook.clone());
            let entries = pairs.map(|(errors, textbook)| Compared { errors, textbook });
            (!record.is_singular).then(|| entries.collect())
        };
        measured.iter().zip(&results).map(compare).collect()
    }

    /// A program's results at the states that are representative of others, or, if there are none, at all states at
    /// which it can be measured.
    pub fn clearest<R>(
        &self,
        target: Target,
        program: &Program,
        result: impl Fn(&Measured, &[FloatPair]) -> R,
    ) -> Vec<R> {
        let outputs = run::<FloatPair>(program, &self.states, &mut ());
        let results = |is_meant: fn(&Measured) -> bool| -> Vec<R> {
            let states = self.measured[&target].iter().zip(&outputs);
            let meant = states.filter(|(at, _)| at.has_value() && is_meant(at));
            meant.map(|(at, outputs)| result(at, outputs)).collect()
        };
        let clear = results(|at| at.is_clear && !at.is_singular);
        if clear.is_empty() { results(|at| !at.is_singular) } else { clear }
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
        let textbook = Measures {
            program: b.finish(&[mass]),
            parts: BTreeMap::from([(target, 0..1)]),
            length: 1,
        };
        let motors = Motors {
            actuation: &Actuation::default(),
            eps: None,
        };
        let trial = TextbookTrial::new(states, motors, &textbook);
        trial.measured[&target][0].exact[0]
    }

    /// `x + 10^30 - 10^30`: 6 of 106 bits are left, or 28 of 128.
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
            let third = b.integer(3);
            let third = b.div(x, third);
            let (sine, cosine) = b.sin_cos(third);
            let squares = [sine, cosine].map(|x| b.mul(x, x));
            b.add(squares[0], squares[1])
        });
        assert!(mass.distance(1.0) < 1e-30, "{mass:?}");
    }
}

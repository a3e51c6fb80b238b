//! Comparison of the errors of programs with those of the textbook's programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::actuation;
use super::conditions::{Conditions, clearest};
use super::constrained::{MEASURES, forces_under};
use super::double::Double;
use super::expectation::Expectation;
use super::figures::{ErrorsAt, largest, stated};
use super::floats::FloatPair;
use super::lanes::run;
use super::motors::Motors;
use super::precise::PreciseNumbers;
use super::scale::{ExactValues, forces_of};
use super::state::{InputState, LANES};
use super::states::StateRanges;
use super::textbook::TextbookValues;
use super::unforced;
use multibody_description::function::{Function, Quantity, Target};
use multibody_outputs::report::{Errors, Rounding};
use multibody_program::ir::{Float, InputKind, Program};

/// If the textbook's error is less than this many units in the last place, it counts as this many, since any entry
/// that is rounded a few times may have such an error.
const FREE: f64 = 2.0;

/// If the error of a value of 53 bits is at most this many units in the last place, the value of 106 bits counts as exact.
const FEW: f64 = (1_u64 << 40) as f64;

/// A result that is less than this fraction of its scale is nothing but rounding error, even if it was computed with
/// the precision of the true values.
const NOTHING: f64 = 1.0 / (1_u64 << 60) as f64;

/// The textbook's functions of a robot at all states, in both floats.
#[derive(Clone, Debug)]
pub struct Judge {
    wide: Arc<Trial>,
    narrow: Arc<Trial>,
    /// Where errors are expected that no trial finds.
    expectation: Arc<Expectation>,
    /// How many times the textbook's error a program may have.
    factor: f64,
}

/// The values of functions at some states.
#[derive(Debug)]
struct Trial {
    states: [InputState; LANES],
    /// The measurements of each function at each distinct state: the remaining lanes repeat states.
    measured: BTreeMap<Target, Vec<Measured>>,
    /// Accelerations without applied forces; none: there is no mass matrix among the functions.
    unforced: Option<Box<Trial>>,
}

/// A function at a state.
#[derive(Clone, Debug)]
struct Measured {
    exact: Vec<Double>,
    /// The textbook's error of each entry, as used in comparisons.
    textbook: Vec<Errors>,
    conditions: Conditions,
}

/// The errors of an entry of a function at a state.
#[derive(Clone, Copy, Debug)]
struct Compared {
    /// The errors of a program.
    found: Errors,
    /// The textbook's errors, as used in comparisons.
    textbook: Errors,
}

/// Why a program is refused: an entry is less accurate than the textbook's by more than the factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inaccurate {
    /// Of the entries that are not accurate enough, the errors of the least accurate one.
    pub found: Errors,
    /// The errors that are allowed for this entry.
    pub allowed: Errors,
}

impl fmt::Display for Inaccurate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { found, allowed } = self;
        write!(f, "its errors are {found}, where {allowed} are allowed")
    }
}

/// The targets, and the functions from which their scales are computed. The scales of accelerations need the forces
/// and the mass matrix; those under constraints need the forces and the functions in `MEASURES`.
#[must_use]
pub fn needed(targets: &[Target]) -> BTreeSet<Target> {
    let target = |function| Target {
        function,
        link: None,
    };
    let mut needed: BTreeSet<Target> = targets.iter().copied().collect();
    for forces in targets.iter().filter_map(|of| forces_of(of.function)) {
        needed.insert(target(forces));
        needed.insert(target(Function::MassMatrix));
    }
    for quantity in targets.iter().map(|of| of.function.quantity()) {
        let measures = match quantity {
            Quantity::ConstrainedInverse { .. } => &actuation::MEASURES[..],
            _ if quantity.solves_constraints() => &MEASURES,
            _ => continue,
        };
        let measures = measures.iter().copied();
        needed.extend(measures.chain([forces_under(quantity)]).map(target));
    }
    needed
}

/// The textbook's values of some targets, in one program. All targets that are [`needed`] have to be among them.
pub struct Measures {
    /// The program.
    pub program: Program,
    /// The range of outputs of each target.
    pub parts: BTreeMap<Target, Range<usize>>,
}

impl Judge {
    /// The judge of a robot, from the textbook's program of all its targets.
    #[must_use]
    pub fn new(robot: &StateRanges<'_>, textbook: &Measures, factor: f64) -> Self {
        let trial = |states| {
            let trial = Trial::new(states, robot.states(), robot.motors(), textbook);
            Arc::new(trial.with_released())
        };
        let narrow = trial(robot.narrow());
        let wide = match robot.has_unit_norms() {
            // A quaternion that is rounded to f32 does not have unit length in f64.
            true => trial(robot.wide()),
            false => Arc::clone(&narrow),
        };
        let expectation = Expectation::new(&robot.many(), robot.motors(), textbook);
        Self {
            wide,
            narrow,
            expectation: Arc::new(expectation),
            factor,
        }
    }

    /// Checks that a program is accurate enough at all states at which this can be measured.
    ///
    /// # Errors
    /// An entry is less accurate than the textbook's by more than the factor.
    ///
    /// # Panics
    /// If the target was not among those of [`Judge::new`].
    pub fn admits(&self, target: Target, program: &Program) -> Result<(), Inaccurate> {
        let mut refused: Option<Inaccurate> = None;
        for Compared { found, textbook } in self.states(target, program).into_iter().flatten() {
            let allowed = textbook.at_least(FREE).times(self.factor);
            if !found.within(&allowed) && refused.is_none_or(|known| known.found.within(&found)) {
                refused = Some(Inaccurate { found, allowed });
            }
        }
        refused.map_or(Ok(()), Err)
    }

    /// The rounding error of a program: the larger of the error that is found at the states of the trial, and the error
    /// that is expected at many states. None: there is no state at which it can be measured.
    ///
    /// # Panics
    /// As above.
    #[must_use]
    pub fn rounding(&self, target: Target, program: &Program) -> Option<Rounding> {
        let mut found = self.wide.rounding(target, program)?;
        if !Arc::ptr_eq(&self.wide, &self.narrow) {
            found = found.with_f32_of(&self.narrow.rounding(target, program)?);
        }
        let expected = self.expectation.rounding(target, program);
        Some(expected.map_or(found, |expected| found.or_larger(&expected)))
    }

    /// The largest errors that are found for a program. None: there is no state at which they can be measured.
    ///
    /// # Panics
    /// As above.
    #[must_use]
    pub fn found(&self, target: Target, program: &Program) -> Option<Errors> {
        let wide = self.wide.found(target, program)?;
        let f32 = self.narrow.found(target, program)?.f32;
        Some(Errors { f32, ..wide })
    }

    /// The errors of all entries of a program at each state at which it can be measured.
    fn states(&self, target: Target, program: &Program) -> Vec<Vec<Compared>> {
        let wide = self.wide.errors(target, program);
        if Arc::ptr_eq(&self.wide, &self.narrow) {
            return wide.into_iter().flatten().collect();
        }
        let narrow = self.narrow.errors(target, program);
        let of_each_float = |wide: Errors, narrow: Errors| Errors {
            f64: wide.f64,
            f32: narrow.f32,
        };
        let both = |(wide, narrow): (Compared, Compared)| Compared {
            found: of_each_float(wide.found, narrow.found),
            textbook: of_each_float(wide.textbook, narrow.textbook),
        };
        let states = wide.into_iter().zip(narrow);
        let states = states.filter_map(|(wide, narrow)| Some(wide?.into_iter().zip(narrow?)));
        states.map(|entries| entries.map(both).collect()).collect()
    }
}

impl Trial {
    fn new(
        states: [InputState; LANES],
        different: usize,
        motors: Motors<'_>,
        textbook: &Measures,
    ) -> Self {
        let Measures { program, parts } = textbook;
        let mut numbers = PreciseNumbers::default();
        let known = run::<TextbookValues>(program, &states, different, &mut numbers);
        let with = |exact: &[Vec<Double>]| Self::measured(&states, motors, parts, &known, exact);
        let exact = |lane: usize| known.iter().map(|known| known[lane].exact).collect();
        let doubles: Vec<Vec<Double>> = (0..different).map(exact).collect();
        let mut measured = with(&doubles);
        if !measured.values().flatten().all(Measured::is_certain) {
            measured = with(&numbers.run(program, &states[..different]));
        }
        Self {
            states,
            measured,
            unforced: None,
        }
    }

    /// Adds accelerations without applied forces.
    fn with_released(mut self) -> Self {
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
        let measured = of_accelerations.map(|(&target, measured)| {
            let each = measured.iter().zip(metrics).zip(&self.states);
            let each = each.map(|((of, metric), state)| {
                let forces = state.values(InputKind::Tau);
                let exact = unforced::without(&of.exact, &metric.exact, forces);
                Measured {
                    exact,
                    ..of.clone()
                }
            });
            (target, each.collect())
        });
        let measured = measured.collect();
        self.unforced = Some(Box::new(Self {
            states,
            measured,
            unforced: None,
        }));
        self
    }

    /// Measures the textbook's program against true values at each state.
    fn measured(
        states: &[InputState; LANES],
        motors: Motors<'_>,
        parts: &BTreeMap<Target, Range<usize>>,
        known: &[[TextbookValues; LANES]],
        exact: &[Vec<Double>],
    ) -> BTreeMap<Target, Vec<Measured>> {
        let mut measured: BTreeMap<Target, Vec<Measured>> = BTreeMap::new();
        for (lane, exact) in exact.iter().enumerate() {
            let values = ExactValues {
                state: &states[lane],
                exact,
                terms: known.iter().map(|known| known[lane].terms.size).collect(),
                motors,
                parts,
            };
            for (&target, outputs) in parts {
                let known = &known[outputs.clone()];
                let mut conditions = Conditions::of(&values, target, outputs.clone());
                let pivots = std::mem::take(&mut conditions.pivots);
                let mut own = Measured {
                    exact: exact[outputs.clone()].to_vec(),
                    textbook: Vec::new(),
                    conditions,
                };
                let floats = known.iter().map(|known| known[lane].expected.floats);
                let expected = known.iter().map(|known| known[lane].expected.error());
                own.textbook = own.counted(&own.errors(floats), expected);
                // Set after the textbook's own errors are computed, since these are not multiplied by the square of
                // the least pivot.
                own.conditions.pivots = pivots;
                measured.entry(target).or_default().push(own);
            }
        }
        measured
    }

    /// The errors of all entries of a program at each state. None: they cannot be measured at this state.
    fn errors(&self, target: Target, program: &Program) -> Vec<Option<Vec<Compared>>> {
        let measured = &self.measured[&target];
        let found = run::<FloatPair>(program, &self.states, measured.len(), &mut ());
        let at = |(lane, at): (usize, &Measured)| {
            let floats = found.iter().map(|found| found[lane]);
            let pairs = at.errors(floats).into_iter().zip(at.textbook.clone());
            let entries = pairs.map(|(found, textbook)| Compared { found, textbook });
            (!at.conditions.is_singular).then(|| entries.collect())
        };
        measured.iter().enumerate().map(at).collect()
    }

    /// Evaluates a program at the states that are representative of others, or, if there are none, at all states at
    /// which it can be measured.
    fn clearest<R>(
        &self,
        target: Target,
        program: &Program,
        of: impl Fn(&Measured, Vec<FloatPair>) -> R,
    ) -> Vec<R> {
        let measured = &self.measured[&target];
        let found = run::<FloatPair>(program, &self.states, measured.len(), &mut ());
        let measured = measured.iter().enumerate();
        let measured = measured.filter(|(_, at)| at.has_value()).collect();
        let clearest = clearest(measured, |(_, at)| &at.conditions).into_iter();
        clearest
            .map(|(lane, at)| of(at, found.iter().map(|found| found[lane]).collect()))
            .collect()
    }

    fn rounding(&self, target: Target, program: &Program) -> Option<Rounding> {
        let largest = stated(&self.clearest(target, program, Measured::found))?;
        let unforced = self.unforced.as_ref();
        let unforced = unforced.filter(|trial| trial.measured.contains_key(&target));
        let unforced = unforced.and_then(|trial| trial.rounding(target, program));
        let largest = unforced.map_or(largest, |of| largest.or_larger(&of));
        let mut measured = self.measured[&target].iter();
        Some(Rounding {
            has_gaps: measured.any(|at| !at.conditions.is_singular && !at.has_value()),
            ..largest
        })
    }

    fn found(&self, target: Target, program: &Program) -> Option<Errors> {
        let each = self.clearest(target, program, |at, floats| {
            largest(at.errors(floats.into_iter()))
        });
        each.into_iter().reduce(|a, b| a.or_larger(&b))
    }
}

impl Measured {
    /// Whether 106 bits are enough for the true values, which lose as many bits as the textbook's floats of 53 bits
    /// do.
    fn is_certain(&self) -> bool {
        self.textbook.iter().all(|errors| errors.f64 <= FEW) && self.exact.iter().all(is_finite)
    }

    /// Whether the function has a value at this state, unlike, for example, the logarithm of a negative number.
    fn has_value(&self) -> bool {
        !self.exact.iter().any(|exact| exact.nearest().is_nan())
    }

    /// The errors of some outputs at a state, in units in the last place of their scales.
    fn errors(&self, outputs: impl Iterator<Item = FloatPair>) -> Vec<Errors> {
        if self.conditions.is_singular {
            return vec![Errors::NONE; self.exact.len()];
        }
        let outputs: Vec<FloatPair> = outputs.collect();
        let values = outputs.iter().map(|output| output.f64);
        let left = self.conditions.left_by_pivots(values);
        let entries = outputs.iter().zip(&self.exact).zip(&self.conditions.sizes);
        let errors = entries.map(|((output, exact), size)| Errors {
            f64: left * ulps(exact, output.f64, *size),
            f32: left * ulps(exact, output.f32, *size),
        });
        errors.collect()
    }

    /// The errors that are found at this state.
    fn found(&self, floats: Vec<FloatPair>) -> ErrorsAt {
        let sizes = &self.conditions.sizes;
        let results = self.exact.iter().map(|exact| exact.nearest().abs());
        let results = results.zip(sizes);
        let results = results.filter(|(result, size)| *result > NOTHING * *size);
        let result = results.map(|(result, _)| result).fold(0.0, f64::max);
        ErrorsAt::new(&self.errors(floats.into_iter()), sizes, result)
    }

    /// The textbook's errors, as used in comparisons. An error may be small at a single state by luck. So it counts
    /// as at least the expected error, but the latter is limited to the largest error found for any entry. In f32
    /// that largest error may be small by luck too, if there is only one entry and none of its digits are left. So
    /// the limit in f32 is at least the largest error in f64, which comes from the same roundings.
    fn counted(&self, found: &[Errors], expected: impl Iterator<Item = f64>) -> Vec<Errors> {
        let mut largest = found
            .iter()
            .fold(Errors::NONE, |largest, found| largest.or_larger(found));
        largest.f32 = largest.f32.max(largest.f64);
        let expected = expected
            .zip(&self.conditions.sizes)
            .map(|(error, size)| error / size);
        let entries = found.iter().zip(expected);
        let counted = entries.map(|(found, expected)| found.or_larger(&largest.at_most(expected)));
        counted.collect()
    }
}

fn is_finite(exact: &Double) -> bool {
    exact.nearest().is_finite()
}

/// The error of a float, in units in the last place of a size.
fn ulps<F: Float>(exact: &Double, found: F, size: f64) -> f64 {
    let error = exact.distance(found.wide());
    let ulps = match error == 0.0 {
        true => 0.0,
        false => error / (size * F::EPSILON),
    };
    match ulps.is_nan() {
        true => f64::INFINITY,
        false => ulps,
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
        let states = std::array::from_fn(|_| InputState::of([(InputKind::Q, vec![0.7])]));
        let textbook = Measures {
            program: b.finish(&[mass]),
            parts: BTreeMap::from([(target, 0..1)]),
        };
        let motors = Motors {
            actuation: &Actuation::default(),
            eps: None,
        };
        let trial = Trial::new(states, 1, motors, &textbook);
        trial.measured[&target][0].exact[0]
    }

    /// `x + 10^30 - 10^30`: 6 of 106 bits are left, or 28 of 128.
    #[test]
    fn true_values_have_more_bits_where_floats_have_none() {
        let mass = true_mass(|b, x, number| {
            let large = b.constant(&number("1e30"));
            let square = b.mul(x, x);
            let sum = b.add(large, x);
            let more = b.add(sum, square);
            let less = b.sub(more, large);
            b.sub(less, square)
        });
        let error = mass.distance(0.7);
        assert!(error < 1e-7, "{error:e}");
    }

    /// Robot 198 of `random_robots`: the sine of 600 000 times a position, which f32 had nearly right by luck.
    #[test]
    fn luck_in_f32_is_no_measure() {
        let entry = Measured {
            exact: vec![Double::from(0.0)],
            textbook: Vec::new(),
            conditions: Conditions {
                sizes: vec![1.0],
                is_singular: false,
                is_clear: true,
                pivots: Vec::new(),
            },
        };
        let found = Errors { f64: 2e5, f32: 6e3 };
        let counted = |expected: f64| entry.counted(&[found], std::iter::once(expected))[0];
        assert_eq!(counted(1e6), Errors { f64: 2e5, f32: 2e5 });
        assert_eq!(counted(1e4), Errors { f64: 2e5, f32: 1e4 });
        assert_eq!(counted(10.0), found);
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

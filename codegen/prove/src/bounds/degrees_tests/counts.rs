//! Each count of a degree, measured by itself: all factors of one kind are multiplied by t, or become fractions of t, and the
//! difference of both sides is a polynomial or a fraction in t of the degree that the equation states.

use std::mem::{Discriminant, discriminant};
use std::ops::Range;

use super::interpolation::highest_degrees;
use super::{DegreeProbe, Differences, outputs, record, target_of};
use crate::arithmetic::Residue;
use crate::described::{examine, system_of, system_of_struct};
use crate::equations::{Degree, Equation, LinearSystems};
use crate::evaluation::{ResidueState, SystemPrograms};
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::{Function, Quantity, Target};
use multibody_description::signature::ArgumentRow;
use multibody_description::system::Actuator;
use multibody_program::exact::integer;
use multibody_program::ir::{Builder, InputKind, Program, Value};

/// Two links in space; a wrench acts on the second one.
const LINKS: &str = "gravity = [1, 2, -9.81], \
    joint first { revolute, axis: y, parent: world, child: upper, armature: 0.3 }, \
    joint second { revolute, axis: x, parent: upper, child: lower, origin: [0.2, 0.1, 0.5] }, \
    body upper { mass: 1.5, com: [0.1, 0.2, 0.25], inertia: diag(0.1, 0.3, 0.2) }, \
    body lower { mass: 2.5, com: [0.3, 0.1, 0.15], inertia: diag(0.3, 0.1, 0.2) },";
/// A third link.
const TIP: &str = "joint third { revolute, axis: z, parent: lower, child: tip, origin: [0.1, 0.3, 0.4] }, \
    body tip { mass: 0.5, com: [0.2, 0.1, 0.2], inertia: diag(0.1, 0.2, 0.25) },";
/// A row without placements, a row with some, and two rows for three links.
const ROW: &str = "constraint row: first * second - sin(second),";
const SURFACE: &str = "surface dome { at: [lower, [0.1, 0, 0.3]], equation: x * z - 0.1 },";
const CIRCLE: &str = "circle rim { at: [tip, [0.1, 0, 0.3]], axis: y, radius: 0.3 },";
/// Energies and forces that are proportional to a parameter.
const EXPRESSIONS: &str = "kinetic = s * first_dot.powi(2) / (2 + cos(second)), potential = s * sin(first - second), \
    force(first) = s * second_dot, \
    spring cord { from: [world, [1, 0, 1]], to: [lower, [0, 0, 1]], stiffness: s, length: 0.2 },";
/// The largest number of points that a count needs.
const POINTS: usize = 40;

/// A system at one state, for one function.
struct Measurement<'a> {
    system: &'a ExaminedSystem,
    programs: SystemPrograms,
    target: Target,
    constants: Program,
}

impl<'a> Measurement<'a> {
    fn new(system: &'a ExaminedSystem, function: Function) -> Self {
        let count = outputs(system, function);
        let mut b = Builder::new();
        let values: Vec<Value> = (0..count).map(|k| b.integer(3 + k as i64)).collect();
        Self {
            system,
            programs: SystemPrograms::of(system),
            target: target_of(system, function),
            constants: b.finish(&values),
        }
    }

    /// The highest degree in t of the differences of both sides.
    fn degree(&self, evaluation: impl Fn(Residue) -> Option<Differences>) -> usize {
        let degrees = highest_degrees(POINTS, |t| Some(evaluation(t)?.differences))
            .unwrap_or_else(|| panic!("{} has no low degree", self.target.function));
        degrees.into_iter().max().unwrap_or(0)
    }

    fn state(&self) -> ResidueState {
        ResidueState::random(self.system, &self.programs, 1, 1)
    }

    /// The state with t as time. The equation itself does not depend on time.
    fn at_time(&self, t: Residue) -> ResidueState {
        let mut state = self.state();
        state.set(InputKind::Time, vec![t]);
        state
    }

    /// The degree if the numbers in a range are multiplied by t.
    fn numbers_in(&self, range: Range<usize>) -> usize {
        let mut programs = SystemPrograms::of(self.system);
        let mut b = Builder::new();
        let mut numbers = b.inline(&programs.numbers, |b, input| {
            b.input(input.kind, input.index as usize)
        });
        let factor = b.input(InputKind::Time, 0);
        for number in &mut numbers[range] {
            *number = b.mul(factor, *number);
        }
        programs.numbers = b.finish(&numbers);
        let (system, constants) = (self.system, &self.constants);
        self.degree(|t| {
            record(
                system,
                &programs,
                constants,
                self.target,
                self.at_time(t),
                |_| {},
            )
        })
    }

    /// The degree if the placement of the first joint is multiplied by t. Its twelve numbers follow those of links.
    fn placements(&self) -> usize {
        let first = self.end_of_link_numbers();
        self.numbers_in(first..first + 12)
    }

    fn numbers(&self) -> usize {
        self.numbers_in(0..self.end_of_link_numbers())
    }

    /// How many numbers gravity and links have. The numbers of joints follow these.
    fn end_of_link_numbers(&self) -> usize {
        3 + 13 * self.system.tree.links.len()
    }

    /// The degree if angles are 0, but their derivatives are t times as large.
    fn derivatives(&self) -> usize {
        self.degree(|t| {
            let mut system = self.system.clone();
            let joints = system.system.tree.joints.iter_mut();
            for motion in joints.flat_map(|joint| &mut joint.motions) {
                motion.multiplier = integer(t.value() as i64);
            }
            let programs = SystemPrograms::of(&system);
            let state = self.state().with_tangents(|_| Residue::ZERO);
            let constants = &self.constants;
            record(&system, &programs, constants, self.target, state, |_| {})
        })
    }

    fn vectors(&self) -> usize {
        self.degree(|t| {
            let mut state = self.state();
            for kind in ArgumentRow::ALL
                .iter()
                .filter(|row| row.range.counts_as_vector())
                .map(|row| row.kind)
            {
                let values = state.values(kind).iter().map(|&x| x * t).collect();
                state.set(kind, values);
            }
            self.record(&self.constants, state, |probe| probe.vectors = t)
        })
    }

    fn rows(&self, t: Residue) -> Option<Differences> {
        self.record(&self.constants, self.state(), |probe| probe.rows = t)
    }

    /// The degree if the program's values are `(a t + b) / (t + s)`, with the sum s of all rates.
    fn evaluations(&self) -> usize {
        let mut b = Builder::new();
        let time = b.input(InputKind::Time, 0);
        let rates = (0..self.system.nv()).map(|v| b.input(InputKind::Qd, v));
        let rates: Vec<Value> = rates.collect();
        let sum = b.sum(rates);
        let divisor = b.add(time, sum);
        let values = (0..self.constants.outputs().len() as i64).map(|k| {
            let [factor, offset] = [3, 5].map(|by| b.integer(by + k * k));
            let product = b.mul(factor, time);
            let numerator = b.add(product, offset);
            b.div(numerator, divisor)
        });
        let values: Vec<Value> = values.collect();
        let program = b.finish(&values);
        self.degree(|t| self.record(&program, self.at_time(t), |_| {}))
    }

    /// The degree if t is the parameter to which energies and forces are proportional, at a state at which the spring's length
    /// exists.
    fn expressions(&self) -> usize {
        let candidates =
            (1..64).map(|seed| ResidueState::random(self.system, &self.programs, 1, seed));
        let differences = |state: &ResidueState, t| {
            let mut state = state.clone();
            state.set(InputKind::Parameter, vec![t]);
            self.record(&self.constants, state, |_| {})
        };
        let mut states = candidates.filter(|state| differences(state, Residue::ONE).is_some());
        let state = states.next().expect("a state with a length");
        self.degree(|t| differences(&state, t))
    }

    fn record(
        &self,
        program: &Program,
        state: ResidueState,
        probe: impl FnOnce(&mut DegreeProbe),
    ) -> Option<Differences> {
        let (system, programs) = (self.system, &self.programs);
        record(system, programs, program, self.target, state, probe)
    }
}

/// An actuator along both hinges, with all coefficients.
fn actuator() -> Actuator {
    Actuator {
        name: "motor".to_owned(),
        rates: [(0, 2), (1, 3)].map(|(v, x)| (v, integer(x))).into(),
        constant: integer(1),
        gear: integer(5),
        gain: [1, 2, 3].map(integer),
        bias: [4, 5, 6].map(integer),
        control_range: [0.0; 2],
        force_range: [0.0; 2],
    }
}

/// The names of counts.
const COUNTS: [&str; 7] = [
    "placements",
    "derivatives",
    "numbers",
    "evaluations",
    "vectors",
    "expressions",
    "rows",
];

fn counts(degree: Degree) -> [usize; 7] {
    let counts = [
        degree.placements,
        degree.derivatives,
        degree.constants,
        degree.evaluations,
        degree.vector_entries,
        degree.expressions,
        degree.rows,
    ];
    counts.map(|count| count as usize)
}

/// An equation, and the largest counts of its functions.
struct MeasuredEquation {
    kind: Discriminant<Quantity>,
    degree: Degree,
    function: Function,
    counts: [usize; 7],
}

/// No function has more factors of any kind than its equation states, and some functions of each equation have as many.
/// Once these are found, the other functions of the equation are measured only with `MULTIBODY_TESTS=all`.
#[test]
fn equations_state_their_degrees() {
    let [mut row_system, surface_system] =
        [ROW, SURFACE].map(|row| examine(system_of(&format!("{LINKS} {row}"))));
    row_system.system.actuators = vec![actuator()];
    let text = format!("{LINKS} {ROW} {EXPRESSIONS}");
    let expression_system = examine(system_of_struct("struct Robot { s: f64 }", &text));
    let mut equations: Vec<MeasuredEquation> = Vec::new();
    for function in Function::ALL {
        let kind = discriminant(&function.quantity());
        let measurement = Measurement::new(&row_system, function);
        let degree = Equation::of(measurement.target).degree;
        let limits = counts(degree);
        let known_index = equations
            .iter()
            .position(|equation| equation.kind == kind && equation.degree == degree);
        if !cfg!(all_tests) && known_index.is_some_and(|index| equations[index].counts == limits) {
            continue;
        }
        let degrees = [
            measurement.placements(),
            Measurement::new(&surface_system, function).derivatives(),
            measurement.numbers(),
            measurement.evaluations(),
            measurement.vectors(),
            Measurement::new(&expression_system, function).expressions(),
            measurement.degree(|t| measurement.rows(t)),
        ];
        let is_stated = degrees
            .iter()
            .zip(limits)
            .all(|(&degree, limit)| degree <= limit);
        assert!(
            is_stated,
            "{function}: {COUNTS:?}: {degrees:?} > {limits:?}"
        );
        let index = known_index.unwrap_or(equations.len());
        if known_index.is_none() {
            let counts = degrees;
            equations.push(MeasuredEquation {
                kind,
                degree,
                function,
                counts,
            });
        }
        let maxima = equations[index].counts.iter_mut().zip(degrees);
        maxima.for_each(|(maximum, degree)| *maximum = degree.max(*maximum));
    }
    assert!(equations.len() >= 29, "{}", equations.len());
    for MeasuredEquation {
        degree,
        function,
        counts: degrees,
        ..
    } in equations
    {
        assert_eq!(degrees, counts(degree), "{function}: {COUNTS:?}");
    }
}

/// If ranks decide an equation, its minors have as many rows as there are constraints.
#[test]
fn minors_have_as_many_rows_as_there_are_constraints() {
    let mut system = examine(system_of(&format!("{LINKS} {TIP} {CIRCLE}")));
    system.system.has_motor = vec![true, false, false];
    let mut count = 0;
    for function in Function::ALL {
        let measurement = Measurement::new(&system, function);
        let uses_ranks =
            Equation::of(measurement.target).degree.decided_by == LinearSystems::LeastMotorForces;
        let minors = |t| Some(measurement.rows(t)?.minors);
        assert_eq!(
            minors(Residue::ONE).map(|minors| minors.len()),
            Some(usize::from(uses_ranks))
        );
        if uses_ranks {
            assert_eq!(highest_degrees(POINTS, minors), Some(vec![2]), "{function}");
            count += 1;
        }
    }
    assert_eq!(count, 2);
}

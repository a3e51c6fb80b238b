//! Total degrees: if all drawn numbers change along a line, the difference of both sides is a rational function of one variable,
//! whose degree is at most the bound.

use super::interpolation::highest_degrees;
use super::{Differences, outputs, record, target_of};
use crate::arithmetic::{DrawResidues, Residue};
use crate::bounds::{bounds, roots};
use crate::described::{examine, system_of, system_of_struct};
use crate::evaluation::{ResidueState, SystemPrograms};
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::{Function, Quantity, Target};
use multibody_description::joint::orientations;
use multibody_description::signature::{ArgumentRange, ArgumentRow};
use multibody_program::exact::{Rational, integer};
use multibody_program::ir::{self, Builder, InputKind, Program, Value};
use multibody_support::random::Random;

/// Two links in a plane.
const LINKS: &str = "gravity = [0, 0, -9.81], \
    joint first { revolute, axis: y, parent: world, child: upper, damping: 0.1 }, \
    joint second { revolute, axis: y, parent: upper, child: lower, origin: [0, 0, 0.5] }, \
    body upper { mass: 1.5, com: [0.1, 0, 0.25], inertia: diag(0.1, 0.1, 0.01) }, \
    body lower { mass: 0.5, com: [0, 0, 0.2], inertia: diag(0.1, 0.2, 0.01) },";
const CIRCLE: &str = "circle rim { at: [lower, [0.1, 0, 0.3]], axis: y, radius: 0.3 },";
const ROW: &str = "constraint row: sin(first) * second / (2 + cos(second)) - first,";
const RATE_ROW: &str = "constraint row: first_dot * cos(second) + second_dot / (3 + sin(first)),";
const SURFACE: &str =
    "surface dome { at: [lower, [0.1, 0, 0.3]], equation: x * z - 0.1 / (2 + x) },";
const ROLLING: &str = "contact tip { at: [lower, [0.1, 0, 0.3]], axes: link },";
const SPRING: &str = "spring cord { from: [world, [1, 0, 1]], to: [lower, [0, 0, 1]], stiffness: 3, length: 0.2, damping: 0.1 },";
const ROOT: &str = "potential = sqrt(first * second + 2),";
const ENERGIES: &str =
    "kinetic = first_dot.powi(2) / (2 + cos(second)), potential = sin(first - second),";
const PLACED: &str = "particle bead { mass: 2, position: [first / (2 + second), t, cos(second)] },";
/// Joints of one body, with all charts whose equations have bounds.
const CHARTS: [&str; 7] = [
    "ball",
    "ball, rates: derivative",
    "ball, chart: modified_rodrigues",
    "ball, chart: modified_rodrigues, rates: derivative",
    "ball, chart: zyx",
    "floating",
    "planar, axis: z",
];
/// The largest number of points.
const POINTS: usize = 1024;

/// An equation along a line.
struct Line<'a> {
    system: &'a ExaminedSystem,
    programs: SystemPrograms,
    program: &'a Program,
    target: Target,
    /// The number of choices of roots.
    choices: u32,
}

impl Line<'_> {
    /// For each number that has to be 0 at a point of the line, the product of its values with all choices of roots.
    fn products_at(&self, t: Residue) -> Option<Vec<Residue>> {
        let values = (0..self.choices).map(|choice| {
            let record = self.with_roots(t, choice)?;
            Some([record.differences, record.minors].concat())
        });
        let lists: Vec<Vec<Residue>> = values.collect::<Option<_>>()?;
        let product = |k: usize| {
            lists
                .iter()
                .fold(Residue::ONE, |product, values| product * values[k])
        };
        Some((0..lists[0].len()).map(product).collect())
    }

    fn with_roots(&self, t: Residue, choice: u32) -> Option<Differences> {
        let ends = [1, 2].map(|seed| ResidueState::random(self.system, &self.programs, 1, seed));
        let on_line = |[a, b]: [Residue; 2]| a + t * b;
        let mut state = ends[0]
            .clone()
            .with_other_roots(choice)
            .with_tangents(|input| {
                let mut random = Random::new(100 * input.kind as u64 + u64::from(input.index));
                on_line([random.residue(), random.residue()])
            });
        let arguments = ArgumentRow::ALL
            .iter()
            .filter(|row| row.range != ArgumentRange::Switches);
        for kind in arguments.map(|row| row.kind).chain([InputKind::Parameter]) {
            let [a, b] = ends.each_ref().map(|end| end.values(kind));
            let values = a.iter().zip(b).map(|(&a, &b)| on_line([a, b]));
            state.set(kind, values.collect());
        }
        let mut positions = state.values(InputKind::Q).to_vec();
        for coordinate in &self.system.coordinates {
            for (offset, chart) in orientations(coordinate.kind.positions()) {
                let t = integer(t.value() as i64);
                let numbers = [2, 3, 5].map(|k| integer(7 - k) + &t * integer(k));
                let samples = chart
                    .sample(numbers)
                    .into_iter()
                    .map(|x: Rational| Residue::of(&x).expect("small numbers"));
                let entries = &mut positions[coordinate.q + offset..];
                entries
                    .iter_mut()
                    .zip(samples)
                    .for_each(|(entry, x)| *entry = x);
            }
        }
        state.set(InputKind::Q, positions);
        let (system, programs) = (self.system, &self.programs);
        record(system, programs, self.program, self.target, state, |_| {})
    }
}

/// Checks that the bound of a function is not below the degrees of the numbers that have to be 0, and returns the highest degree.
/// None: the function has no bound, or a degree is too high for 1024 points.
fn check_bound(
    system: &ExaminedSystem,
    function: Function,
    value: impl Fn(&mut Builder, i64) -> Value,
) -> Option<usize> {
    let mut b = Builder::new();
    let values = (0..outputs(system, function) as i64).map(|k| value(&mut b, k));
    let values: Vec<Value> = values.collect();
    let program = b.finish(&values);
    let target = target_of(system, function);
    let bound = bounds(system, target, &program)?;
    let programs = SystemPrograms::of(system).with_angles_of(&program);
    let mut roots = roots::count(&program) as u32 + system.point_springs.len() as u32;
    (programs.symbolic).for_each(|expression| roots += roots::count(expression) as u32);
    let line = Line {
        system,
        programs: programs.with_key([1; 32], 61),
        program: &program,
        target,
        choices: 1 << roots,
    };
    let degree = highest_degrees(POINTS, |t| line.products_at(t))?
        .into_iter()
        .max()?;
    assert!(
        degree as f64 <= bound.degree,
        "{function}: {degree} > {bound:?}"
    );
    Some(degree)
}

/// A number of degree 3 over one of degree 1.
fn fraction(b: &mut Builder, k: i64) -> Value {
    let [first, second] = [0, 1].map(|index| b.input(InputKind::Q, index));
    let rate = b.input(InputKind::Qd, 0);
    let product = b.mul(first, second);
    let product = b.mul(product, rate);
    let [factor, number] = [2 + k * k, 3].map(|x| b.integer(x));
    let product = b.mul(factor, product);
    let divisor = b.sub(number, second);
    b.div(product, divisor)
}

/// The sum of the degrees of some functions of a system, all of which have bounds above them.
fn sum_of_degrees(system: &ExaminedSystem, functions: impl IntoIterator<Item = Function>) -> usize {
    let degrees = functions.into_iter().map(|function| {
        let degree = check_bound(system, function, fraction);
        degree.unwrap_or_else(|| panic!("{function} has no bound, or its degree is too high"))
    });
    degrees.sum()
}

fn system(items: &str) -> ExaminedSystem {
    examine(system_of(&format!("{LINKS} {items}")))
}

/// All functions with bounds.
fn functions_with_bounds() -> impl Iterator<Item = Function> {
    let has_pivots = |quantity: Quantity| matches!(quantity, Quantity::Constrained(response) if response.has_pivots());
    Function::ALL
        .into_iter()
        .filter(move |function| !has_pivots(function.quantity()))
}

/// A body on a joint, with a row.
fn body(joint: &str) -> ExaminedSystem {
    examine(system_of(&format!(
        "gravity = [1, 2, -9.81], joint carrier {{ {joint}, parent: world, child: bob }}, \
         body bob {{ mass: 1.5, com: [0.1, 0.2, 0.5], inertia: diag(0.1, 0.3, 0.2) }}, \
         surface dome {{ at: [bob, [0.1, 0, 0.3]], equation: x * z - 0.1 }},"
    )))
}

#[test]
fn bounds_of_all_functions_are_above_their_degrees() {
    let degrees = sum_of_degrees(&system(ROW), functions_with_bounds());
    assert!(degrees > 300, "{degrees}");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn bounds_of_all_functions_in_all_charts_are_above_their_degrees() {
    for joint in CHARTS {
        let degrees = sum_of_degrees(&body(joint), functions_with_bounds());
        assert!(degrees > 200, "{joint}: {degrees}");
    }
    for items in [CIRCLE, RATE_ROW, SURFACE, ROLLING] {
        let degrees = sum_of_degrees(&system(items), functions_with_bounds());
        assert!(degrees > 200, "{items}: {degrees}");
    }
}

#[test]
fn bounds_in_all_charts_are_above_degrees() {
    for joint in CHARTS {
        let degree = sum_of_degrees(&body(joint), [Function::ConstraintBias]);
        assert!(degree >= 4, "{joint}: {degree}");
    }
}

#[test]
fn bounds_are_above_degrees_of_expressions() {
    let functions = [
        Function::InverseDynamics,
        Function::MassMatrixInverse,
        Function::ConstraintImpulse,
    ];
    for items in [ENERGIES, PLACED] {
        let degrees = sum_of_degrees(&system(&format!("{items} {RATE_ROW}")), functions);
        assert!(degrees >= 20, "{items}: {degrees}");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn bounds_are_above_degrees_of_proximal_steps() {
    let mut system = system(RATE_ROW);
    system.system.regularization = Some(integer(1) / integer(1000));
    system.system.has_motor = vec![true, false];
    let functions = [
        Function::ConstrainedForwardDynamicsWithFeedback,
        Function::ConstrainedInverseDynamics,
    ];
    for function in functions {
        let degree = sum_of_degrees(&system, [function]);
        assert!(degree >= 30, "{function}: {degree}");
    }
}

#[test]
fn bounds_are_above_degrees_in_parameters() {
    let items = LINKS
        .replace("mass: 0.5", "mass: m / (1 + m)")
        .replace("[0, 0, 0.5]", "[0, 0, l / m]");
    let system = examine(system_of_struct("struct Robot { m: f64, l: f64 }", &items));
    let degree = sum_of_degrees(&system, [Function::ForwardDynamics]);
    assert!(degree >= 9, "{degree}");
}

/// Equations with a root in the Lagrangian, without and with another root in the program. Their norms have these degrees.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn bounds_are_above_degrees_of_norms() {
    let root_fraction = |b: &mut Builder, k: i64| {
        let (value, q) = (fraction(b, k), b.input(InputKind::Q, 0));
        let root = b.call(ir::Function::Sqrt, q);
        b.mul(value, root)
    };
    for items in [SPRING, ROOT] {
        let system = system(items);
        let function = Function::InverseDynamics;
        let one_root = check_bound(&system, function, fraction).unwrap();
        let two_roots = check_bound(&system, function, root_fraction).unwrap();
        assert!(one_root >= 14 && two_roots >= 28, "{one_root} {two_roots}");
    }
}

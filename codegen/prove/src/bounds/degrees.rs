//! The bounds, compared with degrees that are found modulo a prime: along a line through the drawn numbers, the difference of both
//! sides of an equation is a rational function of one variable, which its values determine.

use std::collections::BTreeMap;

use super::bounds;
use super::constraints::rows;
use super::lagrangian::placement;
use super::roots;
use super::values::ValueBounds;
use crate::arithmetic::{DrawResidues, Jet, Residue, SECOND};
use crate::constraints::{jacobian, least_by_steps, stepped};
use crate::described::{system_of, system_of_struct};
use crate::equations::{Proof, dot, times};
use crate::evaluation::{ResidueState, SystemPrograms};
use crate::examine::examine;
use crate::lagrangian::{Lagrangian, Path};
use crate::rank::{mass_matrix, solved};
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::{Function, Target, Terms};
use multibody_program::exact::integer;
use multibody_program::ir::{self, Builder, InputKind, Program, Value, evaluate};
use multibody_support::random::Random;

/// Two links in a plane.
const LINKS: &str = "gravity = [0, 0, -9.81], \
    joint first { revolute, axis: y, parent: world, child: upper, damping: 0.1 }, \
    joint second { revolute, axis: y, parent: upper, child: lower, origin: [0, 0, 0.5] }, \
    body upper { mass: 1.5, com: [0.1, 0, 0.25], inertia: diag(0.1, 0.1, 0.01) }, \
    body lower { mass: 0.5, com: [0, 0, 0.2], inertia: diag(0.1, 0.2, 0.01) },";
const CIRCLE: &str = "circle rim { at: [lower, [0.1, 0, 0.3]], axis: y, radius: 0.3 },";
const ROW: &str = "constraint row: sin(first) * second / (2 + cos(second)) - first,";
const OF_RATES: &str = "constraint row: first_dot * cos(second) + second_dot / (3 + sin(first)),";
const PLACE: &str = "surface dome { at: [lower, [0.1, 0, 0.3]], equation: x * z - 0.1 / (2 + x) },";
const ROLLING: &str = "contact tip { at: [lower, [0.1, 0, 0.3]], axes: link },";
const SPRING: &str = "spring cord { from: [world, [1, 0, 1]], to: [lower, [0, 0, 1]], stiffness: 3, length: 0.2, damping: 0.1 },";
const ROOT: &str = "potential = sqrt(first * second + 2),";
const ENERGIES: &str =
    "kinetic = first_dot.powi(2) / (2 + cos(second)), potential = sin(first - second),";

/// Kinds of inputs that are drawn.
const DRAWN: [InputKind; 10] = [
    InputKind::Q,
    InputKind::Qd,
    InputKind::Qdd,
    InputKind::Tau,
    InputKind::Feedback,
    InputKind::Restitution,
    InputKind::Weight,
    InputKind::Multipliers,
    InputKind::Time,
    InputKind::Parameter,
];

/// An equation along a line.
struct Line<'a> {
    system: &'a ExaminedSystem,
    programs: SystemPrograms,
    program: &'a Program,
    /// The number of choices of roots.
    choices: u32,
}

impl Line<'_> {
    /// The product of what has to be 0 at a point of the line with all choices of roots.
    fn at(&self, t: Residue, of: fn(&mut Proof<'_>, &[Residue]) -> Residue) -> Option<Residue> {
        let mut values = (0..self.choices).map(|choice| self.with_roots(t, choice, of));
        values.try_fold(Residue::ONE, |product, value| Some(product * value?))
    }

    fn with_roots(
        &self,
        t: Residue,
        choice: u32,
        of: fn(&mut Proof<'_>, &[Residue]) -> Residue,
    ) -> Option<Residue> {
        let ends = [1, 2].map(|seed| ResidueState::random(self.system, &self.programs, 0, seed));
        let between = |[a, b]: [Residue; 2]| a + t * b;
        let state = ends[0].clone().with_other_roots(choice);
        let mut state = state.with_tangents(|input| {
            let mut random = Random::new(100 * input.kind as u64 + u64::from(input.index));
            between([random.residue(), random.residue()])
        });
        for kind in DRAWN {
            let [a, b] = ends.each_ref().map(|end| end.values(kind));
            let values = a.iter().zip(b).map(|(&a, &b)| between([a, b]));
            state.set(kind, values.collect());
        }
        let mut proof = Proof {
            lagrangian: Lagrangian::new(self.system, &self.programs, state),
            wrench_links: &[],
            random: Random::new(5),
            program: self.program,
        };
        let values = evaluate(self.program, &mut proof.lagrangian.state);
        let value = of(&mut proof, &values);
        proof.lagrangian.state.failure.is_none().then_some(value)
    }

    /// The degrees of numerator and denominator.
    fn degrees(&self, of: fn(&mut Proof<'_>, &[Residue]) -> Residue) -> [usize; 2] {
        for count in [64, 128, 256, 512, 1024] {
            let points = (1..).map(Residue::new);
            let points = points
                .filter_map(|t| Some([t, self.at(t, of)?]))
                .take(count);
            if let Some(found) = degrees_of(&points.collect::<Vec<_>>()) {
                return found;
            }
        }
        panic!("the degrees are too high")
    }
}

/// Degrees of numerator and denominator of the rational function with these values, by Euclid's algorithm for the polynomial with
/// these values and the one that is 0 at all points. None: there are too few points.
fn degrees_of(points: &[[Residue; 2]]) -> Option<[usize; 2]> {
    let mut zeros = vec![Residue::ONE];
    let mut through: Vec<Residue> = Vec::new();
    for &[t, value] in points {
        let at = |polynomial: &[Residue]| {
            let coefficients = polynomial.iter().rev();
            coefficients.fold(Residue::ZERO, |sum, &c| sum * t + c)
        };
        let factor = (value - at(&through)) * at(&zeros).inverse().expect("the points differ");
        through.resize(zeros.len(), Residue::ZERO);
        through
            .iter_mut()
            .zip(&zeros)
            .for_each(|(own, &z)| *own = *own + factor * z);
        let mut next = vec![Residue::ZERO; zeros.len() + 1];
        for (at, &z) in zeros.iter().enumerate() {
            next[at + 1] = next[at + 1] + z;
            next[at] = next[at] - t * z;
        }
        zeros = next;
    }
    let degree = |polynomial: &[Residue]| polynomial.iter().rposition(|&x| x != Residue::ZERO);
    // Remainders, and their factors of `through`.
    let (mut before, mut rest) = (zeros, through);
    let (mut above, mut factor) = (vec![], vec![Residue::ONE]);
    let mut least: Option<[usize; 2]> = None;
    while let Some(own) = degree(&rest) {
        let below = degree(&factor).expect("it is not 0");
        if least.is_none_or(|[a, b]| own + below < a + b) {
            least = Some([own, below]);
        }
        let inverse = rest[own].inverse().expect("it is not 0");
        while let Some(high) = degree(&before).filter(|&high| high >= own) {
            let quotient = before[high] * inverse;
            let subtract = |from: &mut Vec<Residue>, of: &[Residue]| {
                from.resize(from.len().max(of.len() + high - own), Residue::ZERO);
                let shifted = from[high - own..].iter_mut().zip(of);
                shifted.for_each(|(x, &y)| *x = *x - quotient * y);
            };
            subtract(&mut before, &rest);
            subtract(&mut above, &factor);
        }
        (before, rest) = (rest, before);
        (above, factor) = (factor, above);
    }
    least.filter(|[a, b]| a + b + 4 < points.len())
}

/// Checks that the bound of a target is not below the degree of what has to be 0, and returns the degree.
fn checked(
    system: &ExaminedSystem,
    function: Function,
    make: impl FnOnce(&mut Builder) -> Vec<Value>,
    of: fn(&mut Proof<'_>, &[Residue]) -> Residue,
) -> usize {
    let mut b = Builder::new();
    let outputs = make(&mut b);
    let program = b.finish(&outputs);
    let link = None;
    let bound = bounds(system, Target { function, link }, &program).expect("a bound");
    let programs = SystemPrograms::of(system).with_angles_of(&program);
    let mut roots = roots::count(&program) as u32 + system.point_springs.len() as u32;
    (programs.symbolic).each(|of| roots += roots::count(of) as u32);
    let line = Line {
        system,
        programs: programs.with_key([1; 32], 61),
        program: &program,
        choices: 1 << roots,
    };
    let [degree, _] = line.degrees(of);
    assert!(
        degree as f64 <= bound.degree && degree > 0,
        "{function}: {degree} > {bound:?}"
    );
    degree
}

/// Numbers of degree 3 over one of degree 2: `sin(q0) q1 / (3 + i - q1)`.
fn outputs(b: &mut Builder, count: usize) -> Vec<Value> {
    let [first, second] = [0, 1].map(|at| b.input(InputKind::Q, at));
    let (sin, _) = b.sin_cos(first);
    let product = b.mul(sin, second);
    let output = |at: usize| {
        let number = b.integer(3 + at as i64);
        let divisor = b.sub(number, second);
        b.div(product, divisor)
    };
    (0..count).map(output).collect()
}

#[test]
fn rational_functions_are_found_from_their_values() {
    // (t^3 + 2) / (t^2 - 7)
    let points = (1..20).map(Residue::new).filter_map(|t| {
        let divisor = (t * t - Residue::new(7)).inverse()?;
        Some([t, (t * t * t + Residue::new(2)) * divisor])
    });
    assert_eq!(degrees_of(&points.collect::<Vec<_>>()), Some([3, 2]));
    let noise = Random::new(3).residues(40);
    let points: Vec<[Residue; 2]> = (1..)
        .map(Residue::new)
        .zip(noise)
        .map(|(t, x)| [t, x])
        .collect();
    assert_eq!(degrees_of(&points), None);
}

/// `d2C/dt2 + kd dC/dt + ks C` of the first row.
fn change_of_rate(proof: &mut Proof<'_>, qdd: &[Residue]) -> Residue {
    let qd = proof.values(InputKind::Qd);
    let gains = proof.values(InputKind::Feedback);
    let lagrangian = &mut proof.lagrangian;
    let along = Path::<8>::accelerating(&qd, qdd);
    let change = lagrangian.constraint_rates(&along)[0].0[SECOND];
    let along = Path::<2>::rate(qd.iter().map(|&x| Jet::constant(x)).collect()).in_time();
    let [value, rate] = [
        lagrangian.constraints(&along),
        lagrangian.constraint_rates(&along),
    ]
    .map(|rows| rows[0].0[0]);
    change + gains[0] * value + gains[1] * rate
}

fn inverse_dynamics(proof: &mut Proof<'_>, tau: &[Residue]) -> Residue {
    let qdd = proof.values(InputKind::Qdd);
    let w = proof.random.residues(qdd.len());
    let qd = proof.values(InputKind::Qd);
    dot(&w, tau) - proof.force_along(Terms::acting(false), &w, &qd, &qdd)
}

fn forward_dynamics(proof: &mut Proof<'_>, qdd: &[Residue]) -> Residue {
    let tau = proof.values(InputKind::Tau);
    let w = proof.random.residues(qdd.len());
    let qd = proof.values(InputKind::Qd);
    dot(&w, &tau) - proof.force_along(Terms::acting(false), &w, &qd, qdd)
}

/// `tau + J^T lambda` minus what the accelerations require.
fn constrained(proof: &mut Proof<'_>, values: &[Residue]) -> Residue {
    let (qdd, multipliers) = values.split_at(2);
    let tau = proof.values(InputKind::Tau);
    let (qd, w) = (proof.values(InputKind::Qd), proof.random.residues(2));
    let expected = proof.force_along(Terms::acting(false), &w, &qd, qdd);
    dot(&w, &tau) + dot(multipliers, &proof.along(&w)) - expected
}

fn feedback(proof: &mut Proof<'_>, values: &[Residue]) -> Residue {
    change_of_rate(proof, &values[..2])
}

/// `M^-1` along vectors.
fn mass_matrix_inverse(proof: &mut Proof<'_>, inverse: &[Residue]) -> Residue {
    let (u, w) = (proof.random.residues(2), proof.random.residues(2));
    let solved = times(inverse, &u);
    let motions = [proof.trajectory(&w), proof.trajectory(&solved)];
    let half = proof.lagrangian.kinetic(&motions[0], &motions[1]).0[0];
    dot(&w, &u) - half - half
}

/// The multiplier of the proximal steps, minus that of the program.
fn proximal(proof: &mut Proof<'_>, values: &[Residue]) -> Residue {
    let left = [feedback(proof, values)];
    let rows = jacobian(&mut proof.lagrangian, 2);
    let mass = mass_matrix(&mut proof.lagrangian, 2);
    let moved = solved(&mass, &rows[0]).expect("M is regular");
    let schur = dot(&rows[0], &moved);
    let right = schur * values[2] - left[0];
    let eps = Residue::new(1000).inverse().expect("not a divisor");
    stepped(&[vec![schur]], &[right], eps).expect("a solution")[0] - values[2]
}

/// The multiplier of least `|tau|^2 + w^2 |lambda|^2` that the steps find, minus that of the program.
fn least(proof: &mut Proof<'_>, values: &[Residue]) -> Residue {
    let rows = jacobian(&mut proof.lagrangian, 2);
    let required = [0, 1].map(|v| values[v] + values[3 + v] + rows[0][v] * values[2]);
    let weight = proof.values(InputKind::Weight)[0];
    let eps = Residue::new(1000).inverse().expect("not a divisor");
    let driven = &proof.lagrangian.system.driven;
    let found = least_by_steps(&rows, driven, &required, weight * weight, eps);
    found.expect("a solution")[0] - values[2]
}

/// Both sides of `J qd' = -e J qd`.
fn impulse(proof: &mut Proof<'_>, values: &[Residue]) -> Residue {
    let restitution = proof.values(InputKind::Restitution)[0];
    let qd = proof.values(InputKind::Qd);
    proof.along(&values[..2])[0] + restitution * proof.along(&qd)[0]
}

fn system(items: &str) -> ExaminedSystem {
    examine(system_of(&format!("{LINKS} {items}")))
}

#[test]
fn bounds_are_above_degrees_without_constraints() {
    for items in ["", ENERGIES] {
        let system = system(items);
        let degrees = [
            checked(
                &system,
                Function::InverseDynamics,
                |b| outputs(b, 2),
                inverse_dynamics,
            ),
            checked(
                &system,
                Function::ForwardDynamics,
                |b| outputs(b, 2),
                forward_dynamics,
            ),
            checked(
                &system,
                Function::MassMatrixInverse,
                |b| outputs(b, 4),
                mass_matrix_inverse,
            ),
        ];
        assert!(degrees.iter().all(|&degree| degree >= 7), "{degrees:?}");
    }
}

#[test]
fn bounds_are_above_degrees_with_constraints() {
    let with_feedback = Function::ConstrainedForwardDynamicsWithFeedback;
    for items in [CIRCLE, ROW, OF_RATES] {
        let mut system = system(items);
        for of in [constrained, feedback] {
            let degree = checked(&system, with_feedback, |b| outputs(b, 3), of);
            assert!(degree >= 7, "{degree}");
        }
        let degree = checked(
            &system,
            Function::ConstraintImpulse,
            |b| outputs(b, 3),
            impulse,
        );
        assert!(degree >= 5, "{degree}");
        system.system.regularization = Some(integer(1) / integer(1000));
        let degree = checked(&system, with_feedback, |b| outputs(b, 3), proximal);
        assert!(degree >= 30, "{degree}");
    }
}

#[test]
fn bounds_are_above_degrees_in_parameters() {
    let items = LINKS
        .replace("mass: 0.5", "mass: m / (1 + m)")
        .replace("[0, 0, 0.5]", "[0, 0, l / m]");
    let system = examine(system_of_struct("struct Robot { m: f64, l: f64 }", &items));
    let degree = checked(
        &system,
        Function::ForwardDynamics,
        |b| outputs(b, 2),
        forward_dynamics,
    );
    assert!(degree >= 9, "{degree}");
}

#[test]
fn bounds_are_above_degrees_of_motor_forces() {
    let mut system = system("constraint row: first * second,");
    system.system.regularization = Some(integer(1) / integer(1000));
    system.system.driven = vec![true, false];
    let function = Function::ConstrainedInverseDynamics;
    let degree = checked(&system, function, |b| outputs(b, 5), least);
    assert!(degree >= 50, "{degree}");
}

/// The norms of equations with a root in the Lagrangian, and one in the program.
#[test]
fn bounds_are_above_degrees_of_norms() {
    let rooted = |b: &mut Builder| {
        let outputs = outputs(b, 2);
        let q = b.input(InputKind::Q, 0);
        let root = b.call(ir::Function::Sqrt, q);
        outputs
            .into_iter()
            .map(|output| b.mul(output, root))
            .collect()
    };
    for items in [SPRING, ROOT] {
        let system = system(items);
        let function = Function::InverseDynamics;
        let one = checked(&system, function, |b| outputs(b, 2), inverse_dynamics);
        let two = checked(&system, function, rooted, inverse_dynamics);
        assert!(one >= 14 && two >= 28, "{one} {two}");
    }
}

/// The numerator and denominator of a row's second derivative, and their bounds.
#[test]
fn bounds_of_rows_are_above_their_degrees() {
    for items in [CIRCLE, ROW, OF_RATES, PLACE, ROLLING] {
        let system = system(items);
        let program = Builder::new().finish(&[]);
        let line = Line {
            system: &system,
            programs: SystemPrograms::of(&system),
            program: &program,
            choices: 1,
        };
        let found = line.degrees(|proof, _| {
            let [qd, qdd] = [InputKind::Qd, InputKind::Qdd].map(|kind| proof.values(kind));
            let along = Path::<8>::accelerating(&qd, &qdd);
            proof.lagrangian.constraint_rates(&along)[0].0[SECOND]
        });
        let mut values = ValueBounds::new(line.programs.parts.clone(), BTreeMap::new());
        line.programs.each(|of| values.add_constants(of));
        let numbers = values.outputs(&line.programs.numbers);
        let placement = placement(&mut values, &system, &line.programs, &numbers);
        let point = placement.times(&numbers);
        let rows = rows(&mut values, &system, &line.programs, &point, &numbers);
        let bound = [rows.numerator, values.denominator(&rows)].map(|of| of.degree);
        let is_above = found
            .iter()
            .zip(bound)
            .all(|(&found, bound)| found as f64 <= bound);
        assert!(is_above && found[0] >= 3, "{items}: {found:?} {bound:?}");
    }
}

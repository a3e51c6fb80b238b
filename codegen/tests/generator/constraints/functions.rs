//! Constraints: all functions proved, refuted where a number is wrong, rows that are made of others left out.

use multibody_codegen::internal::derive::{Algorithm, Route};
use multibody_codegen::internal::findings::ExaminedSystem;
use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::ir::{Count, Value};
use multibody_codegen::internal::prove;
use multibody_codegen::settings::{Effort, Idea, Positive, Root};
use multibody_codegen::{Function, Settings, decimal, integer};

pub use crate::support::FOUR_BAR;
use crate::support::{Derived, Robot, fixture};

/// The functions of constraints.
pub const FUNCTIONS: [Function; 8] = [
    Function::Constraint,
    Function::ConstraintJacobian,
    Function::ConstraintBias,
    Function::ConstrainedForwardDynamics,
    Function::ConstrainedForwardDynamicsWithFeedback,
    Function::ConstraintImpulse,
    Function::ConstrainedInverseDynamics,
    Function::ConstrainedInverseDynamicsWithMultipliers,
];

/// A sledge with an arm and a head on a ball joint, a lever beside it. No row is made of others.
pub const SLEDGE: &str = "gravity = [0, 0, -9.81], \
    joint slide { prismatic, parent: world, child: sledge, axis: x }, \
    joint shoulder { revolute, parent: sledge, child: arm, axis: [0, 1, 1], origin: [0.1, 0, 0.2], damping: 0.3 }, \
    joint neck { ball, parent: arm, child: head, origin: [0, 0.1, 0.4] }, \
    joint pivot { universal(x, y), parent: sledge, child: lever, origin: [0, 0.3, 0] }, \
    joint slot { cylindrical(z), parent: lever, child: rod, origin: [0, 0, 0.1] }, \
    body sledge { mass: 3, com: [0.1, 0, 0], inertia: diag(0.1, 0.2, 0.1) }, \
    body arm { mass: 1.3, com: [0.1, 0, 0.2], inertia: diag(0.1, 0.12, 0.03) }, \
    body head { mass: 0.7, com: [0, 0.02, 0.1], inertia: diag(0.01, 0.02, 0.015) }, \
    body lever { mass: 0.4, com: [0.1, 0.02, 0.1], inertia: diag(0.03, 0.02, 0.015) }, \
    body rod { mass: 0.6, com: [0.1, 0.02, 0.1], inertia: diag(0.03, 0.02, 0.025) }, \
    joint brow { fixed, parent: head, child: eye, origin: [0.05, 0, 0.2], rotation: rpy(0.1, 0, 0.3) }, body eye {},";

/// The sledge under constraints, with the names of its rows.
const CONSTRAINED: [(&str, &[&str]); 8] = [
    (
        "pin tip { from: [eye, [0.1, 0, 0]], to: [rod, [0, 0.1, 0.2]] },",
        &["tip.x", "tip.y", "tip.z"],
    ),
    (
        "distance stay { from: [head, [0, 0.1, 0]], to: [world, [0.5, 0.2, 1]], length: 0.7 }, \
         distance strut { from: arm, to: [rod, [0.1, 0, 0]], length: 0.4 },",
        &["stay", "strut"],
    ),
    (
        "loop hinge { from: [eye, [0.1, 0, 0]], to: [rod, [0, 0.1, 0.2]], leaves: revolute(y) },",
        &[
            "hinge.x",
            "hinge.y",
            "hinge.z",
            "hinge.turn_x",
            "hinge.turn_z",
        ],
    ),
    (
        "loop weld { from: world, to: [rod, [0, 0.1, 0.2]], leaves: prismatic(x) },",
        &["weld.y", "weld.z", "weld.turn_x", "weld.turn_y"],
    ),
    (
        "contact foot { at: [rod, [0.1, 0, 0]] }, contact sole { at: [eye, [0.1, 0.2, 0]], axes: link },",
        &["foot.x", "foot.y", "foot.z", "sole.x", "sole.y", "sole.z"],
    ),
    (
        "contact sole { at: [eye, [0.1, 0.2, 0]], turns: false },",
        &["sole.x", "sole.y", "sole.z", "sole.turn_x", "sole.turn_y"],
    ),
    (
        "constraint gear: slide - 0.1 * shoulder, \
         constraint rolling: slide_dot - 0.2 * cos(shoulder) * slot_1_dot, \
         constraint cam: sin(pivot_1) * slot_2 - 0.1 * exp(slide),",
        &["gear", "rolling", "cam"],
    ),
    (
        "let width = 0.2 + 0.1 * sin(t); \
         surface dome { at: [eye, [0.1, 0, 0.2]], equation: x.powi(2) + y * z - width * cos(shoulder) }, \
         curve rail { at: [rod, [0, 0.1, 0.2]], of: [eye, [0, 0.3, 0.1]], \
             equations: [y - sin(3 * x), (z + 0.1).sqrt() + slide * exp(x)] },",
        &["dome", "rail.1", "rail.2"],
    ),
];

fn plain() -> Settings {
    Settings {
        effort: Effort::None,
        functions: FUNCTIONS.into(),
        ..Settings::default()
    }
}

fn constrained(items: &str, settings: Settings) -> Robot {
    Robot::of_tokens(&format!("{SLEDGE} {items}"), settings)
}

fn names(robot: &Robot) -> Vec<&str> {
    let rows = robot.system.constraints.iter();
    rows.map(|row| row.name.as_str()).collect()
}

fn left_out(robot: &Robot) -> Vec<&str> {
    let rows = robot.system.findings.left_out.iter();
    rows.map(|row| row.name.as_str()).collect()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn all_functions_are_proved_under_constraints() {
    for (items, rows) in CONSTRAINED {
        let robot = constrained(items, plain());
        assert_eq!(names(&robot), rows);
        // What has five ways to move cannot be constrained in six.
        let dropped = usize::from(items.contains("weld") || items.contains("turns: false"));
        assert_eq!(robot.system.findings.left_out.len(), dropped);
        robot.derive().assert_proved();
    }
}

/// By searched frames, by forms that Symbolica has derived, and every other way.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn every_algorithm_of_constrained_dynamics_is_proved() {
    let dynamics = Settings {
        hand_written_kernels: false,
        without: vec![Idea::Expansion],
        ..plain()
    };
    let searched = Settings {
        effort: Effort::Default,
        ..plain()
    };
    for settings in [searched, dynamics] {
        for (items, _) in [CONSTRAINED[2], CONSTRAINED[7]] {
            let robot = constrained(items, settings.clone()).derive();
            robot.assert_proved();
            let mut algorithms = 0;
            for derivation in &robot.derivations.functions {
                for (_, program) in &derivation.others {
                    let proof = robot.prove_program(derivation.target, program);
                    assert_eq!(proof, Ok(()), "{}", derivation.target.function);
                    algorithms += 1;
                }
            }
            assert!(algorithms >= 3, "{algorithms}");
        }
    }
}

/// A four-bar linkage in a plane: what the hinge holds across the plane is constrained by the others, and the numbers of
/// Baumgarte's feedback are arguments.
#[test]
fn rows_that_are_made_of_others_are_left_out() {
    let robot = Robot::of_tokens(FOUR_BAR, plain());
    assert_eq!(names(&robot), ["closure.x", "closure.y"]);
    assert_eq!(
        left_out(&robot),
        ["closure.z", "closure.turn_y", "closure.turn_x"]
    );
    robot.derive().assert_proved();
    let twice = "constraint one: slide - shoulder, constraint two: 2 * shoulder - 2 * slide,";
    let robot = constrained(twice, plain());
    assert_eq!(left_out(&robot), ["two"]);
}

/// Four rates of a quaternion: M is singular, and with the constraint of unit length all is decided.
#[test]
fn a_singular_mass_matrix_is_no_obstacle() {
    let body = "gravity = [0, 0, -9.81], coordinates = [a, b, c, d], \
        rigid top { mass: 2, inertia: diag(1, 2, 2.5), position: [0, 0, 0], \
            orientation: quat_xyzw([a, b, c, d]) }, \
        constraint unit: (a.powi(2) + b.powi(2) + c.powi(2) + d.powi(2) - 1) / 2,";
    let robot = Robot::of_tokens(body, plain());
    assert!(robot.system.findings.is_singular);
    assert_eq!(prove::mass_matrix_rank(&robot.system), 3);
    assert!(prove::constraints_determine_accelerations(&robot.system));
    let robot = robot.derive();
    robot.assert_proved();
    let items = "coordinates = [a, b], particle p { mass: 1, position: [a, 0, 0] }, \
        constraint nothing: a.powi(2),";
    assert!(!prove::constraints_determine_accelerations(
        &Robot::of_tokens(items, plain()).system
    ));
}

/// Steps to the least multipliers, by every way, with gains and in an impulse; and by none but these steps.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn regularized_rows_are_proved() {
    let regularized = Settings {
        regularization: Some(Positive(decimal("1e-3").expect("a decimal"))),
        ..plain()
    };
    for (items, rows) in [CONSTRAINED[0], CONSTRAINED[5], CONSTRAINED[6]] {
        let robot = constrained(items, regularized.clone());
        assert_eq!(names(&robot), rows);
        let robot = robot.derive();
        robot.assert_proved();
        let mut other = constrained(items, plain());
        other.system.system.regularization = Some(integer(1) / integer(999));
        for derivation in &robot.derivations.functions {
            let quantity = derivation.target.function.quantity();
            let by_steps = quantity.solves_constraints() || quantity.has_least_squares();
            for (_, program) in &derivation.others {
                let proof = robot.prove_program(derivation.target, program);
                assert_eq!(proof, Ok(()), "{}", derivation.target.function);
            }
            let refuted = prove::prove(&other.system, &[], derivation.target, &derivation.program);
            assert_eq!(refuted.is_err(), by_steps, "{}", derivation.target.function);
        }
    }
}

/// A floating trunk with four joints of which three follow others, fixed at both shanks.
fn crawler(settings: Settings) -> Robot {
    let items = "contact foot { at: [left_shank, [0, 0, -0.2]] }, \
        distance strut { from: left_shank, to: [tail, [0.1, 0, 0]], length: 0.4 }, \
        distance rope { from: right_shank, to: [world, [0, 0, 1]], length: 0.9 },";
    Robot::of_both(&fixture("crawler.urdf"), items, settings)
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn robots_whose_joints_follow_others_are_proved() {
    let settings = Settings {
        root: Root::FLOATING,
        ..plain()
    };
    let robot = crawler(settings);
    assert_eq!((robot.system.nv(), robot.system.nc()), (8, 5));
    robot.derive().assert_proved();
}

/// Functions under wrenches, and the same without.
const WITH_WRENCHES: [[Function; 2]; 5] = [
    [
        Function::ConstrainedForwardDynamicsWithWrenches,
        Function::ConstrainedForwardDynamicsWithFeedback,
    ],
    [
        Function::ConstrainedForwardDynamicsWithSelectorsAndWrenches,
        Function::ConstrainedForwardDynamicsWithSelectors,
    ],
    [
        Function::ConstrainedForwardDynamicsWithPivotsAndWrenches,
        Function::ConstrainedForwardDynamicsWithPivots,
    ],
    [
        Function::ConstrainedInverseDynamicsWithWrenches,
        Function::ConstrainedInverseDynamics,
    ],
    [
        Function::ConstrainedInverseDynamicsWithMultipliersAndWrenches,
        Function::ConstrainedInverseDynamicsWithMultipliers,
    ],
];

fn under_wrenches(links: [&str; 2]) -> Settings {
    Settings {
        wrenches: links.map(Into::into).into(),
        functions: WITH_WRENCHES.concat().into(),
        ..plain()
    }
}

/// All functions by every way; and none that leaves the wrenches out.
fn assert_wrenches_act(robot: Robot) {
    let robot = robot.derive();
    robot.assert_proved();
    for derivation in &robot.derivations.functions {
        for (route, program) in &derivation.others {
            let proof = robot.prove_program(derivation.target, program);
            assert_eq!(proof, Ok(()), "{} by {route}", derivation.target.function);
        }
    }
    for [with, without] in WITH_WRENCHES {
        let target = Target {
            function: with,
            link: None,
        };
        let refuted = robot.prove_program(target, robot.program(without));
        let equation = refuted.unwrap_err().to_string();
        assert!(equation.contains("tau + Q"), "{with}: {equation}");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn wrenches_act_beside_constraints() {
    for items in [CONSTRAINED[0].0, CONSTRAINED[4].0] {
        assert_wrenches_act(constrained(items, under_wrenches(["rod", "eye"])));
    }
}

/// On a leg that follows the other, and on a tail that follows a knee.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn wrenches_act_on_followers_beside_constraints() {
    let settings = Settings {
        root: Root::FLOATING,
        ..under_wrenches(["right_shank", "tail"])
    };
    assert_wrenches_act(crawler(settings));
}

/// Whoever has wrenches and constraints has them together, but for what is made on request.
#[test]
fn functions_under_constraints_and_wrenches_are_offered() {
    let settings = Settings {
        wrenches: vec!["rod".into()],
        ..Settings::default()
    };
    let offered = |items: &str| -> Vec<Function> {
        let targets = constrained(items, settings.clone()).targets();
        targets.iter().map(|target| target.function).collect()
    };
    let (offers, constrained) = (offered(""), offered(CONSTRAINED[0].0));
    for (index, [with, without]) in WITH_WRENCHES.into_iter().enumerate() {
        let is_by_request = index == 1 || index == 2;
        assert_eq!(constrained.contains(&with), !is_by_request, "{with}");
        assert_eq!(constrained.contains(&without), !is_by_request, "{without}");
        assert!(
            !offers.contains(&with) && with.needs_constraints(),
            "{with}"
        );
    }
}

/// With time in an expression.
#[test]
fn driven_constraints_are_proved() {
    let bead = "gravity = [0, 0, -9.81], coordinates = [x, z], \
        particle bead { mass: 2, position: [x, 0, z] }, \
        constraint wire: x.powi(2) + z.powi(2) - (1 + 0.1 * sin(3 * t)).powi(2),";
    let robot = Robot::of_tokens(bead, plain());
    assert!(robot.system.is_timed());
    robot.derive().assert_proved();
}

/// The system with one number of a row changed: by a part in a million, or by a millionth if it is 0.
pub fn with_changed_number(system: &ExaminedSystem, row: usize, number: usize) -> ExaminedSystem {
    let mut changed = system.clone();
    let original: Vec<Value> = changed.system.constraints[row].row.values();
    let millionth = integer(1) / integer(1_000_000);
    let exact = changed
        .builder
        .as_constant(original[number])
        .unwrap()
        .clone();
    let replacement =
        if exact == integer(0) { millionth } else { exact * (integer(1) + millionth) };
    let replacement = changed.system.builder.constant(&replacement);
    let mut index = 0;
    changed.system.constraints[row]
        .row
        .each_value(&mut |value| {
            if index == number {
                *value = replacement;
            }
            index += 1;
        });
    changed
}

/// Whether the proof for another system refutes a function of a robot.
pub fn is_refuted(robot: &Derived, system: &ExaminedSystem, function: Function) -> bool {
    let mut result = robot.derivations.functions.iter();
    let derivation = result.find(|derivation| derivation.target.function == function);
    let derivation = derivation.expect("it was derived");
    prove::prove(system, &[], derivation.target, &derivation.program).is_err()
}

/// One at a time: wherever a point does not lie on the constraint.
#[test]
fn every_number_of_a_constraint_is_seen_by_the_proof() {
    let items = "pin tip { from: [eye, [0.1, 0, 0.3]], to: [rod, [0, 0.1, 0.2]] }, \
        distance stay { from: [head, [0, 0.1, 0]], to: [world, [0.5, 0.2, 1]], length: 0.7 }, \
        contact foot { at: [lever, [0.1, 0, 0]], axes: link }, \
        surface dome { at: [head, [0, 0.1, 0]], of: [rod, [0, 0.1, 0.2]], equation: x * y + z },";
    let robot = constrained(items, plain()).derive();
    let system = &robot.robot.system;
    let mut tried = 0;
    for row in 0..system.nc() {
        for number in 0..system.constraints[row].row.values().len() {
            let changed = with_changed_number(system, row, number);
            let refuted = |function| is_refuted(&robot, &changed, function);
            // A contact has no C, and a length no part in J.
            let [value, jacobian] =
                [Function::Constraint, Function::ConstraintJacobian].map(refuted);
            let dynamics = refuted(Function::ConstrainedForwardDynamicsWithFeedback);
            // Along an axis of the first frame only that component of its point counts.
            // And a point along an axis of its link moves along that as the others there.
            let counts = match row {
                0..3 => number >= 3 || number == row,
                3 | 7 => true,
                _ => number != row - 4,
            };
            assert_eq!(value || jacobian, counts, "row {row} number {number}");
            assert_eq!(dynamics, counts, "row {row} number {number}");
            tried += 1;
        }
    }
    assert_eq!(tried, 3 * 6 + 7 + 3 * 3 + 6);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn the_cheapest_algorithm_of_constrained_dynamics_is_selected() {
    let robot = constrained(CONSTRAINED[0].0, plain()).derive();
    let derivations = robot.derivations.functions.iter();
    let mut dynamics =
        derivations.filter(|d| d.target.function == Function::ConstrainedForwardDynamics);
    let dynamics = dynamics.next().expect("it was derived");
    let others = dynamics.others.iter();
    let algorithms = std::iter::once(dynamics.route).chain(others.clone().map(|(route, _)| *route));
    let algorithms: Vec<Algorithm> = algorithms.map(Route::algorithm).collect();
    assert!(
        algorithms.contains(&Algorithm::MassMatrix)
            && algorithms.contains(&Algorithm::ArticulatedBodies)
    );
    let weight = Count::of(&dynamics.program).weight();
    for (route, program) in others {
        assert!(weight <= Count::of(program).weight(), "{route}");
    }
}

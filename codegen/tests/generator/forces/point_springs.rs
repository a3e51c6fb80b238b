//! Springs between points of links: proved in all functions, refuted where a number is wrong, and by hand.

use multibody_codegen::internal::ir::{InputKind, Value};
use multibody_codegen::internal::prove;
use multibody_codegen::internal::system::MAX_POINT_SPRINGS;
use multibody_codegen::settings::{Effort, Idea};
use multibody_codegen::{Function, Settings, integer};

use crate::support::duals::derivative;
use crate::support::{Derived, Robot, State, assert_close, dot};

/// A sledge with an arm, a head on a ball joint at its end; ropes from there to the world and back to the sledge.
const SLEDGE: &str = "gravity = [0, 0, -9.81], \
    joint slide { prismatic, parent: world, child: sledge, axis: x }, \
    joint shoulder { revolute, parent: sledge, child: arm, axis: [0, 1, 1], origin: [0.1, 0, 0.2] }, \
    joint neck { ball, parent: arm, child: head, origin: [0, 0.1, 0.4] }, \
    body sledge { mass: 3, com: [0.1, 0, 0], inertia: diag(0.1, 0.2, 0.1) }, \
    body arm { mass: 1.3, com: [0.1, 0, 0.2], inertia: diag(0.1, 0.12, 0.03) }, \
    body head { mass: 0.7, com: [0, 0.02, 0.1], inertia: diag(0.01, 0.02, 0.015) }, \
    joint brow { fixed, parent: head, child: eye, origin: [0.05, 0, 0.2], rotation: rpy(0.1, 0, 0.3) }, body eye {}, \
    spring rope { from: [eye, [0, 0, 0.1]], to: [world, [0.5, 0.2, 1]], stiffness: 40, length: 0.3, damping: 2 }, \
    spring band { from: sledge, to: [head, [0, 0.05, 0.1]], stiffness: 15, length: 0.1 },";

fn sledge(settings: Settings) -> Robot {
    Robot::of_tokens(SLEDGE, settings)
}

fn plain() -> Settings {
    Settings {
        effort: Effort::None,
        ..Settings::default()
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn all_functions_are_proved_with_springs_between_points() {
    let dynamics = Settings {
        hand_written_kernels: false,
        without: vec![Idea::Expansion],
        ..plain()
    };
    for settings in [plain(), Settings::default(), dynamics] {
        let robot = sledge(settings).derive();
        let functions = robot.derivations.functions.iter();
        let functions: Vec<Function> = functions.map(|d| d.target.function).collect();
        for function in [Function::SpringEnergy, Function::GeneralizedForce] {
            assert!(functions.contains(&function), "{function} is missing");
        }
        robot.assert_proved();
    }
}

/// A joint carries what a spring pulls across it: a block on a rail along x, tied to a point beside that.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn joints_carry_what_springs_pull_across_them() {
    let links = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let settings = |names: &[&str]| Settings {
        functions: [Function::JointWrench, Function::JointWrenchBody].into(),
        links: links(names),
        ..plain()
    };
    for link in ["sledge", "arm", "head", "eye"] {
        sledge(settings(&[link])).derive().assert_proved();
    }
    let block = "gravity = [0, 0, -9.81], \
        joint rail { prismatic, parent: world, child: block, axis: x }, body block { mass: 2 }, \
        spring rope { from: block, to: [world, [0, 0.3, 0]], stiffness: 40, length: 0.1, damping: 3 },";
    let block = Robot::of_tokens(block, settings(&["block"])).derive();
    block.assert_proved();
    let state = State {
        t: 0.0,
        q: vec![0.4],
        qd: vec![0.5],
        qdd: vec![1.5],
        tau: vec![0.0],
        wrenches: Vec::new(),
        ..State::default()
    };
    // l = 0.5, dl/dt = 0.4 * 0.5 / 0.5; the pull is along (-0.4, 0.3, 0) / 0.5.
    let pull = 40.0 * (0.5 - 0.1) + 3.0 * 0.4;
    let expected = [
        2.0 * 1.5 + 0.8 * pull,
        -0.6 * pull,
        2.0 * 9.81,
        0.0,
        0.0,
        0.0,
    ];
    let actual = block.at(Function::JointWrench, &state);
    assert_close(&actual, &expected, 1e-14, "wrench of the rail");
}

/// One at a time, by a part in a million, or a millionth where it is 0.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn every_number_of_a_spring_is_seen_by_the_proof() {
    let robot = sledge(plain()).derive();
    let system = &robot.robot.system;
    let numbers = |spring: usize| system.point_springs[spring].values().count();
    let mut tried = 0;
    for (spring, number) in (0..2).flat_map(|s| (0..numbers(s)).map(move |n| (s, n))) {
        let mut changed = system.clone();
        let millionth = integer(1) / integer(1_000_000);
        let original: Vec<Value> = changed.system.point_springs[spring].values().collect();
        let exact = changed
            .builder
            .as_constant(original[number])
            .unwrap()
            .clone();
        let replacement =
            if exact == integer(0) { millionth } else { exact * (integer(1) + millionth) };
        let replacement = changed.system.builder.constant(&replacement);
        let mut index = 0;
        changed.system.point_springs[spring].each_value(&mut |value| {
            if index == number {
                *value = replacement;
            }
            index += 1;
        });
        let refuted = |function: Function| {
            let result = robot.derivations.functions.iter();
            let mut result = result.filter(|d| d.target.function == function);
            let of = result.next().expect("it was derived");
            prove::prove(&changed, &[], of.target, &of.program).is_err()
        };
        for function in [
            Function::InverseDynamics,
            Function::ForwardDynamics,
            Function::GeneralizedForce,
        ] {
            assert!(refuted(function), "{function}: {number} of spring {spring}");
        }
        // An energy knows nothing of damping.
        assert_eq!(refuted(Function::SpringEnergy), number != 2);
        assert!(!refuted(Function::Bias));
        tried += 1;
    }
    assert_eq!(tried, 18);
}

/// What springs take from the motion they store: without damping all of it.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn undamped_springs_store_what_they_take() {
    let text = SLEDGE.replace(", damping: 2", "");
    assert_ne!(text, SLEDGE);
    let robot = Robot::of_tokens(&text, plain()).derive();
    for seed in 1..=3 {
        let state = State::random(&robot.robot.system, 0, seed);
        let rates = crate::support::duals::position_rates(&robot.robot.system, &state.q, &state.qd);
        let changes = [(InputKind::Q, &rates[..])].into();
        let stored = derivative(robot.program(Function::SpringEnergy), &state, changes);
        let force = robot.at(Function::GeneralizedForce, &state);
        let power = -dot(&force, &state.qd);
        assert!(power.abs() > 1e-3);
        assert_close(&stored, &[power], 1e-11, "dE/dt = -Q . qd");
    }
}

/// A block on a rail that a spring holds from 0.3 m aside.
#[test]
fn a_block_beside_a_spring_is_pulled_as_by_hand() {
    let text = "gravity = [0, 0, -9.81], joint rail { prismatic, parent: world, child: block, axis: x }, \
        body block { mass: 2 }, \
        spring aside { from: block, to: [world, [0, 0.3, 0]], stiffness: 50, length: 0.2, damping: 4 },";
    let robot: Derived = Robot::of_tokens(text, plain()).derive();
    let mut state = State::random(&robot.robot.system, 0, 1);
    (state.q, state.qd) = (vec![0.4], vec![-0.7]);
    // l = 0.5, dl/dt = 0.8 qd
    let pull = 50.0 * (0.5 - 0.2) + 4.0 * 0.8 * -0.7;
    let force = robot.at(Function::GeneralizedForce, &state);
    assert_close(&force, &[-0.8 * pull], 1e-14, "Q");
    let energy = robot.at(Function::SpringEnergy, &state);
    assert_close(&energy, &[25.0 * 0.09], 1e-14, "energy");
    state.tau = vec![1.0];
    let qdd = robot.at(Function::ForwardDynamics, &state);
    assert_close(&qdd, &[(1.0 - 0.8 * pull) / 2.0], 1e-14, "qdd");
}

/// The length of each is a root, which has to be there at the state that is drawn.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn as_many_springs_as_are_allowed_are_proved() {
    let springs = (1..=MAX_POINT_SPRINGS).map(|k| {
        format!(
            "spring s{k} {{ from: [block, [0, 0, 0.{k}]], to: [world, [0.5, 0.2, 1]], stiffness: 4, length: 0.3 }},"
        )
    });
    let block =
        "joint rail { prismatic, parent: world, child: block, axis: x }, body block { mass: 2 },";
    let items = [block.to_owned()].into_iter().chain(springs);
    Robot::of_tokens(&items.collect::<String>(), plain())
        .derive()
        .assert_proved();
}

//! Derivatives of functions: proved for every kind of force and chart, and refuted where one entry is off.

use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::ir::{Builder, Program};
use multibody_codegen::internal::prove::{self, Refutation};
use multibody_codegen::settings::{Effort, Root};
use multibody_codegen::{Function, Settings, integer};

use crate::support::{Derived, Robot, shared_fixture};

/// All that inverse dynamics can include: springs, damping, friction, armatures, a spring between points, a follower, expressions,
/// time, terms linear in the rates, and a coordinate without a joint.
pub const EVERYTHING: &str = "gravity = [0, 0, -9.81], coordinates = [x], \
    joint rail { prismatic, axis: [1, 2, 2], parent: world, child: cart, spring: 30, friction: 2 }, \
    joint lift { screw, axis: [0, 3, 4], pitch: 0.05, parent: cart, child: column, spring: [4, -0.3], damping: 0.3 }, \
    joint elbow { continuous, axis: y, parent: column, child: hand, origin: [0.4, 0.1, 0], armature: 0.02 }, \
    body cart { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) }, \
    body column { mass: 2, com: [0, 0.1, 0], inertia: diag(0.02, 0.03, 0.025) }, \
    body hand { mass: 0.7, com: [0.01, 0.02, 0.05], inertia: diag(0.003, 0.002, 0.0025) }, \
    spring cable { from: world, to: [hand, [0.1, 0, 0.02]], stiffness: 20, length: 0.4, damping: 0.3 }, \
    kinetic = 2 * x_dot.powi(2) + x_dot * sin(elbow) + rail_dot * cos(3 * t) * x, \
    potential = sin(elbow + 2 * x) + x.powi(4), force(rail) = -0.3 * rail_dot.powi(3) + sin(2 * t) * x,";

/// A floating root and a ball, in a chart each, with rates in body axes and with derivatives of the coordinates.
pub fn charts(root: &str, ball: &str) -> String {
    format!(
        "gravity = [0, 0, -9.81], joint root {{ floating{root}, parent: world, child: trunk }}, \
         joint hip {{ ball{ball}, parent: trunk, child: leg, origin: [0.1, 0, -0.2] }}, \
         joint wheel {{ planar, axis: z, parent: leg, child: foot }}, \
         body trunk {{ mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) }}, \
         body leg {{ mass: 2, com: [0.02, 0, -0.3], inertia: diag(0.05, 0.04, 0.01) }}, \
         body foot {{ mass: 1, com: [0, 0.1, 0], inertia: diag(0.02, 0.03, 0.025) }},"
    )
}

/// The charts of the root and of the ball.
pub const CHARTS: [[&str; 2]; 5] = [
    ["", ""],
    [", chart: zyx, rates: derivative", ", chart: zxz"],
    [
        ", chart: exponential",
        ", chart: exponential, rates: derivative",
    ],
    [
        ", chart: exponential, rates: derivative",
        ", chart: modified_rodrigues",
    ],
    [
        ", chart: modified_rodrigues",
        ", chart: modified_rodrigues, rates: derivative",
    ],
];

pub fn settings(root: Root, function: Function) -> Settings {
    Settings {
        root,
        functions: [function].into(),
        effort: Effort::None,
        ..Settings::default()
    }
}

pub fn derive_of(tokens: &str, function: Function) -> Derived {
    Robot::of_tokens(tokens, settings(Root::Fixed, function)).derive()
}

/// Derivatives with a column for each rate: how many matrices they have, and whether they begin with the value of the function.
const ALL: [(Function, usize, bool); 3] = [
    (Function::InverseDynamicsDerivatives, 3, false),
    (Function::GravityStiffness, 2, false),
    (Function::ForwardDynamicsDerivatives, 3, true),
];

/// For every entry of all matrices: with another value there, the program is refuted, and the message names the entry.
fn assert_every_entry_counts(dynamics: &Derived, of: (Function, usize, bool)) {
    let (function, matrices, with_value) = of;
    let system = &dynamics.robot.system;
    let nv = system.nv();
    let values = if with_value { nv } else { 0 };
    let entries = values + matrices * nv * nv;
    let (target, program) = assert_each_is_refuted(dynamics, function, entries);
    // Which entry is wrong follows only where the equation gives the value itself.
    for index in (0..entries).step_by(5).filter(|_| !with_value) {
        let changed = with_output_off(program, index);
        let mistake = prove::wrong_entry(system, &[], target, &changed);
        let expected = vec![index / (nv * nv), index / nv % nv, index % nv];
        let mistake = mistake.expect("a wrong entry");
        assert_eq!((mistake.entry, mistake.count), (expected, 1));
    }
}

/// Asserts that a function is proved, has so many entries, and is refuted with another value in any of them.
pub fn assert_each_is_refuted(
    dynamics: &Derived,
    function: Function,
    entries: usize,
) -> (Target, &Program) {
    dynamics.assert_proved();
    let mut all = dynamics.derivations.functions.iter();
    let derivation = all
        .find(|of| of.target.function == function)
        .expect("it was requested");
    let (target, program) = (derivation.target, &derivation.program);
    assert_eq!(program.outputs().len(), entries);
    for index in 0..entries {
        let changed = with_output_off(program, index);
        let Robot {
            system,
            wrench_links,
            ..
        } = &dynamics.robot;
        let verdict = prove::prove(system, wrench_links, target, &changed);
        assert!(
            matches!(verdict, Err(Refutation::Counterexample { .. })),
            "{function}, entry {index}: {verdict:?}"
        );
    }
    (target, program)
}

/// A program with a millionth added to one output.
pub fn with_output_off(program: &Program, place: usize) -> Program {
    let mut b = Builder::new();
    let mut outputs = b.inline(program, |b, input| {
        b.input(input.kind, input.index as usize)
    });
    let millionth = b.constant(&(integer(1) / integer(1_000_000)));
    outputs[place] = b.add(outputs[place], millionth);
    b.finish(&outputs)
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn every_entry_of_derivatives_of_all_forces_counts() {
    for of in ALL {
        assert_every_entry_counts(&derive_of(EVERYTHING, of.0), of);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn derivatives_are_proved_in_every_chart() {
    for [root, ball] in CHARTS {
        for (function, ..) in ALL {
            derive_of(&charts(root, ball), function).assert_proved();
        }
    }
}

/// Followers move with their leader, by other multiples.
#[test]
fn every_entry_of_derivatives_with_followers_counts() {
    for of in ALL {
        let settings = settings(Root::Fixed, of.0);
        let robot = Robot::of(&shared_fixture("gripper.urdf"), settings);
        assert_every_entry_counts(&robot.derive(), of);
    }
}

/// Derivatives of links and of the centre of mass, and derivatives and products under external wrenches, of a floating robot.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn every_entry_counts_of_links_of_the_centre_of_mass_and_under_wrenches() {
    const ROOT: &str = "gravity = [0, 0, -9.81], joint root { floating, parent: world, child: trunk }, \
        joint hip { continuous, axis: [1, 2, 2], parent: trunk, child: leg, origin: [0.1, 0, -0.2] }, \
        body trunk { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) }, \
        body leg { mass: 2, com: [0.02, 0, -0.3], inertia: diag(0.05, 0.04, 0.01) },";
    let nv = 7;
    let (square, of_link) = (nv * nv, 6 * nv);
    for (function, entries) in [
        (Function::CenterOfMassVelocityDerivatives, 2 * 3 * nv),
        (Function::VelocityDerivatives, 2 * of_link),
        (Function::VelocityDerivativesBody, 2 * of_link),
        (Function::AccelerationDerivatives, 3 * of_link),
        (Function::AccelerationDerivativesBody, 3 * of_link),
        (
            Function::InverseDynamicsDerivativesWithWrenches,
            3 * square + of_link,
        ),
        (
            Function::ForwardDynamicsDerivativesWithWrenches,
            nv + 3 * square + of_link,
        ),
        (Function::InverseDynamicsJvpWithWrenches, 2 * nv),
        (Function::InverseDynamicsVjpWithWrenches, 4 * nv),
        (Function::ForwardDynamicsJvpWithWrenches, 2 * nv),
        (Function::ForwardDynamicsVjpWithWrenches, 4 * nv),
    ] {
        let settings = Settings {
            links: vec!["leg".to_owned()],
            wrenches: vec!["leg".to_owned()],
            ..settings(Root::Fixed, function)
        };
        let robot = Robot::of_tokens(ROOT, settings);
        assert_each_is_refuted(&robot.derive(), function, entries);
    }
}

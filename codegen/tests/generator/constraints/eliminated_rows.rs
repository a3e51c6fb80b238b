//! Rows that are eliminated at the nearest common ancestor of their links: all algorithms proved, and as accurate as a dense
//! solve.

use multibody_codegen::internal::derive::Algorithm;
use multibody_codegen::settings::{Effort, Idea, Positive};
use multibody_codegen::{Function, Settings, decimal};

use crate::constraints::functions::FUNCTIONS;
use crate::constraints::joint_pivoted_rows::{assert_near_dense, programs, quadruped};
use crate::support::{Derived, Robot, State, four_legs};

/// Four legs of five bars: thigh and crank turn about one axis of the hip, and a rod from the crank moves the shank. They
/// hang, or stand on their feet.
pub fn five_bar_legs(on_feet: bool) -> String {
    four_legs(|leg, out| {
        let bars = format!(
            "joint crank{leg} {{ revolute, parent: hip{leg}, child: crank{leg}, axis: y, origin: [0, {out}, 0], \
                armature: 0.01 }}, \
             joint rod{leg} {{ revolute, parent: crank{leg}, child: rod{leg}, axis: y, origin: [0.045, 0, -0.02] }}, \
             body crank{leg} {{ mass: 0.1, com: [0.02, 0, 0], inertia: diag(0.0001, 0.0002, 0.0002) }}, \
             body rod{leg} {{ mass: 0.1, com: [0, 0, -0.12], inertia: diag(0.0005, 0.0005, 0.0001) }}, \
             loop tie{leg} {{ from: [rod{leg}, [0, 0, -0.25]], to: [shank{leg}, [0.045, 0, -0.02]], leaves: revolute(y) }},"
        );
        if on_feet {
            format!("{bars} contact foot{leg} {{ at: [shank{leg}, [0, 0, -0.26]] }},")
        } else {
            bars
        }
    })
}

/// One such leg with an ankle, by which it stands.
pub const HOPPER: &str = "gravity = [0, 0, -9.81], \
    joint root { floating, parent: world, child: trunk }, \
    joint hip { revolute, parent: trunk, child: hip, axis: x, origin: [0, 0.1, 0] }, \
    joint thigh { revolute, parent: hip, child: thigh, axis: y, armature: 0.01 }, \
    joint knee { revolute, parent: thigh, child: shank, axis: y, origin: [0, 0, -0.25] }, \
    joint ankle { revolute, parent: shank, child: foot, axis: y, origin: [0, 0, -0.26] }, \
    joint crank { revolute, parent: hip, child: crank, axis: y, armature: 0.01 }, \
    joint rod { revolute, parent: crank, child: rod, axis: y, origin: [0.045, 0, -0.02] }, \
    body trunk { mass: 12, com: [0.01, 0, 0.02], inertia: diag(0.1, 0.3, 0.35) }, \
    body hip { mass: 0.6, com: [0.01, 0.06, 0], inertia: diag(0.001, 0.001, 0.0012) }, \
    body thigh { mass: 1.1, com: [0.01, 0, -0.1], inertia: diag(0.006, 0.006, 0.001) }, \
    body shank { mass: 0.3, com: [0, 0.002, -0.12], inertia: diag(0.002, 0.002, 0.0001) }, \
    body foot { mass: 0.2, com: [0.03, 0, -0.04], inertia: diag(0.0002, 0.0004, 0.0004) }, \
    body crank { mass: 0.1, com: [0.02, 0, 0], inertia: diag(0.0001, 0.0002, 0.0002) }, \
    body rod { mass: 0.1, com: [0, 0, -0.12], inertia: diag(0.0005, 0.0005, 0.0001) }, \
    loop tie { from: [rod, [0, 0, -0.25]], to: [shank, [0.045, 0, -0.02]], leaves: revolute(y) }, \
    contact sole { at: [foot, [0.05, 0, -0.06]] },";

/// A crane: a piston between boom and stick, jaws that open together, rows that meet at the world, cart, boom and stick.
const CRANE: &str = "gravity = [0, 0, -9.81], \
    joint rail { prismatic, parent: world, child: cart, axis: x, armature: 0.2 }, \
    joint turn { revolute, parent: cart, child: boom, axis: [0, 1, 1], origin: [0.1, 0, 0.2] }, \
    joint fold { revolute, parent: boom, child: stick, axis: y, origin: [0.5, 0, 0.1] }, \
    joint mount { revolute, parent: boom, child: barrel, axis: y, origin: [0.1, 0, 0.15] }, \
    joint piston { prismatic, parent: barrel, child: piston, axis: x, origin: [0.2, 0, 0] }, \
    joint grip { revolute, parent: stick, child: left, axis: x, origin: [0.3, 0, -0.2], damping: 0.1 }, \
    joint jaw { revolute, parent: left, child: right, axis: x, origin: [0, 0.05, 0] }, \
    body cart { mass: 3, com: [0.1, 0, 0], inertia: diag(0.1, 0.2, 0.1) }, \
    body boom { mass: 1.3, com: [0.1, 0, 0.2], inertia: diag(0.1, 0.12, 0.03) }, \
    body stick { mass: 0.7, com: [0, 0.02, 0.1], inertia: diag(0.01, 0.02, 0.015) }, \
    body barrel { mass: 0.4, com: [0.1, 0.02, 0.1], inertia: diag(0.03, 0.02, 0.015) }, \
    body piston { mass: 0.3, com: [0.1, 0.02, 0.1], inertia: diag(0.03, 0.02, 0.025) }, \
    body left { mass: 0.2, com: [0.1, 0.02, 0.1], inertia: diag(0.03, 0.02, 0.015) }, \
    body right { mass: 0.2, com: [0.1, 0.02, 0.1], inertia: diag(0.03, 0.02, 0.025) }, \
    loop tie { from: [piston, [0.1, 0, 0]], to: [stick, [0.05, 0, 0.1]], leaves: revolute(y) }, \
    constraint gear: grip + 2 * jaw,";

/// Nested, side by side, and beside rows that go on to the base.
const WITH_CRANE: [&str; 3] = [
    "distance rope { from: [cart, [0, 0.1, 0]], to: [left, [0.1, 0, 0.3]], length: 0.4 }, \
     surface guide { at: [right, [0.1, 0, 0]], of: [boom, [0, 0.1, 0]], equation: x * y + z - 0.3 - 0.1 * fold },",
    "contact tip { at: [right, [0.1, 0.2, 0.1]], axes: link },",
    "constraint slope: rail_dot - 0.3 * cos(turn) * fold_dot,",
];

fn settings(effort: Effort) -> Settings {
    Settings {
        effort,
        functions: FUNCTIONS.into(),
        ..Settings::default()
    }
}

/// All ways of a robot's functions are proved; how many eliminate rows, and how many of these have rows taken too.
fn assert_all_programs_proved(robot: &Derived, name: &str) -> [usize; 2] {
    robot.assert_proved();
    let mut result = [0; 2];
    for derivation in &robot.derivations.functions {
        let others = derivation.others.iter();
        let others = others.map(|(route, program)| (*route, program));
        for (route, program) in others.chain([(derivation.route, &derivation.program)]) {
            let proof = robot.prove_program(derivation.target, program);
            let function = derivation.target.function;
            assert_eq!(proof, Ok(()), "{name}: {function} by {route}");
            match route.algorithm() {
                Algorithm::EliminatedRows => result[0] += 1,
                Algorithm::JointPivotedAndEliminatedRows => result[1] += 1,
                _ => {}
            }
        }
    }
    result
}

/// Forward dynamics with and without feedback, and the impulse: each of them in each such way that there is.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn eliminated_rows_are_proved() {
    let derived_kernels = Settings {
        hand_written_kernels: false,
        without: vec![Idea::Expansion],
        ..settings(Effort::None)
    };
    for settings in [
        settings(Effort::None),
        settings(Effort::Default),
        derived_kernels,
    ] {
        let result = WITH_CRANE.map(|items| {
            let robot = Robot::of_tokens(&format!("{CRANE} {items}"), settings.clone());
            assert_all_programs_proved(&robot.derive(), items)
        });
        assert_eq!(result, [[3, 0]; 3]);
        let hopper = Robot::of_tokens(HOPPER, settings.clone());
        assert_eq!(
            assert_all_programs_proved(&hopper.derive(), "hopper"),
            [3, 3]
        );
    }
    let legs = Robot::of_tokens(&five_bar_legs(true), settings(Effort::None));
    assert_eq!(assert_all_programs_proved(&legs.derive(), "legs"), [3, 0]);
}

/// Where the end of the loop lies in a line with crank and thigh, and the foot moves along the shank as the thigh
/// turns: what a knee that has taken a row of the foot would leave of the loop depends on one another there.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn dead_points_of_loops_are_no_obstacle() {
    let functions = [
        Function::MassMatrix,
        Function::Bias,
        Function::ConstraintJacobian,
        Function::ConstraintBias,
        Function::ConstrainedForwardDynamics,
    ];
    let settings = Settings {
        functions: functions.into(),
        ..settings(Effort::None)
    };
    let legs = five_bar_legs(true).replace("[0, 0, -0.26]", "[0, 0, -0.2]");
    let dynamics = Robot::of_tokens(&legs, settings).derive();
    let programs = programs(&dynamics, Function::ConstrainedForwardDynamics);
    let by = |algorithm| {
        programs
            .iter()
            .any(|(route, _)| route.algorithm() == algorithm)
    };
    assert!(by(Algorithm::EliminatedRows) && by(Algorithm::JointPivotedRows));
    let right_angle = (-0.2_f64 / 0.25).acos();
    for (thigh, knee) in [(0.3, right_angle), (-0.5, -right_angle), (1.2, right_angle)] {
        let mut state = State::random(&dynamics.robot.system, 0, 7);
        // The floating root's positions come first, then a hip.
        state.q[8..11].copy_from_slice(&[thigh, knee, dead_point(thigh, knee)]);
        for (route, program) in &programs {
            let subject = format!("{route}, thigh at {thigh}");
            assert_near_dense(&dynamics, program, &state, &subject);
        }
    }
}

/// The crank that points to the end of the shank's lever.
fn dead_point(thigh: f64, knee: f64) -> f64 {
    // Of places x and z by an angle about y.
    let rotation = |angle: f64, [x, z]: [f64; 2]| {
        let (s, c) = angle.sin_cos();
        [c * x + s * z, c * z - s * x]
    };
    let [upper, lower] = [
        rotation(thigh, [0.0, -0.25]),
        rotation(thigh + knee, [0.045, -0.02]),
    ];
    // The angle that takes z there.
    let axis = |[x, z]: [f64; 2]| x.atan2(z);
    axis([upper[0] + lower[0], upper[1] + lower[1]]) - axis([0.045, -0.02])
}

/// What the world holds does not end at a body, and rows that switches or steps change are not solved for before the
/// base.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn rows_that_are_changed_later_are_not_eliminated() {
    let standing = quadruped("world");
    let regularized = Settings {
        regularization: Some(Positive(decimal("1e-5").expect("a decimal"))),
        ..settings(Effort::None)
    };
    let switched = Settings {
        functions: [Function::ConstrainedForwardDynamicsWithSelectors].into(),
        ..settings(Effort::None)
    };
    for (items, settings) in [
        (&standing[..], settings(Effort::None)),
        (CRANE, regularized),
        (CRANE, switched),
    ] {
        let robot = Robot::of_tokens(items, settings).derive();
        assert_eq!(assert_all_programs_proved(&robot, items), [0, 0]);
    }
}

/// How a body moves that carries both ends is nothing to what is between these: J says so exactly, and is short.
#[test]
fn rows_between_links_have_no_columns_inboard_of_their_common_ancestor() {
    let jacobian = Function::ConstraintJacobian;
    let settings = Settings {
        functions: [jacobian].into(),
        ..settings(Effort::None)
    };
    let dynamics = Robot::of_tokens(&five_bar_legs(false), settings).derive();
    let state = State::random(&dynamics.robot.system, 0, 3);
    let (nv, rows) = (dynamics.robot.system.nv(), dynamics.at(jacobian, &state));
    for (row, entries) in rows.chunks_exact(nv).enumerate() {
        let motions: Vec<usize> = (0..nv).filter(|&v| entries[v] != 0.0).collect();
        // Behind the hip of its leg.
        let first = 6 + 5 * (row / 2) + 1;
        assert_eq!(motions, (first..first + 4).collect::<Vec<usize>>());
    }
}

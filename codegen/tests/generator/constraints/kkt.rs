//! The KKT matrix, eliminated in an order of least degree: proved, cheapest where rows are of few rates, and as accurate as a
//! dense solve where their levers vanish.

use multibody_codegen::internal::derive::Algorithm;
use multibody_codegen::settings::{Effort, Positive};
use multibody_codegen::{Function, Settings, decimal};

use crate::constraints::counts::counts;
use crate::constraints::functions::FUNCTIONS;
use crate::constraints::joint_pivoted_rows::{assert_near_dense, programs, quadruped};
use crate::support::{Robot, State};

/// An arm of seven hinges, with more.
pub fn arm(more: &str) -> String {
    let mut items = "gravity = [0, 0, -9.81],".to_owned();
    let mut carrier = "world".to_owned();
    for (index, axis) in ["z", "y", "y", "x", "y", "x", "z"].iter().enumerate() {
        items += &format!(
            "joint j{index} {{ revolute, parent: {carrier}, child: l{index}, axis: {axis}, origin: [0.1, 0, 0.3] }}, \
             body l{index} {{ mass: 1.{index}, com: [0.02, 0.01, 0.1], inertia: diag(0.01, 0.02, 0.015) }},"
        );
        carrier = format!("l{index}");
    }
    items + more
}

/// Joints of the wrist by gears.
pub const GEARS: &str = "constraint wrist: j5 - 2 * j6, constraint elbow: j3 + j4,";

/// Particles in space at distances from one another.
pub fn particles(count: usize, pairs: &[[usize; 2]]) -> String {
    let mut items = "gravity = [0, 0, -9.81],".to_owned();
    for index in 0..count {
        items += &format!(
            "joint j{index} {{ motions: [prismatic(x), prismatic(y), prismatic(z)], parent: world, child: p{index} }}, \
             body p{index} {{ mass: {index}.5 }},"
        );
    }
    for (index, [from, to]) in pairs.iter().enumerate() {
        items += &format!("distance d{index} {{ from: p{from}, to: p{to}, length: 1 }},");
    }
    items
}

/// Of ten particles, no order of which is that of a chain.
pub const RODS: [[usize; 2]; 11] = [
    [0, 5],
    [5, 1],
    [1, 7],
    [7, 2],
    [2, 9],
    [9, 3],
    [3, 8],
    [8, 4],
    [4, 6],
    [6, 0],
    [1, 3],
];

fn settings(functions: &[Function], effort: Effort) -> Settings {
    Settings {
        effort,
        functions: functions.into(),
        ..Settings::default()
    }
}

/// Forward dynamics with and without feedback, and the impulse; by derived kernels too.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn the_kkt_matrix_is_proved() {
    for items in [arm(GEARS), particles(10, &RODS)] {
        let derived_kernels = Settings {
            hand_written_kernels: false,
            ..settings(&FUNCTIONS, Effort::None)
        };
        for settings in [settings(&FUNCTIONS, Effort::Default), derived_kernels] {
            let robot = Robot::of_tokens(&items, settings).derive();
            robot.assert_proved();
            let mut result = 0;
            for derivation in &robot.derivations.functions {
                let function = derivation.target.function;
                for (route, program) in programs(&robot, function) {
                    if route.algorithm() == Algorithm::KktMatrix {
                        let proof = robot.prove_program(derivation.target, program);
                        assert_eq!(proof, Ok(()), "{function}");
                        result += 1;
                    }
                }
            }
            assert_eq!(result, 3, "{items}");
        }
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn rows_about_a_few_rates_cost_least_by_the_kkt_matrix() {
    let algorithms = [
        Algorithm::KktMatrix,
        Algorithm::MassMatrix,
        Algorithm::EliminatedRows,
        Algorithm::ArticulatedBodies,
    ];
    let wrist = "constraint wrist: j5 - 2 * j6,";
    for (name, items, expected) in [
        ("a gear", arm(wrist), [1032, 1102, 1243, 1282]),
        ("gears", arm(GEARS), [1064, 1161, 1369, 1397]),
        ("particles", particles(10, &RODS), [826, 871, 0, 871]),
    ] {
        let function = Function::ConstrainedForwardDynamics;
        let robot = Robot::of_tokens(&items, settings(&[function], Effort::Default)).derive();
        let actual = counts(&robot, algorithms);
        println!("{name}: {actual:?}");
        assert_eq!(actual, expected, "{name}");
        let route = robot.derivations.functions[0].route.algorithm();
        assert_eq!(route, Algorithm::KktMatrix, "{name}");
    }
}

/// Nothing is gained where limbs are constrained at their tips, nor by particles in a row; and it is not for rows that are switched or
/// may depend on one another.
#[test]
fn the_kkt_matrix_is_left_out_where_it_is_the_schur_complement() {
    let row: Vec<[usize; 2]> = (1..6).map(|at| [at, at - 1]).collect();
    let function = Function::ConstrainedForwardDynamics;
    let plain = settings(&[function], Effort::None);
    let regularized = Settings {
        regularization: Some(Positive(decimal("1e-5").expect("a decimal"))),
        ..plain.clone()
    };
    let switched = Function::ConstrainedForwardDynamicsWithSelectors;
    for (items, settings) in [
        (quadruped("world"), plain.clone()),
        (particles(6, &row), plain),
        (arm(GEARS), regularized),
        (arm(GEARS), settings(&[switched], Effort::None)),
    ] {
        let robot = Robot::of_tokens(&items, settings).derive();
        assert_eq!(counts(&robot, [Algorithm::KktMatrix]), [0], "{items}");
    }
}

/// A row about two rates, the lever of either of which vanishes somewhere: behind one of them alone it would divide by that.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn levers_that_vanish_are_no_obstacle() {
    let functions = [
        Function::MassMatrix,
        Function::Bias,
        Function::ConstraintJacobian,
        Function::ConstraintBias,
        Function::ConstrainedForwardDynamics,
    ];
    let cams = "constraint one: sin(j5) + sin(j6) - 0.4, constraint other: sin(j3) - sin(j4),";
    let settings = settings(&functions, Effort::Default);
    let dynamics = Robot::of_tokens(&arm(cams), settings).derive();
    let programs = programs(&dynamics, Function::ConstrainedForwardDynamics);
    let mut of = programs
        .iter()
        .filter(|(route, _)| route.algorithm() == Algorithm::KktMatrix);
    let (_, program) = of.next().expect("it is tried");
    for index in 3..7 {
        for off in [1e-2, 1e-4, 1e-6, 1e-8, 0.0] {
            let mut state = State::random(&dynamics.robot.system, 0, 7);
            state.q[index] = std::f64::consts::FRAC_PI_2 - off;
            let subject = format!("j{index}, {off:e} from where it has no lever");
            assert_near_dense(&dynamics, program, &state, &subject);
        }
    }
}

//! Inverse dynamics under constraints: the least sum of squares in every way that constraints can hold what no motor
//! drives, and as accurate as a dense solve.

use std::fmt::Write as _;

use multibody_codegen::internal::derive::Algorithm;
use multibody_codegen::internal::exact::decimal;
use multibody_codegen::internal::findings::Support;
use multibody_codegen::internal::prove;
use multibody_codegen::settings::{Effort, Positive};
use multibody_codegen::{Function, Settings};

use crate::constraints::functions::{FOUR_BAR, SLEDGE};
use crate::constraints::joint_pivoted_rows::{quadruped, solve};
use crate::support::{Derived, Robot, State};

const FUNCTIONS: [Function; 2] = [
    Function::ConstrainedInverseDynamics,
    Function::ConstrainedInverseDynamicsWithMultipliers,
];

fn settings(actuated: Option<&[&str]>) -> Settings {
    Settings {
        effort: Effort::None,
        functions: FUNCTIONS.into(),
        actuated: actuated.map(|names| names.iter().map(|&name| name.to_owned()).collect()),
        ..Settings::default()
    }
}

/// The quadruped on some of its feet, with a tail that no constraint reaches.
pub fn standing(feet: &[usize]) -> String {
    let all = quadruped("world");
    let mut items = all.split("contact foot").next().unwrap().to_owned();
    for (leg, part) in all.split("contact foot").skip(1).enumerate() {
        let (contact, rest) = part.split_once("},").unwrap();
        if feet.contains(&leg) {
            write!(items, "contact foot{contact}}},").unwrap();
        }
        items += rest;
    }
    items
        + "joint tail { revolute, parent: trunk, child: tail, axis: [0, 1, 1], origin: [-0.3, 0, 0] }, \
           body tail { mass: 0.4, com: [-0.1, 0, 0], inertia: diag(0.001, 0.002, 0.002) },"
}

/// Every motor but that of the tail.
const LEGS: [&str; 12] = [
    "hip0", "thigh0", "knee0", "hip1", "thigh1", "knee1", "hip2", "thigh2", "knee2", "hip3",
    "thigh3", "knee3",
];

/// Two rods between balls, each of which spins about itself.
fn rods() -> String {
    let mut items = "gravity = [0, 0, -9.81], \
        joint one { revolute, parent: world, child: a, axis: z }, \
        joint two { revolute, parent: a, child: b, axis: y, origin: [0.1, 0, 0.2] }, \
        body a { mass: 3, com: [0.1, 0, 0], inertia: diag(0.1, 0.2, 0.1) }, \
        body b { mass: 1.3, com: [0.1, 0, 0.2], inertia: diag(0.1, 0.12, 0.03) },"
        .to_owned();
    for (side, y) in [("left", 0.2), ("right", -0.3)] {
        write!(
            items,
            "joint {side} {{ ball, parent: b, child: rod_{side}, origin: [0.3, {y}, 0] }}, \
             body rod_{side} {{ mass: 0.4, com: [0.1, 0, 0.1], inertia: diag(0.01, 0.02, 0.015) }}, \
             pin of_{side} {{ from: [world, [0.9, {y}, 0.4]], to: [rod_{side}, [0.2, 0.1, 0.3]] }},"
        )
        .unwrap();
    }
    items
}

/// Of each: the constraints, motors, and what constraints can carry.
fn robots() -> Vec<(String, Option<&'static [&'static str]>, Support)> {
    use Support::{Full, UpToFreeMotions, UpToResidual};
    let pinned =
        format!("{SLEDGE} pin tip {{ from: [eye, [0.1, 0, 0]], to: [rod, [0, 0.1, 0.2]] }},");
    let gear = format!(
        "{SLEDGE} constraint gear: slide - 0.1 * shoulder, \
        distance stay {{ from: [head, [0, 0.1, 0]], to: [world, [0.5, 0.2, 1]], length: 0.7 }},"
    );
    let rods = rods();
    vec![
        (rods.clone(), None, UpToFreeMotions),
        (rods, Some(&["one", "two", "left", "right"]), Full),
        (FOUR_BAR.into(), None, Full),
        (FOUR_BAR.into(), Some(&["crank"]), Full),
        (FOUR_BAR.into(), Some(&["crank", "rocker"]), Full),
        (FOUR_BAR.into(), Some(&[]), UpToResidual),
        (pinned.clone(), None, UpToFreeMotions),
        (pinned, Some(&["slide", "pivot_1", "slot"]), UpToResidual),
        (gear.clone(), Some(&["pivot", "slot"]), UpToResidual),
        (gear, Some(&["shoulder", "neck", "pivot", "slot"]), Full),
        (standing(&[0, 1, 2, 3]), None, Full),
        (standing(&[0, 1, 2]), Some(&LEGS), Full),
        (standing(&[0, 3]), Some(&LEGS), UpToFreeMotions),
        (standing(&[1]), None, UpToResidual),
        (standing(&[1]), Some(&["hip0"]), UpToResidual),
    ]
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn the_least_is_proved_for_any_constraints() {
    for (items, actuated, support) in robots() {
        let robot = Robot::of_tokens(&items, settings(actuated));
        let result = robot.system.findings.actuation.support();
        assert_eq!(result, Some(support), "{actuated:?} {items}");
        robot.derive().assert_proved();
    }
}

/// Least squares by steps of robots whose rows may depend on one another; and by none but these steps.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn regularized_least_squares_are_proved_for_any_constraints() {
    for (items, actuated, _) in robots() {
        let regularized = |eps: &str| Settings {
            regularization: Some(Positive(decimal(eps).expect("a decimal"))),
            ..settings(actuated)
        };
        let robot = Robot::of_tokens(&items, regularized("1e-3")).derive();
        robot.assert_proved();
        let other = Robot::of_tokens(&items, regularized("2e-3"));
        for derivation in &robot.derivations.functions {
            let by_steps = derivation.route.algorithm() == Algorithm::LeastResidual;
            assert_eq!(by_steps, derivation.target.function == FUNCTIONS[0]);
            let refuted = prove::prove(&other.system, &[], derivation.target, &derivation.program);
            assert_eq!(refuted.is_err(), by_steps, "{items} {actuated:?}");
        }
    }
}

/// By searched frames and a length for a unit: the sum of squares is that of SI units.
/// All but the root and what turns about three axes, in whatever way.
#[test]
fn motors_drive_all_but_balls_unless_they_are_named() {
    let joints = [
        ("revolute, axis: z", 1, true),
        ("universal(x, y)", 2, true),
        ("planar, axis: z", 3, true),
        ("translation", 3, true),
        ("ball", 3, false),
        ("ball, chart: zyx", 3, false),
        ("motions: [revolute(z), revolute(x), revolute(z)]", 3, false),
        ("floating", 6, false),
    ];
    for (kind, nv, with_motor) in joints {
        let items = format!(
            "joint joint_1 {{ {kind}, parent: world, child: link }}, \
             body link {{ mass: 1, inertia: diag(1, 1.2, 1.3), com: [0.1, 0.2, 0.3] }},"
        );
        let result = Robot::of_tokens(&items, settings(None))
            .system
            .has_motor
            .clone();
        assert_eq!(result, vec![with_motor; nv], "{kind}");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn the_least_does_not_depend_on_frames() {
    let searched = |actuated| Settings {
        effort: Effort::Default,
        ..settings(actuated)
    };
    for regularization in [None, Some(Positive(decimal("1e-5").expect("a decimal")))] {
        let settings = Settings {
            regularization,
            ..searched(Some(&["crank"]))
        };
        Robot::of_tokens(FOUR_BAR, settings)
            .derive()
            .assert_proved();
    }
    let trot = Robot::of_tokens(&standing(&[0, 3]), searched(None)).derive();
    trot.assert_proved();
    for derivation in &trot.derivations.functions {
        for (route, program) in &derivation.others {
            assert_eq!(
                trot.prove_program(derivation.target, program),
                Ok(()),
                "{route}"
            );
        }
    }
}

/// tau, multipliers and residual at a state where constraints carry all, by a dense solve of
/// `[[J_a J_a^T + w^2, J_u], [J_u^T, 0]]`.
fn dense(dynamics: &Derived, state: &State) -> Vec<f64> {
    let [required, j] = [Function::InverseDynamics, Function::ConstraintJacobian]
        .map(|function| dynamics.at(function, state));
    let has_motor = &dynamics.robot.system.findings.actuation.has_motor;
    let nv = required.len();
    let nc = j.len() / nv;
    let entry = |row: usize, v: usize| j[row * nv + v];
    let constrained = &dynamics.robot.system.findings.actuation.constrained;
    let n = nc + constrained.len();
    let mut matrix = vec![vec![0.0; n]; n];
    let mut right = vec![0.0; n];
    for row in 0..nc {
        let products = (0..nc).map(|other| {
            let rates = (0..nv).filter(|&v| has_motor[v]);
            rates.map(|v| entry(row, v) * entry(other, v)).sum()
        });
        let products: Vec<f64> = products.collect();
        matrix[row][..nc].copy_from_slice(&products);
        matrix[row][row] += state.weight * state.weight;
        right[row] = (0..nv)
            .filter(|&v| has_motor[v])
            .map(|v| entry(row, v) * required[v])
            .sum();
        for (index, &v) in constrained.iter().enumerate() {
            matrix[row][nc + index] = entry(row, v);
            matrix[nc + index][row] = entry(row, v);
            right[nc + index] = required[v];
        }
    }
    let multipliers = solve(matrix, right)[..nc].to_vec();
    let left = (0..nv).map(|v| {
        required[v]
            - (0..nc)
                .map(|row| entry(row, v) * multipliers[row])
                .sum::<f64>()
    });
    let left: Vec<f64> = left.collect();
    let only = |with_motor: bool| {
        (0..nv)
            .map(|v| if has_motor[v] == with_motor { left[v] } else { 0.0 })
            .collect::<Vec<f64>>()
    };
    [only(true), multipliers, only(false)].concat()
}

fn settings_with_rows() -> Settings {
    let more = [Function::InverseDynamics, Function::ConstraintJacobian];
    Settings {
        functions: more.into_iter().chain(FUNCTIONS).collect(),
        ..settings(None)
    }
}

/// With every leg straight, where no motor moves a foot along the leg, and with multipliers that count little or not at
/// all.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn straight_legs_and_no_weight_are_no_obstacle() {
    let dynamics = Robot::of_tokens(&standing(&[0, 1, 2, 3]), settings_with_rows()).derive();
    for bend in [1e-2, 1e-4, 1e-6, 1e-8, 0.0] {
        for weight in [1.0, 1e-2, 1e-4, 0.0] {
            let mut state = State::random(&dynamics.robot.system, 0, 7);
            state.q[7..].fill(0.0);
            (7..19).step_by(3).for_each(|hip| state.q[hip + 2] = bend);
            state.weight = weight;
            let (actual, expected) = (dynamics.at(FUNCTIONS[0], &state), dense(&dynamics, &state));
            let largest = expected.iter().fold(0.0, |x: f64, y| x.max(y.abs()));
            let errors = actual.iter().zip(&expected).map(|(a, b)| (a - b).abs());
            let error = errors.fold(0.0, f64::max) / largest;
            println!("knees at {bend:e}, weight {weight:e}: {error:.1e}");
            assert!(
                error < 1e-12,
                "knees at {bend:e}, weight {weight:e}: {error:.1e}"
            );
        }
    }
}

/// On two feet, wherever the line between them lies: with all joints at 0 it is level, and along no axis of the root.
/// What is left is a moment about that line, and what is carried has none.
#[test]
fn two_feet_carry_all_but_a_moment_about_the_line_between_them() {
    let dynamics = Robot::of_tokens(&standing(&[0, 3]), settings_with_rows()).derive();
    let mut worst: f64 = 0.0;
    for seed in 0..9 {
        let mut state = State::random(&dynamics.robot.system, 0, seed);
        if seed == 0 {
            state.q[..6].fill(0.0);
            state.q[6] = 1.0;
            state.q[7..].fill(0.0);
        }
        state.weight *= 0.1;
        let [result, j] =
            [FUNCTIONS[0], Function::ConstraintJacobian].map(|f| dynamics.at(f, &state));
        let nv = state.qd.len();
        let (tau, rest) = result.split_at(nv);
        let (multipliers, residual) = rest.split_at(6);
        let size = result.iter().fold(0.0, |x: f64, y| x.max(y.abs()));
        let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
        let moment = dot(residual, residual).sqrt();
        assert!(moment > 1e-3 * size, "{seed}: {moment}");
        for row in j.chunks_exact(nv) {
            worst = worst.max(dot(row, residual).abs() / size);
        }
        // The forces of the feet against one another do no work on the root: there the sum of squares is level.
        let gradient: Vec<f64> = (j.chunks_exact(nv).zip(multipliers))
            .map(|(row, x)| state.weight * state.weight * x - dot(row, tau))
            .collect();
        let line = across(&j, nv);
        worst = worst.max(dot(&line, &gradient).abs() / size);
    }
    println!("two feet: {worst:.1e}");
    assert!(worst < 1e-11, "{worst:.1e}");
}

/// The multipliers that push two feet against one another, of length 1: the null space of the six columns of the root.
fn across(j: &[f64], nv: usize) -> Vec<f64> {
    let column = |v: usize| -> Vec<f64> { j.chunks_exact(nv).map(|row| row[v]).collect() };
    let mut basis: Vec<Vec<f64>> = Vec::new();
    let mut columns: Vec<Vec<f64>> = (0..6).map(column).collect();
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    let unit = |at: usize| (0..6).map(|k| if k == at { 1.0 } else { 0.0 }).collect();
    // The longest that is left, five times; then the axis of which most is left.
    for count in 0..6 {
        if count == 5 {
            columns = (0..6).map(unit).collect();
        }
        for _ in 0..2 {
            for x in &mut columns {
                for vector in &basis {
                    let part = dot(x, vector);
                    x.iter_mut().zip(vector).for_each(|(x, y)| *x -= part * y);
                }
            }
        }
        let longest = columns
            .iter()
            .max_by(|x, y| dot(x, x).total_cmp(&dot(y, y)))
            .unwrap();
        let length = dot(longest, longest).sqrt();
        basis.push(longest.iter().map(|x| x / length).collect());
    }
    basis.pop().unwrap()
}

/// Forward dynamics under the forces of inverse dynamics give back the acceleration, if that keeps the constraints.
#[test]
fn forward_dynamics_undo_inverse_dynamics() {
    let quadruped = standing(&[0, 1, 2, 3]);
    let robots = [(FOUR_BAR, Some(&["crank"][..])), (quadruped.as_str(), None)];
    for (items, actuated) in robots {
        let settings = Settings {
            functions: [&FUNCTIONS[..], &[Function::ConstrainedForwardDynamics]]
                .concat()
                .into(),
            ..settings(actuated)
        };
        let dynamics = Robot::of_tokens(items, settings).derive();
        let nv = dynamics.robot.system.nv();
        for seed in 0..8 {
            let mut state = State::random(&dynamics.robot.system, 0, seed);
            let acceleration = dynamics.at(Function::ConstrainedForwardDynamics, &state);
            state.qdd = acceleration[..nv].to_vec();
            let actual = dynamics.at(FUNCTIONS[0], &state);
            let (tau, rest) = actual.split_at(nv);
            let (multipliers, residual) = rest.split_at(rest.len() - nv);
            let has_motor = &dynamics.robot.system.findings.actuation.has_motor;
            assert!((0..nv).all(|v| has_motor[v] || tau[v] == 0.0));
            assert!(residual.iter().all(|&x| x == 0.0), "{residual:?}");
            state.tau = tau.to_vec();
            let back = dynamics.at(Function::ConstrainedForwardDynamics, &state);
            let expected = [&state.qdd[..], multipliers].concat();
            for part in [0..nv, nv..expected.len()] {
                let largest = expected[part.clone()]
                    .iter()
                    .fold(1.0, |x: f64, y| x.max(y.abs()));
                for index in part {
                    let error = (back[index] - expected[index]).abs() / largest;
                    assert!(error < 1e-9, "{actuated:?} {seed} {index}: {error:e}");
                }
            }
        }
    }
}

//! Joint-pivoted constraint rows: all algorithms proved, and as accurate as a dense solve at straight legs; so are rows that
//! are eliminated before the base. By request all rows are joint-pivoted.

use multibody_codegen::internal::derive::{Algorithm, Route};
use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::ir::Program;
use multibody_codegen::settings::{Effort, Idea};
use multibody_codegen::{Function, Settings};

use crate::constraints::counts::CORPUS;
use crate::constraints::eliminated_rows::five_bar_legs;
use crate::constraints::functions::{FOUR_BAR, FUNCTIONS, SLEDGE};
use crate::support::corpus;
use crate::support::{Derived, Robot, State, fixture, four_legs};

/// Four legs that stand on their feet.
pub fn quadruped(axes: &str) -> String {
    four_legs(|leg, _| {
        format!("contact foot{leg} {{ at: [shank{leg}, [0, 0, -0.26]], axes: {axes} }},")
    })
}

/// A slide, two hinges and a slide, constrained by a pin and by a contact.
pub const GANTRY: &str = "gravity = [0, 0, -9.81], \
    joint rail { prismatic, parent: world, child: cart, axis: x, armature: 0.2 }, \
    joint shoulder { revolute, parent: cart, child: arm, axis: [0, 1, 1], origin: [0.1, 0, 0.2] }, \
    joint elbow { revolute, parent: arm, child: rod, axis: x, origin: [0, 0.1, 0.4] }, \
    joint reach { prismatic, parent: rod, child: tip, axis: z, armature: 0.03 }, \
    joint swing { revolute, parent: cart, child: bob, axis: x, armature: 0.01 }, \
    body cart { mass: 3, com: [0.1, 0, 0], inertia: diag(0.1, 0.2, 0.1) }, \
    body arm { mass: 1.3, com: [0.1, 0, 0.2], inertia: diag(0.1, 0.12, 0.03) }, \
    body rod { mass: 0.7, com: [0, 0.02, 0.1], inertia: diag(0.01, 0.02, 0.015) }, \
    body tip { mass: 0.4, com: [0.1, 0.02, 0.1], inertia: diag(0.03, 0.02, 0.015) }, \
    body bob { mass: 0.6, com: [0.1, 0.02, 0.1], inertia: diag(0.03, 0.02, 0.025) }, \
    pin end { from: [world, [0.3, 0.2, 0.9]], to: [tip, [0.05, 0.1, 0.2]] }, \
    contact low { at: [bob, [0.1, 0.3, 0.1]] },";

/// Its forearm turns about the constrained point.
const WRIST: &str = "gravity = [0, 0, -9.81], \
    joint one { revolute, parent: world, child: a, axis: z }, \
    joint two { revolute, parent: a, child: b, axis: y, origin: [0.1, 0, 0.2] }, \
    joint three { revolute, parent: b, child: c, axis: y, origin: [0.3, 0.1, 0] }, \
    joint four { revolute, parent: c, child: d, axis: x, origin: [0.1, 0, 0.05] }, \
    body a { mass: 3, com: [0.1, 0, 0], inertia: diag(0.1, 0.2, 0.1) }, \
    body b { mass: 1.3, com: [0.1, 0, 0.2], inertia: diag(0.1, 0.12, 0.03) }, \
    body c { mass: 0.7, com: [0, 0.02, 0.1], inertia: diag(0.01, 0.02, 0.015) }, \
    body d { mass: 0.4, com: [0.1, 0.02, 0.1], inertia: diag(0.03, 0.02, 0.015) }, \
    contact tool { at: [d, [0.2, 0, 0]] },";

fn settings(effort: Effort) -> Settings {
    Settings {
        effort,
        functions: FUNCTIONS.into(),
        ..Settings::default()
    }
}

/// Every way of every function is proved, and rows are taken in some.
fn assert_all_programs_proved(robot: &Derived, name: &str) {
    robot.assert_proved();
    let mut pivoted = 0;
    for derivation in &robot.derivations.functions {
        pivoted += usize::from(derivation.route.algorithm() == Algorithm::JointPivotedRows);
        for (route, program) in &derivation.others {
            let proof = robot.prove_program(derivation.target, program);
            assert_eq!(
                proof,
                Ok(()),
                "{name}: {} by {route}",
                derivation.target.function
            );
            pivoted += usize::from(route.algorithm() == Algorithm::JointPivotedRows);
        }
    }
    // Forward dynamics with and without feedback, and the impulse.
    assert_eq!(pivoted, 3, "{name}");
}

/// Settings at two efforts, and with forms that are derived only.
fn with_all_forms(settings: fn(Effort) -> Settings) -> [Settings; 3] {
    let derived_kernels = Settings {
        hand_written_kernels: false,
        without: vec![Idea::Expansion],
        ..settings(Effort::None)
    };
    [
        settings(Effort::None),
        settings(Effort::Default),
        derived_kernels,
    ]
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn joint_pivoted_rows_are_proved() {
    let tools = ["link", "world"].map(|axes| {
        format!("contact tool {{ at: [tool, [0.1, 0.05, 0.2]], turns: false, axes: {axes} }},")
    });
    let arm = fixture("seven_joints.urdf");
    for settings in with_all_forms(settings) {
        for items in [FOUR_BAR, GANTRY, WRIST] {
            assert_all_programs_proved(&Robot::of_tokens(items, settings.clone()).derive(), items);
        }
        for tool in &tools {
            let arm = Robot::of_both(&arm, tool, settings.clone());
            assert_all_programs_proved(&arm.derive(), tool);
        }
    }
    for axes in ["link", "world"] {
        let quadruped = Robot::of_tokens(&quadruped(axes), settings(Effort::Default));
        assert_all_programs_proved(&quadruped.derive(), axes);
    }
}

/// Three hinges through one point, in front of an elbow: they move what they carry about it, and no more.
const SHOULDER: &str = "gravity = [0, 0, -9.81], \
    joint rail { prismatic, parent: world, child: cart, axis: [0, 1, 1], armature: 0.2 }, \
    joint yaw { revolute, parent: cart, child: a, axis: z }, \
    joint pitch { revolute, parent: a, child: b, axis: y }, \
    joint roll { revolute, parent: b, child: c, axis: x }, \
    body cart { mass: 3, com: [0.1, 0, 0], inertia: diag(0.1, 0.2, 0.1) }, \
    body a { mass: 1, com: [0.1, 0, 0], inertia: diag(0.1, 0.2, 0.1) }, \
    body b { mass: 1.3, com: [0.1, 0, 0.2], inertia: diag(0.1, 0.12, 0.03) }, \
    body c { mass: 0.7, com: [0, 0.02, 0.1], inertia: diag(0.01, 0.02, 0.015) }, \
    contact tip { at: [c, [0.1, 0.2, 0.3]] },";

fn with_pivots(effort: Effort) -> Settings {
    let functions = [
        Function::ConstrainedForwardDynamicsWithPivots,
        Function::MassMatrix,
        Function::Bias,
        Function::ConstraintJacobian,
        Function::ConstraintBias,
    ];
    Settings {
        effort,
        functions: functions.into(),
        ..Settings::default()
    }
}

/// The programs of a function, the emitted one first.
pub fn programs(robot: &Derived, of: Function) -> Vec<(Route, &Program)> {
    let mut functions = robot.derivations.functions.iter();
    let derivation = functions.find(|found| found.target.function == of);
    let derivation = derivation.expect("it was derived");
    let emitted = (derivation.route, &derivation.program);
    let others = derivation.others.iter();
    let others = others.map(|(route, program)| (*route, program));
    std::iter::once(emitted).chain(others).collect()
}

/// What is proved is that accelerations and multipliers are right; that the pivots are those of J, their product says.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn rows_pivoted_by_request_are_proved_and_their_pivots_are_those_of_j() {
    let target = Target {
        function: Function::ConstrainedForwardDynamicsWithPivots,
        link: None,
    };
    let arm = fixture("seven_joints.urdf");
    let arm = |tool: &str, settings| Robot::of_both(&arm, tool, settings);
    let tool = "contact tool { at: [tool, [0.1, 0.05, 0.2]], turns: false },";
    let tip = "contact tip { at: [tool, [0.1, 0.05, 0.2]], axes: link },";
    let part =
        format!("{SLEDGE} pin tip {{ from: [eye, [0.1, 0, 0]], to: [rod, [0, 0.1, 0.2]] }},");
    for settings in with_all_forms(with_pivots) {
        let of_tokens = |items: &str| Robot::of_tokens(items, settings.clone());
        for (robot, are_pivoted) in [
            (of_tokens(FOUR_BAR), true),
            (of_tokens(GANTRY), true),
            (of_tokens(WRIST), true),
            (of_tokens(SHOULDER), true),
            (of_tokens(&quadruped("world")), true),
            (arm(tool, settings.clone()), true),
            (arm(tip, settings.clone()), true),
            // Rows between limbs are about two bodies.
            (of_tokens(&part), false),
        ] {
            let dynamics = robot.derive();
            dynamics.assert_proved();
            let programs = programs(&dynamics, target.function);
            let by = |algorithm| {
                programs
                    .iter()
                    .any(|(route, _)| route.algorithm() == algorithm)
            };
            assert_eq!(by(Algorithm::AllRowsJointPivoted), are_pivoted);
            assert!(by(Algorithm::Partitioned));
            let state = State::random(&dynamics.robot.system, 0, 3);
            let (nv, nc) = (dynamics.robot.system.nv(), dynamics.robot.system.nc());
            let jacobian = dynamics.at(Function::ConstraintJacobian, &state);
            let dependent = &dynamics.robot.system.findings.dependent;
            let columns = |row: usize| dependent.iter().map(move |of| nv * row + of.rate);
            let block = (0..nc).map(|row| columns(row).map(|at| jacobian[at]).collect());
            let expected = determinant(block.collect()).abs();
            for (route, program) in programs {
                let proof = dynamics.prove_program(target, program);
                assert_eq!(proof, Ok(()), "{route}");
                let actual = state.evaluate(program)[nv + nc..]
                    .iter()
                    .product::<f64>()
                    .abs();
                assert!(
                    (actual / expected - 1.0).abs() < 1e-9,
                    "{route}: {actual} {expected}"
                );
            }
        }
    }
}

/// By elimination with pivots.
fn determinant(mut a: Vec<Vec<f64>>) -> f64 {
    (0..a.len()).fold(1.0, |product, k| {
        let pivot = (k..a.len()).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()));
        a.swap(k, pivot.expect("a row"));
        let own = a[k].clone();
        for row in &mut a[k + 1..] {
            let factor = row[k] / own[k];
            (row.iter_mut().zip(&own)).for_each(|(entry, own)| *entry -= factor * own);
        }
        product * own[k]
    })
}

/// Away from straight legs as near to the dense solve as anything; towards them as the documentation says.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn rows_pivoted_by_request_lose_digits_with_their_pivots() {
    let dynamics = Robot::of_tokens(&quadruped("world"), with_pivots(Effort::Default)).derive();
    let (nv, nc) = (dynamics.robot.system.nv(), dynamics.robot.system.nc());
    let (route, program) = programs(&dynamics, Function::ConstrainedForwardDynamicsWithPivots)[0];
    assert_eq!(route.algorithm(), Algorithm::AllRowsJointPivoted);
    let index = |state: &State| {
        let (mut actual, expected) = (state.evaluate(program), dense(&dynamics, state));
        let pivots = actual.split_off(nv + nc);
        let least = pivots.iter().fold(1.0, |x: f64, y| x.min(y.abs()));
        let errors = actual.iter().zip(&expected).map(|(x, y)| (x - y).abs());
        let largest = expected.iter().fold(0.0, |x: f64, y| x.max(y.abs()));
        (
            errors.fold(
                0.0,
                |x: f64, y| if y.is_nan() { f64::INFINITY } else { x.max(y) },
            ) / largest,
            least,
        )
    };
    for seed in 0..20 {
        let (error, least) = index(&State::random(&dynamics.robot.system, 0, seed));
        println!("{seed}: {error:.1e} by {least:.1e}");
        assert!(
            error < 2e-17 / (least * least),
            "{seed}: {error:.1e} by {least:.1e}"
        );
    }
    for bend in [1e-1, 1e-2, 1e-4, 1e-6] {
        let mut state = State::random(&dynamics.robot.system, 0, 7);
        (state.q[7..].iter_mut().enumerate())
            .for_each(|(index, q)| *q = [0.1, -0.5, 0.9][index % 3]);
        state.q[7 + 2] = bend;
        let (error, least) = index(&state);
        println!("{bend:e}: {error:.1e} by {least:.1e}");
        assert!(
            (least / (0.25 * 0.26 * bend) - 1.0).abs() < 10.0,
            "{least:e}"
        );
        assert!(
            error < 2e-17 / (least * least),
            "{bend:e}: {error:.1e} by {least:.1e}"
        );
    }
}

/// Accelerations and multipliers by a dense solve of `M qdd - J^T y = tau - bias`, `J qdd = -(bias of J)`.
pub fn dense(robot: &Derived, state: &State) -> Vec<f64> {
    let [m, bias, j, rate] = [
        Function::MassMatrix,
        Function::Bias,
        Function::ConstraintJacobian,
        Function::ConstraintBias,
    ]
    .map(|function| robot.at(function, state));
    let (nv, nc) = (bias.len(), rate.len());
    let mut matrix = vec![vec![0.0; nv + nc]; nv + nc];
    for i in 0..nv {
        matrix[i][..nv].copy_from_slice(&m[i * nv..][..nv]);
        for k in 0..nc {
            matrix[i][nv + k] = -j[k * nv + i];
            matrix[nv + k][i] = j[k * nv + i];
        }
    }
    let right: Vec<f64> = (state.tau.iter().zip(&bias).map(|(tau, bias)| tau - bias))
        .chain(rate.iter().map(|rate| -rate))
        .collect();
    let mut solved = solve(matrix.clone(), right.clone());
    let left = |row: &Vec<f64>, x: &[f64]| row.iter().zip(x).map(|(a, x)| a * x).sum::<f64>();
    let residual = matrix
        .iter()
        .zip(&right)
        .map(|(row, y)| y - left(row, &solved));
    let residual = residual.collect();
    let correction = solve(matrix, residual);
    solved
        .iter_mut()
        .zip(correction)
        .for_each(|(x, correction)| *x += correction);
    solved
}

/// By elimination with pivots.
pub fn solve(mut a: Vec<Vec<f64>>, mut y: Vec<f64>) -> Vec<f64> {
    let n = y.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()));
        let pivot = pivot.expect("a row");
        a.swap(k, pivot);
        y.swap(k, pivot);
        let (own, of_own) = (a[k].clone(), y[k]);
        for (row, y) in a.iter_mut().zip(&mut y).skip(k + 1) {
            let factor = row[k] / own[k];
            (row.iter_mut().zip(&own)).for_each(|(entry, own)| *entry -= factor * own);
            *y -= factor * of_own;
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| a[k][j] * y[j]).sum();
        y[k] = (y[k] - known) / a[k][k];
    }
    y
}

/// Accelerations and multipliers are as near to the dense solve as it is good, of the largest of either.
pub fn assert_near_dense(robot: &Derived, program: &Program, state: &State, subject: &str) {
    let (actual, expected) = (state.evaluate(program), dense(robot, state));
    let nv = state.qd.len();
    for part in [0..nv, nv..expected.len()] {
        let largest = expected[part.clone()]
            .iter()
            .fold(0.0, |x: f64, y| x.max(y.abs()));
        let errors = actual[part.clone()].iter().zip(&expected[part]);
        // What is no number is off by more than any.
        let larger = |x: f64, error: f64| if error <= x { x } else { error };
        let error = errors.fold(0.0, |x, (a, b)| larger(x, (a - b).abs())) / largest;
        println!("{subject}: {error:.1e}");
        assert!(error < 1e-11, "{subject}: {error:.1e}");
    }
}

/// Legs straight but for one knee, and all straight: columns and joint-pivoted rows are as near to the dense solve as it is
/// good. Each bend of a knee, given where it is.
fn assert_accurate(name: &str, robot: Robot, knee: usize, algorithms: [Algorithm; 2]) {
    let dynamics = robot.derive();
    let programs = programs(&dynamics, Function::ConstrainedForwardDynamics);
    for algorithm in algorithms {
        let mut of = programs
            .iter()
            .filter(|(route, _)| route.algorithm() == algorithm);
        let (_, program) = of.next().expect("both algorithms are tried");
        for bend in [1e-2, 1e-4, 1e-6, 1e-8, 0.0] {
            let mut state = State::random(&dynamics.robot.system, 0, 7);
            // The floating root's positions come first.
            state.q[7..].fill(0.0);
            state.q[knee] = bend;
            let subject = format!("{name}, {algorithm}, knee at {bend:e}");
            assert_near_dense(&dynamics, program, &state, &subject);
        }
    }
}

const KNEE_OF_TALOS: &str = "leg_left_4_joint";

/// Settings of what straight legs are judged by.
fn straight_legs() -> Settings {
    let functions = [
        Function::MassMatrix,
        Function::Bias,
        Function::ConstraintJacobian,
        Function::ConstraintBias,
        Function::ConstrainedForwardDynamics,
    ];
    Settings {
        functions: functions.into(),
        ..Settings::default()
    }
}

const BY_JOINTS_OR_COLUMNS: [Algorithm; 2] =
    [Algorithm::JointPivotedRows, Algorithm::ArticulatedBodies];

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn straight_legs_are_no_obstacle() {
    let settings = straight_legs();
    let quadruped_robot = Robot::of_tokens(&quadruped("world"), settings.clone());
    assert_accurate("quadruped", quadruped_robot, 7 + 2, BY_JOINTS_OR_COLUMNS);
    let of_five_bars = Robot::of_tokens(&five_bar_legs(true), settings.clone());
    let eliminated = [Algorithm::JointPivotedRows, Algorithm::EliminatedRows];
    assert_accurate("legs of five bars", of_five_bars, 7 + 2, eliminated);
}

#[test]
#[cfg_attr(
    not(all(corpus, all_tests)),
    ignore = "takes long, and needs others' robots: MULTIBODY_TESTS, MULTIBODY_CORPUS"
)]
fn straight_legs_of_the_corpus_are_no_obstacle() {
    let settings = straight_legs();
    let corpus = corpus::folder();
    for case in [&CORPUS[2], &CORPUS[0], &CORPUS[3]] {
        let settings = Settings {
            root: corpus.root(case.file),
            ..settings.clone()
        };
        let robot = Robot::of_both(&corpus.robot(case.file), &case.contacts("world"), settings);
        let mut coordinates = robot.system.coordinates.iter();
        let knee = coordinates.position(|coordinate| coordinate.joint == KNEE_OF_TALOS);
        // Of the others the third behind the floating root, which is first and has 7 positions.
        let knee = 6 + knee.unwrap_or(3);
        assert_accurate(case.file, robot, knee, BY_JOINTS_OR_COLUMNS);
    }
}

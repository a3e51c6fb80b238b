//! Grippers whose constraints are dependent, on the constraint manifold: accelerations against those of all rows, solved with
//! full pivoting.
//!
//! A planar loop that is closed by `connect` has three rows; that across its plane is 0 everywhere. A solver of all rows has
//! to find their rank. Here they are made of motions of links, in world axes.

use serde_json::Value;

use multibody_codegen::internal::source::format_named;
use multibody_codegen::{Function, read_file};

use super::comparison::difference;
use super::robot::{Compared, Robot, State};
use super::show;
use crate::corpus_folder::corpus_folder;
use crate::golden_numbers::{flat, golden, list};
use crate::mujoco::{cross, times};

const STATES: usize = 20;
/// Relative to the largest acceleration, times the condition of the equations.
const TOLERANCE: f64 = 1e-9;

/// The bodies that each `connect` closes, which the golden files do not name, and the joints of the equality behind them.
const LOOPS: [[&str; 2]; 2] = [
    ["right_follower", "right_coupler"],
    ["left_follower", "left_coupler"],
];
const JOINTS: [&str; 2] = ["right_driver_joint", "left_driver_joint"];

#[test]
#[cfg_attr(
    not(all(corpus, all_tests)),
    ignore = "takes long: MULTIBODY_TESTS=all runs it, with MULTIBODY_CORPUS"
)]
fn dependent_rows_give_the_same_accelerations() {
    if format_named("mjcf").is_none() {
        return;
    }
    for name in ["mj_panda_robotiq", "mj_tidybot"] {
        let corpus = corpus_folder();
        let path = corpus.join(format!("robots/mjcf/{name}.xml"));
        let source =
            read_file(&path).unwrap_or_else(|fault| panic!("{}", fault.render_whole(name)));
        let links = LOOPS.as_flattened().iter().map(|link| (*link).to_owned());
        let functions = [
            Function::Velocity,
            Function::Acceleration,
            Function::ConstrainedForwardDynamics,
        ];
        let robot = Robot::of(&source, (false, Compared::All, links.collect()), &functions);
        let robot = robot.unwrap_or_else(|faults| panic!("{faults}"));
        let golden = golden(&corpus, name);
        let (mut worst, mut largest_condition): (f64, f64) = (0.0, 0.0);
        let states = (0..20 * STATES).filter_map(|seed| on_manifold(&robot, &golden, seed));
        let mut count = 0;
        for (seed, state) in states.take(STATES).enumerate() {
            count += 1;
            let actual = robot.value(Function::ConstrainedForwardDynamics, &state);
            let actual = actual.expect("it was derived")[..robot.nv()].to_vec();
            let (expected, rank, condition) = accelerations(&robot, &golden, &state);
            assert_eq!(
                rank,
                robot.nv() + robot.nc(),
                "{name}: rank at state {seed}"
            );
            let error = difference(&actual, &expected) / (TOLERANCE * condition);
            assert!(
                error < 1.0,
                "{name}: {error} of the tolerance at state {seed}"
            );
            (worst, largest_condition) = (worst.max(error), largest_condition.max(condition));
        }
        assert_eq!(count, STATES, "{name}: states that satisfy the constraints");
        show(&format!(
            "{name}: {} of 7 rows; {worst:.1e} of the tolerance, condition up to {largest_condition:.0e}\n",
            robot.nc()
        ));
        assert_eq!(robot.nc(), 5, "{name}");
    }
}

/// A random state, projected, if that is possible.
fn on_manifold(robot: &Robot, golden: &Value, seed: usize) -> Option<State> {
    let number = |at: usize| (1.7 + 12.9898 * at as f64 + 78.233 * seed as f64).sin();
    let numbers = |offset: usize| {
        (0..robot.nv())
            .map(|k| number(offset + k))
            .collect::<Vec<f64>>()
    };
    let home = flat(&list(&golden["samples"])[0]["q"]);
    let q = home
        .iter()
        .zip(numbers(0))
        .map(|(home, x)| home + 0.2 * x)
        .collect();
    let mut state = State {
        q,
        qd: numbers(100),
        qdd: vec![0.0; robot.nv()],
        tau: numbers(200),
    };
    // All joints have one position, whose derivative is the rate.
    for _ in 0..40 {
        let errors = robot.value(Function::Constraint, &state)?;
        let step = nearest(robot, &state, &vec![0.0; robot.nv()], &errors);
        state
            .q
            .iter_mut()
            .zip(step)
            .for_each(|(q, step)| *q += step);
    }
    state.qd = nearest(robot, &state, &state.qd, &vec![0.0; robot.nc()]);
    let errors = robot.value(Function::Constraint, &state)?;
    errors
        .iter()
        .all(|error| error.abs() < 1e-13)
        .then_some(state)
}

/// The vector next to another for which J times it is minus these errors.
fn nearest(robot: &Robot, state: &State, vector: &[f64], errors: &[f64]) -> Vec<f64> {
    let jacobian = robot
        .value(Function::ConstraintJacobian, state)
        .expect("it was derived");
    let (nv, size) = (vector.len(), vector.len() + errors.len());
    let mut equations = vec![vec![0.0; size + 1]; size];
    for (k, x) in vector.iter().enumerate() {
        equations[k][k] = 1.0;
        equations[k][size] = *x;
    }
    for (k, (row, error)) in jacobian.chunks(nv).zip(errors).enumerate() {
        for (i, entry) in row.iter().enumerate() {
            equations[nv + k][i] = *entry;
            equations[i][nv + k] = *entry;
        }
        equations[nv + k][size] = -error;
    }
    let (mut solution, ..) = solve(equations);
    solution.truncate(nv);
    solution
}

/// Rows of J, and for each what its acceleration is without accelerations of coordinates.
fn rows(robot: &Robot, golden: &Value, state: &State) -> Vec<(Vec<f64>, f64)> {
    let nv = robot.nv();
    let mut rows = Vec::new();
    let equalities = list(&golden["equalities"]);
    for (bodies, equality) in LOOPS.iter().zip(equalities) {
        let data = flat(&equality["data"]);
        let ends = [0, 1].map(|end| {
            let value = |function| {
                robot
                    .value_of_link(function, bodies[end], state)
                    .expect("a link")
            };
            let arm = times(&value(Function::Pose), &data[3 * end..3 * end + 3]);
            let jacobian = value(Function::Jacobian);
            let column = |k: usize| {
                let entry = |row: usize| jacobian[row * nv + k];
                let turned = cross(&[entry(3), entry(4), entry(5)], &arm);
                [0, 1, 2].map(|axis| entry(axis) + turned[axis])
            };
            let columns: Vec<[f64; 3]> = (0..nv).map(column).collect();
            let (velocity, acceleration) =
                (value(Function::Velocity), value(Function::Acceleration));
            let turn = &velocity[3..];
            let (along, across) = (
                cross(&acceleration[3..], &arm),
                cross(turn, &cross(turn, &arm)),
            );
            let acceleration = [0, 1, 2].map(|k| acceleration[k] + along[k] + across[k]);
            (columns, acceleration)
        });
        let [(first, first_acceleration), (second, second_acceleration)] = ends;
        for axis in 0..3 {
            let parts = first.iter().zip(&second);
            let row = parts
                .map(|(first, second)| first[axis] - second[axis])
                .collect();
            rows.push((row, first_acceleration[axis] - second_acceleration[axis]));
        }
    }
    let names = robot.coordinates();
    let entry = |own: &&str| {
        f64::from(u8::from(*own == JOINTS[0])) - f64::from(u8::from(*own == JOINTS[1]))
    };
    let row = names.iter().map(entry);
    rows.push((row.collect(), 0.0));
    rows
}

/// Accelerations by all rows, the rank of the equations, and the ratio of their pivots.
fn accelerations(robot: &Robot, golden: &Value, state: &State) -> (Vec<f64>, usize, f64) {
    let value = |function| robot.value(function, state).expect("it was derived");
    let (mass, bias) = (value(Function::MassMatrix), value(Function::Bias));
    let (nv, rows) = (robot.nv(), rows(robot, golden, state));
    let size = nv + rows.len();
    let mut equations = vec![vec![0.0; size + 1]; size];
    for (i, equation) in equations.iter_mut().enumerate().take(nv) {
        equation[..nv].copy_from_slice(&mass[i * nv..(i + 1) * nv]);
        equation[size] = state.tau[i] - bias[i];
    }
    for (k, (row, acceleration)) in rows.iter().enumerate() {
        for (i, entry) in row.iter().enumerate() {
            equations[nv + k][i] = *entry;
            equations[i][nv + k] = *entry;
        }
        equations[nv + k][size] = -acceleration;
    }
    let (mut solution, rank, condition) = solve(equations);
    solution.truncate(nv);
    (solution, rank, condition)
}

/// Solves equations, the right-hand side of each behind it, by elimination with full pivoting; unknowns without a pivot are 0.
/// Also the rank, and the ratio of the first to the last pivot.
fn solve(mut equations: Vec<Vec<f64>>) -> (Vec<f64>, usize, f64) {
    /// Pivots below this are rounding of those before.
    const RANK: f64 = 1e-9;
    let size = equations.len();
    let (mut unknowns, mut pivots): (Vec<usize>, Vec<f64>) = ((0..size).collect(), Vec::new());
    for step in 0..size {
        let places = (step..size).flat_map(|i| (step..size).map(move |j| (i, j)));
        let by_size = |a: &(usize, usize), b: &(usize, usize)| {
            equations[a.0][a.1]
                .abs()
                .total_cmp(&equations[b.0][b.1].abs())
        };
        let (row, column) = places.max_by(by_size).expect("a place");
        let pivot = equations[row][column];
        if pivot.abs() < RANK * pivots.first().copied().unwrap_or(0.0) {
            break;
        }
        pivots.push(pivot.abs());
        equations.swap(step, row);
        unknowns.swap(step, column);
        equations
            .iter_mut()
            .for_each(|equation| equation.swap(step, column));
        let (above, below) = equations.split_at_mut(step + 1);
        for equation in below {
            let factor = equation[step] / pivot;
            equation
                .iter_mut()
                .zip(&above[step])
                .for_each(|(x, y)| *x -= factor * y);
        }
    }
    let rank = pivots.len();
    let mut solution = vec![0.0; size];
    for step in (0..rank).rev() {
        let equation = &equations[step];
        let others: f64 = (step + 1..rank)
            .map(|k| equation[k] * solution[unknowns[k]])
            .sum();
        solution[unknowns[step]] = (equation[size] - others) / equation[step];
    }
    (solution, rank, pivots[0] / pivots[rank - 1])
}

#[test]
fn full_pivoting_finds_the_rank() {
    let equations = vec![
        vec![2.0, 1.0, 0.0, 3.0],
        vec![1.0, 0.0, 0.0, 1.0],
        vec![3.0, 1.0, 0.0, 4.0],
    ];
    let (solution, rank, _) = solve(equations);
    assert_eq!(rank, 2);
    assert!(
        difference(&solution, &[1.0, 1.0, 0.0]) < 1e-15,
        "{solution:?}"
    );
}

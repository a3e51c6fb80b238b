//! Grippers whose constraints are dependent, on the constraint manifold: accelerations by the emitted rows against those by all rows of
//! MuJoCo, of a model that is made of MuJoCo's numbers, by the generic algorithm for rows of any rank.
//!
//! A planar loop that is closed by `connect` has three rows; that across its plane is 0 everywhere. With the equality of two joints
//! there are seven rows, five of which the generator keeps.

use multibody::reference::Model;
use serde_json::Value;

use multibody_codegen::{Function, read_file};

use super::comparison::{difference, difference_in};
use super::mujoco_model::model;
use super::robot::{Compared, Robot, State};
use super::show;
use super::states::{MujocoState, States};
use crate::corpus_folder::corpus_folder;
use crate::golden_numbers::{flat, golden, list};

const STATES: usize = 20;
/// Where a state can be projected, the errors are squared by each step; elsewhere the steps never end.
const NEWTON_STEPS: usize = 12;
/// The largest error of a state that satisfies all rows, m or rad.
const SATISFIED: f64 = 1e-13;
/// Relative to the largest acceleration, times the condition of the equations.
const TOLERANCE: f64 = 1e-9;
/// Singular values below this, relative to the largest, are rounding: the next are above 1e-7.
const RANK: f64 = 1e-10;

/// The second body of each `connect`, and the second joint, which the golden files do not name.
const SECONDS: [&str; 3] = ["right_coupler", "left_coupler", "left_driver_joint"];
/// The equalities, by their indices.
const ALL: [usize; 3] = [0, 1, 2];

#[test]
#[cfg_attr(
    not(all(corpus, all_tests)),
    ignore = "takes long: MULTIBODY_TESTS=all runs it, with MULTIBODY_CORPUS"
)]
fn dependent_rows_give_the_same_accelerations() {
    for name in ["mj_panda_robotiq", "mj_tidybot"] {
        let corpus = corpus_folder();
        let path = corpus.join(format!("robots/mjcf/{name}.xml"));
        let source =
            read_file(&path).unwrap_or_else(|fault| panic!("{}", fault.render_whole(name)));
        let functions = [Function::ConstrainedForwardDynamics];
        let robot = Robot::of(
            &source,
            (false, Compared::Constraints, Vec::new()),
            &functions,
        );
        let robot = robot.unwrap_or_else(|faults| panic!("{faults}"));
        let golden = golden(&corpus, name);
        let mujoco = model(&golden, &SECONDS, &ALL);
        assert_model_is_right(&mujoco, &golden);
        assert_eq!((mujoco.nc(), robot.nc()), (7, 5), "{name}");
        let (mut worst, mut largest_condition): (f64, f64) = (0.0, 0.0);
        let states: Vec<State> = (0..20 * STATES)
            .filter_map(|seed| on_manifold(&mujoco, &golden, seed))
            .take(STATES)
            .collect();
        assert_eq!(states.len(), STATES, "{name}: states that satisfy all rows");
        for (index, state) in states.iter().enumerate() {
            let satisfied = robot
                .value(Function::Constraint, state)
                .expect("it was derived");
            assert!(
                satisfied.iter().all(|x| x.abs() < 1e-12),
                "{name}, state {index}: {satisfied:?}"
            );
            let actual = robot.value(Function::ConstrainedForwardDynamics, state);
            let actual = &actual.expect("it was derived")[..robot.nv()];
            let (rank, condition) = rank_and_condition(&mujoco, &state.q);
            assert_eq!(rank, robot.nv() + robot.nc(), "{name}, state {index}");
            let error =
                difference(actual, &accelerations(&mujoco, state)) / (TOLERANCE * condition);
            assert!(
                error < 1.0,
                "{name}, state {index}: {error} of the tolerance"
            );
            (worst, largest_condition) = (worst.max(error), largest_condition.max(condition));
            // Without any of the equalities the accelerations are others.
            for equality in ALL.into_iter().filter(|_| index == 0) {
                let others: Vec<usize> = ALL.into_iter().filter(|k| *k != equality).collect();
                let fewer = model(&golden, &SECONDS, &others);
                let change = difference(actual, &accelerations(&fewer, state));
                assert!(
                    change > 1e3 * TOLERANCE * condition,
                    "{name}, state {index}: {change:e} without equality {equality}"
                );
            }
        }
        show(&format!(
            "{name}: {} of {} rows; {worst:.1e} of the tolerance, condition up to {largest_condition:.0e}\n",
            robot.nc(),
            mujoco.nc()
        ));
    }
}

/// The model has MuJoCo's mass matrix and bias at all samples, and the lengths of its residuals.
fn assert_model_is_right(mujoco: &Model, golden: &Value) {
    for MujocoState { values, q, v, .. } in States::of(golden, "samples").all() {
        let mass = mujoco.mass_matrix(&q);
        // Symmetric, so that columns are rows.
        assert!(difference(mass.as_slice(), &flat(&values["M"])) < 1e-12);
        let (bias, scale) = (mujoco.bias(&q, &v), mass.amax());
        assert!(difference_in(bias.as_slice(), &flat(&values["nle"]), scale) < 1e-12);
        let residual = mujoco.constraint(&q);
        let lengths = |rows: &[f64]| {
            let length = |of: &[f64]| of.iter().map(|x| x * x).sum::<f64>().sqrt();
            [0..3, 3..6, 6..7].map(|block| length(&rows[block]))
        };
        let expected = lengths(&flat(&values["equality_residual"]));
        assert!(difference(&lengths(residual.as_slice()), &expected) < 1e-12);
    }
}

/// A random state, projected, if that is possible.
fn on_manifold(mujoco: &Model, golden: &Value, seed: usize) -> Option<State> {
    let number = |at: usize| (1.7 + 12.9898 * at as f64 + 78.233 * seed as f64).sin();
    let nv = mujoco.nv();
    let numbers = |offset: usize| (0..nv).map(|k| number(offset + k)).collect::<Vec<f64>>();
    let home = flat(&list(&golden["samples"])[0]["q"]);
    let pairs = home.iter().zip(numbers(0));
    let mut state = State {
        q: pairs.map(|(home, x)| home + 0.2 * x).collect(),
        qd: numbers(100),
        tau: numbers(200),
        ..State::default()
    };
    // All joints have one position, whose derivative is the rate.
    let mut errors = mujoco.constraint(&state.q);
    for _ in 0..NEWTON_STEPS {
        if errors.amax() < SATISFIED {
            break;
        }
        let step = least_step(mujoco, &state.q, errors.as_slice());
        step_back(&mut state.q, &step);
        errors = mujoco.constraint(&state.q);
    }
    if errors.amax() >= SATISFIED {
        return None;
    }
    let rates = mujoco.constraint_rate(&state.q, &state.qd);
    let step = least_step(mujoco, &state.q, rates.as_slice());
    step_back(&mut state.qd, &step);
    Some(state)
}

/// The shortest x with `J x = errors`.
fn least_step(mujoco: &Model, q: &[f64], errors: &[f64]) -> Vec<f64> {
    let jacobian = mujoco.constraint_jacobian(q);
    let inverse = jacobian.pseudo_inverse(RANK).expect("not negative");
    let rows = inverse.row_iter();
    rows.map(|row| row.iter().zip(errors).map(|(x, y)| x * y).sum())
        .collect()
}

fn step_back(vector: &mut [f64], step: &[f64]) {
    vector.iter_mut().zip(step).for_each(|(x, step)| *x -= step);
}

/// By all rows of a model.
fn accelerations(model: &Model, State { q, qd, tau, .. }: &State) -> Vec<f64> {
    let (qdd, _) = model.constrained_forward_dynamics(q, qd, tau, &[], [0.0; 2]);
    qdd.as_slice().to_vec()
}

/// The rank of `[[M, J^T], [J, 0]]`, and the ratio of the largest singular value to the smallest of so many.
fn rank_and_condition(model: &Model, q: &[f64]) -> (usize, f64) {
    let (nv, jacobian) = (model.nv(), model.constraint_jacobian(q));
    let size = nv + model.nc();
    let mut matrix = model.mass_matrix(q).resize(size, size, 0.0);
    matrix
        .view_mut((nv, 0), jacobian.shape())
        .copy_from(&jacobian);
    let transposed = jacobian.transpose();
    matrix
        .view_mut((0, nv), transposed.shape())
        .copy_from(&transposed);
    let values = matrix.singular_values();
    let largest = values.max();
    let nonzero = values.iter().filter(|value| **value > RANK * largest);
    let smallest = nonzero
        .clone()
        .fold(largest, |least, value| least.min(*value));
    (nonzero.count(), largest / smallest)
}

//! Trajectories of least cost reach their goals, and dual numbers find the same.

use std::f64::consts::PI;

use example_ilqr::problems::{HAND_GOAL, QUARTER_TURN, TURN, reach, swing_up, turn};
use example_ilqr::robots::{Acrobot, Panda, Satellite};
use example_ilqr::{Solution, WithDualDerivatives, draw};
use multibody::integrators::semi_implicit_euler;
use multibody::{Joints, manifold};
use nalgebra::SVector;

/// The most iterations.
const ITERATIONS: usize = 100;
/// After so many, costs are compared: dual numbers take long in builds without optimisation.
const FEW_ITERATIONS: usize = 4;

#[track_caller]
fn assert_same_cost<const NQ: usize, const NV: usize, const NU: usize>(
    emitted: &Solution<NQ, NV, NU>,
    by_duals: &Solution<NQ, NV, NU>,
) {
    let (by_emission, by_duals) = (emitted.cost, by_duals.cost);
    assert!(
        (by_emission - by_duals).abs() < 1e-6 * by_emission,
        "{by_emission} {by_duals}"
    );
}

#[test]
fn an_acrobot_swings_up() {
    let solution = swing_up(&Acrobot, ITERATIONS);
    let (q, qd) = solution.states[solution.states.len() - 1];
    let off = [q[0] - PI, q[1], qd[0], qd[1]];
    assert!(off.iter().all(|x| x.abs() < 1e-2), "{off:?}");
    assert_same_cost(
        &solution,
        &swing_up(&WithDualDerivatives(&Acrobot), ITERATIONS),
    );
    let figure = draw(
        &solution,
        0.01,
        ("Angles", &[(0, "shoulder"), (1, "elbow")]),
        ["elbow"],
    );
    assert_eq!(figure.matches("<polyline").count(), 3);
}

/// The angular momentum after a motion, whose forces stay for so many parts of a step.
fn momentum(forces: &[SVector<f64, 4>], parts: usize) -> f64 {
    let h = TURN.steps.length / parts as f64;
    let (mut q, mut qd) = (TURN.start, [0.0; 10]);
    for u in forces {
        let tau = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, u[0], u[1], u[2], u[3]];
        for _ in 0..parts {
            (q, qd) = semi_implicit_euler(&Satellite, 0.0, (&q, &qd), h, |_, _, _| tau);
        }
    }
    let [_, _, _, x, y, z] = Satellite.centroidal(&q, &qd).momentum;
    x.hypot(y).hypot(z)
}

#[test]
fn a_satellite_turns_by_moving_its_arms() {
    let solution = turn(&Satellite, ITERATIONS);
    let (q, qd) = solution.states[solution.states.len() - 1];
    let mut off = [0.0; 10];
    manifold::difference(Satellite.joints(), &QUARTER_TURN, &q, &mut off);
    assert!(off[3..6].iter().all(|x| x.abs() < 1e-2), "{off:?}");
    assert!(qd.iter().all(|x| x.abs() < 1e-1), "{qd:?}");
    // No force acts from outside, but steps keep momentum only up to their length.
    let [full_step, half, quarter] = [1, 2, 4].map(|parts| momentum(&solution.forces, parts));
    assert!((full_step / half - 2.0).abs() < 0.2 && (half / quarter - 2.0).abs() < 0.2);
    assert_same_cost(
        &turn(&Satellite, FEW_ITERATIONS),
        &turn(&WithDualDerivatives(&Satellite), FEW_ITERATIONS),
    );
}

#[test]
fn a_panda_reaches_a_place() {
    let solution = reach(&Panda, ITERATIONS);
    let (q, qd) = solution.states[solution.states.len() - 1];
    let (_, hand) = Panda.pose_of_panda_hand_tcp(&q);
    let off: f64 = hand
        .iter()
        .zip(HAND_GOAL)
        .map(|(x, y)| (x - y).powi(2))
        .sum();
    assert!(off.sqrt() < 1e-3, "{hand:?}");
    assert!(qd.iter().all(|x| x.abs() < 0.1), "{qd:?}");
    assert_same_cost(
        &reach(&Panda, FEW_ITERATIONS),
        &reach(&WithDualDerivatives(&Panda), FEW_ITERATIONS),
    );
}

//! Trajectories of least cost reach their goals, and dual numbers find the same.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

use example_ilqr::robots::{Acrobot, AcrobotByDuals, HandAt, Panda, Satellite};
use example_ilqr::{Place, Problem, solve};
use multibody::integrators::semi_implicit_euler;
use multibody::{Joints, manifold};
use nalgebra::SVector;

/// From hanging to upright, by the motor at the elbow alone.
const SWING_UP: Problem<2, 2, 1> = Problem {
    start: [0.0, 0.0],
    steps: (400, 0.01),
    motors: [1],
    effort: 0.01,
    at_rest: 100.0,
};

fn first_forces(steps: usize) -> Vec<SVector<f64, 1>> {
    (0..steps)
        .map(|at| SVector::from([(at as f64 * 0.03).sin()]))
        .collect()
}

#[test]
fn an_acrobot_swings_up() {
    let (forces, weights) = (first_forces(SWING_UP.steps.0), [1000.0_f64.sqrt(); 2]);
    let (robot, q) = (&Acrobot, [PI, 0.0]);
    let goal = Place { robot, q, weights };
    let found = solve::<_, _, 2, 2, 1, 4>((robot, &goal), &SWING_UP, forces.clone(), 100);
    let (q, qd) = found.states[found.states.len() - 1];
    let off = [q[0] - PI, q[1], qd[0], qd[1]];
    assert!(off.iter().all(|x| x.abs() < 1e-2), "{off:?}");
    let by_duals = solve::<_, _, 2, 2, 1, 4>((&AcrobotByDuals, &goal), &SWING_UP, forces, 100);
    let (found, by_duals) = (found.cost, by_duals.cost);
    assert!(
        (found - by_duals).abs() < 1e-6 * found,
        "{found} {by_duals}"
    );
}

/// A quarter about x.
const TURNED: [f64; 11] = [
    0.0,
    0.0,
    0.0,
    FRAC_1_SQRT_2,
    0.0,
    0.0,
    FRAC_1_SQRT_2,
    0.0,
    0.0,
    0.0,
    0.0,
];

/// The hull turns by a quarter about x, wherever that leaves the arms, and all is at rest.
const QUARTER: Problem<11, 10, 4> = Problem {
    start: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
    steps: (200, 0.01),
    motors: [6, 7, 8, 9],
    effort: 0.01,
    at_rest: 100.0,
};

/// The angular momentum after a motion, whose forces stay for so many parts of a step.
fn momentum(forces: &[SVector<f64, 4>], parts: usize) -> f64 {
    let h = QUARTER.steps.1 / parts as f64;
    let (mut q, mut qd) = (QUARTER.start, [0.0; 10]);
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
    let forces = vec![SVector::zeros(); QUARTER.steps.0];
    let mut weights = [0.0; 10];
    weights[3..6].fill(1000.0_f64.sqrt());
    let goal = Place {
        robot: &Satellite,
        q: TURNED,
        weights,
    };
    let found = solve::<_, _, 11, 10, 4, 20>((&Satellite, &goal), &QUARTER, forces, 100);
    let (q, qd) = found.states[found.states.len() - 1];
    let mut off = [0.0; 10];
    manifold::difference(Satellite.joints(), &TURNED, &q, &mut off);
    assert!(off[3..6].iter().all(|x| x.abs() < 1e-2), "{off:?}");
    assert!(qd.iter().all(|x| x.abs() < 1e-1), "{qd:?}");
    // No force acts from outside, but steps keep momentum only up to their length.
    let [whole, half, quarter] = [1, 2, 4].map(|parts| momentum(&found.forces, parts));
    assert!((whole / half - 2.0).abs() < 0.2 && (half / quarter - 2.0).abs() < 0.2);
}

/// From a bent arm, which gravity pulls down.
const REACH: Problem<7, 7, 7> = Problem {
    start: [0.0, -0.4, 0.2, -2.0, 0.1, 1.7, 0.8],
    steps: (100, 0.01),
    motors: [0, 1, 2, 3, 4, 5, 6],
    effort: 1e-3,
    at_rest: 100.0,
};

#[test]
fn a_panda_reaches_a_place() {
    let goal = HandAt([0.3, 0.4, 0.6]);
    let balance = SVector::from(Panda.gravity(&REACH.start));
    let forces = vec![balance; REACH.steps.0];
    let found = solve::<_, _, 7, 7, 7, 14>((&Panda, &goal), &REACH, forces, 100);
    let (q, qd) = found.states[found.states.len() - 1];
    let (_, hand) = Panda.pose_of_panda_hand_tcp(&q);
    let off: f64 = hand.iter().zip(goal.0).map(|(x, y)| (x - y).powi(2)).sum();
    assert!(off.sqrt() < 1e-3, "{hand:?}");
    assert!(qd.iter().all(|x| x.abs() < 0.1), "{qd:?}");
}

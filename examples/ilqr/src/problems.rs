//! Three problems, each with an initial guess of the forces: an acrobot swings up, a satellite turns, an arm reaches a point.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

use multibody::{Acceleration, Linearizable};
use nalgebra::SVector;

use crate::robots::{Acrobot, HandAt, Panda, Satellite};
use crate::{Place, Problem, Solution, Steps, solve};

/// The acrobot swings from hanging to upright, by the motor at the elbow alone.
pub const SWING_UP: Problem<2, 2, 1> = Problem {
    start: [0.0, 0.0],
    steps: Steps {
        count: 400,
        length: 0.01,
    },
    motors: [1],
    effort: 0.01,
    rate_weight: 100.0,
};

/// The acrobot's upright position.
pub const UPRIGHT: [f64; 2] = [PI, 0.0];

/// Solves [`SWING_UP`] for the acrobot, or for a robot with the same motion but other derivatives.
pub fn swing_up<R>(robot: &R, iterations: usize) -> Solution<2, 2, 1>
where
    R: Linearizable<f64, 2, 2> + Acceleration<f64, 2, 2>,
{
    let goal = Place {
        robot: &Acrobot,
        q: UPRIGHT,
        weights: [1000.0_f64.sqrt(); 2],
    };
    let forces = (0..SWING_UP.steps.count).map(|step| SVector::from([(step as f64 * 0.03).sin()]));
    solve::<_, _, 2, 2, 1, 4>((robot, &goal), &SWING_UP, forces.collect(), iterations)
}

/// The hull turns by a quarter about x and everything comes to rest; the arms may end anywhere.
pub const TURN: Problem<11, 10, 4> = Problem {
    start: [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0],
    steps: Steps {
        count: 200,
        length: 0.01,
    },
    motors: [6, 7, 8, 9],
    effort: 0.01,
    rate_weight: 100.0,
};

/// The satellite's position after a quarter turn of the hull about x.
pub const QUARTER_TURN: [f64; 11] = [
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

/// Solves [`TURN`] for the satellite, or for a robot with the same motion but other derivatives.
pub fn turn<R>(robot: &R, iterations: usize) -> Solution<11, 10, 4>
where
    R: Linearizable<f64, 11, 10> + Acceleration<f64, 11, 10>,
{
    let mut weights = [0.0; 10];
    weights[3..6].fill(1000.0_f64.sqrt());
    let goal = Place {
        robot: &Satellite,
        q: QUARTER_TURN,
        weights,
    };
    let forces = vec![SVector::zeros(); TURN.steps.count];
    solve::<_, _, 11, 10, 4, 20>((robot, &goal), &TURN, forces, iterations)
}

/// Panda's hand moves to a point. The arm is bent at the start, and gravity pulls it down.
pub const REACH: Problem<7, 7, 7> = Problem {
    start: [0.0, -0.4, 0.2, -2.0, 0.1, 1.7, 0.8],
    steps: Steps {
        count: 100,
        length: 0.01,
    },
    motors: [0, 1, 2, 3, 4, 5, 6],
    effort: 1e-3,
    rate_weight: 100.0,
};

/// The point that the tool centre point of the hand reaches, in the world, m.
pub const HAND_GOAL: [f64; 3] = [0.3, 0.4, 0.6];

/// Solves [`REACH`] for Panda, or for a robot with the same motion but other derivatives.
pub fn reach<R>(robot: &R, iterations: usize) -> Solution<7, 7, 7>
where
    R: Linearizable<f64, 7, 7> + Acceleration<f64, 7, 7>,
{
    let balance = SVector::from(Panda.gravity(&REACH.start));
    let forces = vec![balance; REACH.steps.count];
    solve::<_, _, 7, 7, 7, 14>((robot, &HandAt(HAND_GOAL)), &REACH, forces, iterations)
}

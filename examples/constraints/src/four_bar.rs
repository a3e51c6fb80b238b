//! A four-bar linkage: a crank turns, a rocker swings. Three rods and the ground form a loop, closed by a hinge.

use multibody::{Constrained, feedback, multibody, project};

use crate::{State, run};

/// Ground pivots at the origin and at (2.2, 0.1), m.
#[multibody(
    gravity = [0, 0, -9.81],
    joint crank { revolute, parent: world, child: crank_rod, axis: -y },
    joint coupler { revolute, parent: crank_rod, child: coupler_rod, axis: -y, origin: [0.8, 0, 0] },
    joint rocker { revolute, parent: coupler_rod, child: rocker_rod, axis: -y, origin: [2.5, 0, 0] },
    body crank_rod { mass: 1, com: [0.4, 0, 0], inertia: diag(0, 0.64 / 12, 0.64 / 12) },
    body coupler_rod { mass: 2, com: [1.25, 0, 0], inertia: diag(0, 12.5 / 12, 12.5 / 12) },
    body rocker_rod { mass: 1.5, com: [1, 0, 0], inertia: diag(0, 0.5, 0.5) },
    frame tip { link: rocker_rod, origin: [2, 0, 0] },
    loop closure { from: [world, [2.2, 0, 0.1]], to: tip, leaves: revolute(y) },
    links(coupler_rod, rocker_rod, tip),
)]
pub struct FourBar;

/// The time constant with which errors of the loop decay, s.
pub const TIME_CONSTANT: f64 = 0.02;

/// Closes the loop: finds the state in which the crank has the given angle and rate.
pub fn close_loop(crank: f64, rate: f64) -> State<3, 3> {
    // A coordinate with mobility 0 is fixed: coordinate partitioning.
    let mobility = [0.0, 1.0, 1.0];
    project(
        &FourBar,
        (&[crank, 0.8, 1.8], &[rate, 0.0, 0.0]),
        &mobility,
        20,
    )
}

/// Simulates free motion for a number of steps of length h; `observe` gets each state.
pub fn swing(
    start: State<3, 3>,
    (steps, h): (usize, f64),
    observe: impl FnMut(usize, &State<3, 3>),
) -> State<3, 3> {
    let robot = Constrained::new(&FourBar, feedback::critical(TIME_CONSTANT));
    run(&robot, start, (steps, h), |_, _| [0.0; 3], observe)
}

/// The total energy, J.
pub fn energy((q, qd): &State<3, 3>) -> f64 {
    FourBar.kinetic_energy(q, qd) + FourBar.potential_energy(q)
}

/// The positions of the pivots as x and z, m, from the origin to the other end of the rocker.
pub fn pivots(q: &[f64; 3]) -> [[f64; 2]; 4] {
    let poses = [
        FourBar.pose_of_coupler_rod(q),
        FourBar.pose_of_rocker_rod(q),
        FourBar.pose_of_tip(q),
    ];
    let [first, second, third] = poses.map(|(_, place)| [place[0], place[2]]);
    [[0.0; 2], first, second, third]
}

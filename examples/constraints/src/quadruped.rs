//! A standing quadruped: its feet are pinned to the ground, and its joints keep a posture like springs.

use multibody::{Constrained, feedback, multibody, project};

use crate::{State, run};

/// Legs of hip, thigh and knee below a trunk, m and kg. A foot is a point of its shank.
#[multibody(
    root = floating,
    gravity = [0, 0, -9.81],
    body trunk { mass: 12, com: [0.01, 0, 0.02], inertia: diag(0.1, 0.3, 0.35) },
    joint front_left_hip { revolute, parent: trunk, child: front_left_hip_link, axis: x, origin: [0.2, 0.1, 0] },
    joint front_left_thigh { revolute, parent: front_left_hip_link, child: front_left_upper, axis: y, origin: [0, 0.06, 0] },
    joint front_left_knee { revolute, parent: front_left_upper, child: front_left_lower, axis: y, origin: [0, 0, -0.25] },
    body front_left_hip_link { mass: 0.6, com: [0.01, 0.03, 0], inertia: diag(0.001, 0.001, 0.0012) },
    body front_left_upper { mass: 1.1, com: [0.01, 0, -0.1], inertia: diag(0.006, 0.006, 0.001) },
    body front_left_lower { mass: 0.3, com: [0, 0.002, -0.12], inertia: diag(0.002, 0.002, 0.0001) },
    frame front_left_foot { link: front_left_lower, origin: [0, 0, -0.26] },
    pin front_left_ground { from: [world, [0.2, 0.16, 0]], to: front_left_foot },
    joint front_right_hip { revolute, parent: trunk, child: front_right_hip_link, axis: x, origin: [0.2, -0.1, 0] },
    joint front_right_thigh { revolute, parent: front_right_hip_link, child: front_right_upper, axis: y, origin: [0, -0.06, 0] },
    joint front_right_knee { revolute, parent: front_right_upper, child: front_right_lower, axis: y, origin: [0, 0, -0.25] },
    body front_right_hip_link { mass: 0.6, com: [0.01, -0.03, 0], inertia: diag(0.001, 0.001, 0.0012) },
    body front_right_upper { mass: 1.1, com: [0.01, 0, -0.1], inertia: diag(0.006, 0.006, 0.001) },
    body front_right_lower { mass: 0.3, com: [0, 0.002, -0.12], inertia: diag(0.002, 0.002, 0.0001) },
    frame front_right_foot { link: front_right_lower, origin: [0, 0, -0.26] },
    pin front_right_ground { from: [world, [0.2, -0.16, 0]], to: front_right_foot },
    joint hind_left_hip { revolute, parent: trunk, child: hind_left_hip_link, axis: x, origin: [-0.2, 0.1, 0] },
    joint hind_left_thigh { revolute, parent: hind_left_hip_link, child: hind_left_upper, axis: y, origin: [0, 0.06, 0] },
    joint hind_left_knee { revolute, parent: hind_left_upper, child: hind_left_lower, axis: y, origin: [0, 0, -0.25] },
    body hind_left_hip_link { mass: 0.6, com: [0.01, 0.03, 0], inertia: diag(0.001, 0.001, 0.0012) },
    body hind_left_upper { mass: 1.1, com: [0.01, 0, -0.1], inertia: diag(0.006, 0.006, 0.001) },
    body hind_left_lower { mass: 0.3, com: [0, 0.002, -0.12], inertia: diag(0.002, 0.002, 0.0001) },
    frame hind_left_foot { link: hind_left_lower, origin: [0, 0, -0.26] },
    pin hind_left_ground { from: [world, [-0.2, 0.16, 0]], to: hind_left_foot },
    joint hind_right_hip { revolute, parent: trunk, child: hind_right_hip_link, axis: x, origin: [-0.2, -0.1, 0] },
    joint hind_right_thigh { revolute, parent: hind_right_hip_link, child: hind_right_upper, axis: y, origin: [0, -0.06, 0] },
    joint hind_right_knee { revolute, parent: hind_right_upper, child: hind_right_lower, axis: y, origin: [0, 0, -0.25] },
    body hind_right_hip_link { mass: 0.6, com: [0.01, -0.03, 0], inertia: diag(0.001, 0.001, 0.0012) },
    body hind_right_upper { mass: 1.1, com: [0.01, 0, -0.1], inertia: diag(0.006, 0.006, 0.001) },
    body hind_right_lower { mass: 0.3, com: [0, 0.002, -0.12], inertia: diag(0.002, 0.002, 0.0001) },
    frame hind_right_foot { link: hind_right_lower, origin: [0, 0, -0.26] },
    pin hind_right_ground { from: [world, [-0.2, -0.16, 0]], to: hind_right_foot },
    links(front_left_upper, front_left_lower, front_left_foot, hind_left_upper, hind_left_lower, hind_left_foot),
)]
pub struct Quadruped;

/// The time constant with which errors of the feet decay, s.
pub const TIME_CONSTANT: f64 = 0.01;
/// Stiffness and damping of each joint, N m/rad and N m s/rad.
const GAINS: [f64; 2] = [120.0, 3.0];
/// Hip, thigh and knee of each leg, rad.
const POSTURE: [f64; 3] = [0.0, 0.7, -1.4];
/// The indices in q and in qd of the first joint, after the floating base.
const JOINTS: [usize; 2] = [7, 6];

/// The initial state: at rest in the posture, with the trunk rotated a little and the feet on the ground.
pub fn start() -> State<19, 18> {
    let mut q = [0.0; 19];
    // The trunk is at a height of 0.39 m; its quaternion is x y z w.
    (q[2], q[4], q[6]) = (0.39, 0.04, 1.0);
    for leg in 0..4 {
        q[JOINTS[0] + 3 * leg..][..3].copy_from_slice(&POSTURE);
    }
    let (mut q, mut qd) = (q, [0.0; 18]);
    multibody::Multibody::normalize(&Quadruped, &mut q, &mut qd);
    project(&Quadruped, (&q, &qd), &[1.0; 18], 10)
}

/// Simulates a number of steps of length h; `observe` gets each state.
pub fn simulate(
    start: State<19, 18>,
    (steps, h): (usize, f64),
    observe: impl FnMut(usize, &State<19, 18>),
) -> State<19, 18> {
    let robot = Constrained::new(&Quadruped, feedback::critical(TIME_CONSTANT));
    run(&robot, start, (steps, h), standing_torques, observe)
}

/// The torques of the springs and dampers of the joints; the base has no motors.
pub fn standing_torques(q: &[f64; 19], qd: &[f64; 18]) -> [f64; 18] {
    let mut tau = [0.0; 18];
    for joint in 0..12 {
        let (deviation, rate) = (
            q[JOINTS[0] + joint] - POSTURE[joint % 3],
            qd[JOINTS[1] + joint],
        );
        tau[JOINTS[1] + joint] = -GAINS[0] * deviation - GAINS[1] * rate;
    }
    tau
}

/// Front foot, knee and hip, then hind hip, knee and foot of the left side: x and z, m.
pub fn left_side(q: &[f64; 19]) -> [[f64; 2]; 6] {
    let robot = Quadruped;
    let poses = [
        robot.pose_of_front_left_foot(q),
        robot.pose_of_front_left_lower(q),
        robot.pose_of_front_left_upper(q),
        robot.pose_of_hind_left_upper(q),
        robot.pose_of_hind_left_lower(q),
        robot.pose_of_hind_left_foot(q),
    ];
    poses.map(|(_, place)| [place[0], place[2]])
}

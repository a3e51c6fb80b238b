//! What is emitted beside a fault compiles where a sound robot would, without a warning.
#![deny(warnings)]
#![allow(clippy::empty_loop, reason = "bodies that never run")]

use multibody::reference::Described;
use multibody::{CoriolisMatrix, ForwardDynamics, MassMatrixInverse};

mod negative {
    pub struct Arm;
    include!(concat!(env!("OUT_DIR"), "/negative_signatures.rs"));
}

mod malformed {
    pub struct Arm;
    include!(concat!(env!("OUT_DIR"), "/malformed_signatures.rs"));
}

mod cart {
    pub struct Cart {
        pub mass: f64,
        pub friction: f32,
    }
    include!(concat!(env!("OUT_DIR"), "/cart_signatures.rs"));
}

/// A simulator, as a user writes one for every robot.
fn step<R, const NQ: usize, const NV: usize>(robot: &R, q: &[f64; NQ], qd: &[f64; NV]) -> [f64; NV]
where
    R: ForwardDynamics<f64, NQ, NV>
        + CoriolisMatrix<f64, NQ, NV>
        + MassMatrixInverse<f64, NQ, NV>
        + Described,
{
    let (mut tau, inverse) = (robot.gravity(q), robot.mass_matrix_inverse(q));
    tau[0] += robot.coriolis_matrix(q, qd)[0][0] * inverse[0][0];
    robot.forward_dynamics(q, qd, &tau)
}

/// What a user does with an arm of two joints.
macro_rules! use_it {
    ($arm:expr) => {{
        let (q, qd) = ([0.1, 0.2], [0.0_f64; 2]);
        let tau = $arm.inverse_dynamics(&q, &qd, &[0.0; 2]);
        let qdd: [f64; 2] = $arm.forward_dynamics(&q, &qd, &tau);
        qdd[1] * $arm.mass_matrix(&q)[0][1] / $arm.total_mass()
    }};
}

// Compiled, never called: these functions do not end.
fn use_all(cart: &cart::Cart) -> f64 {
    let (rotation, _) = negative::Arm.pose_of_tool(&[0.0, 0.1]);
    let force = [[0.0; 6]];
    let pushed = negative::Arm.generalized_force(&[0.0, 0.1], &[0.0, 0.1], &force);
    let fallen = step(&negative::Arm, &[0.0; 2], &[0.0; 2])[0] + step(cart, &[0.0], &[0.0])[0];
    let prepared: f64 = cart.prepare().gravity(&[0.0])[0] + cart.mass + f64::from(cart.friction);
    let described = negative::Arm::model().nv() + cart.model().nv();
    use_it!(negative::Arm)
        + use_it!(malformed::Arm)
        + (rotation[0][0] + pushed[1] + fallen + prepared + described as f64)
}

#[test]
fn what_is_known_of_a_faulty_robot_is_right() {
    let _: fn(&cart::Cart) -> f64 = use_all;
    assert_eq!((negative::Arm::NQ, negative::Arm::NV), (2, 2));
    let names = negative::Arm::JOINTS.map(|joint| joint.name);
    assert_eq!(names, ["shoulder", "elbow"]);
    assert_eq!((cart::Cart::NV, malformed::Arm::NV), (1, 0));
}

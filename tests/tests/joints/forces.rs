//! Springs, damping and friction by hand and against the generic algorithms, from tokens and files.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use multibody::{check, multibody};

/// A pendulum that a spring holds, in oil.
#[multibody(
    gravity = [0, 0, -9.81],
    joint hinge { revolute, parent: world, child: bob, axis: y, spring: [k, rest], damping: 0.25, friction: mu },
    body bob { mass: 2, com: [0, 0, -0.5] },
)]
pub struct Pendulum {
    k: f64,
    rest: f64,
    mu: f64,
}

/// A slide, a screw and a turn, sprung and rubbing; a ball without.
#[multibody(
    joint rail { prismatic, parent: world, child: cart, axis: [1, 2, 2], spring: 30, friction: 2 },
    joint lift { screw, parent: cart, child: column, axis: [0, 3, 4], pitch: 0.05, spring: [4, -0.3], damping: 0.3 },
    joint shoulder { ball, parent: column, child: arm, origin: [0, 0.3, 0.1] },
    joint elbow { continuous, parent: arm, child: hand, axis: y, origin: [0.4, 0.1, 0], friction: 0.4, armature: 0.02 },
    body cart { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) },
    body column { mass: 2, com: [0, 0.1, 0], inertia: diag(0.02, 0.03, 0.025) },
    body arm { mass: 1.5, com: [0.2, 0.03, -0.04], inertia: diag(0.004, 0.03, 0.031) },
    body hand { mass: 0.7, com: [0.01, 0.02, 0.05], inertia: diag(0.003, 0.002, 0.0025) },
    wrenches(hand),
    friction_rate = 0.05,
)]
pub struct Rig;

/// The second finger follows the first, and its tip that, both by gears and with an offset.
#[multibody(
    urdf = "robots/gripper.urdf",
    spring(wrist = 2, left_slide = [90, 0.02], right_turn = [0.3, -0.1])
)]
pub struct Gripper;

#[test]
fn a_sprung_pendulum_is_that_of_the_textbook() {
    let robot = Pendulum {
        k: 3.0,
        rest: 0.2,
        mu: 0.7,
    };
    check(&robot).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    let (q, qd, qdd): (f64, f64, f64) = (0.7, 0.02, -2.1);
    let close = |actual: f64, expected: f64| {
        assert!(
            (actual - expected).abs() < 1e-14 * 10.0,
            "{actual} {expected}"
        );
    };
    let force = -3.0 * (q - 0.2) - 0.25 * qd - 0.7 * qd / (qd * qd + 1e-4).sqrt();
    close(robot.generalized_force(&[q], &[qd])[0], force);
    close(robot.spring_energy(&[q]), 1.5 * 0.25);
    // Neither g nor V has it.
    close(robot.gravity(&[q])[0], 9.81 * q.sin());
    close(robot.potential_energy(&[q]), -9.81 * q.cos());
    let tau = 0.5 * qdd + 9.81 * q.sin() - force;
    close(robot.inverse_dynamics(&[q], &[qd], &[qdd])[0], tau);
    close(robot.forward_dynamics(&[q], &[qd], &[tau])[0], qdd);
    close(robot.prepare().spring_energy(&[q]), 1.5 * 0.25);
}

#[test]
fn robots_with_forces_agree_with_the_generic_algorithms() {
    check(&Rig).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    check(&Gripper).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    assert_eq!((Rig::NV, Gripper::NV), (6, 2));
}

/// Without gravity, damping and friction: energy stays where it is, between the masses and the springs.
#[test]
fn energy_is_stored_in_springs_and_released() {
    /// Two blocks in a row.
    #[multibody(
        gravity = [0, 0, 0],
        joint near { prismatic, parent: world, child: a, axis: x, spring: 20 },
        joint far { prismatic, parent: a, child: b, axis: x, spring: [20, 0.5] },
        body a { mass: 1 },
        body b { mass: 3 },
    )]
    struct Blocks;

    use multibody::integrators::rk4;
    let energy =
        |q: &[f64; 2], qd: &[f64; 2]| Blocks.kinetic_energy(q, qd) + Blocks.spring_energy(q);
    let (mut q, mut qd) = ([0.4, -0.1], [0.0, 0.3]);
    let start = energy(&q, &qd);
    let mut largest: f64 = 0.0;
    for _ in 0..1000 {
        (q, qd) = rk4(&Blocks, 0.0, (&q, &qd), 1e-3, |_, _, _| [0.0; 2]);
        largest = largest.max(Blocks.kinetic_energy(&q, &qd));
    }
    assert!(largest > 0.5 * start, "{largest} of {start}");
    assert!((energy(&q, &qd) - start).abs() < 1e-9 * start);
}

//! Armatures by hand and against the generic algorithms, from tokens and files.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use multibody::{check, multibody};

/// A motor drives a pole by a gear; the pole has a mass at its end.
#[multibody(
    gravity = [0, 0, -9.81],
    joint hinge { revolute, parent: world, child: bob, axis: y, armature: ratio * ratio * rotor, damping: 0.25 },
    body bob { mass: 2, com: [0, 0, -0.5] },
)]
pub struct Geared {
    ratio: f64,
    rotor: f64,
}

/// A slide, a screw and a turn, each with an armature; a ball without.
#[multibody(
    joint rail { prismatic, parent: world, child: cart, axis: [1, 2, 2], armature: 3 },
    joint lift { screw, parent: cart, child: column, axis: [0, 3, 4], pitch: 0.05, armature: 0.4 },
    joint shoulder { ball, parent: column, child: arm, origin: [0, 0.3, 0.1] },
    joint elbow { continuous, parent: arm, child: hand, axis: y, origin: [0.4, 0.1, 0], armature: 0.02, damping: 0.1 },
    body cart { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) },
    body column { mass: 2, com: [0, 0.1, 0], inertia: diag(0.02, 0.03, 0.025) },
    body arm { mass: 1.5, com: [0.2, 0.03, -0.04], inertia: diag(0.004, 0.03, 0.031) },
    body hand { mass: 0.7, com: [0.01, 0.02, 0.05], inertia: diag(0.003, 0.002, 0.0025) },
    wrenches(hand),
)]
pub struct Rig;

/// The second finger follows the first, and its tip that, both by gears.
#[multibody(
    urdf = "robots/gripper.urdf",
    armature(wrist = 0.1, left_slide = 3, right_turn = 0.02)
)]
pub struct Gripper;

/// `(m l^2 + n^2 J) qdd + d qd + m g l sin q = tau` with m l^2 = 2 0.25, n^2 J = 100 0.003,
/// m g l = 9.81.
#[test]
fn a_geared_pendulum_is_that_of_the_textbook() {
    let robot = Geared {
        ratio: 10.0,
        rotor: 0.003,
    };
    check(&robot).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    let (q, qd, qdd): (f64, f64, f64) = (0.7, 1.3, -2.1);
    let inertia = 0.5 + 0.3;
    let close = |actual: f64, expected: f64| {
        assert!(
            (actual - expected).abs() < 1e-14 * 10.0,
            "{actual} {expected}"
        );
    };
    close(robot.mass_matrix(&[q])[0][0], inertia);
    close(robot.kinetic_energy(&[q], &[qd]), inertia * qd * qd / 2.0);
    close(robot.gravity(&[q])[0], 9.81 * q.sin());
    close(robot.bias(&[q], &[qd])[0], 9.81 * q.sin());
    close(robot.generalized_force(&[q], &[qd])[0], -0.25 * qd);
    let tau = inertia * qdd + 0.25 * qd + 9.81 * q.sin();
    close(robot.inverse_dynamics(&[q], &[qd], &[qdd])[0], tau);
    close(robot.forward_dynamics(&[q], &[qd], &[tau])[0], qdd);
}

#[test]
fn robots_with_armatures_agree_with_the_generic_algorithms() {
    check(&Rig).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    check(&Gripper).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    assert_eq!((Rig::NV, Gripper::NV), (6, 2));
}

//! Products with derivatives, compiled, against differences of the generic algorithms: every chart, and all that inverse dynamics can
//! include.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use multibody::reference::Described;
use multibody::{Dual, check, multibody};

/// Two orientations, in a chart each, and a plane.
macro_rules! charts {
    ($name:ident, [$($root:tt)*], [$($ball:tt)*]) => {
        #[multibody(
            gravity = [0, 0, -9.81],
            joint root { floating, $($root)* parent: world, child: trunk },
            joint hip { ball, $($ball)* parent: trunk, child: leg, origin: [0.1, 0, -0.2] },
            joint wheel { planar, axis: z, parent: leg, child: foot },
            body foot { mass: 1, com: [0, 0.1, 0], inertia: diag(0.02, 0.03, 0.025) },
            body trunk { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) },
            body leg { mass: 2, com: [0.02, 0, -0.3], inertia: diag(0.05, 0.04, 0.01) },
            effort = none,
            wrenches(trunk, leg),
            functions(
                inverse_dynamics_jvp,
                inverse_dynamics_vjp,
                forward_dynamics_jvp,
                forward_dynamics_vjp,
                inverse_dynamics_jvp(wrenches),
                inverse_dynamics_vjp(wrenches),
                forward_dynamics_jvp(wrenches),
                forward_dynamics_vjp(wrenches),
            ),
        )]
        pub struct $name;
    };
}

charts!(ByQuaternions, [], []);
charts!(ByAngles, [chart: zyx, rates: derivative,], [chart: zxz,]);
charts!(ByVectors, [chart: exponential,], [chart: exponential, rates: derivative,]);
charts!(ByRodrigues, [chart: modified_rodrigues, rates: derivative,], [chart: modified_rodrigues,]);

/// Springs, damping, friction, an armature, a screw, a spring between points, expressions, time and a coordinate without a
/// joint.
#[multibody(
    gravity = [0, 0, -9.81],
    coordinates = [x],
    joint rail { prismatic, axis: [1, 2, 2], parent: world, child: cart, spring: k, friction: 2 },
    joint lift { screw, axis: [0, 3, 4], pitch: 0.05, parent: cart, child: column, spring: [4, -0.3], damping: 0.3 },
    joint elbow { continuous, axis: y, parent: column, child: hand, origin: [0.4, 0.1, 0], armature: 0.02 },
    body cart { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) },
    body column { mass: 2, com: [0, 0.1, 0], inertia: diag(0.02, 0.03, 0.025) },
    body hand { mass: 0.7, com: [0.01, 0.02, 0.05], inertia: diag(0.003, 0.002, 0.0025) },
    spring cable { from: world, to: [hand, [0.1, 0, 0.02]], stiffness: 20, length: 0.4, damping: 0.3 },
    kinetic = 2 * x_dot.powi(2) + x_dot * sin(elbow) + rail_dot * cos(3 * t) * x,
    potential = sin(elbow + 2 * x) + exp(0.3 * x),
    force(rail) = -0.3 * rail_dot.powi(3) + sin(2 * t) * x,
    friction_rate = 0.05,
    functions(
        default,
        inverse_dynamics_jvp,
        inverse_dynamics_vjp,
        forward_dynamics_jvp,
        forward_dynamics_vjp,
    ),
    bundle(both = [inverse_dynamics_jvp, forward_dynamics_vjp]),
    at(mass_matrix, inverse_dynamics_vjp),
)]
pub struct Everything {
    k: f64,
}

/// The second finger follows the first, and its tip that.
#[multibody(
    urdf = "robots/gripper.urdf",
    functions(
        default,
        inverse_dynamics_jvp,
        inverse_dynamics_vjp,
        forward_dynamics_jvp,
        forward_dynamics_vjp,
    )
)]
pub struct Gripper;

/// Asserts that results agree with the reference, those of so many products.
fn assert_checked(robot: &impl Described, products: usize) {
    let report = check(robot).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    let names = report.rows().iter().map(|row| row.quantity.to_string());
    let mut names: Vec<String> = names
        .filter(|name| name.contains("jvp") || name.contains("vjp"))
        .collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), products, "{names:?}");
}

#[test]
fn products_agree_with_differences_in_every_chart() {
    assert_checked(&ByQuaternions, 8);
    assert_checked(&ByAngles, 8);
    assert_checked(&ByVectors, 8);
    assert_checked(&ByRodrigues, 8);
}

#[test]
fn products_include_all_forces_and_time() {
    assert_checked(&Everything { k: 30.0 }, 4);
}

#[test]
fn followers_move_with_their_leader() {
    assert_checked(&Gripper, 4);
}

/// A direction is what dual numbers move along, and gradients have the same product with it.
#[test]
fn products_are_those_of_dual_numbers() {
    let robot = Everything { k: 30.0 };
    let (t, q) = (0.7, [0.3, -0.2, 0.8, 0.5]);
    let (qd, tau) = ([0.4, -0.6, 0.1, 0.9], [1.0, -2.0, 0.5, 0.3]);
    let direction = [
        [0.2, -0.1, 0.6, 0.3],
        [-0.4, 0.5, 0.1, 0.2],
        [0.7, 0.9, -0.8, 0.1],
    ];
    let weights = [0.3, -0.9, 0.5, 1.1];
    let moving = |values: &[f64; 4], part: usize| -> [Dual<f64, 1>; 4] {
        std::array::from_fn(|at| Dual {
            value: values[at],
            derivatives: [direction[part][at]],
        })
    };
    let (moved_q, moved_qd, moved_tau) = (moving(&q, 0), moving(&qd, 1), moving(&tau, 2));
    let exact = robot.forward_dynamics(Dual::constant(t), &moved_q, &moved_qd, &moved_tau);
    let found = robot.forward_dynamics_jvp(t, &q, &qd, &tau, &direction);
    for (at, exact) in exact.iter().enumerate() {
        for (found, exact) in [
            (found.qdd[at], exact.value),
            (found.change[at], exact.derivatives[0]),
        ] {
            assert!((found - exact).abs() < 1e-11, "[{at}]: {found} {exact}");
        }
    }
    let gradient = robot.forward_dynamics_vjp(t, &q, &qd, &tau, &weights);
    let dot = |a: &[f64; 4], b: &[f64; 4]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let by = [gradient.dq, gradient.dqd, gradient.dtau];
    let backward: f64 = by.iter().zip(&direction).map(|(a, b)| dot(a, b)).sum();
    let forward = dot(&weights, &found.change);
    assert!((backward - forward).abs() < 1e-11, "{backward} {forward}");
}

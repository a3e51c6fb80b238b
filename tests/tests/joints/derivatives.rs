//! Derivatives of functions, compiled, against differences of the generic algorithms: every chart, and all that inverse dynamics can
//! include.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use multibody::reference::Described;
use multibody::{ForwardDynamicsDerivatives, InverseDynamicsDerivatives, check, multibody};

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
            links(leg),
            wrenches(trunk, leg),
            functions(
                inverse_dynamics_derivatives(wrenches),
                forward_dynamics_derivatives(wrenches),
                velocity_derivatives,
                velocity_derivatives_body,
                acceleration_derivatives,
                acceleration_derivatives_body,
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
    functions(inverse_dynamics_derivatives, forward_dynamics_derivatives),
)]
pub struct Everything {
    k: f64,
}

/// The second finger follows the first, and its tip that.
#[multibody(
    urdf = "robots/gripper.urdf",
    functions(default, inverse_dynamics_derivatives, forward_dynamics_derivatives),
    bundle(
        both = [inverse_dynamics_derivatives, inverse_dynamics],
        motion = [forward_dynamics_derivatives, forward_dynamics],
    )
)]
pub struct Gripper;

/// Asserts that results agree with the reference, those of so many functions.
fn assert_checked(robot: &impl Described, derivatives: usize) {
    let report = check(robot).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    let names = report.rows().iter().map(|row| row.quantity.to_string());
    let mut names: Vec<String> = names.filter(|name| name.contains("derivatives")).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), derivatives, "{names:?}");
}

#[test]
fn derivatives_agree_with_differences_in_every_chart() {
    assert_checked(&ByQuaternions, 6);
    assert_checked(&ByAngles, 6);
    assert_checked(&ByVectors, 6);
    assert_checked(&ByRodrigues, 6);
}

/// A wrench on the trunk keeps its components in world axes, and rates of the root are in the trunk's.
#[test]
fn a_view_under_wrenches_has_the_derivatives_under_them() {
    let wrenches = [[1.0, -2.0, 3.0, 0.4, 0.5, -0.6], [0.0; 6]];
    let q = [
        0.1, -0.2, 0.8, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.1, 0.2, 0.3,
    ];
    let (qd, qdd) = ([0.3; 12], [-0.4; 12]);
    let found = ByQuaternions
        .under(&wrenches)
        .inverse_dynamics_derivatives(&q, &qd, &qdd);
    let without = ByQuaternions
        .under(&[[0.0; 6]; 2])
        .inverse_dynamics_derivatives(&q, &qd, &qdd);
    // The force turns with the trunk: tau = .. - R^T f, so of the linear rows by turns is minus R^T f as a cross product.
    let by_turns = |found: &InverseDynamicsDerivatives<f64, 12>| -> [[f64; 3]; 3] {
        std::array::from_fn(|i| std::array::from_fn(|j| found.dq[i][3 + j]))
    };
    let (with, without) = (by_turns(&found), by_turns(&without));
    // The quaternion is that of the turn x to y, y to z, z to x.
    let [x, y, z] = [-2.0, 3.0, 1.0];
    let expected = [[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]];
    for i in 0..3 {
        for j in 0..3 {
            let difference = with[i][j] - without[i][j];
            assert!(
                (difference - expected[i][j]).abs() < 1e-12,
                "[{i}][{j}]: {difference}"
            );
        }
    }
}

#[test]
fn derivatives_include_all_forces_and_time() {
    assert_checked(&Everything { k: 30.0 }, 2);
}

#[test]
fn followers_move_with_their_leader_also_in_bundles() {
    assert_checked(&Gripper, 2);
    let (q, qd, qdd) = ([0.3, 0.01], [0.5, -0.2], [1.0, 2.0]);
    let found: InverseDynamicsDerivatives<f64, 2> =
        Gripper.inverse_dynamics_derivatives(&q, &qd, &qdd);
    assert_eq!(found.mass_matrix, Gripper.mass_matrix(&q));
    let bundled = Gripper.both(&q, &qd, &qdd).inverse_dynamics_derivatives;
    assert_eq!(bundled, found);
    let tau = [0.2, -0.1];
    let bundled = Gripper.motion(&q, &qd, &tau);
    let of_motion: ForwardDynamicsDerivatives<f64, 2> = bundled.forward_dynamics_derivatives;
    assert_eq!(of_motion.qdd, bundled.forward_dynamics);
}

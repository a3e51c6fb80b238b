//! Views of a robot under external wrenches and with selected constraint rows: their methods, and the traits that they implement.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings, missing_docs)]

use multibody::integrators::rk4;
use multibody::{
    Acceleration, Constrained, ConstrainedDynamics, ConstrainedInverseDynamics, Dual,
    ForwardDynamics, JointInfo, Joints, Linearization, LinkForces, Links, Multibody, Rollout,
    check, linearize, linearize_at, multibody,
};
use multibody_tests::floating::{self, state};
use wide::f64x4;

/// A floating trunk with two limbs.
#[multibody(
    urdf = "robots/two_limbs.urdf",
    root = floating,
    links(left_shank, trunk),
    wrenches(left_shank, trunk),
    functions(default, momentum, momentum_rate, joint_wrench, joint_wrench(wrenches), joint_wrench_body(wrenches)),
    bundle(loaded = [forward_dynamics(wrenches), inverse_dynamics(wrenches), joint_wrench_of_trunk(wrenches)]),
    at(forward_dynamics(wrenches), gravity),
)]
pub struct Limbs;

/// A crank that drives a ram by a rod of a length to be given.
#[multibody(
    actuated(crank),
    wrenches(ram),
    functions(
        default,
        constrained_forward_dynamics(selectors),
        constrained_forward_dynamics(wrenches, selectors),
        constraint_impulse(selectors),
    ),
    at(constrained_forward_dynamics(selectors, wrenches), constraint_impulse(selectors)),
    dispatch = true,
    gravity = [0, -9.81, 0],
    joint crank { revolute, parent: world, child: wheel, axis: z },
    joint wrist { revolute, parent: wheel, child: rod, axis: z, origin: [0.1, 0, 0] },
    joint slide { prismatic, parent: world, child: ram, axis: x },
    body wheel { mass: 5, com: [0, 0, 0], inertia: diag(0.1, 0.1, 0.2) },
    body rod { mass: 1, com: [0.15, 0, 0], inertia: diag(0, 0.01, 0.01) },
    body ram { mass: 8, com: [0, 0, 0], inertia: diag(0.1, 0.1, 0.1) },
    pin bearing { from: ram, to: [rod, [length, 0, 0]] },
)]
pub struct Press {
    /// m
    pub length: f64,
}

/// An arm beside a counterweight that is lifted and shaken.
macro_rules! shaken {
    ($(#[$documentation:meta])* $name:ident, $($functions:tt)*) => {
        $(#[$documentation])*
        #[multibody(
            wrenches(arm),
            functions($($functions)*),
            gravity = [0, 0, -9.81],
            coordinates = [lift],
            particle counterweight { mass: 1, position: [0, 0, lift + 0.1 * sin(2 * t)] },
            joint shoulder { revolute, parent: world, child: arm, axis: y },
            body arm { mass: 2, com: [load, 0, 0], inertia: diag(0.1, 0.2, 0.1) },
        )]
        pub struct $name {
            /// m
            pub load: f64,
        }
    };
}

shaken!(
    /// Without derivatives.
    Shaken,
    default
);
shaken!(
    /// With emitted derivatives.
    Derived,
    default, forward_dynamics_derivatives(wrenches)
);

const NQ: usize = Limbs::NQ;
const NV: usize = Limbs::NV;
const WRENCHES: [[f64; 6]; 2] = [
    [0.3, -1.0, 2.0, 0.1, 0.4, -0.2],
    [-0.5, 0.25, 8.0, 0.3, -0.1, 0.2],
];

#[track_caller]
fn assert_near(actual: &[f64], expected: &[f64]) {
    floating::assert_near(actual, expected, 1e-12);
}

/// The robot without the view: wrenches are generalized forces.
struct ByForces;

impl Joints for ByForces {
    fn joints(&self) -> &'static [JointInfo] {
        Limbs.joints()
    }
}

impl Acceleration<f64, NQ, NV> for ByForces {
    fn acceleration(&self, _: f64, q: &[f64; NQ], qd: &[f64; NV], tau: &[f64; NV]) -> [f64; NV] {
        let jacobians = [Limbs.jacobian_of_left_shank(q), Limbs.jacobian_of_trunk(q)];
        let force = |v: usize| {
            let rows = jacobians.iter().zip(&WRENCHES);
            let terms = rows.flat_map(|(rows, wrench)| (0..6).map(move |k| rows[k][v] * wrench[k]));
            terms.sum::<f64>()
        };
        let tau = core::array::from_fn(|v| tau[v] + force(v));
        Limbs.forward_dynamics(q, qd, &tau)
    }
}

#[test]
fn an_integrator_moves_a_robot_under_wrenches() {
    let (q, qd, tau) = state::<f64, NQ, NV>(1.0);
    let (mut actual, mut expected) = ((q, qd), (q, qd));
    for step in 0..20 {
        let t = f64::from(step) * 1e-3;
        let start = (&actual.0, &actual.1);
        actual = rk4(&Limbs.under(&WRENCHES), t, start, 1e-3, |_, _, _| tau);
        expected = rk4(&ByForces, t, (&expected.0, &expected.1), 1e-3, |_, _, _| {
            tau
        });
    }
    floating::assert_near(&actual.0, &expected.0, 1e-11);
    floating::assert_near(&actual.1, &expected.1, 1e-11);
    let unloaded = rk4(&Limbs, 0.0, (&q, &qd), 0.02, |_, _, _| tau);
    assert!(
        (unloaded.1[0] - actual.1[0]).abs() > 1e-4,
        "the wrenches act"
    );
}

/// Bundles take wrenches as arguments, and name results as methods.
#[test]
fn all_forms_agree() {
    let (q, qd, tau) = state::<f64, NQ, NV>(1.0);
    let loaded = Limbs.under(&WRENCHES);
    let qdd = loaded.forward_dynamics(&q, &qd, &tau);
    assert_near(&loaded.inverse_dynamics(&q, &qd, &qdd), &tau);
    assert_near(
        &Limbs.at(&q).under(&WRENCHES).forward_dynamics(&qd, &tau),
        &qdd,
    );
    let bundle = Limbs.loaded(&q, &qd, &qdd, &tau, &WRENCHES);
    assert_near(&bundle.forward_dynamics, &qdd);
    assert_near(&bundle.inverse_dynamics, &tau);
    let wrench = loaded.joint_wrench_of_trunk(&q, &qd, &qdd);
    assert_near(&bundle.joint_wrench_of_trunk, &wrench);
    let wrench = loaded.joint_wrench(LimbsLink::LeftShank, &q, &qd, &qdd);
    assert_near(&wrench, &loaded.joint_wrench_of_left_shank(&q, &qd, &qdd));
    assert!(
        Limbs::COSTS
            .iter()
            .any(|cost| cost.function == "joint_wrench_of_trunk(wrenches)")
    );
    assert!(
        Limbs::COSTS
            .iter()
            .any(|cost| cost.function == "at.forward_dynamics(wrenches)")
    );
    // In single precision.
    let wrenches = WRENCHES.map(|wrench| wrench.map(|x| x as f32));
    let [q, tau] = [&q[..], &tau[..]].map(|x| x.iter().map(|x| *x as f32).collect::<Vec<_>>());
    let (q, tau, rest) = (q.try_into().unwrap(), tau.try_into().unwrap(), [0.0; NV]);
    let result = Limbs.under(&wrenches).forward_dynamics(&q, &rest, &tau);
    assert!(result.iter().all(|x: &f32| x.is_finite()));
}

/// Functions that are written for all robots, over the view.
#[test]
fn the_view_implements_the_traits_of_the_robot() {
    /// The wrench of a joint, and the acceleration under the forces that keep the robot at rest.
    fn at_rest<R, const NQ: usize, const NV: usize>(
        robot: &R,
        q: &[f64; NQ],
    ) -> ([f64; 6], [f64; NV])
    where
        R: ForwardDynamics<f64, NQ, NV> + LinkForces<f64, NQ, NV> + Links<f64, NQ, NV>,
    {
        let link = robot.links().iter().find_map(|info| info.link);
        let (rest, link) = ([0.0; NV], link.expect("a link with functions"));
        let tau = robot.inverse_dynamics(q, &rest, &rest);
        let qdd = robot.forward_dynamics(q, &rest, &tau);
        (robot.joint_wrench(link, q, &rest, &rest), qdd)
    }
    let (q, qd, tau) = state::<f64, NQ, NV>(1.0);
    let loaded = Limbs.under(&WRENCHES);
    let (wrench, qdd) = at_rest(&loaded, &q);
    assert!(qdd.iter().all(|x| x.abs() < 1e-10));
    let rest = [0.0; NV];
    assert_near(&wrench, &loaded.joint_wrench_of_trunk(&q, &rest, &rest));
    assert!(
        (wrench[0] - at_rest(&Limbs, &q).0[0]).abs() > 0.1,
        "the wrenches act"
    );
    assert_eq!(
        Multibody::total_mass(&Limbs.under(&WRENCHES)),
        Limbs.total_mass()
    );
    // Derivatives, with wrenches as constants.
    let constants = WRENCHES.map(|wrench| wrench.map(Dual::constant));
    let expected = linearize_at(&Limbs.under(&constants), 0.0, &q, &qd, &tau);
    assert_same(&linearize(&loaded, &q, &qd, &tau), &expected);
    let unloaded = linearize(&Limbs, &q, &qd, &tau);
    assert_near(
        expected.acceleration.dtau.as_flattened(),
        unloaded.acceleration.dtau.as_flattened(),
    );
    assert!(
        (expected.acceleration.dq[5][5] - unloaded.acceleration.dq[5][5]).abs() > 0.01,
        "the wrenches act"
    );
}

#[track_caller]
fn assert_same<const NV: usize>(
    actual: &Linearization<f64, NV>,
    expected: &Linearization<f64, NV>,
) {
    let blocks = |linear: &Linearization<f64, NV>| {
        let blocks = [
            linear.pos_pos,
            linear.pos_vel,
            linear.acceleration.dq,
            linear.acceleration.dqd,
            linear.acceleration.dtau,
        ];
        blocks.as_flattened().as_flattened().to_vec()
    };
    assert_near(&blocks(actual), &blocks(expected));
}

fn press() -> (Press, [f64; 3]) {
    let crank = 0.7_f64;
    let rod = -(0.1 * crank.sin() / 0.3).asin();
    let q = [crank, rod - crank, 0.1 * crank.cos() + 0.3 * rod.cos()];
    (Press { length: 0.3 }, q)
}

#[test]
fn selected_rows_and_wrenches_are_bound_together() {
    let (press, q) = press();
    let (qd, tau) = ([0.3, -0.2, 0.1], [1.0, 0.5, 0.0]);
    let wrenches = [[-50.0, 3.0, 0.0, 0.0, 0.0, 0.2]];
    let (gains, ones, zeros) = ([2.0, 3.0], [1.0; 2], [0.0; 2]);
    let loaded = press.under(&wrenches);
    let expected = loaded.constrained_forward_dynamics_with_feedback(&q, &qd, &tau, &gains);
    let selected = loaded.selecting(&ones);
    let actual = selected.constrained_forward_dynamics_with_feedback(&q, &qd, &tau, &gains);
    assert_near(&actual.qdd, &expected.qdd);
    assert_near(&actual.lambda, &expected.lambda);
    // Without feedback.
    let actual = selected.constrained_forward_dynamics(&q, &qd, &tau);
    assert_near(
        &actual.qdd,
        &loaded.constrained_forward_dynamics(&q, &qd, &tau).qdd,
    );
    assert!((actual.qdd[0] - expected.qdd[0]).abs() > 1e-3);
    // Without rows.
    let unconstrained = loaded
        .selecting(&zeros)
        .constrained_forward_dynamics(&q, &qd, &tau);
    assert_near(&unconstrained.qdd, &loaded.forward_dynamics(&q, &qd, &tau));
    // At a position, and with parameters prepared.
    let prepared = press.prepare::<f64>();
    let position_view = prepared.at(&q);
    let loaded_view = position_view.under(&wrenches).selecting(&ones);
    let actual = loaded_view.constrained_forward_dynamics_with_feedback(&qd, &tau, &gains);
    assert_near(&actual.qdd, &expected.qdd);
    let actual = position_view.selecting(&ones).constraint_impulse(&qd, 0.5);
    assert_near(&actual.qd, &press.constraint_impulse(&q, &qd, 0.5).qd);
    let actual = prepared.selecting(&ones).constraint_impulse(&q, &qd, 0.5);
    assert_near(&actual.qd, &press.constraint_impulse(&q, &qd, 0.5).qd);
    let report = check(&press).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    let text = "methods of views without feedback";
    assert!(report.not_compared().contains(&text), "{report}");
}

/// A view with selected rows moves as a robot with constraints does: through integrators and linearizations.
#[test]
fn selected_rows_are_integrated_and_linearized() {
    fn step<R: Acceleration<f64, 3, 3>>(robot: &R, q: &[f64; 3]) -> Vec<f64> {
        let (q, qd) = rk4(robot, 0.0, (q, &[0.3, -0.2, 0.1]), 0.01, |_, _, _| {
            [1.0, 0.5, 0.0]
        });
        [q, qd].concat()
    }
    let (press, q) = press();
    let prepared = press.prepare::<f64>();
    let wrenches = [[-50.0, 3.0, 0.0, 0.0, 0.0, 0.2]];
    let (gains, ones, zeros) = ([2.0, 3.0], [1.0; 2], [0.0; 2]);
    let loaded = press.under(&wrenches);
    let of_all = step(&Constrained::new(&press, gains), &q);
    assert_near(
        &step(&Constrained::new(&press.selecting(&ones), gains), &q),
        &of_all,
    );
    assert_near(
        &step(&Constrained::new(&prepared.selecting(&ones), gains), &q),
        &of_all,
    );
    let of_all = step(&Constrained::new(&loaded, gains), &q);
    assert_near(
        &step(&Constrained::new(&loaded.selecting(&ones), gains), &q),
        &of_all,
    );
    let unconstrained = step(&press.without_constraints(), &q);
    assert_near(
        &step(&Constrained::new(&press.selecting(&zeros), gains), &q),
        &unconstrained,
    );
    assert!((unconstrained[3] - of_all[3]).abs() > 1e-3);
    let rollout = Rollout {
        h: 0.01,
        steps_per_frame: 1,
        frames: 1,
        threads: 1,
    };
    let of_all = step(&Constrained::new(&press, gains), &q);
    let outcome = rollout.run(
        &[(q, [0.3, -0.2, 0.1]); 2],
        &[ones, zeros],
        |selectors: [f64; 2]| selectors,
        |selectors, t, (q, qd), h| {
            let view = press.selecting(selectors);
            let robot = Constrained::new(&view, gains);
            rk4(&robot, t, (q, qd), h, |_, _, _| [1.0, 0.5, 0.0])
        },
        |_| (),
    );
    let motions = outcome.expect("starts and parameters are as many");
    for (motion, expected) in motions.iter().zip([&of_all, &unconstrained]) {
        let (q, qd) = motion[0];
        assert_near(&[q, qd].concat(), expected);
    }

    let dual_gains = gains.map(Dual::constant);
    let dual_ones = ones.map(Dual::constant);
    let linear = |actual: multibody::Linearization<f64, 3>| actual.acceleration.dq.concat();
    let (qd, tau) = ([0.3, -0.2, 0.1], [1.0, 0.5, 0.0]);
    let view = press.selecting(&dual_ones);
    let actual = linearize_at(&Constrained::new(&view, dual_gains), 0.0, &q, &qd, &tau);
    let expected = linearize_at(&Constrained::new(&press, dual_gains), 0.0, &q, &qd, &tau);
    assert_near(&linear(actual), &linear(expected));
}

#[test]
fn constrained_motion_under_wrenches() {
    fn residual<R: ConstrainedInverseDynamics<f64, 3, 3, 2>>(robot: &R, q: &[f64; 3]) -> [f64; 3] {
        robot
            .constrained_inverse_dynamics(q, &[0.0; 3], &[0.0; 3], 0.0)
            .tau
    }
    let (press, q) = press();
    let (rest, wrenches) = ([0.0; 3], [[-500.0, 0.0, 0.0, 0.0, 0.0, 0.0]]);
    let loaded = press.under(&wrenches);
    let tau = residual(&loaded, &q);
    let constrained = Constrained::new(&loaded, [100.0, 20.0]);
    let (next, _) = rk4(&constrained, 0.0, (&q, &rest), 1e-3, |_, _, _| tau);
    floating::assert_near(&next, &q, 1e-9);
    let (q, qd) = rk4(
        &Constrained::new(&press, [100.0, 20.0]),
        0.0,
        (&q, &rest),
        1e-3,
        |_, _, _| tau,
    );
    assert!(qd[0].abs() > 1e-3);
    assert_near(
        &ConstrainedDynamics::constraint(&loaded, &q),
        &press.constraint(&q),
    );
    let (_, rates) = rk4(
        &loaded.without_constraints(),
        0.0,
        (&q, &rest),
        1e-3,
        |_, _, _| rest,
    );
    assert!(rates[2] < -0.05, "the ram is pushed away");
}

#[test]
fn time_passes_or_is_constant_under_wrenches() {
    let robot = Shaken { load: 0.3 };
    let (q, qd, tau) = ([0.2, 0.4], [0.3, -0.1], [1.0, 2.0]);
    let wrenches = [[1.0, 2.0, 3.0, 0.1, 0.2, 0.3]];
    let loaded = robot.under(&wrenches);
    let qdd = loaded.forward_dynamics(0.7, &q, &qd, &tau);
    assert_near(&loaded.at_time(0.7).forward_dynamics(&q, &qd, &tau), &qdd);
    assert_near(&loaded.at_time(0.7).inverse_dynamics(&q, &qd, &qdd), &tau);
    assert_near(&loaded.acceleration(0.7, &q, &qd, &tau), &qdd);
    let prepared = robot.prepare();
    assert_near(
        &prepared
            .under(&wrenches)
            .at_time(0.7)
            .forward_dynamics(&q, &qd, &tau),
        &qdd,
    );
    // By the emitted derivatives, and by dual numbers.
    let constants = wrenches.map(|wrench| wrench.map(Dual::constant));
    let expected = linearize_at(&robot.under(&constants), 0.7, &q, &qd, &tau);
    assert_same(&linearize(&loaded.at_time(0.7), &q, &qd, &tau), &expected);
    let variant = Derived { load: 0.3 };
    let actual = linearize(&variant.under(&wrenches).at_time(0.7), &q, &qd, &tau);
    assert_same(&actual, &expected);
    let view = variant.under(&wrenches);
    let by_value = view.forward_dynamics_derivatives(0.7, &q, &qd, &tau);
    let mut in_place = view.forward_dynamics_derivatives(0.0, &qd, &q, &tau);
    view.forward_dynamics_derivatives_into(0.7, &q, &qd, &tau, &mut in_place);
    assert_eq!(in_place, by_value);
    let changed = loaded.forward_dynamics(0.2, &q, &qd, &tau);
    assert!((changed[0] - qdd[0]).abs() + (changed[1] - qdd[1]).abs() > 1e-3);
    check(&robot).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    check(&Limbs).unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

/// Each lane has wrenches of its own.
#[test]
fn wrenches_differ_from_lane_to_lane() {
    let (q, qd, tau) = state::<f64, NQ, NV>(1.0);
    let lanes = |x: f64| f64x4::from([x, 0.0, x, x]);
    let wrenches = WRENCHES.map(|wrench| wrench.map(lanes));
    let (q4, qd4, tau4) = state::<f64x4, NQ, NV>(1.0);
    let qdd4 = Limbs.under(&wrenches).forward_dynamics(&q4, &qd4, &tau4);
    let lane = |lane: usize| qdd4.map(|x| x.to_array()[lane]);
    assert_near(
        &lane(0),
        &Limbs.under(&WRENCHES).forward_dynamics(&q, &qd, &tau),
    );
    assert_near(&lane(1), &Limbs.forward_dynamics(&q, &qd, &tau));
}

//! Constrained systems, by hand and against the generic algorithms.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use super::bennett::bennett;
use multibody::integrators::rk4;
use multibody::{Constrained, ConstrainedDynamics, ForwardDynamics, check, feedback, multibody};

/// The bead of the slides on constrained dynamics, on a circle by a multiplier.
#[multibody(
    gravity = [0, 0, -9.8],
    coordinates = [x, z],
    particle bead { mass: m, position: [x, 0, z] },
    constraint wire: (x.powi(2) + z.powi(2) - r.powi(2)) / 2,
)]
pub struct Bead {
    m: f64,
    r: f64,
}

/// Ground pivots at the origin and at (2.2, 0.1); a motor at the crank.
#[multibody(
    actuated(crank),
    gravity = [0, -9.81, 0],
    joint crank { revolute, parent: world, child: first, axis: z },
    joint coupler { revolute, parent: first, child: second, axis: z, origin: [1, 0, 0] },
    joint rocker { revolute, parent: second, child: third, axis: z, origin: [2.5, 0, 0] },
    body first { mass: 1, com: [0.5, 0, 0], inertia: diag(0, 1 / 12, 1 / 12) },
    body second { mass: 2, com: [1.25, 0, 0], inertia: diag(0, 12.5 / 12, 12.5 / 12) },
    body third { mass: 1.5, com: [1, 0, 0], inertia: diag(0, 0.5, 0.5) },
    loop closure { from: [world, [2.2, 0.1, 0]], to: [third, [2, 0, 0]], leaves: revolute(z) },
)]
pub struct FourBar;

/// Rows of all kinds on a tree of all kinds of joints, with run-time points and lengths.
#[multibody(
    gravity = [0, 0, -9.81],
    joint slide { prismatic, parent: world, child: sledge, axis: x },
    joint shoulder { revolute, parent: sledge, child: arm, axis: [0, 1, 1], origin: [0.1, 0, 0.2], damping: 0.4 },
    joint neck { ball, parent: arm, child: head, origin: [0, 0.1, 0.4] },
    joint pivot { universal(x, y), parent: sledge, child: lever, origin: [0, 0.3, 0] },
    joint slot { cylindrical(z), parent: lever, child: rod, origin: [0, 0, 0.1] },
    body sledge { mass: 3, com: [0.1, 0, 0], inertia: diag(0.1, 0.2, 0.1) },
    body arm { mass: 1.3, com: [0.1, 0, 0.2], inertia: diag(0.1, 0.12, 0.03) },
    body head { mass: 0.7, com: [0, 0.02, 0.1], inertia: diag(0.01, 0.02, 0.015) },
    body lever { mass: 0.4, com: [0.1, 0.02, 0.1], inertia: diag(0.03, 0.02, 0.015) },
    body rod { mass: 0.6, com: [0.1, 0.02, 0.1], inertia: diag(0.03, 0.02, 0.025) },
    frame eye { link: head, origin: [0.05, 0, 0.2], rpy: [0.1, 0, 0.3] },
    loop hinge { from: [eye, [0.1, offset, 0]], to: [rod, [0, 0.1, 0.2]], leaves: planar(y) },
    distance stay { from: [head, [0, 0.1, 0]], to: [world, [0.5, 0.2, 1]], length: length },
    contact sole { at: [lever, [0.1, 0.2, 0]], axes: link },
    constraint rolling: slide_dot - 0.2 * cos(shoulder) * slot_1_dot,
    wrenches(head, rod),
)]
pub struct Sledge {
    offset: f64,
    length: f64,
}

/// Fingers that follow one another, on a hand that turns as they close, a tip on the ground. Fields in the mount and in the gear.
#[multibody(
    urdf = "robots/gripper.urdf",
    root = floating,
    functions(
        constrained_forward_dynamics(wrenches),
        constrained_forward_dynamics(selectors, wrenches),
        constrained_forward_dynamics(pivots, wrenches),
        constrained_inverse_dynamics(wrenches),
        constrained_inverse_dynamics(multipliers, wrenches),
    ),
    wrenches(right_tip, palm),
    contact tip { at: [right_tip, [0, 0, 0.02]] },
    constraint gear: wrist - ratio * left_slide,
)]
pub struct Gripper {
    #[parameter(body = mount, mass)]
    base: f64,
    #[parameter(body = mount, inertia)]
    base_inertia: [f64; 6],
    #[parameter]
    ratio: f64,
}

/// A body that turns by four rates of a quaternion, which the constraint keeps at unit length.
#[multibody(
    coordinates = [a, b, c, d],
    rigid top { mass: 2, inertia: diag(1, 2, 2.5), position: [0, 0, 0], orientation: quat_xyzw([a, b, c, d]) },
    constraint unit: (a.powi(2) + b.powi(2) + c.powi(2) + d.powi(2) - 1) / 2,
)]
pub struct Top;

bennett!(Bennett,);

/// A disc that rolls on a plane: heading, lean and roll, and no slip where it touches. Its centre is over the plane by
/// its coordinates.
#[multibody(
    gravity = [0, 0, -9.81],
    coordinates = [x, y, heading, lean, roll],
    rigid disc {
        mass: 1.2,
        inertia: diag(0.0075, 0.015, 0.0075),
        position: [x, y, 0.15811388300841898 * cos(lean)],
        orientation: zxy(heading, lean, roll),
    },
    constraint along: x_dot * cos(heading) + y_dot * sin(heading)
        - 0.15811388300841898 * (roll_dot + heading_dot * sin(lean)),
    constraint across: y_dot * cos(heading) - x_dot * sin(heading) + 0.15811388300841898 * lean_dot * cos(lean),
)]
pub struct Disc;

/// Its links are of equal length: where it lies in a line, one of its rows says nothing.
#[multibody(
    gravity = [0.3, -9.81, 1],
    joint left { revolute, parent: world, child: crank, axis: z },
    joint top { revolute, parent: crank, child: coupler, axis: z, origin: [1, 0, 0] },
    joint right { revolute, parent: coupler, child: rocker, axis: z, origin: [2, 0, 0] },
    body crank { mass: 1, com: [0.5, 0, 0], inertia: diag(0, 0.1, 0.1) },
    body coupler { mass: 2, com: [1, 0.1, 0], inertia: diag(0, 0.7, 0.7) },
    body rocker { mass: 1.5, com: [0.5, 0, 0], inertia: diag(0, 0.1, 0.1) },
    pin ground { from: [world, [2, 0, 0]], to: [rocker, [1, 0, 0]] },
    regularization = 1e-5,
)]
pub struct Parallelogram;

/// An arm on a sledge whose hand slides on a dome that breathes, and whose thumb on a rail of the sledge.
#[multibody(
    gravity = [0, 0, -9.81],
    joint slide { prismatic, parent: world, child: sledge, axis: x },
    joint shoulder { universal(x, y), parent: sledge, child: arm, origin: [0, 0, 0.3] },
    joint wrist { ball, parent: arm, child: hand, origin: [0, 0, 0.5] },
    body sledge { mass: 3, com: [0.1, 0, 0], inertia: diag(0.1, 0.2, 0.1) },
    body arm { mass: 1.3, com: [0.1, 0, 0.2], inertia: diag(0.1, 0.12, 0.03) },
    body hand { mass: 0.7, com: [0, 0.02, 0.1], inertia: diag(0.01, 0.02, 0.015) },
    frame thumb { link: hand, origin: [0.05, 0.1, 0.05], rpy: [0.1, 0, 0.3] },
    let r = radius * (1 + 0.1 * sin(pulse * t));
    surface dome { at: [hand, [0, 0, 0.1]], equation: (x.powi(2) + y.powi(2) + z.powi(2) - r.powi(2)) / 2 },
    curve rail {
        at: [thumb, [0, 0.02, 0]],
        of: [sledge, [0, 0.1, 0.2]],
        equations: [y - 0.3 * x.powi(2), z - 0.4 - 0.1 * sin(2 * x) * cos(shoulder_1)],
    },
)]
pub struct Wiper {
    radius: f64,
    pulse: f64,
}

/// A pendulum with a hand on a ball joint, with the given constraints.
macro_rules! pendulum {
    ($name:ident, $($constraints:tt)*) => {
        #[multibody(
            gravity = [0, 0, -9.81],
            joint shoulder { universal(x, y), parent: world, child: arm },
            joint wrist { ball, parent: arm, child: hand, origin: [0, 0, -0.5] },
            joint shelf { prismatic, parent: world, child: shelf, axis: [0, 0.6, 0.8] },
            body arm { mass: 1.3, com: [0.1, 0, -0.2], inertia: diag(0.1, 0.12, 0.03) },
            body hand { mass: 0.7, com: [0, 0.02, -0.1], inertia: diag(0.01, 0.02, 0.015) },
            body shelf { mass: 2, com: [0, 0, 0], inertia: diag(0.01, 0.02, 0.015) },
            frame tilted { link: shelf, origin: [0.1, 0, 0.3], rpy: [0.4, 0.2, -0.3] },
            functions(constraint, constraint_jacobian, constraint_bias, constrained_forward_dynamics, constraint_impulse),
            $($constraints)*
        )]
        struct $name;
    };
}

fn close(actual: &[f64], expected: &[f64]) {
    assert_eq!(actual.len(), expected.len());
    for (x, y) in actual.iter().zip(expected) {
        assert!(
            (x - y).abs() < 1e-12 * y.abs().max(1.0),
            "{actual:?} {expected:?}"
        );
    }
}

/// At the lowest point with 4 m/s: the multiplier is -89, the force (0, 178), the acceleration (0, 8).
#[test]
fn the_bead_of_the_quiz() {
    let bead = Bead { m: 10.0, r: 2.0 };
    check(&bead).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    let (q, qd) = ([0.0, -2.0], [-4.0, 0.0]);
    let multibody::ConstrainedAcceleration {
        qdd,
        lambda: multipliers,
    } = bead.constrained_forward_dynamics(&q, &qd, &[0.0, 0.0]);
    close(&qdd, &[0.0, 8.0]);
    close(&multipliers, &[-89.0]);
    let jacobian: [[f64; 2]; 1] = bead.constraint_jacobian(&q);
    close(&jacobian[0].map(|x| x * multipliers[0]), &[0.0, 178.0]);
    close(&bead.constraint_bias(&q, &qd), &[16.0]);
    // Feedback of the rate of a bead that leaves the wire.
    let driven = bead
        .constrained_forward_dynamics_with_feedback(&q, &[-4.0, 0.5], &[0.0, 0.0], &[3.0, 2.0])
        .lambda;
    // lambda = -(xd.xd + x.f/m - kd xd.x) m / x.x
    close(&driven, &[-(16.25 + 19.6 - 2.0) * 10.0 / 4.0]);
    // It hits the wire from within, and bounces off with half of that.
    let multibody::ConstraintImpulse {
        qd: next_rates,
        impulse,
    } = bead.constraint_impulse(&q, &[-4.0, -0.6], 0.5);
    close(&next_rates, &[-4.0, 0.3]);
    close(&impulse, &[-10.0 * 0.9 / 2.0]);
}

#[test]
fn systems_under_constraints_agree_with_the_generic_algorithms() {
    check(&FourBar).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    assert_eq!(
        FourBar::CONSTRAINTS.map(|c| c.name),
        ["closure.x", "closure.y"]
    );
    let sledge = Sledge {
        offset: 0.03,
        length: 0.7,
    };
    check(&sledge).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    assert!(Sledge::CONSTRAINTS[Sledge::NC - 1].of_rates);
}

/// Followers, fields and wrenches under constraints: by every function that takes wrenches, each of which feels them.
#[test]
fn wrenches_on_a_constrained_gripper_agree_with_the_generic_algorithms() {
    use multibody::reference::{Described as _, Quantity, State};
    let gripper = Gripper {
        base: 2.0,
        base_inertia: [0.01, 0.0, 0.001, 0.012, 0.0, 0.009],
        ratio: 12.0,
    };
    check(&gripper).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    let results = |state: &State| {
        let mut entries = Vec::new();
        gripper.evaluate(state, &mut |quantity, values| {
            entries.push((quantity, values.to_vec()));
        });
        entries
    };
    let pushed = gripper.model().random_state(1, 2);
    let rest = State {
        wrenches: vec![[0.0; 6]; 2],
        ..pushed.clone()
    };
    let (loaded, unloaded) = (results(&pushed), results(&rest));
    for quantity in [
        Quantity::ConstrainedForwardDynamicsWithWrenches,
        Quantity::ConstrainedForwardDynamicsWithSelectorsAndWrenches,
        Quantity::ConstrainedForwardDynamicsWithPivotsAndWrenches,
        Quantity::ConstrainedInverseDynamicsWithWrenches,
        Quantity::ConstrainedInverseDynamicsWithMultipliersAndWrenches,
    ] {
        let [loaded, unloaded] = [&loaded, &unloaded].map(|entries| {
            let mut values = entries.iter().filter(|(name, _)| *name == quantity);
            &values.next().expect("it was emitted").1
        });
        assert_ne!(loaded, unloaded, "{quantity}");
    }
}

#[test]
fn points_on_surfaces_and_curves_agree_with_the_generic_algorithms() {
    let wiper = Wiper {
        radius: 0.7,
        pulse: 3.0,
    };
    check(&wiper).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    let names = Wiper::CONSTRAINTS.map(|row| row.name);
    assert_eq!(names, ["dome", "rail.1", "rail.2"]);
}

/// A sphere is a distance, a plane of a link what a loop leaves, a line of it too: row by row, multiplier by multiplier.
#[test]
fn surfaces_and_curves_are_what_other_constraints_are() {
    pendulum!(
        Loops,
        distance rod { from: [world, [0.3, 0, 0]], to: [hand, [0, 0.1, -0.2]], length: 0.6 },
        loop glide { from: tilted, to: hand, leaves: line(x) },
    );
    pendulum!(
        Surfaces,
        curve glide { of: tilted, at: hand, equations: [y, z] },
        surface ball {
            of: [world, [0.3, 0, 0]],
            at: [hand, [0, 0.1, -0.2]],
            equation: (x.powi(2) + y.powi(2) + z.powi(2) - 0.36) / 2,
        },
    );
    let (q, qd, tau) = (
        [0.4, -0.3, 0.1, 0.5, 0.7, 0.5, 0.2],
        [0.3, -1.2, 0.8, 0.2, -0.7, 0.4],
        [0.2, 0.1, -0.4, 0.3, 0.05, 1.0],
    );
    // Rows in the order of Loops.
    let reorder = |[y, z, ball]: [f64; 3]| [ball, y, z];
    close(&reorder(Surfaces.constraint(&q)), &Loops.constraint(&q));
    let [actual, expected]: [[[f64; 6]; 3]; 2] = [
        Surfaces.constraint_jacobian(&q),
        Loops.constraint_jacobian(&q),
    ];
    for (actual, expected) in [actual[2], actual[0], actual[1]].iter().zip(&expected) {
        close(actual, expected);
    }
    let actual = reorder(Surfaces.constraint_bias(&q, &qd));
    close(&actual, &Loops.constraint_bias(&q, &qd));
    let multibody::ConstrainedAcceleration { qdd, lambda } =
        Surfaces.constrained_forward_dynamics(&q, &qd, &tau);
    let multibody::ConstrainedAcceleration {
        qdd: expected,
        lambda: multipliers,
    } = Loops.constrained_forward_dynamics(&q, &qd, &tau);
    near(&qdd, &expected);
    near(&reorder(lambda), &multipliers);
    assert!(multipliers.iter().all(|x| x.abs() > 0.1), "{multipliers:?}");
}

/// Against the dense solution by the null space, whatever the rank: accelerations, and of all multipliers the least.
#[test]
fn regularized_rows_may_depend_on_one_another() {
    use multibody::reference::Described as _;
    check(&Bennett).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    check(&Parallelogram).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    let (tau, qd) = ([2.0, -1.0, 0.5], [0.0; 3]);
    let line = [0.0, 0.0, std::f64::consts::PI];
    let model = Parallelogram.model().with_regularization(0.0, 0);
    let multibody::ConstrainedAcceleration {
        qdd,
        lambda: multipliers,
    } = Parallelogram.constrained_forward_dynamics(&line, &qd, &tau);
    let (expected, least) = model.constrained_forward_dynamics(&line, &qd, &tau, &[], [0.0; 2]);
    near(&qdd, expected.as_slice());
    near(&multipliers, least.as_slice());
    let multibody::ConstraintImpulse {
        qd: next_rates,
        impulse,
    } = Parallelogram.constraint_impulse(&line, &[0.3, -0.2, 0.9], 0.5);
    let (expected, least) = model.constraint_impulse(&line, &[0.3, -0.2, 0.9], 0.5);
    near(&next_rates, expected.as_slice());
    near(&impulse, least.as_slice());

    let model = Bennett.model().with_regularization(0.0, 0);
    // tan(first / 2) tan(second / 2) = sin((beta + alpha) / 2) / sin((beta - alpha) / 2)
    let product = 0.85_f64.sin() / 0.25_f64.sin();
    for (first, rate) in [(0.9_f64, 1.3), (-2.0, 0.7), (2.5, -2.0), (-0.4, 0.1)] {
        let tangent = (0.5 * first).tan();
        let second = 2.0 * (product / tangent).atan();
        let q = [first, second, std::f64::consts::TAU - first];
        assert!(Bennett.constraint(&q).iter().all(|c: &f64| c.abs() < 1e-14));
        // d second / d first
        let slope = -product * (1.0 + tangent * tangent) / (tangent * tangent + product * product);
        let qd = [rate, slope * rate, -rate];
        let multibody::ConstrainedAcceleration {
            qdd,
            lambda: multipliers,
        } = Bennett.constrained_forward_dynamics(&q, &qd, &tau);
        let (expected, least) = model.constrained_forward_dynamics(&q, &qd, &tau, &[], [0.0; 2]);
        near(&qdd, expected.as_slice());
        near(&multipliers, least.as_slice());
    }
}

fn near(actual: &[f64], expected: &[f64]) {
    assert_eq!(actual.len(), expected.len());
    let size = expected.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
    for (x, y) in actual.iter().zip(expected) {
        assert!((x - y).abs() < 1e-9 * size, "{actual:?} {expected:?}");
    }
}

/// 100 s of nutation: it does not slip, so that nothing is lost.
#[test]
fn a_disc_rolls_for_a_hundred_thousand_steps() {
    check(&Disc).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    let robot = Constrained::new(&Disc, feedback::critical(0.02));
    let start = ([0.0, 0.0, 0.0, 0.2, 0.0], [0.0, 0.0, 0.5, 0.0, 12.0]);
    // Rates that do not slip, and heading and roll as they are.
    let (mut q, mut qd) =
        multibody::project(&Disc, (&start.0, &start.1), &[1.0, 1.0, 0.0, 0.0, 0.0], 1);
    assert_eq!((q, qd[4]), (start.0, 12.0));
    let energy =
        |q: &[f64; 5], qd: &[f64; 5]| Disc.kinetic_energy(q, qd) + Disc.potential_energy(q);
    let start_energy = energy(&q, &qd);
    let (mut slip, mut off, mut lean) = (0.0_f64, 0.0_f64, [0.2_f64; 2]);
    for step in 0..100_000 {
        let t = f64::from(step) * 1e-3;
        (q, qd) = rk4(&robot, t, (&q, &qd), 1e-3, |_, _, _| [0.0; 5]);
        for row in Disc.constraint_jacobian(&q) {
            let rate: f64 = row.iter().zip(&qd).map(|(x, y)| x * y).sum();
            slip = slip.max(rate.abs());
        }
        off = off.max((energy(&q, &qd) / start_energy - 1.0).abs());
        lean = [lean[0].min(q[3]), lean[1].max(q[3])];
    }
    assert!(
        lean[1] - lean[0] > 0.01 && lean[0] > -1.0 && lean[1] < 1.0,
        "it nutates and does not fall: {lean:?}"
    );
    assert!(slip < 1e-9, "{slip:e}");
    assert!(off < 1e-9, "{off:e}");
}

/// What holds a quaternion's length does nothing: it has no mass along itself, so that multipliers are 0, which no
/// relative tolerance can judge.
#[test]
fn four_rates_of_a_quaternion_agree_with_the_generic_algorithms() {
    use multibody::reference::Described as _;
    let model = Top.model();
    for seed in 0..20 {
        let state = model.random_state(seed, 0);
        let four = |x: &[f64]| -> [f64; 4] { x.try_into().expect("four of them") };
        let [q, qd, tau] = [&state.q, &state.qd, &state.tau].map(|x| four(x));
        let multibody::ConstrainedAcceleration {
            qdd,
            lambda: multipliers,
        } = Top.constrained_forward_dynamics(&q, &qd, &tau);
        let (expected, lambda) = model.constrained_forward_dynamics(&q, &qd, &tau, &[], [0.0; 2]);
        let size = expected.amax().max(1.0);
        for (actual, expected) in qdd.iter().zip(&expected) {
            assert!((actual - expected).abs() < 1e-11 * size, "{seed}");
        }
        assert!((multipliers[0] - lambda[0]).abs() < 1e-11 * size, "{seed}");
    }
}

/// Four rates of a quaternion move as three body rates do: Euler's equations.
#[test]
fn a_quaternion_of_unit_length_turns_by_body_rates() {
    /// The same with body rates.
    #[multibody(
        gravity = [0, 0, 0],
        joint free { ball, parent: world, child: body },
        body body { mass: 2, inertia: diag(1, 2, 2.5) },
    )]
    struct Free;
    let q: [f64; 4] = [0.1, 0.5, 0.7, 0.5];
    let w = [0.3, -1.2, 0.8];
    let rate = multibody::Multibody::position_rate(&Free, &q, &w);
    let acceleration = Top.constrained_forward_dynamics(&q, &rate, &[0.0; 4]).qdd;
    let body = Free.forward_dynamics(&q, &w, &[0.0; 3]);
    // The second derivative of q along the motion with these body rates.
    let h = 1e-5;
    let value = |s: f64| {
        let w = [0, 1, 2].map(|k| w[k] + s * body[k]);
        let next = multibody::Multibody::integrate(&Free, &q, &w, s);
        multibody::Multibody::position_rate(&Free, &next, &w)
    };
    let (start, end) = (value(-h), value(h));
    for k in 0..4 {
        let expected = (end[k] - start[k]) / (2.0 * h);
        assert!((acceleration[k] - expected).abs() < 1e-6, "{k}");
    }
}

/// The wrapper for integrators: a second of a four-bar linkage, with and without feedback.
#[test]
fn feedback_keeps_a_linkage_closed() {
    let error = |gains: [f64; 2]| {
        let robot = Constrained::new(&FourBar, gains);
        let mut state = (
            [
                0.200_229_429_169_370_48,
                -1.192_756_220_844_977_1,
                2.636_618_773_411_953_5,
            ],
            [
                -0.355_372_748_246_020_7,
                0.646_836_088_587_700_9,
                0.049_886_742_281_800_85,
            ],
        );
        for step in 0..1000 {
            let t = f64::from(step) * 2e-3;
            state = rk4(&robot, t, (&state.0, &state.1), 2e-3, |_, _, _| [0.0; 3]);
        }
        let left = FourBar.constraint(&state.0);
        left[0].hypot(left[1])
    };
    let (error_without, error_with) = (error([0.0, 0.0]), error(feedback::critical(0.05)));
    assert!(
        error_with < 1e-8 && error_without < 1e-6,
        "{error_with} {error_without}"
    );
    assert!(error_with < error_without, "{error_with} {error_without}");
}

/// A controller that is written once for whatever constraints hold.
fn constraint_effect<R, const NQ: usize, const NV: usize, const NC: usize>(
    robot: &R,
    q: &[f64; NQ],
) -> f64
where
    R: ConstrainedDynamics<f64, NQ, NV, NC> + ForwardDynamics<f64, NQ, NV>,
{
    let constrained = robot
        .constrained_forward_dynamics(q, &[0.0; NV], &[0.0; NV])
        .qdd;
    let accelerations = robot.forward_dynamics(q, &[0.0; NV], &[0.0; NV]);
    constrained
        .iter()
        .zip(accelerations)
        .map(|(x, y)| (x - y).abs())
        .sum()
}

#[test]
fn generic_code_runs_on_what_is_emitted() {
    let bead = Bead { m: 2.0, r: 1.0 };
    // At the side it falls freely.
    assert!(constraint_effect(&bead, &[1.0, 0.0]) < 1e-15);
    assert!((constraint_effect(&bead, &[0.0, -1.0]) - 9.8).abs() < 1e-12);
    let prepared = bead.prepare::<f32>();
    let qdd = prepared
        .constrained_forward_dynamics(&[0.0, -1.0], &[0.0; 2], &[0.0; 2])
        .qdd;
    assert_eq!(qdd, [0.0, 0.0]);
}

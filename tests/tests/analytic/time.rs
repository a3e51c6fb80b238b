//! On which time acts, and energies with terms of one rate.

use multibody::integrators::{rk4, semi_implicit_euler};
use multibody::{Acceleration, Multibody, Real, check, linearize, multibody};

use crate::{assert_close, numbers, samples};

/// By the angle from the downward vertical; the pivot goes up and down, and its rod grows.
#[multibody(
    gravity = [0, 0, -g],
    coordinates = [theta],
    let pivot = a * cos(w * t);
    let rod = l + v * t;
    particle bob { mass: m, position: [rod * sin(theta), 0, pivot - rod * cos(theta)] },
)]
struct Driven {
    m: f64,
    g: f64,
    l: f64,
    v: f64,
    a: f64,
    w: f64,
}

const DRIVEN: Driven = Driven {
    m: 1.3,
    g: 9.81,
    l: 0.7,
    v: 0.2,
    a: 0.05,
    w: 21.0,
};

/// Worked by hand, with the rod r(t) and the pivot p(t): `T = m/2 (r^2 theta'^2 + r'^2 + p'^2) + m p' (r theta' sin
/// theta - r' cos theta)`.
#[test]
fn a_pendulum_on_a_driven_pivot() {
    let Driven { m, g, l, v, a, w } = DRIVEN;
    for (t, theta, rate) in [(0.0, 0.4, 1.0), (0.13, -1.2, 3.0), (2.7, 2.5, -0.6_f64)] {
        let (s, c) = f64::sin_cos(theta);
        let (r, dr) = (l + v * t, v);
        let (pivot, dp, ddp) = (
            a * (w * t).cos(),
            -a * w * (w * t).sin(),
            -a * w * w * (w * t).cos(),
        );
        let (q, qd) = ([theta], [rate]);
        let close = |subject: &str, actual: f64, expected: f64| {
            assert_close(subject, &[actual], &[expected], 1.0);
        };
        close("M", DRIVEN.mass_matrix(t, &q)[0][0], m * r * r);
        close("C", DRIVEN.coriolis_matrix(t, &q, &qd)[0][0], 0.0);
        // V - T0 = -m g r cos theta + m p' r' cos theta + ..
        let gravity = m * g * r * s - m * dp * dr * s;
        close("g", DRIVEN.gravity(t, &q)[0], gravity);
        // dM/dt theta' + da/dt with a = m p' r sin theta
        let drive = 2.0 * m * r * dr * rate + m * (ddp * r + dp * dr) * s;
        close("drive", DRIVEN.drive(t, &q, &qd)[0], drive);
        close("bias", DRIVEN.bias(t, &q, &qd)[0], gravity + drive);
        let [qdd] = DRIVEN.forward_dynamics(t, &q, &qd, &[0.3]);
        close("qdd", qdd, (0.3 - gravity - drive) / (m * r * r));
        let kinetic =
            m / 2.0 * (r * r * rate * rate + dr * dr + dp * dp) + m * dp * (r * rate * s - dr * c);
        close("T", DRIVEN.kinetic_energy(t, &q, &qd), kinetic);
        let potential = m * g * (pivot - r * c);
        close("V", DRIVEN.potential_energy(t, &q), potential);
        let [x, _, z] = DRIVEN.center_of_mass(t, &q);
        assert_close("com", &[x, z], &[r * s, pivot - r * c], 1.0);
    }
    check(&DRIVEN).expect("the generic algorithms agree");
}

/// Central differences over h = 1e-5 of accelerations of about 40: a third derivative times h^2 / 6 is below 1e-9, a few
/// roundings divided by 2 h are below 1e-8.
#[test]
fn the_linear_model_at_a_time_is_that_of_differences() {
    for (t, theta, rate) in [(0.13, -1.2, 3.0), (2.7, 2.5, -0.6_f64)] {
        let tau = 0.3;
        let linear = linearize(&DRIVEN.at_time(t), &[theta], &[rate], &[tau]);
        let qdd = |theta, rate, tau| DRIVEN.forward_dynamics(t, &[theta], &[rate], &[tau])[0];
        let h = 1e-5;
        let difference = |of: &dyn Fn(f64) -> f64| (of(h) - of(-h)) / (2.0 * h);
        let actual = [
            linear.acceleration.dq,
            linear.acceleration.dqd,
            linear.acceleration.dtau,
        ]
        .map(|block| block[0][0]);
        let expected = [
            difference(&|h| qdd(theta + h, rate, tau)),
            difference(&|h| qdd(theta, rate + h, tau)),
            difference(&|h| qdd(theta, rate, tau + h)),
        ];
        for (actual, expected) in actual.iter().zip(expected) {
            assert!(
                (actual - expected).abs() < 1e-8 * expected.abs().max(1.0),
                "{actual} {expected}"
            );
        }
        // What stands still is another system.
        let at_start = linearize(&DRIVEN.at_time(0.0), &[theta], &[rate], &[tau]);
        assert!((at_start.acceleration.dq[0][0] - actual[0]).abs() > 0.1);
    }
}

/// The hoop of `golden/analytic`, turned by the angle `omega t` instead of having what that brings in its energy.
#[multibody(
    gravity = [0, 0, -g],
    coordinates = [theta],
    let rho = r * sin(theta);
    particle bead {
        mass: m,
        position: [rho * cos(omega * t), rho * sin(omega * t), -r * cos(theta)],
    },
)]
struct TurnedHoop {
    m: f64,
    r: f64,
    omega: f64,
    g: f64,
}

#[test]
fn a_bead_on_a_hoop_that_is_turned() {
    let by_default = TurnedHoop {
        m: 0.3,
        r: 0.6,
        omega: 5.0,
        g: 9.81,
    };
    check(&by_default).expect("the generic algorithms agree");
}

#[test]
#[cfg_attr(not(corpus), ignore = "needs others' numbers: MULTIBODY_CORPUS")]
fn a_bead_on_a_hoop_that_is_turned_agrees_with_others() {
    for sample in samples("bead_on_rotating_hoop") {
        let p = |name: &str| sample["params"][name].as_f64().expect("a parameter");
        let hoop = TurnedHoop {
            m: p("m"),
            r: p("R"),
            omega: p("Omega"),
            g: p("g"),
        };
        let vector = |key: &str| numbers::<1>(&sample[key]);
        let (q, qd, qdd) = (vector("q"), vector("qd"), vector("qdd"));
        for t in [0.0, 0.37, 4.1] {
            let close = |subject: &str, actual: [f64; 1], expected: [f64; 1]| {
                assert_close(subject, &actual, &expected, 1.0);
            };
            close("g", hoop.gravity(t, &q), vector("g"));
            // Terms of this size cancel.
            let size = hoop.m * hoop.r.powi(2) * hoop.omega * (hoop.omega.abs() + qd[0].abs());
            let [drive] = hoop.drive(t, &q, &qd);
            assert!(drive.abs() <= 1e-14 * size.abs(), "{drive:e} of {size:e}");
            let tau = hoop.inverse_dynamics(t, &q, &qd, &qdd);
            close("tau", tau, vector("tau"));
            let energy = sample["kinetic"].as_f64().expect("an energy");
            close("T", [hoop.kinetic_energy(t, &q, &qd)], [energy]);
            let actual = hoop.forward_dynamics(t, &q, &qd, &vector("tau_in"));
            close("qdd", actual, vector("qdd_out"));
        }
    }
}

/// In a magnetic field along z: the energy has terms of one rate, and no time.
#[multibody(
    coordinates = [x, y, z],
    kinetic = m / 2 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) + b * x * y_dot,
)]
struct Charge {
    m: f64,
    b: f64,
}

#[test]
fn a_charge_in_a_magnetic_field_moves_in_circles() {
    let charge = Charge { m: 0.5, b: 3.0 };
    check(&charge).expect("the generic algorithms agree");
    let (q, qd) = ([0.3, -0.2, 0.5], [1.0, 2.0, -0.7]);
    assert_eq!(charge.coriolis(&q, &qd), [0.0; 3]);
    // m a = v x B
    assert_eq!(charge.drive(&q, &qd), [-6.0, 3.0, 0.0]);
    assert_eq!(charge.bias(&q, &qd), [-6.0, 3.0, 0.0]);
    // Round after 2 pi m / b.
    let steps = 400;
    let h = std::f64::consts::TAU * charge.m / charge.b / f64::from(steps);
    let (mut place, mut rate) = (q, qd);
    for _ in 0..steps {
        (place, rate) = rk4(&charge, 0.0, (&place, &rate), h, |_, _, _| [0.0; 3]);
    }
    let drift = qd[2] * h * f64::from(steps);
    for (actual, expected) in place.iter().zip([q[0], q[1], q[2] + drift]) {
        assert!((actual - expected).abs() < 1e-8, "{place:?}");
    }
}

/// Joints and expressions of time in one system: a hinge, a coordinate, a body that is turned, forces.
#[multibody(
    gravity = [0, 0, -9.81],
    joint arm { revolute, parent: world, child: upper, axis: y, damping: 0.1 },
    body upper { mass: 1.5, com: [0, 0, 0.2], inertia: diag(0.02, 0.02, 0.001) },
    coordinates = [s],
    let swing = 0.3 * sin(5 * t) + arm;
    kinetic = (1 + 0.5 * exp(-t)) * s_dot.powi(2) + 0.3 * sin(s) * arm_dot + 0.2 * t * s_dot * arm_dot,
    potential = k * (s - 0.1 * t).powi(2) / 2,
    force(s) = amplitude * cos(3 * t) - s_dot,
    rigid plate {
        mass: 0.4,
        inertia: diag(0.01, 0.02, 0.03),
        position: [s * cos(swing), 0.2 * t, s * sin(swing)],
        orientation: zyx(4 * t, swing, s),
        force: [0, 0, sqrt(1 + t.powi(2))],
    },
    links(upper),
)]
struct Mixed {
    k: f64,
    amplitude: f64,
}

const MIXED: Mixed = Mixed {
    k: 7.0,
    amplitude: 0.6,
};

#[test]
fn joints_and_time_in_one_system() {
    check(&MIXED).expect("the generic algorithms agree");
    let (q, qd) = ([0.2, 0.5], [1.0, -2.0]);
    // Joints alone carry links.
    let [_, pose] = [0.0, 1.0].map(|_: f64| MIXED.pose_of_upper(&q));
    assert!(pose.1.iter().all(|x: &f64| x.abs() < 1e-15));
    let [early, late] = [0.0, 1.0].map(|t| MIXED.generalized_force(t, &q, &qd));
    assert!((early[1] - late[1]).abs() > 0.1);
}

/// What an integrator makes of a robot, whatever it is.
fn simulate<R, T: Real, const N: usize>(robot: &R, start: T, q: [T; N], qd: [T; N]) -> [T; N]
where
    R: Acceleration<T, N, N> + ?Sized,
{
    let h = T::lit(1.0 / 512.0);
    let (mut q, mut qd, mut t) = (q, qd, start);
    for _ in 0..256 {
        (q, qd) = rk4(robot, t, (&q, &qd), h, |_, _, _| [T::ZERO; N]);
        t += h;
    }
    let (last, _) = semi_implicit_euler(robot, t, (&q, &qd), h, |_, _, _| [T::ZERO; N]);
    last
}

/// `T - V`, written once.
fn lagrangian<R: Multibody<T, N, N> + ?Sized, T: Real, const N: usize>(
    robot: &R,
    (q, qd): (&[T; N], &[T; N]),
) -> T {
    robot.kinetic_energy(q, qd) - robot.potential_energy(q)
}

#[test]
fn time_is_for_generic_code_prepared_robots_and_single_precision() {
    let prepared = MIXED.prepare::<f64>();
    let (t, q, qd) = (0.4, [0.2, 0.5], [1.0, -2.0]);
    let robot: &dyn Acceleration<f64, 2, 2> = &prepared;
    let end = simulate(robot, t, q, qd);
    assert_eq!(end, simulate(&MIXED, t, q, qd));
    assert!((end[0] - q[0]).abs() > 0.1);
    // It matters when it begins.
    assert!((end[1] - simulate(&MIXED, 0.0, q, qd)[1]).abs() > 1e-3);
    let single = simulate(&MIXED.prepare::<f32>(), 0.4, [0.2, 0.5], [1.0, -2.0]);
    for (single, end) in single.iter().zip(end) {
        assert!((f64::from(*single) - end).abs() < 1e-4);
    }
    let robots: [&dyn Multibody<f64, 2, 2>; 2] = [&prepared.at_time(t), &MIXED.at_time(t)];
    let expected = prepared.kinetic_energy(t, &q, &qd) - prepared.potential_energy(t, &q);
    for robot in robots {
        assert_eq!(robot.bias(&q, &qd), MIXED.bias(t, &q, &qd));
        assert_eq!(robot.joints().len(), 2);
        assert_eq!(lagrangian(robot, (&q, &qd)), expected);
    }
    assert_eq!(MIXED.neutral::<f64>(), [0.0; 2]);
    assert_eq!(MIXED.difference(&[0.0; 2], &q), q);
}

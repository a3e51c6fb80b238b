//! Integrators and linearizations of robots whose rates are derivatives, and of such whose are not.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use multibody::integrators::{rk4, semi_implicit_euler};
use multibody::{
    Acceleration, Dual, ForwardDynamics, ForwardDynamicsDerivatives, Linearizable, Linearization,
    Multibody, linearize, linearize_at, multibody,
};

/// A cart on a rail with a pole that stands at 0.
#[multibody(
    effort = none,
    joint rail { prismatic, parent: world, child: cart, axis: x, damping: 0.3 },
    joint hinge { revolute, parent: cart, child: pole, axis: y },
    body cart { mass: 2 },
    body pole { mass: 0.5, com: [0, 0, 0.4], inertia: diag(0.03, 0.03, 0) },
)]
struct CartPole;

/// A trunk that moves freely, a ball, a wheel of some mass.
#[multibody(
    effort = none,
    joint root { floating, parent: world, child: trunk },
    joint neck { ball, parent: trunk, child: head, origin: [0, 0.1, 0.3] },
    joint axle { revolute, parent: trunk, child: wheel, axis: [1, 1, 0], origin: [0.2, 0, -0.1], damping: 0.05 },
    body trunk { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) },
    body head { mass: 1, com: [0, 0.02, 0.1], inertia: diag(0.03, 0.02, 0.025) },
    body wheel { mass: wheel, com: [0.01, 0, 0.02], inertia: diag(0.01, 0.01, 0.02) },
)]
struct Free {
    wheel: f64,
}

const ROBOT: Free = Free { wheel: 0.5 };

/// A sledge on the floor with a crane.
#[multibody(
    effort = none,
    joint root { planar, parent: world, child: sledge, axis: z },
    joint crane { revolute, parent: sledge, child: boom, axis: y, origin: [0.2, 0.1, 0.3] },
    body sledge { mass: 3, com: [0.1, 0, 0.05], inertia: diag(0.1, 0.2, 0.15) },
    body boom { mass: 1, com: [0.3, 0.02, 0.1], inertia: diag(0.03, 0.04, 0.025) },
)]
struct Sledge;

/// A hull that moves freely, its orientation a rotation vector, with a wheel.
#[multibody(
    gravity = [0, 0, -9.81],
    joint free { floating, chart: exponential, parent: world, child: hull },
    joint axle { continuous, parent: hull, child: wheel, axis: y, origin: [0.2, 0.1, 0] },
    body hull { mass: 3, com: [0.05, -0.02, 0.1], inertia: diag(0.2, 0.3, 0.25) },
    body wheel { mass: 0.8, com: [0.03, 0, 0.01], inertia: diag(0.02, 0.03, 0.02) },
)]
struct Drifter;

/// A ball joint by a rotation vector.
#[multibody(
    gravity = [0, 0, -9.81],
    joint neck { ball, chart: exponential, parent: world, child: head, origin: [0, 0, 0.5] },
    body head { mass: 4, com: [0.02, 0.03, 0.15], inertia: diag(0.02, 0.03, 0.025) },
)]
struct Turret;

/// A state and a force, numbers without a pattern.
fn state<R: Multibody<f64, NQ, NV>, const NQ: usize, const NV: usize>(
    robot: &R,
) -> ([f64; NQ], [f64; NV], [f64; NV]) {
    let number = |k: usize, factor: f64| (factor * (k as f64 + 1.0)).sin();
    let step = core::array::from_fn(|k| 0.8 * number(k, 2.3));
    let q = robot.integrate(&robot.neutral(), &step, 1.0);
    let qd = core::array::from_fn(|k| 1.5 * number(k, 1.7));
    let tau = core::array::from_fn(|k| 2.0 * number(k, 0.9));
    (q, qd, tau)
}

fn largest(numbers: impl IntoIterator<Item = f64>) -> f64 {
    numbers.into_iter().fold(0.0, |most, x| most.max(x.abs()))
}

/// Which way two states of a robot are apart.
fn distance<R: Multibody<f64, NQ, NV>, const NQ: usize, const NV: usize>(
    robot: &R,
    a: &([f64; NQ], [f64; NV]),
    b: &([f64; NQ], [f64; NV]),
) -> f64 {
    let rates = (0..NV).map(|k| a.1[k] - b.1[k]);
    largest(robot.difference(&a.0, &b.0).into_iter().chain(rates))
}

/// Half the step, errors of a half or a sixteenth.
fn has_its_order<R, const NQ: usize, const NV: usize>(robot: &R)
where
    R: Multibody<f64, NQ, NV> + Acceleration<f64, NQ, NV>,
{
    let (q, qd, tau) = state(robot);
    // A force that changes within steps.
    let force = |t: f64, _: &_, _: &_| tau.map(|tau| tau * (3.0 * t).cos());
    let runge_kutta = |steps: u32| {
        let h = 0.4 / f64::from(steps);
        (0..steps).fold((q, qd), |(q, qd), step| {
            let start = f64::from(step) * h;
            rk4(robot, start, (&q, &qd), h, force)
        })
    };
    let euler = |steps: u32| {
        let h = 0.4 / f64::from(steps);
        (0..steps).fold((q, qd), |(q, qd), step| {
            let start = f64::from(step) * h;
            semi_implicit_euler(robot, start, (&q, &qd), h, force)
        })
    };
    let truth = runge_kutta(1600);
    assert!(distance(robot, &truth, &(q, qd)) > 0.1, "it moves");
    let ratio = |coarse, fine| distance(robot, &coarse, &truth) / distance(robot, &fine, &truth);
    let fourth = ratio(runge_kutta(40), runge_kutta(80));
    assert!((14.0..18.0).contains(&fourth), "{fourth}");
    let first = ratio(euler(400), euler(800));
    assert!((1.9..2.1).contains(&first), "{first}");
    let mut normal = truth;
    robot.normalize(&mut normal.0, &mut normal.1);
    assert!(distance(robot, &normal, &truth) < 1e-15);
}

#[test]
fn integrators_have_their_order() {
    has_its_order(&CartPole);
    has_its_order(&ROBOT);
    has_its_order(&Sledge);
}

/// A robot behind a reference, whichever it is, and in single precision.
#[test]
fn integrators_take_prepared_robots() {
    let prepared = ROBOT.prepare::<f64>();
    let robot: &dyn Acceleration<f64, 12, 10> = &prepared;
    let (q, qd, tau) = state(&ROBOT);
    let step = rk4(robot, 0.0, (&q, &qd), 1e-3, |_, _, _| tau);
    let expected = rk4(&ROBOT, 0.0, (&q, &qd), 1e-3, |_, _, _| tau);
    assert_eq!(step, expected);
    let robot: &dyn ForwardDynamics<f64, 12, 10> = &prepared;
    assert_eq!(robot.neutral(), ROBOT.neutral());

    let single = ROBOT.prepare::<f32>();
    let (q32, qd32, tau32) = (q, qd, tau);
    let [q32, qd32, tau32] =
        [&q32[..], &qd32, &tau32].map(|from| from.iter().map(|&x| x as f32).collect::<Vec<f32>>());
    let (q32, qd32, tau32) = (
        q32.try_into().expect("positions"),
        qd32.try_into().expect("rates"),
        tau32.try_into().expect("forces"),
    );
    let step32: ([f32; 12], [f32; 10]) = rk4(&single, 0.0, (&q32, &qd32), 1e-3, |_, _, _| tau32);
    let wide = (step32.0.map(f64::from), step32.1.map(f64::from));
    assert!(distance(&ROBOT, &wide, &step) < 1e-5);
}

/// Derivatives along the tangent space by central differences.
fn linear_by_differences<R, const NQ: usize, const NV: usize>(robot: &R) -> Linearization<f64, NV>
where
    R: ForwardDynamics<f64, NQ, NV>,
{
    let (q, qd, tau) = state(robot);
    let (h, time) = (1e-5, 1e-3);
    let zero = [[0.0; NV]; NV];
    let [mut pos_pos, mut pos_vel, mut dq, mut dqd, mut dtau] = [zero; 5];
    for k in 0..NV {
        let motion = |h: f64| core::array::from_fn::<f64, NV, _>(|i| if i == k { h } else { 0.0 });
        let aside = |h| robot.integrate(&q, &motion(h), 1.0);
        let plus = |x: &[f64; NV], h: f64| core::array::from_fn(|i| x[i] + motion(h)[i]);
        let column = |block: &mut [[f64; NV]; NV], f: &dyn Fn(f64) -> [f64; NV]| {
            let (upper, lower) = (f(h), f(-h));
            (0..NV).for_each(|i| block[i][k] = (upper[i] - lower[i]) / (2.0 * h));
        };
        // How the difference to the motion without perturbation changes.
        let parting = |from: [f64; NQ], qd: [f64; NV]| {
            let gap = |time| {
                robot.difference(
                    &robot.integrate(&q, &state(robot).1, time),
                    &robot.integrate(&from, &qd, time),
                )
            };
            let (later, earlier): ([f64; NV], [f64; NV]) = (gap(time), gap(-time));
            core::array::from_fn(|i| (later[i] - earlier[i]) / (2.0 * time))
        };
        column(&mut pos_pos, &|h| parting(aside(h), qd));
        column(&mut pos_vel, &|h| parting(q, plus(&qd, h)));
        column(&mut dq, &|h| robot.forward_dynamics(&aside(h), &qd, &tau));
        column(&mut dqd, &|h| {
            robot.forward_dynamics(&q, &plus(&qd, h), &tau)
        });
        column(&mut dtau, &|h| {
            robot.forward_dynamics(&q, &qd, &plus(&tau, h))
        });
    }
    Linearization {
        pos_pos,
        pos_vel,
        acceleration: ForwardDynamicsDerivatives {
            qdd: robot.forward_dynamics(&q, &qd, &tau),
            dq,
            dqd,
            dtau,
        },
    }
}

/// `in_body_axes`: whether rates are, so that steps of positions turn with them.
fn is_linearized<R, const NQ: usize, const NV: usize>(robot: &R, in_body_axes: bool)
where
    R: Linearizable<f64, NQ, NV>,
{
    let (q, qd, tau) = state(robot);
    let actual = linearize(robot, &q, &qd, &tau);
    let expected = linear_by_differences(robot);
    // Rounding over the perturbation: 1e-16 of some hundred over 1e-5; and over the time for positions.
    let pairs = [
        ("pos_pos", actual.pos_pos, expected.pos_pos, 1e-5),
        ("pos_vel", actual.pos_vel, expected.pos_vel, 1e-5),
        ("dq", actual.acceleration.dq, expected.acceleration.dq, 1e-7),
        (
            "dqd",
            actual.acceleration.dqd,
            expected.acceleration.dqd,
            1e-7,
        ),
        (
            "dtau",
            actual.acceleration.dtau,
            expected.acceleration.dtau,
            1e-7,
        ),
    ];
    for (name, actual, expected, tolerance) in pairs {
        for (row, column) in (0..NV).flat_map(|row| (0..NV).map(move |column| (row, column))) {
            let (actual, expected) = (actual[row][column], expected[row][column]);
            assert!(
                (actual - expected).abs() <= tolerance * (1.0 + expected.abs()),
                "{name}[{row}][{column}] is {actual}, not {expected}"
            );
        }
    }
    let moving = largest(actual.pos_pos.concat());
    assert_eq!(moving != 0.0, in_body_axes, "{moving}");
    assert!(largest(actual.acceleration.dq.concat()) > 1.0);
    assert!(largest(actual.acceleration.dqd.concat()) > 0.1);
}

#[test]
fn linearizations_are_those_of_differences() {
    is_linearized(&CartPole, false);
    is_linearized(&ROBOT, true);
    is_linearized(&Sledge, true);
    is_linearized(&Drifter, true);
    is_linearized(&Turret, true);
}

/// By inverse dynamics and M^-1, and by forward dynamics.
fn is_linearized_by_both_algorithms<R, const NQ: usize, const NV: usize>(robot: &R)
where
    R: Linearizable<f64, NQ, NV> + Acceleration<Dual<f64, 4>, NQ, NV>,
{
    let (q, qd, tau) = state(robot);
    let actual = linearize(robot, &q, &qd, &tau);
    let expected = linearize_at(robot, 0.0, &q, &qd, &tau);
    assert_eq!(actual.pos_pos, expected.pos_pos);
    assert_eq!(actual.pos_vel, expected.pos_vel);
    for (actual, expected) in [
        (actual.acceleration.dq, expected.acceleration.dq),
        (actual.acceleration.dqd, expected.acceleration.dqd),
        (actual.acceleration.dtau, expected.acceleration.dtau),
    ] {
        let size = largest(expected.concat());
        let errors = actual.concat().into_iter().zip(expected.concat());
        let error = largest(errors.map(|(actual, expected)| actual - expected));
        assert!(size > 0.01 && error < 1e-13 * size, "{error} of {size}");
    }
}

#[test]
fn linearizations_are_those_of_forward_dynamics() {
    is_linearized_by_both_algorithms(&CartPole);
    is_linearized_by_both_algorithms(&ROBOT);
    is_linearized_by_both_algorithms(&Sledge);
    is_linearized_by_both_algorithms(&Drifter);
    is_linearized_by_both_algorithms(&Turret);
}

/// The equations of the upright pole, by hand: `(M + m) x'' + m l a'' = u - d x'`, `m l x'' + J a'' = m g l a`.
#[test]
fn the_upright_pole_falls_as_in_the_textbook() {
    let (total, m_l, j, weight) = (2.5, 0.5 * 0.4, 0.03 + 0.5 * 0.16, 9.81 * 0.5 * 0.4);
    let determinant = total * j - m_l * m_l;
    let actual = linearize(&CartPole, &[0.7, 0.0], &[0.0; 2], &[0.0; 2]);
    let expected = Linearization {
        pos_pos: [[0.0; 2]; 2],
        pos_vel: [[1.0, 0.0], [0.0, 1.0]],
        acceleration: ForwardDynamicsDerivatives {
            qdd: [0.0; 2],
            dq: [
                [0.0, -m_l * weight / determinant],
                [0.0, total * weight / determinant],
            ],
            dqd: [
                [-j * 0.3 / determinant, 0.0],
                [m_l * 0.3 / determinant, 0.0],
            ],
            dtau: [
                [j / determinant, -m_l / determinant],
                [-m_l / determinant, total / determinant],
            ],
        },
    };
    let pairs = [
        (actual.pos_pos, expected.pos_pos),
        (actual.pos_vel, expected.pos_vel),
        (actual.acceleration.dq, expected.acceleration.dq),
        (actual.acceleration.dqd, expected.acceleration.dqd),
        (actual.acceleration.dtau, expected.acceleration.dtau),
    ];
    for (actual, expected) in pairs {
        let off = largest((0..4).map(|k| actual[k / 2][k % 2] - expected[k / 2][k % 2]));
        assert!(off < 1e-13, "{actual:?} {expected:?}");
    }
}

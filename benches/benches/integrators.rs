//! Steps of `multibody::integrators` beside steps written by hand: `cargo bench --package multibody-benches --bench integrators`.
//!
//! The robot is a cart-pole, with one state and with four in lanes. The benchmark fails if a step takes more than 1.2 times as
//! long as the one by hand.

use core::array::from_fn;
use std::hint::black_box;
use std::time::Instant;

use multibody::integrators::{implicit_midpoint, rk4, semi_implicit_euler};
use multibody::{Acceleration, Chart, JointInfo, JointKind, Joints, Limits, Real};
use wide::f64x4;

/// A cart of 2 kg with a pole of 0.5 kg, by hand.
struct CartPole;

const fn joint(name: &'static str, kind: JointKind, index: usize) -> JointInfo {
    JointInfo {
        name,
        kind,
        chart: Chart::Vector,
        q: index,
        nq: 1,
        v: index,
        nv: 1,
        parent: None,
        link: None,
        limits: Limits::NONE,
    }
}

static JOINTS: [JointInfo; 2] = [
    joint("rail", JointKind::Prismatic, 0),
    joint("hinge", JointKind::Revolute, 1),
];

impl Joints for CartPole {
    fn joints(&self) -> &'static [JointInfo] {
        &JOINTS
    }
}

impl<T: Real> Acceleration<T, 2, 2> for CartPole {
    /// `[2.5, 0.2 c; 0.2 c, 0.11] qdd = tau + [0.2 s w^2 - 0.3 v, 1.962 s]`
    fn acceleration(&self, _: T, q: &[T; 2], qd: &[T; 2], tau: &[T; 2]) -> [T; 2] {
        let (s, c) = q[1].sin_cos();
        let lever = T::lit(0.2);
        let cart = tau[0] + lever * s * qd[1] * qd[1] - T::lit(0.3) * qd[0];
        let pole = tau[1] + T::lit(1.962) * s;
        let coupling = lever * c;
        let inverse = T::ONE / (T::lit(2.5 * 0.11) - coupling * coupling);
        [
            (T::lit(0.11) * cart - coupling * pole) * inverse,
            (T::lit(2.5) * pole - coupling * cart) * inverse,
        ]
    }
}

type State<T> = ([T; 2], [T; 2]);

fn advance<T: Real>(x: &[T; 2], h: T, slope: &[T; 2]) -> [T; 2] {
    from_fn(|k| x[k] + h * slope[k])
}

fn accelerate<T: Real>(robot: &CartPole, q: &[T; 2], qd: &[T; 2]) -> [T; 2] {
    robot.acceleration(T::ZERO, q, qd, &[T::ZERO; 2])
}

fn rk4_by_hand<T: Real>(robot: &CartPole, (q, v1): (&[T; 2], &[T; 2]), h: T) -> State<T> {
    let half = T::lit(0.5) * h;
    let a1 = accelerate(robot, q, v1);
    let v2 = advance(v1, half, &a1);
    let a2 = accelerate(robot, &advance(q, half, v1), &v2);
    let v3 = advance(v1, half, &a2);
    let a3 = accelerate(robot, &advance(q, half, &v2), &v3);
    let v4 = advance(v1, h, &a3);
    let a4 = accelerate(robot, &advance(q, h, &v3), &v4);
    let sixth = h * T::lit(1.0 / 6.0);
    let mean = |[a, b, c, d]: [&[T; 2]; 4]| -> [T; 2] {
        from_fn(|k| {
            let inner = b[k] + c[k];
            a[k] + (inner + inner) + d[k]
        })
    };
    (
        advance(q, sixth, &mean([v1, &v2, &v3, &v4])),
        advance(v1, sixth, &mean([&a1, &a2, &a3, &a4])),
    )
}

fn euler_by_hand<T: Real>(robot: &CartPole, (q, qd): (&[T; 2], &[T; 2]), h: T) -> State<T> {
    let qd = advance(qd, h, &accelerate(robot, q, qd));
    (advance(q, h, &qd), qd)
}

const ITERATIONS: u32 = 4;

fn midpoint_by_hand<T: Real>(robot: &CartPole, (q, qd): (&[T; 2], &[T; 2]), h: T) -> State<T> {
    let half = T::lit(0.5) * h;
    let mut middle = *qd;
    for _ in 0..ITERATIONS {
        let position = advance(q, half, &middle);
        middle = advance(qd, half, &accelerate(robot, &position, &middle));
    }
    let rates = from_fn(|k| middle[k] + (middle[k] - qd[k]));
    (advance(q, h, &middle), rates)
}

/// The least time of a step in 40 runs, ns, and the final state of the last run.
fn time<T: Real>(step: impl Fn(&State<T>) -> State<T>) -> (f64, State<T>) {
    const STEPS: u32 = 20_000;
    let start = || ([0.1, 0.3].map(T::lit), [0.2, -0.1].map(T::lit));
    let mut least = f64::INFINITY;
    let mut end = start();
    for _ in 0..40 {
        let mut state = black_box(start());
        let begin = Instant::now();
        for _ in 0..STEPS {
            state = step(&state);
        }
        end = black_box(state);
        least = least.min(begin.elapsed().as_secs_f64() * 1e9 / f64::from(STEPS));
    }
    (least, end)
}

fn compare<T: Real + PartialEq>(
    name: &str,
    (by_hand, expected): (f64, State<T>),
    (by_crate, actual): (f64, State<T>),
) {
    println!("{name:28} {by_hand:7.1} ns by hand, {by_crate:7.1} ns by `integrators`");
    assert!(expected == actual, "{name}: not the same motion");
    assert!(
        by_crate <= 1.2 * by_hand,
        "{name}: more than 1.2 times as long"
    );
}

fn compare_all<T: Real + PartialEq>(numbers: &str) {
    let robot = &CartPole;
    let h = T::lit(1e-4);
    let no_force = |_: T, _: &[T; 2], _: &[T; 2]| [T::ZERO; 2];
    let step = |name: &str| format!("{name}, {numbers}");
    compare(
        &step("rk4"),
        time(|(q, qd)| rk4_by_hand(robot, (q, qd), h)),
        time(|(q, qd)| rk4(robot, T::ZERO, (q, qd), h, no_force)),
    );
    compare(
        &step("semi_implicit_euler"),
        time(|(q, qd)| euler_by_hand(robot, (q, qd), h)),
        time(|(q, qd)| semi_implicit_euler(robot, T::ZERO, (q, qd), h, no_force)),
    );
    compare(
        &step("implicit_midpoint"),
        time(|(q, qd)| midpoint_by_hand(robot, (q, qd), h)),
        time(|(q, qd)| implicit_midpoint(robot, T::ZERO, (q, qd), (h, ITERATIONS), no_force)),
    );
}

fn main() {
    compare_all::<f64>("f64");
    compare_all::<f64x4>("f64x4");
}

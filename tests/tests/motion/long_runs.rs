//! Long motions: what each method of integration makes of energy and momentum in 100 000 steps, and its order.
//!
//! The bounds are those of the methods' orders, with omega the fastest rate on the way and T the time. The total
//! energy's error against the largest kinetic energy is at most `(omega h)^2` with the implicit midpoint, however long
//! it takes; `(omega h)^5 omega T` with Runge and Kutta, whose energy drifts; `omega h` with semi-implicit Euler where
//! no force depends on rates, and `omega h omega T` where one does, as Coriolis forces do: then it is not symplectic.
#![deny(warnings)]

use multibody::integrators::{implicit_midpoint, rk4, semi_implicit_euler};
use multibody::{Acceleration, Multibody, multibody};

/// Two rods, which tumble over one another.
#[multibody(
    effort = none,
    joint shoulder { continuous, parent: world, child: upper, axis: y },
    joint elbow { continuous, parent: upper, child: lower, axis: y, origin: [0, 0, -0.5] },
    body upper { mass: 1, com: [0, 0, -0.25], inertia: diag(0.02, 0.02, 0) },
    body lower { mass: 0.8, com: [0, 0, -0.25], inertia: diag(0.017, 0.017, 0) },
)]
struct DoublePendulum;

macro_rules! free_body {
    ($name:ident, $($chart:tt)*) => {
        /// A body in free space, in one of several charts.
        #[multibody(
            effort = none,
            gravity = [0, 0, 0],
            joint turn { ball, $($chart)* parent: world, child: hull },
            body hull { mass: 1, inertia: diag(0.1, 0.2, 0.3) },
            links(hull),
        )]
        struct $name;

        impl Momentum<{ $name::NQ }, { $name::NV }> for $name {
            fn angular(q: &[f64; $name::NQ], qd: &[f64; $name::NV]) -> [f64; 3] {
                let (rotation, _) = $name.pose_of_hull(q);
                let velocity = $name.velocity_of_hull(q, qd);
                let omega: [f64; 3] = [velocity[3], velocity[4], velocity[5]];
                let along = |k: usize| (0..3).map(|i| rotation[i][k] * omega[i]).sum::<f64>();
                let in_body = [0.1 * along(0), 0.2 * along(1), 0.3 * along(2)];
                rotation.map(|row| (0..3).map(|k| row[k] * in_body[k]).sum())
            }
        }
    };
}

/// What a free body keeps.
trait Momentum<const NQ: usize, const NV: usize> {
    /// World axes, kg m^2/s.
    fn angular(q: &[f64; NQ], qd: &[f64; NV]) -> [f64; 3];
}

free_body!(ByQuaternion,);
free_body!(ByVector, chart: exponential,);
free_body!(ByDerivatives, chart: exponential, rates: derivative,);

free_body!(ByRodrigues, chart: modified_rodrigues,);

macro_rules! top {
    ($name:ident, $($chart:tt)*) => {
        /// A top that stands on its tip and spins fast.
        #[multibody(
            effort = none,
            joint tip { ball, $($chart)* parent: world, child: top },
            body top { mass: 0.5, com: [0, 0, 0.1], inertia: diag(0.002, 0.002, 0.003) },
        )]
        struct $name;
    };
}

top!(Top,);
top!(TopByRodrigues, chart: modified_rodrigues,);

/// Two particles in a plane, on three springs between walls.
#[multibody(
    gravity = [0, 0, 0],
    coordinates = [xa, ya, xb, yb],
    particle a { mass: 0.4, position: [xa, ya, 0] },
    particle b { mass: 0.3, position: [xb, yb, 0] },
    potential = 20 * ((xa + 1).powi(2) + ya.powi(2)),
    potential = 35 * ((xa - xb + 0.5).powi(2) + (ya - yb).powi(2)),
    potential = 15 * ((xb - 1).powi(2) + yb.powi(2)),
)]
struct Particles;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Method {
    Euler,
    Midpoint,
    RungeKutta,
}

const METHODS: [Method; 3] = [Method::Euler, Method::Midpoint, Method::RungeKutta];

impl Method {
    fn order(self) -> i32 {
        match self {
            Self::Euler => 1,
            Self::Midpoint => 2,
            Self::RungeKutta => 4,
        }
    }

    /// The largest error of the energy that the order allows; `turns`: some forces depend on rates.
    fn error_bound(self, turns: bool, omega_h: f64, radians: f64) -> f64 {
        match self {
            Self::Euler if turns => omega_h * radians,
            Self::Euler => omega_h,
            Self::Midpoint => omega_h.powi(2),
            Self::RungeKutta => omega_h.powi(5) * radians,
        }
    }
}

type State<const NQ: usize, const NV: usize> = ([f64; NQ], [f64; NV]);

fn step<R, const NQ: usize, const NV: usize>(
    robot: &R,
    (q, qd): &State<NQ, NV>,
    h: f64,
    method: Method,
) -> State<NQ, NV>
where
    R: Multibody<f64, NQ, NV> + Acceleration<f64, NQ, NV>,
{
    let no_force = |_, _: &[f64; NQ], _: &[f64; NV]| [0.0; NV];
    let (mut q, mut qd) = match method {
        Method::Euler => semi_implicit_euler(robot, 0.0, (q, qd), h, no_force),
        Method::Midpoint => implicit_midpoint(robot, 0.0, (q, qd), (h, 8), no_force),
        Method::RungeKutta => rk4(robot, 0.0, (q, qd), h, no_force),
    };
    robot.normalize(&mut q, &mut qd);
    (q, qd)
}

fn kinetic<R: Multibody<f64, NQ, NV>, const NQ: usize, const NV: usize>(
    robot: &R,
    (q, qd): &State<NQ, NV>,
) -> f64 {
    robot.kinetic_energy(q, qd)
}

fn total<R: Multibody<f64, NQ, NV>, const NQ: usize, const NV: usize>(
    robot: &R,
    state: &State<NQ, NV>,
) -> f64 {
    kinetic(robot, state) + robot.potential_energy(&state.0)
}

const STEPS: u32 = 100_000;

/// The largest errors of `invariants` in 100 000 steps; the energy is checked against its bound.
fn long_run<R, const NQ: usize, const NV: usize, const N: usize>(
    robot: &R,
    start: &State<NQ, NV>,
    (h, omega, turns): (f64, f64, bool),
    method: Method,
    invariants: impl Fn(&State<NQ, NV>) -> [f64; N],
) -> [f64; N]
where
    R: Multibody<f64, NQ, NV> + Acceleration<f64, NQ, NV>,
{
    let (energy, initial_values) = (total(robot, start), invariants(start));
    let (mut state, mut error, mut largest) = (*start, 0.0_f64, kinetic(robot, start));
    let mut off = [0.0_f64; N];
    for _ in 0..STEPS {
        state = step(robot, &state, h, method);
        error = error.max((total(robot, &state) - energy).abs());
        largest = largest.max(kinetic(robot, &state));
        for (off, (now, initial_values)) in off
            .iter_mut()
            .zip(invariants(&state).into_iter().zip(initial_values))
        {
            *off = off.max((now - initial_values).abs());
        }
    }
    let bound = method.error_bound(turns, omega * h, omega * h * f64::from(STEPS));
    let relative = error / largest;
    println!("{method:?}: energy off by {relative:.1e} of {bound:.1e}, others by {off:?}");
    assert!(
        relative <= bound,
        "{method:?}: {relative:e} above {bound:e}"
    );
    // A bound that says nothing would not fail.
    assert!(bound < 0.2, "{method:?}: {bound}");
    off
}

/// Half the step: the error at the end is smaller by 2 to the power of the order.
fn has_order<R, const NQ: usize, const NV: usize>(
    robot: &R,
    start: &State<NQ, NV>,
    (time, steps): (f64, u32),
    method: Method,
) where
    R: Multibody<f64, NQ, NV> + Acceleration<f64, NQ, NV>,
{
    // Errors that are neither rounding nor as large as the motion.
    let steps = match method {
        Method::Euler => 4 * steps,
        Method::Midpoint => steps,
        Method::RungeKutta => steps / 2,
    };
    let end = |steps: u32, method| {
        let h = time / f64::from(steps);
        (0..steps).fold(*start, |state, _| step(robot, &state, h, method))
    };
    let truth = end(16 * steps, Method::RungeKutta);
    let error = |steps| {
        let (q, qd) = end(steps, method);
        let positions = robot.difference(&truth.0, &q).into_iter();
        let rates = qd.iter().zip(&truth.1).map(|(a, b)| a - b);
        positions.chain(rates).map(|x| x * x).sum::<f64>().sqrt()
    };
    let (coarse, fine) = (error(steps), error(2 * steps));
    let ratio = coarse / fine / f64::from(1 << method.order());
    println!(
        "{method:?}: {coarse:.1e}, {fine:.1e}, {ratio:.3} of 2^{}",
        method.order()
    );
    assert!(
        fine > 1e-10 && (0.8..1.3).contains(&ratio),
        "{method:?}: {coarse:e} {fine:e}"
    );
}

#[test]
fn the_double_pendulum_keeps_its_energy() {
    // From about level: chaotic, up to some 20 rad/s.
    let start = ([1.5, 0.3], [0.0, 0.0]);
    for method in METHODS {
        let h = if method == Method::Euler { 5e-5 } else { 1e-3 };
        long_run(&DoublePendulum, &start, (h, 20.0, true), method, |_| []);
        // A small swing is regular.
        has_order(&DoublePendulum, &([0.4, 0.2], [0.0; 2]), (4.0, 800), method);
    }
}

/// Near the intermediate axis it flips over again and again.
fn tumbles<R, const NQ: usize, const NV: usize>(robot: &R, start: &State<NQ, NV>)
where
    R: Multibody<f64, NQ, NV> + Acceleration<f64, NQ, NV> + Momentum<NQ, NV>,
{
    for method in METHODS {
        let omega = 6.0;
        let h = if method == Method::Euler { 1e-4 } else { 1e-3 };
        let invariants = |(q, qd): &State<NQ, NV>| R::angular(q, qd);
        let off = long_run(robot, start, (h, omega, true), method, invariants);
        // |L| is 1; its direction goes with the orientation, which runs ahead.
        let bound = 10.0 * method.error_bound(true, omega * h, omega * h * f64::from(STEPS));
        assert!(
            off.iter().all(|off| *off < bound),
            "{method:?}: {off:?} {bound}"
        );
        has_order(robot, start, (2.0, 400), method);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn the_free_body_keeps_energy_and_momentum_in_all_charts() {
    let rates = [1e-3, 5.0, 1e-3];
    tumbles(&ByQuaternion, &([0.0, 0.0, 0.0, 1.0], rates));
    tumbles(&ByVector, &([0.0; 3], rates));
    tumbles(&ByDerivatives, &([0.0; 3], rates));
    tumbles(&ByRodrigues, &([0.0; 3], rates));
}

/// It precesses while it spins through some 200 turns with each method, or 20 with Euler's: how far the energy is off.
fn spins<R, const NQ: usize>(robot: &R, start: &State<NQ, 3>) -> [f64; 3]
where
    R: Multibody<f64, NQ, 3> + Acceleration<f64, NQ, 3>,
{
    METHODS.map(|method| {
        let h = if method == Method::Euler { 2e-5 } else { 2e-4 };
        let invariants = |state: &State<NQ, 3>| [state.1[2], total(robot, state)];
        let [spin, energy] = long_run(robot, start, (h, 60.0, true), method, invariants);
        // Its own axis has no torque.
        assert!(spin < 1e-9, "{method:?}: {spin:e}");
        has_order(robot, start, (1.0, 1600), method);
        energy
    })
}

#[test]
fn the_top_keeps_energy_and_spin() {
    // Tilted by 0.4 rad, spinning with 60 rad/s.
    let rates = [0.0, 0.0, 60.0];
    let by_quaternion = spins(&Top, &([0.2_f64.sin(), 0.0, 0.0, 0.2_f64.cos()], rates));
    let by_rodrigues = spins(&TopByRodrigues, &([0.1_f64.tan(), 0.0, 0.0], rates));
    // Steps along the group are the same in both charts; those of Runge and Kutta are added to the coordinates.
    for (off, usual) in by_rodrigues.into_iter().zip(by_quaternion) {
        assert!(off < 1.5 * usual, "{off:e} and {usual:e} by quaternion");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn particles_on_springs_keep_their_energy() {
    let start = ([-0.7, 0.3, 0.9, -0.2], [0.5, -1.0, 0.0, 2.0]);
    for method in METHODS {
        // sqrt(k / m) of the faster modes is below 21 rad/s.
        long_run(&Particles, &start, (1e-3, 21.0, false), method, |_| []);
        has_order(&Particles, &start, (2.0, 800), method);
    }
}

//! Many motions at once: in lanes, on several threads, each with parameters of its own.

use std::sync::atomic::{AtomicUsize, Ordering};

use multibody::integrators::{rk4, semi_implicit_euler};
use multibody::{Acceleration, Dual, Real, Rollout, RolloutError, multibody};
use wide::{f64x4, f64x8};

/// A cart on a rail, with a rod that is upright at 0.
#[multibody(
    gravity = [0, 0, -g],
    joint rail { prismatic, parent: world, child: cart, axis: x, damping: friction },
    joint hinge { revolute, parent: cart, child: pole, axis: y },
    body cart { mass: cart_mass },
    body pole { mass: pole_mass, com: [0, 0, length / 2], inertia: diag(0.01, 0.01, 0) },
    functions(forward_dynamics),
    effort = none,
)]
#[derive(Clone, Copy, Debug)]
pub struct CartPole {
    /// m/s^2
    pub g: f64,
    /// kg
    pub cart_mass: f64,
    /// kg
    pub pole_mass: f64,
    /// m
    pub length: f64,
    /// N s/m
    pub friction: f64,
}

/// The same with numbers in place of the fields.
#[multibody(
    gravity = [0, 0, -9.81],
    joint rail { prismatic, parent: world, child: cart, axis: x, damping: 0.3 },
    joint hinge { revolute, parent: cart, child: pole, axis: y },
    body cart { mass: 2 },
    body pole { mass: 0.5, com: [0, 0, 0.4], inertia: diag(0.01, 0.01, 0) },
    functions(forward_dynamics),
    effort = none,
)]
pub struct OneCartPole;

const ROBOT: CartPole = CartPole {
    g: 9.81,
    cart_mass: 2.0,
    pole_mass: 0.5,
    length: 0.8,
    friction: 0.3,
};

const ROLLOUT: Rollout = Rollout {
    h: 1e-2,
    steps_per_frame: 7,
    frames: 3,
    threads: 1,
};

type State<T> = ([T; 2], [T; 2]);

/// A force that depends on time and state.
fn control<T: Real>(t: T, q: &[T; 2], qd: &[T; 2]) -> [T; 2] {
    [t.sin() + T::lit(20.0) * q[1] + T::lit(3.0) * qd[1], T::ZERO]
}

fn step<T: Real>(
    robot: &impl Acceleration<T, 2, 2>,
    t: T,
    state: (&[T; 2], &[T; 2]),
    h: T,
) -> State<T> {
    rk4(robot, t, state, h, control)
}

/// Starts, and a robot for each.
fn batch(count: usize) -> (Vec<State<f64>>, Vec<CartPoleParameters<f64>>) {
    let case = |k: usize| {
        let k = k as f64;
        let length = 0.5 + 0.1 * k;
        let robot = CartPole { length, ..ROBOT };
        (([0.1 * k, 0.2], [0.0, -0.05 * k]), robot.parameters())
    };
    (0..count).map(case).unzip()
}

/// The motions in a loop by hand.
fn by_hand(starts: &[State<f64>], parameters: &[CartPoleParameters<f64>]) -> Vec<Vec<State<f64>>> {
    let motion = |(start, parameters): (&State<f64>, &CartPoleParameters<f64>)| {
        let (robot, mut state, mut frames) = (parameters.prepare(), *start, Vec::new());
        for index in 0..ROLLOUT.frames * ROLLOUT.steps_per_frame {
            let t = index as f64 * ROLLOUT.h;
            state = step(&robot, t, (&state.0, &state.1), ROLLOUT.h);
            if (index + 1) % ROLLOUT.steps_per_frame == 0 {
                frames.push(state);
            }
        }
        frames
    };
    starts.iter().zip(parameters).map(motion).collect()
}

/// The motions in lanes of a type.
macro_rules! rolled {
    ($lanes:ty, $rollout:expr, $starts:expr, $parameters:expr) => {
        $rollout.run(
            $starts,
            $parameters,
            |parameters: CartPoleParameters<$lanes>| parameters.prepare(),
            step,
            |_| (),
        )
    };
}

#[test]
fn lanes_and_threads_do_not_change_a_bit() {
    // Fewer than there are lanes, and groups of which the last is incomplete.
    for count in [1, 3, 4, 23] {
        let (starts, parameters) = batch(count);
        let expected = by_hand(&starts, &parameters);
        for threads in [1, 4, 0] {
            let rollout = Rollout { threads, ..ROLLOUT };
            for actual in [
                rolled!(f64, rollout, &starts, &parameters),
                rolled!(f64x4, rollout, &starts, &parameters),
                rolled!(f64x8, rollout, &starts, &parameters),
            ] {
                assert_eq!(actual, Ok(expected.clone()), "{count}, {threads} threads");
            }
        }
        assert_eq!(expected.len(), count);
        assert!(expected.windows(2).all(|two| two[0] != two[1]));
        assert!(expected.iter().all(|motion| motion.len() == 3));
    }
}

#[test]
fn one_set_of_parameters_is_for_all_starts() {
    let (starts, _) = batch(6);
    let one = [ROBOT.parameters()];
    let expected = by_hand(&starts, &[one[0]; 6]);
    assert_eq!(rolled!(f64x4, ROLLOUT, &starts, &one), Ok(expected));
}

/// The same motion, whether numbers are parameters or not, up to rounding.
#[test]
fn a_robot_without_parameters_has_an_empty_array_of_them() {
    let (starts, _) = batch(5);
    let outcome = ROLLOUT.run(
        &starts,
        &[[]],
        |_: [f64x4; 0]| OneCartPole,
        |robot, t: f64x4, state, h| step(robot, t, state, h),
        |_| (),
    );
    let actual = outcome.expect("equal lengths");
    let expected = by_hand(&starts, &[ROBOT.parameters(); 5]);
    for (actual, expected) in actual.iter().flatten().zip(expected.iter().flatten()) {
        for k in 0..2 {
            assert!((actual.0[k] - expected.0[k]).abs() < 1e-12);
            assert!((actual.1[k] - expected.1[k]).abs() < 1e-12);
        }
    }
}

/// Gains of a controller distinguish motions too.
#[test]
fn parameters_may_be_a_tuple() {
    let (starts, parameters) = batch(4);
    let gains = [0.0, 10.0, 20.0, 30.0];
    let pairs: Vec<_> = parameters.iter().copied().zip(gains).collect();
    let outcome = ROLLOUT.run(
        &starts,
        &pairs,
        |(parameters, gain): (CartPoleParameters<f64x4>, f64x4)| (parameters.prepare(), gain),
        |(robot, gain), t, state, h| {
            semi_implicit_euler(robot, t, state, h, |_, q, _| [*gain * q[1], f64x4::ZERO])
        },
        |_| (),
    );
    let actual = outcome.expect("equal lengths");
    for (k, motion) in actual.iter().enumerate() {
        let (robot, mut state) = (parameters[k].prepare(), starts[k]);
        for _ in 0..21 {
            let tau = |_, q: &[f64; 2], _: &[f64; 2]| [gains[k] * q[1], 0.0];
            state = semi_implicit_euler(&robot, 0.0, (&state.0, &state.1), ROLLOUT.h, tau);
        }
        assert_eq!(motion[2], state);
    }
}

/// The derivative of a motion by the length of the pole, in lanes, beside a central difference: its error is of order h^2, and
/// rounding over h.
#[test]
fn parameters_may_be_dual_numbers() {
    let (starts, parameters) = batch(5);
    let constant = |x: f64| Dual::<f64, 1>::constant(x);
    let dual_starts: Vec<_> = starts
        .iter()
        .map(|(q, qd)| (q.map(constant), qd.map(constant)))
        .collect();
    let dual_parameters: Vec<_> = parameters
        .iter()
        .map(|item| CartPoleParameters {
            g: constant(item.g),
            cart_mass: constant(item.cart_mass),
            pole_mass: constant(item.pole_mass),
            length: Dual::variable(item.length, 0),
            friction: constant(item.friction),
        })
        .collect();
    let outcome = rolled!(Dual<f64x4, 1>, ROLLOUT, &dual_starts, &dual_parameters);
    let actual = outcome.expect("equal lengths");
    let h = 1e-5;
    let [lower, upper] = [-h, h].map(|change| {
        let mut changed = parameters.clone();
        changed.iter_mut().for_each(|item| item.length += change);
        by_hand(&starts, &changed)
    });
    for k in 0..5 {
        for (index, frame) in actual[k].iter().enumerate() {
            let expected = (upper[k][index].0[1] - lower[k][index].0[1]) / (2.0 * h);
            let [slope] = frame.0[1].derivatives;
            assert!((slope - expected).abs() < 1e-8, "{slope}, not {expected}");
            assert!(slope.abs() > 1e-5, "{slope}");
        }
    }
}

#[test]
fn progress_counts_each_motion_once() {
    let (starts, parameters) = batch(10);
    for threads in [1, 3] {
        let mut counts = Vec::new();
        let rollout = Rollout { threads, ..ROLLOUT };
        let prepared = AtomicUsize::new(0);
        let actual = rollout.run(
            &starts,
            &parameters,
            |parameters: CartPoleParameters<f64x4>| {
                prepared.fetch_add(1, Ordering::Relaxed);
                parameters.prepare()
            },
            step,
            |count| counts.push(count),
        );
        assert_eq!(actual.map(|motions| motions.len()), Ok(10));
        // Two groups of four, and one of two, in any order.
        assert_eq!((counts.len(), counts.last()), (3, Some(&10)));
        assert!(counts.is_sorted());
        assert_eq!(prepared.into_inner(), 3);
    }
}

#[test]
fn lengths_that_differ_are_errors_with_both_lengths() {
    let (starts, parameters) = batch(5);
    let error = rolled!(f64x4, ROLLOUT, &starts, &parameters[..3]).unwrap_err();
    let lengths = RolloutError::Lengths {
        starts: 5,
        parameters: 3,
    };
    assert_eq!(error, lengths);
    assert_eq!(
        error.to_string(),
        "3 parameters for 5 starts: give 5, one for each start, or 1 for all"
    );
    let result = rolled!(f64x4, ROLLOUT, &starts, &parameters[..0]);
    assert_eq!(
        result.unwrap_err().to_string(),
        "0 parameters for 5 starts: give 5, one for each start, or 1 for all"
    );
    let error = rolled!(f64x4, ROLLOUT, &[], &parameters[..3]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a rollout of 0 starts: give the state at which each motion begins"
    );
    let still = Rollout {
        frames: 0,
        ..ROLLOUT
    };
    assert_eq!(
        rolled!(f64x4, still, &starts, &parameters),
        Ok(vec![vec![]; 5])
    );
}

//! Each lane has the bits of a call for its state alone, whatever instructions are used.
//! Alone in its program, whose instructions it limits.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]

use multibody::dispatch::{Instructions, at_most};
use multibody::lanes::Lanes;
use multibody::{Real, multibody};
use wide::{f32x8, f32x16, f64x4, f64x8};

/// A robot as it is emitted with the option `dispatch`, and without.
macro_rules! robots {
    ($plain:ident $dispatched:ident, [$($option:tt)*]) => {
        robots!(@ $plain, false, $($option)*);
        robots!(@ $dispatched, true, $($option)*);
    };
    (@ $name:ident, $dispatch:literal, $($option:tt)*) => {
        /// Emitted.
        #[multibody(dispatch = $dispatch, $($option)*)]
        pub struct $name;
    };
}

robots!(PlainPanda Panda, [urdf = "../examples/panda/panda.urdf"]);
robots!(PlainQuadruped Quadruped, [urdf = "../benches/robots/quadruped.urdf", root = floating, pack_limbs = true]);
robots!(PlainLimbs Limbs, [urdf = "robots/two_limbs.urdf", root = floating, contact(left_shank)]);

/// A cart with a pole, whose numbers are fields.
macro_rules! cart_pole {
    ($name:ident, $dispatch:literal) => {
        /// Emitted.
        #[multibody(
                    dispatch = $dispatch,
                    gravity = [0, 0, -9.81],
                    joint rail { prismatic, parent: world, child: cart, axis: x },
                    joint hinge { revolute, parent: cart, child: pole, axis: y },
                    joint wrist { revolute, parent: pole, child: bob, axis: x, origin: [0, 0, length] },
                    body cart { mass: cart_mass },
                    body pole { mass: 0.3, com: [0, 0, length / 2], inertia: diag(0.011, 0.012, 0.001) },
                    body bob { mass: 0.1, com: [0.1, 0, 0.2], inertia: diag(0.002, 0.003, 0.004) },
                )]
        pub struct $name {
            /// kg
            pub cart_mass: f64,
            /// m
            pub length: f64,
        }
    };
}
cart_pole!(PlainCartPole, false);
cart_pole!(CartPole, true);

// `PlainAnymal` and `Anymal`, with a floating base.
#[cfg(corpus)]
include!(concat!(env!("OUT_DIR"), "/anymal.rs"));

const STATES: usize = 1000;

/// What must not reach other lanes: the other zero, what is subnormal in one of the floats or infinite in `f32`, and what is no
/// number.
const ODD: [f64; 7] = [
    -0.0,
    5e-324,
    1e-40,
    1e300,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Positions, rates and forces. Some angles are far, and beyond what is reduced side by side; a quaternion at place 3
/// has the length 1. In every nineteenth state one number is odd: in each lane at some time, and never in all.
fn states<F: Real, const NQ: usize, const NV: usize>() -> Vec<([F; NQ], [F; NV], [F; NV])> {
    let number = |k: usize, place: usize| ((k * 61 + place * 17) as f64).sin();
    let angle = |k: usize, place: usize| match (k + place) % 97 {
        0 => 2e7 + k as f64,
        1 => -5000.25,
        2 => 700.5,
        _ => 3.0 * number(k, place),
    };
    let state = |k: usize| {
        let mut q: [F; NQ] = std::array::from_fn(|place| F::lit(angle(k, place)));
        if NQ > NV {
            q[3..7].copy_from_slice(&[0.5, -0.5, 0.5, 0.5].map(F::lit));
        }
        let rates = |first: usize| std::array::from_fn(|place| F::lit(number(k, first + place)));
        let (mut qd, mut tau) = (rates(40), rates(80));
        if k % 19 == 5 {
            let mut places = q.iter_mut().chain(&mut qd).chain(&mut tau);
            let place = places.nth(k % (NQ + 2 * NV)).expect("a place");
            *place = F::lit(ODD[k / 19 % ODD.len()]);
        }
        (q, qd, tau)
    };
    (0..STATES).map(state).collect()
}

/// Compares the results in lanes with those of each state alone, bit by bit.
macro_rules! compare {
    ($robot:ty, $lanes:ident of $float:ident, |$self:ident, $q:ident, $qd:ident, $tau:ident| [$($result:expr),+], $instance:expr) => {{
        fn compare() {
        const NQ: usize = <$robot>::NQ;
        const NV: usize = <$robot>::NV;
        type State<T> = ([T; NQ], [T; NV], [T; NV]);
        macro_rules! results {
            ($state:expr) => {{
                let (($q, $qd, $tau), $self) = ($state, $instance);
                let mut results = Vec::new();
                $(results.extend_from_slice(&$result);)+
                results
            }};
        }
        for states in states::<$float, NQ, NV>().chunks_exact($lanes::COUNT) {
            let together: Vec<$lanes> = results!(&<State<$lanes>>::gather(|lane| &states[lane]));
            for (lane, state) in states.iter().enumerate() {
                let alone: Vec<$float> = results!(state);
                for (place, (x, expected)) in together.iter().zip(&alone).enumerate() {
                    let (x, name) = (x.lane(lane), stringify!($robot));
                    let is_same = x.to_bits() == expected.to_bits() || x.is_nan() && expected.is_nan();
                    assert!(is_same, "{name}, {place} of {state:?}: {x:e} for {expected:e}");
                }
            }
        }
        }
        compare();
    }};
}

/// All numbers for one robot.
macro_rules! compare_all {
    ($robot:ty, $($call:tt)+) => {
        compare!($robot, f64x4 of f64, $($call)+);
        compare!($robot, f64x8 of f64, $($call)+);
        compare!($robot, f32x8 of f32, $($call)+);
        compare!($robot, f32x16 of f32, $($call)+);
    };
}

/// The functions of a robot without constraints.
macro_rules! compare_free {
    ($robot:ty, $instance:expr) => {
        compare_all!(
            $robot,
            |robot, q, qd, tau| [
                robot.inverse_dynamics(q, qd, tau),
                robot.mass_matrix(q).as_flattened(),
                robot.forward_dynamics(q, qd, tau)
            ],
            $instance
        )
    };
}

/// Without optimisation, the numbers of a function of sixteen states take more than a test's stack.
#[test]
fn each_lane_has_the_bits_of_one_state() {
    let thread = std::thread::Builder::new()
        .stack_size(1 << 26)
        .spawn(compare_robots);
    thread.expect("a thread").join().expect("the same bits");
}

fn compare_robots() {
    for limit in [
        Instructions::AsCompiled,
        Instructions::Avx2,
        Instructions::Avx512,
    ] {
        at_most(limit);
        compare_free!(Panda, Panda);
        compare_free!(PlainPanda, PlainPanda);
        compare_free!(Quadruped, Quadruped);
        compare_free!(PlainQuadruped, PlainQuadruped);
        compare_free!(
            CartPole,
            CartPole {
                cart_mass: 2.0,
                length: 0.7
            }
        );
        compare_free!(
            PlainCartPole,
            PlainCartPole {
                cart_mass: 2.0,
                length: 0.7
            }
        );
        #[cfg(corpus)]
        compare_free!(Anymal, Anymal);
        #[cfg(corpus)]
        compare_free!(PlainAnymal, PlainAnymal);
        compare_all!(
            Limbs,
            |robot, q, qd, tau| [robot.constrained_forward_dynamics(q, qd, tau).qdd],
            Limbs
        );
        compare_all!(
            PlainLimbs,
            |robot, q, qd, tau| [robot.constrained_forward_dynamics(q, qd, tau).qdd],
            PlainLimbs
        );
    }
}

//! `multibody::Rollout` beside a loop by hand, and lanes beside one number:
//! `RUSTFLAGS="-C target-cpu=native" cargo bench --package multibody-benches --bench rollout`.
//!
//! The robots are carts with poles of different lengths, under a controller. The benchmark fails if a rollout takes more than 1.2
//! times as long as the loop, if a rollout in `f64x4` is not at least 3 times as fast as one in `f64`, or if a bit differs. The
//! factor of 3 requires registers of four numbers.

use std::hint::black_box;
use std::time::Instant;

use multibody::Rollout;
use multibody::integrators::rk4;
use multibody::lanes::Lanes;
use multibody::{Acceleration, Real};
use multibody_benches::cart_pole::{CartPole, CartPoleParameters};
use wide::f64x4;

type State<T> = ([T; 2], [T; 2]);
type Parameters = CartPoleParameters<f64>;

/// Two frames of 100 steps, on one thread. The compiler does not know the numbers.
fn settings() -> Rollout {
    black_box(Rollout {
        h: 1e-3,
        steps_per_frame: 100,
        frames: 2,
        threads: 1,
    })
}

fn control<T: Real>(_: T, q: &[T; 2], qd: &[T; 2]) -> [T; 2] {
    let sum = q[0] + T::lit(2.2) * qd[0] + T::lit(33.0) * q[1] + T::lit(8.0) * qd[1];
    [sum, T::ZERO]
}

fn step<T: Real>(
    robot: &impl Acceleration<T, 2, 2>,
    t: T,
    state: (&[T; 2], &[T; 2]),
    h: T,
) -> State<T> {
    rk4(robot, t, state, h, control)
}

fn batch() -> (Vec<State<f64>>, Vec<Parameters>) {
    let case = |k: u32| {
        let fraction = f64::from(k) / 64.0;
        let robot = CartPole {
            cart_mass: 1.0,
            pole_mass: 0.1 + 0.1 * fraction,
            length: 0.5 + fraction,
        };
        (([0.1 * fraction, 0.2], [0.0, -0.1]), robot.parameters())
    };
    (0..64).map(case).unzip()
}

/// The motions by hand, as one would write them for one number.
fn scalar_loop(starts: &[State<f64>], parameters: &[Parameters]) -> Vec<Vec<State<f64>>> {
    let (settings, mut motions) = (settings(), Vec::new());
    for (start, parameters) in starts.iter().zip(parameters) {
        let (robot, mut state) = (parameters.prepare(), *start);
        let mut motion = Vec::new();
        for frame in 0..settings.frames {
            for index in 0..settings.steps_per_frame {
                let t = (frame * settings.steps_per_frame + index) as f64 * settings.h;
                state = step(&robot, t, (&state.0, &state.1), settings.h);
            }
            motion.push(state);
        }
        motions.push(motion);
    }
    motions
}

/// The same for four motions at a time, in lanes. The number of motions is a multiple of four.
fn loop_in_lanes(starts: &[State<f64>], parameters: &[Parameters]) -> Vec<Vec<State<f64>>> {
    let settings = settings();
    let mut motions = vec![Vec::new(); starts.len()];
    for first in (0..starts.len()).step_by(4) {
        let robot = CartPoleParameters::<f64x4>::gather(|lane| &parameters[first + lane]).prepare();
        let mut state = <State<f64x4>>::gather(|lane| &starts[first + lane]);
        let h = f64x4::splat(settings.h);
        for frame in 0..settings.frames {
            for index in 0..settings.steps_per_frame {
                let t = (frame * settings.steps_per_frame + index) as f64 * settings.h;
                state = step(&robot, f64x4::splat(t), (&state.0, &state.1), h);
            }
            for lane in 0..4 {
                motions[first + lane].push(state.lane(lane));
            }
        }
    }
    motions
}

fn rollout<T>(starts: &[State<f64>], parameters: &[Parameters]) -> Vec<Vec<State<f64>>>
where
    T: Real + Lanes<One = f64>,
{
    let motions = settings().run(
        starts,
        parameters,
        |parameters: CartPoleParameters<T>| parameters.prepare(),
        step,
        |_| (),
    );
    motions.expect("as many parameters as starts")
}

type Simulate = fn(&[State<f64>], &[Parameters]) -> Vec<Vec<State<f64>>>;

/// The least times of a step of one motion in 400 runs of each, in turn, ns. All end in the same motions.
fn times<const N: usize>(simulations: [Simulate; N]) -> [f64; N] {
    let (starts, parameters) = batch();
    let expected = scalar_loop(&starts, &parameters);
    let settings = settings();
    let steps = starts.len() * settings.frames * settings.steps_per_frame;
    let mut least = [f64::INFINITY; N];
    for _ in 0..400 {
        for (least, simulate) in least.iter_mut().zip(simulations) {
            let begin = Instant::now();
            let actual = simulate(&starts, &parameters);
            *least = least.min(begin.elapsed().as_secs_f64() * 1e9 / steps as f64);
            assert!(actual == expected, "not the same motions");
        }
    }
    least
}

fn main() {
    let [scalar_by_hand, scalar_rollout, lanes_by_hand, lanes_rollout] =
        times([scalar_loop, rollout::<f64>, loop_in_lanes, rollout::<f64x4>]);
    for (numbers, by_hand, by_crate) in [
        ("f64", scalar_by_hand, scalar_rollout),
        ("f64x4", lanes_by_hand, lanes_rollout),
    ] {
        println!(
            "{numbers:6} {by_hand:7.2} ns by hand, {by_crate:7.2} ns by `Rollout`, a step of one motion"
        );
        assert!(
            by_crate <= 1.2 * by_hand,
            "{numbers}: more than 1.2 times as long"
        );
    }
    println!(
        "f64x4 is {:.2} times as fast as f64",
        scalar_rollout / lanes_rollout
    );
    assert!(
        scalar_rollout >= 3.0 * lanes_rollout || !cfg!(target_feature = "avx2"),
        "less than 3 times as fast"
    );
}

//! Inverse dynamics of batches of states: `cargo bench --package multibody-benches --bench batches`.
//!
//! A table of nanoseconds a state for batches of several sizes, on one core and on all, in `f64` and `f32`. The robot has the
//! option `dispatch`, and the program is compiled for any processor. States and results are in memory as users have them, and
//! are gathered into lanes by `lanes::map` and `lanes::map_in_parallel`. A single state is a call without lanes.

use std::hint::black_box;
use std::time::{Duration, Instant};

use multibody::lanes;
use multibody_benches::panda::Panda;
use wide::{f32x16, f64x8};

const NQ: usize = Panda::NQ;
const NV: usize = Panda::NV;

/// Positions, rates and accelerations.
type State<T> = ([T; NQ], [T; NV], [T; NV]);

const BATCH_SIZES: [usize; 4] = [1, 64, 1024, 1_000_000];

/// The least time of a batch divided by the number of its states, in ns: of as many runs as take a second, and of at least
/// five.
fn time_a_state(size: usize, mut run: impl FnMut()) -> f64 {
    let (first_start, mut least, mut runs) = (Instant::now(), f64::INFINITY, 0);
    while runs < 5 || first_start.elapsed() < Duration::from_secs(1) {
        // Short batches are repeated, so that the time to read the clock does not matter.
        let repetitions = (10_000 / size).max(1);
        let start = Instant::now();
        for _ in 0..repetitions {
            run();
        }
        least = least.min(start.elapsed().as_secs_f64() * 1e9 / (repetitions * size) as f64);
        runs += 1;
    }
    least
}

/// The times of a batch: on one core, and on all.
macro_rules! times {
    ($size:expr, $lanes:ident of $float:ident) => {{
        let number = |k: usize, index: usize| ((k * 61 + index * 17) as f64).sin() as $float;
        let state = |k: usize| -> State<$float> {
            [0, 20, 40]
                .map(|offset| std::array::from_fn(|index| number(k, offset + index)))
                .into()
        };
        let states: Vec<State<$float>> = (0..$size).map(state).collect();
        let mut results = vec![[0.0; NV]; $size];
        let torques = |(q, qd, qdd): State<$lanes>| Panda.inverse_dynamics(&q, &qd, &qdd);
        if $size == 1 {
            let (q, qd, qdd) = &states[0];
            let without_lanes = time_a_state(1, || {
                results[0] = Panda.inverse_dynamics(black_box(q), qd, qdd);
                black_box(&mut results);
            });
            [without_lanes, f64::NAN]
        } else {
            let one_core = time_a_state($size, || {
                lanes::map(black_box(&mut results), |k| states[k], torques)
            });
            let all_cores = time_a_state($size, || {
                lanes::map_in_parallel(black_box(&mut results), |k| states[k], torques)
            });
            [one_core, all_cores]
        }
    }};
}

fn main() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!(
        "inverse dynamics of a Panda, {NV} joints, ns a state; {cores} cores; {:?}",
        multibody::dispatch::instructions()
    );
    println!("| states | f64, one core | f64, all | f32, one core | f32, all |");
    println!("|---|---|---|---|---|");
    for size in BATCH_SIZES {
        let f64_times = times!(size, f64x8 of f64);
        let f32_times = times!(size, f32x16 of f32);
        let cells = f64_times
            .into_iter()
            .chain(f32_times)
            .map(|time| match time {
                time if time.is_nan() => "-".to_owned(),
                time => format!("{time:.1}"),
            });
        println!("| {size} | {} |", cells.collect::<Vec<_>>().join(" | "));
    }
}

//! Emitted code beside the generic algorithms that check it: `cargo bench --package multibody-benches`.

use divan::{Bencher, black_box};
use multibody::reference::{Described as _, Model};
use multibody_benches::{BenchState, STATE_COUNT, states};

/// The number of calls in a sample: so many that the time to read the clock does not matter.
const SAMPLE_SIZE: u32 = 10 * STATE_COUNT;

fn main() {
    divan::main();
}

/// Times a function at all states in turn.
fn time_at_all<const NQ: usize, const NV: usize, R>(
    bencher: Bencher<'_, '_>,
    states: &[BenchState<NQ, NV>],
    call: impl Fn(&BenchState<NQ, NV>) -> R,
) {
    let mut next = states.iter().cycle();
    bencher
        .with_inputs(|| next.next().expect("states"))
        .bench_local_values(|state| call(black_box(state)));
}

/// Benchmarks of a function: as emitted, and by the generic model.
macro_rules! function {
    ($robot:ident, $name:ident, |$at:ident| $emitted:expr, |$model:ident| $generic:expr) => {
        mod $name {
            use super::*;

            #[divan::bench(sample_size = SAMPLE_SIZE)]
            fn emitted(bencher: Bencher<'_, '_>) {
                time_at_all(bencher, &states(&$robot), |$at: &BenchState<NQ, NV>| {
                    $emitted
                });
            }

            #[divan::bench(sample_size = SAMPLE_SIZE)]
            fn reference(bencher: Bencher<'_, '_>) {
                let $model: Model = $robot.model();
                time_at_all(bencher, &states(&$robot), |$at: &BenchState<NQ, NV>| {
                    $generic
                });
            }
        }
    };
}

/// The benchmarks of a robot.
macro_rules! robot {
    ($module:ident, $robot:ident, $link:ident) => {
        mod $module {
            use super::*;
            use multibody_benches::$module::{$link, $robot};

            const NQ: usize = $robot::NQ;
            const NV: usize = $robot::NV;

            function!(
                $robot,
                inverse_dynamics,
                |at| $robot.inverse_dynamics(&at.q, &at.qd, &at.qdd),
                |model| model.inverse_dynamics(&at.q, &at.qd, &at.qdd, &[])
            );
            function!(
                $robot,
                mass_matrix,
                |at| $robot.mass_matrix(&at.q),
                |model| model.mass_matrix(&at.q)
            );
            function!(
                $robot,
                forward_dynamics,
                |at| $robot.forward_dynamics(&at.q, &at.qd, &at.tau),
                |model| model.forward_dynamics(&at.q, &at.qd, &at.tau, &[])
            );
            function!(
                $robot,
                mass_matrix_inverse,
                |at| $robot.mass_matrix_inverse(&at.q),
                |model| model.mass_matrix_inverse(&at.q)
            );
            function!(
                $robot,
                poses,
                |at| $link::ALL.map(|link| $robot.pose(link, &at.q)),
                |model| (0..model.links().len())
                    .map(|link| model.pose(&at.q, link))
                    .collect::<Vec<_>>()
            );
        }
    };
}

robot!(arm, Arm, ArmLink);
robot!(quadruped, Quadruped, QuadrupedLink);

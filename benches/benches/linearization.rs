//! `multibody::linearize` beside its parts: `cargo bench --package multibody-benches --bench linearization`, of another arm
//! with `MULTIBODY_BENCH_ARM=/path/to/its.urdf`.
//!
//! The benchmark fails if `linearize` takes more than 1.1 times as long as the sum of its parts: forward dynamics, the emitted
//! `M^-1`, inverse dynamics in dual numbers, and products of these.

use std::array::from_fn;
use std::hint::black_box;
use std::time::Instant;

use multibody::{Dual, ForwardDynamicsDerivatives, Linearization, linearize};
use multibody_benches::arm::Arm;
use multibody_benches::{BenchState, states};

const N: usize = Arm::NV;
type Matrix = [[f64; N]; N];

/// The number of directions in which one pass differentiates.
const DIRECTIONS: usize = 4;

/// `d(tau)/dq` and `d(tau)/d(qd)`, by inverse dynamics in dual numbers. The rates of an arm are derivatives of its positions.
fn derivatives(q: &[f64; N], qd: &[f64; N], qdd: &[f64; N]) -> [Matrix; 2] {
    let mut blocks = [[[0.0; N]; N]; 2];
    let dual_qdd = qdd.map(Dual::<f64, DIRECTIONS>::constant);
    for first_column in (0..2 * N).step_by(DIRECTIONS) {
        let seed = |x: &[f64; N], offset: usize| -> [Dual<f64, DIRECTIONS>; N] {
            from_fn(|index| Dual {
                value: x[index],
                derivatives: from_fn(|k| f64::from(u8::from(first_column + k == offset + index))),
            })
        };
        let tau = Arm.inverse_dynamics(&seed(q, 0), &seed(qd, N), &dual_qdd);
        for column in first_column..(first_column + DIRECTIONS).min(2 * N) {
            for (row, tau) in blocks[column / N].iter_mut().zip(&tau) {
                row[column % N] = tau.derivatives[column - first_column];
            }
        }
    }
    blocks
}

fn minus_product(a: &Matrix, b: &Matrix) -> Matrix {
    a.map(|a| {
        let mut sums = [0.0; N];
        for (a, b) in a.iter().zip(b) {
            for (sum, b) in sums.iter_mut().zip(b) {
                *sum -= a * b;
            }
        }
        sums
    })
}

fn linearize_by_parts(BenchState { q, qd, tau, .. }: &BenchState<N, N>) -> Linearization<f64, N> {
    let qdd = Arm.forward_dynamics(q, qd, tau);
    let dtau = Arm.mass_matrix_inverse(q);
    let [by_pos, by_vel] = derivatives(q, qd, &qdd);
    Linearization {
        pos_pos: [[0.0; N]; N],
        pos_vel: from_fn(|row| from_fn(|column| f64::from(u8::from(row == column)))),
        acceleration: ForwardDynamicsDerivatives {
            qdd,
            dq: minus_product(&dtau, &by_pos),
            dqd: minus_product(&dtau, &by_vel),
            dtau,
        },
    }
}

/// The least time of a call in 60 runs, ns.
fn time(
    states: &[BenchState<N, N>],
    call: impl Fn(&BenchState<N, N>) -> Linearization<f64, N>,
) -> f64 {
    let run = || {
        let begin = Instant::now();
        for state in states {
            black_box(call(black_box(state)));
        }
        begin.elapsed().as_secs_f64() * 1e9 / states.len() as f64
    };
    (0..60).map(|_| run()).fold(f64::INFINITY, f64::min)
}

fn main() {
    let states: Vec<BenchState<N, N>> = states(&Arm);
    let linearize_all = |at: &BenchState<N, N>| linearize(&Arm, &at.q, &at.qd, &at.tau);
    for state in &states {
        let (actual, expected) = (linearize_all(state), linearize_by_parts(state));
        for (actual, expected) in [
            (actual.acceleration.dq, expected.acceleration.dq),
            (actual.acceleration.dqd, expected.acceleration.dqd),
            (actual.acceleration.dtau, expected.acceleration.dtau),
        ] {
            let size = |x: &Matrix| {
                x.as_flattened()
                    .iter()
                    .fold(0.0_f64, |largest, x| largest.max(x.abs()))
            };
            let difference = from_fn(|i| from_fn(|j| actual[i][j] - expected[i][j]));
            assert!(
                size(&difference) < 1e-11 * size(&expected),
                "{actual:?} {expected:?}"
            );
        }
    }
    let (by_crate, by_parts) = (
        time(&states, linearize_all),
        time(&states, linearize_by_parts),
    );
    println!("linearize {by_crate:.0} ns, its parts {by_parts:.0} ns");
    assert!(by_crate <= 1.1 * by_parts, "more than 1.1 times its parts");
}

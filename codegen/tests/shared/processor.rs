//! Time of one processor, told in seconds of the machine that the limits were measured on: beside what is
//! measured a yardstick runs, which knows nothing of the generator, and a slower machine, or one that
//! does other work too, may take longer by as much.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// What the yardstick takes on an idle core of 3.4 GHz.
const USUAL: Duration = Duration::from_millis(if cfg!(debug_assertions) { 70 } else { 22 });

/// Time is that of the whole process: one at a time is measured.
static ALONE: Mutex<()> = Mutex::new(());

/// Between its making and its reading.
pub struct Stopwatch {
    alone: MutexGuard<'static, ()>,
    yardstick: Duration,
    begin: Duration,
}

impl Stopwatch {
    pub fn start() -> Self {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        Self {
            alone,
            yardstick: yardstick(),
            begin: worked(),
        }
    }

    /// The time since the start.
    pub fn read(self) -> Duration {
        let elapsed = worked() - self.begin;
        let yardstick = (self.yardstick + yardstick()) / 2;
        let slower = yardstick.as_secs_f64() / USUAL.as_secs_f64();
        println!("measured {elapsed:.2?}, on a machine slower by {slower:.2}");
        drop(self.alone);
        elapsed.div_f64(slower.max(1.0))
    }
}

/// How many times as long as on the machine of the limits work takes now; at least 1.
#[allow(dead_code, reason = "not all tests that have this file ask")]
pub fn slowness() -> f64 {
    (yardstick().as_secs_f64() / USUAL.as_secs_f64()).max(1.0)
}

/// What all threads of this process have worked so far.
pub fn worked() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.try_into().expect("a time since the process began")
}

/// How long some work takes that is like the generator's: ordered maps of small vectors, sorted, cloned
/// and dropped, and products of long integers.
fn yardstick() -> Duration {
    let begin = worked();
    let mut state = 1_u64;
    let mut terms = BTreeMap::<Vec<u64>, Vec<u64>>::new();
    for turn in 0..if cfg!(debug_assertions) { 40_000 } else { 100_000 } {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(turn);
        let mut key: Vec<u64> = (0..4).map(|k| (state >> (8 * k)) % 16).collect();
        key.sort_unstable();
        let coefficient = terms.entry(key).or_insert_with(|| vec![1]);
        *coefficient = product(coefficient, &[state, turn]);
        coefficient.truncate(8);
    }
    assert!(terms.values().any(|coefficient| coefficient.len() == 8));
    worked() - begin
}

/// Of two long integers, lowest words first.
fn product(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0; a.len() + b.len()];
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0_u128;
        for (j, &y) in b.iter().enumerate() {
            let sum = u128::from(product[i + j]) + u128::from(x) * u128::from(y) + carry;
            product[i + j] = sum as u64;
            carry = sum >> 64;
        }
        product[i + b.len()] = carry as u64;
    }
    product
}

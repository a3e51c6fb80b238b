//! The accumulated time of one kind of work.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// The sum of times of one kind of work.
#[derive(Debug, Default)]
pub struct Stopwatch(Cell<Duration>);

impl Stopwatch {
    /// Runs and times some of the work.
    pub fn time<R>(&self, work: impl FnOnce() -> R) -> R {
        let begin = Instant::now();
        let result = work();
        self.0.set(self.0.get() + begin.elapsed());
        result
    }

    /// The total time.
    pub fn total(&self) -> Duration {
        self.0.get()
    }
}

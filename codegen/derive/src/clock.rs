//! How long some of the work takes.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// Adds up the times of one kind of work.
#[derive(Debug, Default)]
pub struct Clock(Cell<Duration>);

impl Clock {
    /// Does some of the work.
    pub fn time<R>(&self, work: impl FnOnce() -> R) -> R {
        let begin = Instant::now();
        let result = work();
        self.0.set(self.0.get() + begin.elapsed());
        result
    }

    /// How long all of it took.
    pub fn total(&self) -> Duration {
        self.0.get()
    }
}

//! The progress of a long search.

use std::cell::Cell;

use multibody_description::function::Function;
use multibody_outputs::report::SearchProgress;

/// Counts trials, and reports each.
pub struct Meter<'a> {
    progress: Cell<SearchProgress>,
    notify: &'a dyn Fn(SearchProgress),
}

impl<'a> Meter<'a> {
    /// A meter for `total` trials, none of which is done.
    pub fn new(function: Function, total: usize, notify: &'a dyn Fn(SearchProgress)) -> Self {
        let progress = Cell::new(SearchProgress {
            function,
            done: 0,
            total,
            best: usize::MAX,
        });
        Self { progress, notify }
    }

    /// Counts a trial. `cost` is the cost that the trial has found, if it was a trial of the whole robot.
    pub fn count_trial(&self, cost: Option<usize>) {
        let previous = self.progress.get();
        let progress = SearchProgress {
            done: previous.done + 1,
            best: cost.map_or(previous.best, |cost| cost.min(previous.best)),
            ..previous
        };
        self.progress.set(progress);
        (self.notify)(progress);
    }
}

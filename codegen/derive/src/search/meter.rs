//! The progress of a long search.

use std::cell::Cell;

use multibody_description::function::Function;
use multibody_outputs::report::Tried;

/// Counts trials, and reports each.
pub struct Meter<'a> {
    tried: Cell<Tried>,
    notify: &'a dyn Fn(Tried),
}

impl<'a> Meter<'a> {
    /// A meter for `total` trials, none of which is done.
    pub fn new(function: Function, total: usize, notify: &'a dyn Fn(Tried)) -> Self {
        let tried = Cell::new(Tried {
            function,
            done: 0,
            total,
            best: usize::MAX,
        });
        Self { tried, notify }
    }

    /// Counts a trial. `weight` is the cost that the trial has found, if it was a trial of the whole robot.
    pub fn count_trial(&self, weight: Option<usize>) {
        let previous = self.tried.get();
        let tried = Tried {
            done: previous.done + 1,
            best: weight.map_or(previous.best, |weight| weight.min(previous.best)),
            ..previous
        };
        self.tried.set(tried);
        (self.notify)(tried);
    }
}

//! Budgets of work. Work is counted, not timed, so that every machine gives up at the same step.

use std::cell::Cell;

thread_local! {
    /// Steps that all budgets of this thread have spent.
    static SPENT: Cell<u64> = const { Cell::new(0) };
}

/// The number of steps that all budgets of this thread have spent so far: tests compare it before and after.
#[must_use]
pub fn spent() -> u64 {
    SPENT.get()
}

/// Counts steps as spent by this thread, also if another thread has spent them for it.
pub fn count(steps: u64) {
    SPENT.set(SPENT.get().saturating_add(steps));
}

/// How much work is left, in steps whose time is bounded: products of terms, derivatives, values of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// A budget of this many steps.
    #[must_use]
    pub fn of(steps: u64) -> Self {
        Self { left: steps }
    }

    /// Spends steps. False: fewer steps were left; then all that were left are spent.
    #[must_use]
    pub fn spend(&mut self, steps: u64) -> bool {
        let is_enough = steps <= self.left;
        count(steps.min(self.left));
        self.left = self.left.saturating_sub(steps);
        is_enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overdrawn_budget_stays_empty() {
        let start = spent();
        let mut budget = Budget::of(5);
        assert!(budget.spend(3) && budget.spend(2) && budget.spend(0));
        assert!(!budget.spend(1));
        let mut budget = Budget::of(5);
        assert!(!budget.spend(6));
        assert!(!budget.spend(1));
        assert_eq!(spent() - start, 10);
    }
}

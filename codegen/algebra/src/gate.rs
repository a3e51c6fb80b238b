//! The one way into Symbolica.
//!
//! Without a key, Symbolica runs one thread per user on the whole machine, and aborts the process of a second one. So a
//! process first acquires a lock that exists once per user, and does its work on a thread of its own. When that thread has
//! ended, Symbolica allows another one, and the process releases the lock. A process waits while another one
//! has the lock. If the lock cannot be made, or Symbolica could not write its files, the process gets a fault with the reason.

mod folders;
mod holder;
mod lock;
mod queue;
mod symbolica_folder;
#[cfg(test)]
mod temporary;

use std::fmt;
use std::sync::Once;

use super::bridge::name_symbols;
use lock::Lock;
use multibody_program::budget;

/// Stack size in bytes. Nested expressions recurse deeply: 2 MiB have been seen to overflow.
const STACK: usize = 256 << 20;

/// Whether this process has named its symbols.
static SYMBOLS: Once = Once::new();

/// The gate to Symbolica is shut: why the work could not be run inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GateShut {
    /// The reason.
    pub reason: String,
    /// The remedy.
    pub help: String,
}

impl fmt::Display for GateShut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { reason, help } = self;
        write!(f, "{reason}; {help}")
    }
}

/// Runs `work` inside the gate. It should return only plain data.
///
/// # Errors
/// The gate is shut; then `work` has not begun.
///
/// # Panics
/// Passes on a panic of `work`.
pub fn enter<R: Send>(work: impl FnOnce() -> R + Send) -> Result<R, GateShut> {
    symbolica_folder::check()?;
    let lock = Lock::acquire()?;
    let outcome = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("symbolica".into())
            .stack_size(STACK)
            .spawn_scoped(scope, || {
                SYMBOLS.call_once(name_symbols);
                let result = work();
                (result, budget::spent())
            });
        thread.map(|thread| thread.join())
    });
    drop(lock);
    let result = outcome.map_err(|error| GateShut {
        reason: format!("no thread with {} MiB of stack: {error}", STACK >> 20),
        help: "allow this process more memory, or this user more processes (`ulimit -u`)".into(),
    })?;
    let (result, steps) = result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    // Budgets count by thread, so the steps of the thread that has ended are added to those of this one.
    budget::count(steps);
    Ok(result)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    #[test]
    fn one_thread_at_a_time_is_inside() {
        let (visitors, entries) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let entered = enter(|| {
                        assert_eq!(visitors.fetch_add(1, Ordering::SeqCst), 0);
                        std::thread::sleep(Duration::from_millis(2));
                        visitors.fetch_sub(1, Ordering::SeqCst);
                        entries.fetch_add(1, Ordering::SeqCst);
                    });
                    entered.expect("the gate opens");
                });
            }
        });
        assert_eq!(entries.load(Ordering::SeqCst), 8);
    }

    #[test]
    fn a_panic_inside_passes_on_and_leaves_the_gate_open() {
        let panicked = std::panic::catch_unwind(|| enter(|| panic!("inside")));
        assert!(panicked.is_err());
        assert_eq!(enter(|| 7), Ok(7));
    }
}

//! The one way into Symbolica.
//!
//! Without a key Symbolica runs one thread per user on the whole machine, and a second one that
//! enters is aborted. So whoever wants in takes one lock of this user's first, works on a thread
//! of its own, whose end gives the allowance back, and lets go.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Deep expressions recurse deeply: 2 MiB have been seen to overflow.
const STACK: usize = 256 << 20;
/// How long to wait in silence for another process.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs `work` inside the gate. Only plain data should come back.
///
/// # Panics
/// Passes on a panic of `work`.
pub fn enter<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let lock = acquire();
    let result = std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name("symbolica".into())
            .stack_size(STACK)
            .spawn_scoped(scope, work)
            .expect("the system starts a thread")
            .join()
    });
    drop(lock);
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Takes the lock; the kernel gives it back when the file is closed, however the process ends.
fn acquire() -> Option<File> {
    let path = lock_path();
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(|error| eprintln!("multibody: no lock at {}: {error}", path.display()))
        .ok()?;
    if !try_for(&file, PATIENCE) {
        let mut holder = String::new();
        let _ = file.read_to_string(&mut holder);
        eprintln!(
            "multibody: waiting for process {} to finish its derivation",
            holder.trim()
        );
        let _ = file.lock();
    }
    // Only for the message above: whoever waits reads who holds.
    let _ = file.set_len(0).and_then(|()| file.rewind());
    let _ = write!(file, "{}", std::process::id());
    Some(file)
}

fn try_for(file: &File, patience: Duration) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < patience {
        match file.try_lock() {
            Ok(()) => return true,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
            Err(TryLockError::Error(_)) => return false,
        }
    }
    false
}

/// One file per user, wherever a process runs and whatever its environment says.
#[cfg(unix)]
fn lock_path() -> PathBuf {
    let user = rustix::process::geteuid().as_raw();
    PathBuf::from(format!("/tmp/multibody-symbolica-{user}.lock"))
}

#[cfg(not(unix))]
fn lock_path() -> PathBuf {
    std::env::temp_dir().join("multibody-symbolica.lock")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_at_a_time_is_inside() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        let (inside, entries) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    enter(|| {
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        std::thread::sleep(Duration::from_millis(2));
                        inside.fetch_sub(1, Ordering::SeqCst);
                        entries.fetch_add(1, Ordering::SeqCst);
                    });
                });
            }
        });
        assert_eq!(entries.load(Ordering::SeqCst), 8);
    }

    #[test]
    fn a_panic_inside_passes_on_and_leaves_the_gate_open() {
        let panicked = std::panic::catch_unwind(|| enter(|| panic!("inside")));
        assert!(panicked.is_err());
        assert_eq!(enter(|| 7), 7);
    }
}

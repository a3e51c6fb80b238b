//! Ends the process where one case takes too long or too much memory: nothing else could end it.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// What is at work, and since when of this process's time.
static CASE: Mutex<Option<(String, Duration, Instant)>> = Mutex::new(None);

/// Most memory of the process, in pages of 4 kB.
const PAGES: u64 = 1 << 20;

/// The status of a process that was ended so.
pub const STATUS: i32 = 3;

/// What all threads of this process have worked so far.
pub fn worked() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.try_into().expect("a time since the process began")
}

/// Says what begins now.
pub fn begin(case: String) {
    *CASE.lock().unwrap_or_else(PoisonError::into_inner) = Some((case, worked(), Instant::now()));
}

/// Says that it has ended, and how long it worked.
pub fn end() -> Duration {
    let ended = CASE.lock().unwrap_or_else(PoisonError::into_inner).take();
    ended.map_or(Duration::ZERO, |(_, since, _)| worked() - since)
}

/// Watches from now on: no case works longer than that, nor waits twenty times as long.
pub fn start(limit: Duration) {
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(50));
            let case = CASE.lock().unwrap_or_else(PoisonError::into_inner);
            let Some((text, since, index)) = &*case else {
                continue;
            };
            let reason = match () {
                () if worked() - *since > limit => "takes too long",
                () if index.elapsed() > 20 * limit => "waits too long",
                () if pages() > PAGES => "takes too much memory",
                () => continue,
            };
            println!("{text} {reason}");
            std::process::exit(STATUS);
        }
    });
}

/// What is resident, where the system says so.
fn pages() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let resident = text.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    resident.unwrap_or(0)
}

//! Broken descriptions end in a report: never in a panic, never late, and nothing is written.
//!
//! Each round changes a description at random places, reads it and goes on to where a derivation would
//! begin. The seed of a round is its number; a failure prints the round and the text.
//! `MULTIBODY_MUTATIONS` sets how many rounds each test runs; without it they take a few seconds. A
//! million:
//!
//! ```sh
//! MULTIBODY_MUTATIONS=1000000 cargo test --release -p multibody-codegen --no-default-features --test mutations -- --nocapture
//! ```

mod hostile;
mod mjcf;
mod tokens;
mod urdf;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use multibody_codegen::Settings;
use multibody_codegen::fault::Report;
use multibody_codegen::settings::{Mimic, Root};
use rustix::time::{ClockId, clock_gettime};

/// Of a processor, for one description; far above what one takes.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `bound`, which must not be 0.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// The default, or other choices about the robot.
fn settings(random: &mut Random) -> Settings {
    let default = Settings::default();
    match random.below(4) {
        0 => Settings {
            root: Root::FLOATING,
            ..default
        },
        1 => Settings {
            mimic: Mimic::Independent,
            snap: false,
            ..default
        },
        _ => default,
    }
}

/// Changes a text at one place; `pieces` are texts that are worth inserting.
fn mutate(text: &mut Vec<u8>, pieces: &[&str], random: &mut Random) {
    let index = random.below(text.len() + 1);
    let end = (index + 1 + random.below(30)).min(text.len());
    match random.below(6) {
        0 if index < text.len() => text[index] = random.next() as u8,
        1 => drop(text.drain(index..end)),
        2 => {
            let piece = text[index..end].to_vec();
            let to = random.below(text.len() + 1);
            drop(text.splice(to..to, piece));
        }
        3 => text.truncate(index),
        _ => {
            let piece = pieces[random.below(pieces.len())];
            drop(text.splice(index..index, piece.bytes()));
        }
    }
}

/// A description as text, and what gives the report on it with the length of its text.
type Case = (String, Box<dyn Fn() -> (Report, usize)>);

/// How long the thread that asks has worked: what else runs on the machine does not count.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.try_into().expect("a time since the thread began")
}

/// Runs as many cases as are requested; without a request, `default` with all tests, else a tenth.
fn rounds(name: &str, default: u64, case: impl Fn(&mut Random) -> Case) {
    let default = if cfg!(all_tests) { default } else { default / 10 };
    let rounds = std::env::var("MULTIBODY_MUTATIONS").map_or(default, |n| n.parse().unwrap());
    let folder = EmptyFolder::enter(name);
    let (mut reported, mut sound, mut slowest) = (0_u64, 0_u64, Duration::ZERO);
    let begin = worked();
    for round in 0..rounds {
        let (text, run) = case(&mut Random(round));
        let start = worked();
        let result = catch_unwind(AssertUnwindSafe(run));
        let (report, length) =
            result.unwrap_or_else(|_| panic!("round {round} panics on:\n{text}"));
        let time = worked() - start;
        assert!(
            time < TIME_LIMIT,
            "round {round} takes {time:?} on:\n{text}"
        );
        assert!(
            length < 100_000,
            "round {round} reports {length} bytes on:\n{text}"
        );
        slowest = slowest.max(time);
        *(if report.has_errors() { &mut reported } else { &mut sound }) += 1;
    }
    let time = worked() - begin;
    println!(
        "{name}: {rounds} rounds in {time:.1?}: {reported} refused, {sound} sound, slowest {slowest:?}"
    );
    // Not vacuous: mutations break descriptions, and not all of them.
    assert!(
        reported > rounds / 4 && sound > rounds / 100,
        "{reported} refused, {sound} sound"
    );
    folder.assert_empty();
}

/// A folder of its own that a test works in, so that what is written by mistake is seen.
struct EmptyFolder(PathBuf);

impl EmptyFolder {
    fn enter(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("multibody-mutated-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::env::set_current_dir(&folder).unwrap();
        Self(folder)
    }

    fn assert_empty(&self) {
        let files: Vec<_> = std::fs::read_dir(&self.0).unwrap().collect();
        assert!(files.is_empty(), "{files:?}");
    }
}

impl Drop for EmptyFolder {
    fn drop(&mut self) {
        // Best effort: it is in the folder for temporary files.
        let _ = std::fs::remove_dir(&self.0);
    }
}

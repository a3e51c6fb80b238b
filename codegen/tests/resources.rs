//! What the generator takes for a humanoid of 35 degrees of freedom: at most twelve seconds and one
//! gigabyte, unoptimised, with nothing cached, the proof included.
//!
//! Alone in its program, so that nothing else takes time or memory beside it.

#![cfg(all(feature = "symbolica", target_os = "linux"))]

mod at_hand;

use std::time::{Duration, Instant};

use multibody_codegen::settings::{Function, Root, Settings};
use multibody_codegen::source::read_file;
use multibody_codegen::{Stage, generate};

/// As long as it may take, of one processor: what else the machine does is not the generator's.
const TIME: Duration = Duration::from_secs(12);
/// As much as it may need at its peak, in KiB.
const MEMORY: u64 = 1_000_000;

/// A number of /proc/self/status, in KiB.
fn status(name: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").expect("the state of this process");
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(name))
        .expect("a known name");
    line.trim_matches([':', ' ', '\t', 'k', 'B'])
        .parse()
        .expect("a number")
}

/// What all threads of this process have worked so far.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").expect("the state of this process");
    // The name, which may hold anything, ends with the last bracket; user and system time are the
    // 12th and 13th number behind it, in hundredths of a second.
    let (_, rest) = text.rsplit_once(')').expect("a name in brackets");
    let ticks = rest.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks
        .map(|number| number.parse::<u64>().expect("a number"))
        .sum();
    Duration::from_millis(10 * ticks)
}

#[test]
fn a_humanoid_is_generated_in_twelve_seconds_and_one_gigabyte() {
    let Some(corpus) = at_hand::corpus() else {
        return;
    };
    let file = corpus.join("robots/urdf/g1_29dof.urdf");
    let source = read_file(&file).unwrap_or_else(|fault| panic!("{}", fault.texts().message));
    let settings = Settings {
        root: Root::Floating,
        ..Settings::default()
    };
    let mut tell = |stage: &Stage| {
        println!("{:8} {:8.1?} {}", stage.name, stage.time, stage.summary);
    };
    let begin = Instant::now();
    let generated = match generate(&source, &settings, &mut tell) {
        Ok(generated) => generated,
        Err(report) => panic!("{}", report.render(&source)),
    };
    let (time, memory) = (processor_time(), status("VmHWM"));
    println!(
        "in all {:.1?}, working {time:.1?}; at the peak {memory} KiB",
        begin.elapsed()
    );
    let report = generated.report;
    assert_eq!(report.nv, 35);
    assert_eq!(report.functions.len(), Function::DEFAULT.len());
    assert!(report.functions.iter().all(|function| function.proved));
    assert!(time <= TIME, "{time:?}");
    assert!(memory <= MEMORY, "{memory} KiB");
}

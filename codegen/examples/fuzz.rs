//! The fuzzer of descriptions. Cases run in worker processes: one that panics, hangs or fills the memory is reported,
//! and the others go on in a new worker.
//!
//! ```sh
//! cargo run --release --locked --package multibody-codegen --all-features --example fuzz -- read 0..20000
//! cargo run --release --locked --package multibody-codegen --all-features --example fuzz -- derive 0..1000
//! cargo run --release --locked --package multibody-codegen --all-features --example fuzz -- show 17
//! ```
//!
//! `derive` takes accepted cases of at most four coordinates, as many as the range is long, from its first seed on.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, Stdio};
use std::time::Duration;

#[path = "../tests/fuzz/fuzzer/mod.rs"]
mod fuzzer;

use fuzzer::coverage::Coverage;
use fuzzer::description::Description;
use fuzzer::draw::description;
use fuzzer::truth::compare;
use fuzzer::{run, watch};

/// The processor time that one case may take.
const LIMIT: Duration = Duration::from_secs(10);
/// The largest number of rates with which a case is derived.
const RATES: usize = 4;
/// The beginning of each line that a worker prints.
const MARK: &str = "case ";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["show", seed] => println!("{}", description(number(seed))),
        [stage @ ("read" | "derive"), seeds] => drive(stage, range(seeds)),
        ["worker", stage, seeds] => work(stage, range(seeds)),
        _ => panic!("read FIRST..END, derive FIRST..END or show SEED"),
    }
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

fn range(text: &str) -> Range<u64> {
    let (first, end) = text.split_once("..").expect("a range");
    number(first)..number(end)
}

/// Goes through seeds and prints a line for each case that counts.
fn work(stage: &str, seeds: Range<u64>) {
    watch::start(LIMIT);
    for seed in seeds {
        let case = description(seed);
        if stage == "derive" && case.rates() > RATES {
            continue;
        }
        watch::begin(format!("{MARK}{seed} 10 failed"));
        let result = catch_unwind(AssertUnwindSafe(|| outcome(stage, seed, &case)));
        let elapsed = watch::end().as_secs_f64();
        match result {
            Ok(outcome) => println!("{MARK}{seed} {elapsed:.4} {outcome}"),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let text =
                    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                let text = text.unwrap_or_default().replace('\n', " ");
                println!("{MARK}{seed} {elapsed:.4} failed: panics: {text}");
                // The data of the case may be in any state, so this worker ends.
                std::process::exit(watch::STATUS);
            }
        }
    }
}

/// One word for the outcome, then the kinds of faults.
fn outcome(stage: &str, seed: u64, case: &Description) -> String {
    let read = run::read(case);
    let kinds = run::kinds(&read).join(",");
    if read.has_errors() {
        return format!("refused {kinds}");
    }
    if stage == "read" {
        return format!("accepted {kinds}");
    }
    match run::derive(case) {
        Ok(generated) => {
            assert!(generated.definitions.contains("fn "), "nothing is emitted");
            let compared = compare(case, &generated, seed)
                .unwrap_or_else(|error| panic!("wrong number: {error}"));
            let numbers = compared.map_or("-".into(), |compared| {
                let stated = compared
                    .by_stated
                    .iter()
                    .map(|(name, ratio)| format!("{name}={ratio:.1e}"));
                let stated: Vec<String> = stated.collect();
                format!(
                    "{} {:.1e} {}",
                    compared.entries,
                    compared.worst,
                    stated.join(",")
                )
            });
            let kinds = run::kinds(&generated.diagnostics).join(",");
            format!("accepted {kinds} numbers {numbers}")
        }
        Err(report) => {
            let kinds = run::kinds(&report);
            let messages = run::messages(&report).replace('\n', "; ");
            if kinds.contains(&run::BUG) {
                panic!("{messages}")
            } else {
                format!("refused {}", kinds.join(","))
            }
        }
    }
}

/// Starts workers until all cases are done, and prints their results.
fn drive(stage: &str, seeds: Range<u64>) {
    let requested = (seeds.end - seeds.start) as usize;
    let last = match stage {
        "read" => seeds.end,
        _ => seeds.start + 100 * requested as u64,
    };
    let (mut coverage, mut next, mut done) = (Coverage::default(), seeds.start, 0);
    let (mut failures, mut slowest) = (BTreeMap::new(), (0.0, 0));
    let (mut worked, mut numbers) = (0.0, Numbers::default());
    while next < last && done < requested {
        let program = std::env::current_exe().expect("a path of this program");
        let mut worker = Command::new(program)
            .args(["worker", stage, &format!("{next}..{last}")])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a process");
        let lines = BufReader::new(worker.stdout.take().expect("a pipe")).lines();
        let first_seed = next;
        for line in lines.map_while(Result::ok) {
            // The computer algebra system prints its banner first.
            let Some(line) = line.split(MARK).nth(1) else {
                continue;
            };
            let words: Vec<&str> = line.split(' ').collect();
            let seed = number(words[0]);
            let case = description(seed);
            next = seed + 1;
            let elapsed: f64 = words[1].parse().expect("seconds");
            worked += elapsed;
            if elapsed > slowest.0 {
                slowest = (elapsed, seed);
            }
            match words[2] {
                "failed" | "failed:" => {
                    println!("{line}");
                    failures.insert(seed, line.to_owned());
                }
                outcome => {
                    let faults = words[3].split(',').filter(|kind| !kind.is_empty());
                    coverage.add(&case, outcome == "accepted", faults);
                    numbers.add(&words[4..]);
                }
            }
            done += usize::from(stage == "read" || words[2] != "refused");
            if done == requested {
                break;
            }
        }
        // An error is ignored, since the worker may have ended.
        let _ = worker.kill();
        let status = worker.wait().expect("an end");
        if next == first_seed && next < last {
            println!("{status} behind case {next}");
            failures.insert(next, format!("{next} ended the process: {status}"));
            next += 1;
        }
    }
    println!("{coverage}");
    println!(
        "{worked:.0} s of the processor, slowest {:.2} s: case {}",
        slowest.0, slowest.1
    );
    println!("{numbers}{} failed", failures.len());
    coverage.assert_wide(50.min(requested / 40));
    assert!(failures.is_empty(), "cases failed");
}

/// The numbers that were compared with an independent evaluation.
#[derive(Default)]
struct Numbers {
    cases: usize,
    entries: usize,
    worst: f64,
    by_stated: BTreeMap<String, f64>,
}

impl Numbers {
    /// Adds the words of a line: `numbers ENTRIES WORST NAME=RATIO,..`.
    fn add(&mut self, words: &[&str]) {
        let ["numbers", entries, worst, stated] = words else {
            return;
        };
        self.cases += 1;
        self.entries += entries.parse::<usize>().expect("a number");
        self.worst = self.worst.max(worst.parse().expect("a number"));
        for (name, ratio) in stated.split(',').filter_map(|pair| pair.split_once('=')) {
            let known = self.by_stated.entry(name.to_owned()).or_default();
            *known = known.max(ratio.parse().expect("a number"));
        }
    }
}

impl std::fmt::Display for Numbers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            cases,
            entries,
            worst,
            by_stated,
        } = self;
        writeln!(
            f,
            "{cases} cases, {entries} entries compared, worst {worst:.1e} of the size of terms"
        )?;
        for (name, ratio) in by_stated {
            writeln!(f, "{name:<24} {ratio:.1e} of the stated error")?;
        }
        Ok(())
    }
}

//! Descriptions that a seed decides, as syntax trees: up to where a derivation begins, and small ones derived, proved and held
//! against an evaluation of the trees in 512 bits, errors against those stated. No panic, no case that takes long, no program that is not proved.
//!
//! A failure prints the seed, which `cargo run --example fuzz -- show SEED` writes out. `MULTIBODY_FUZZ` says how many cases
//! are read, `MULTIBODY_FUZZ_DERIVED` how many are derived (1000 and 25 with `MULTIBODY_TESTS=all`, else 80 and 2); many more, in processes of their own, by the example `fuzz`.

#![cfg(all(feature = "symbolica", target_os = "linux"))]

mod fuzzer;
mod known_programs;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use fuzzer::coverage::Coverage;
use fuzzer::draw::description;
use fuzzer::truth::compare;
use fuzzer::{run, watch};
use known_programs::KnownPrograms;
use multibody_codegen::Function;

/// For one case, of one processor.
const LIMIT: Duration = Duration::from_secs(10);
/// Most rates of what is derived.
const RATES: usize = 4;

/// One case is watched at a time.
static ONE: Mutex<()> = Mutex::new(());

fn requested(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |text| text.parse().expect("a number"))
}

/// The outcome of a case, within the limit and without a panic.
fn watched<R>(seed: u64, work: impl FnOnce() -> R) -> R {
    watch::begin(format!("case {seed}"));
    let result = catch_unwind(AssertUnwindSafe(work));
    watch::end();
    result.unwrap_or_else(|_| panic!("case {seed} panics:\n{}", description(seed)))
}

#[test]
fn descriptions_are_refused_or_accepted() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    watch::start(LIMIT);
    let cases = requested("MULTIBODY_FUZZ", if cfg!(all_tests) { 1000 } else { 80 });
    let mut coverage = Coverage::default();
    for seed in 0..cases {
        let case = description(seed);
        let report = watched(seed, || run::read(&case));
        coverage.add(&case, !report.has_errors(), run::kinds(&report));
    }
    println!("{coverage}");
    // Rare kinds need 2000 cases to be there often enough.
    let of_kind = match cases {
        2000.. => 50,
        few => few as usize / 80,
    };
    coverage.assert_wide(of_kind);
}

#[test]
fn every_function_of_the_table_is_drawn() {
    let drawn: BTreeSet<Function> = (0..4000)
        .flat_map(|seed| description(seed).functions)
        .collect();
    let all = Function::ALL.into_iter();
    assert_eq!(drawn, all.filter(|of| !of.needs_actuators()).collect());
}

#[test]
fn accepted_descriptions_are_derived_and_right() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    watch::start(LIMIT);
    let cases = requested(
        "MULTIBODY_FUZZ_DERIVED",
        if cfg!(all_tests) { 25 } else { 2 },
    );
    let mut programs = KnownPrograms::default();
    let (mut robot, mut entries, mut seed) = (0, 0, 0);
    while robot < cases {
        seed += 1;
        let case = description(seed);
        if case.rates() > RATES || run::read(&case).has_errors() {
            continue;
        }
        let derivation = watched(seed, || run::derive(&case));
        let generated = match derivation {
            Ok(generated) => generated,
            Err(report) => {
                let is_bug = run::kinds(&report).contains(&run::BUG);
                assert!(!is_bug, "case {seed}: {}\n{case}", run::messages(&report));
                continue;
            }
        };
        robot += 1;
        programs.add(seed, &generated);
        match compare(&case, &generated, seed) {
            Ok(compared) => entries += compared.map_or(0, |compared| compared.entries),
            Err(error) => panic!("case {seed}: {error}\n{case}"),
        }
    }
    programs.compare();
    println!("{robot} derived, {entries} entries compared");
    assert!(
        entries as u64 > 10 * cases,
        "{entries} entries were compared"
    );
}

/// Cases that long runs have found, with what was wrong.
const FOUND: [u64; 4] = [
    // States at which some root has no value needed more of the others than there are.
    668,
    // A mass matrix that is not positive, with a pivot of 0: forward dynamics that were right had "no finite value".
    1120, 1353, 1625,
];

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn cases_that_were_found_are_right() {
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    for seed in FOUND {
        let case = description(seed);
        let generated = run::derive(&case);
        let generated = generated.unwrap_or_else(|report| panic!("{}", run::messages(&report)));
        let compared = compare(&case, &generated, seed).unwrap_or_else(|error| panic!("{error}"));
        let compared = compared.expect("it has values");
        assert!(compared.entries > 0, "case {seed}");
        let is_stated = compared.by_stated.contains_key("forward_dynamics");
        assert!(seed == 668 || is_stated, "case {seed}");
    }
}

//! How time, memory, text and operations grow with the joints of a robot: the table in `docs/measurements.md`. Times
//! are processor times, so that other programs on the machine hardly matter.
//!
//! `cargo run --release --locked --package multibody-codegen --all-features --example growth [JOINTS..]`

use std::process::Command;

use multibody_codegen::{Settings, Stage, generate};

#[path = "../tests/generator/support/chain.rs"]
mod chain;

use chain::chain;

/// Lengths of the chains, unless others are requested.
const JOINTS: [usize; 9] = [1, 2, 4, 8, 16, 32, 64, 100, 128];

/// Tells a process to print the row of one length: each has a process of its own, since memory is
/// measured by its peak.
const ROW: &str = "--row";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, joints] = arguments.as_slice()
        && flag == ROW
    {
        return println!("{}", measure(number(joints)));
    }
    println!(
        "| joints | derive, s | accuracy, s | prove, s | emit, s | all, s | memory, MB | text, MB | operations \
         | bytes an operation | left out |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let requested: Vec<usize> = arguments.iter().map(|joints| number(joints)).collect();
    let lengths = if requested.is_empty() { JOINTS.to_vec() } else { requested };
    for joints in lengths {
        println!("{}", measure_in_process(joints));
    }
}

fn number(text: &str) -> usize {
    text.parse().expect("a number of joints")
}

/// The row that another process prints; the algebra system prints its banner before it.
fn measure_in_process(joints: usize) -> String {
    let program = std::env::current_exe().expect("a path of this program");
    let mut command = Command::new(program);
    let output = command.args([ROW, &joints.to_string()]).output();
    let text = output.expect("a process").stdout;
    let text = String::from_utf8_lossy(&text).into_owned();
    let row = text.lines().rev().find(|line| line.starts_with('|'));
    row.unwrap_or("| failed |").to_owned()
}

/// Generates a chain with the default settings. Returns its row of the table.
fn measure(joints: usize) -> String {
    let mut last = processor_time();
    let mut times: Vec<(&str, f64, f64)> = Vec::new();
    let mut note = |stage: &Stage| {
        let now = processor_time();
        times.push((stage.name, now - last, stage.time.as_secs_f64()));
        last = now;
    };
    let generated = generate(&chain(joints), &Settings::default(), &mut note);
    let generated = generated.expect("a chain without a fault");
    let report = &generated.report;
    let entries = |name: &'static str| times.iter().filter(move |(stage, ..)| *stage == name);
    let stages =
        ["derive", "prove", "emit"].map(|name| entries(name).map(|(_, time, _)| time).sum());
    let [derive, prove, emit]: [f64; 3] = stages;
    // The trial of programs in floats is reported with the derivation that it is a part of.
    let by_clock = ["derive", "accuracy"].map(|name| entries(name).map(|(.., time)| time).sum());
    let [deriving, trying]: [f64; 2] = by_clock;
    let accuracy = derive * trying / (deriving + trying);
    let all: f64 = times.iter().map(|(_, time, _)| time).sum();
    let operations: usize = report.functions.iter().map(|f| f.count.mul_add()).sum();
    let names = report.absent.iter().map(|absent| absent.function.as_str());
    let absent: Vec<&str> = names.collect();
    format!(
        "| {joints} | {:.2} | {accuracy:.2} | {prove:.2} | {emit:.2} | {all:.2} | {:.0} | {:.2} | {operations} | {:.1} | {} |",
        derive - accuracy,
        peak_memory(),
        generated.definitions.len() as f64 / 1e6,
        generated.definitions.len() as f64 / operations as f64,
        absent.join(", "),
    )
}

/// The processor time of this process so far, in s.
fn processor_time() -> f64 {
    // The name of the process may contain anything, but it ends with the last bracket. The fields from the third on
    // come after it.
    let text = std::fs::read_to_string("/proc/self/stat").expect("a system with /proc");
    let fields = text.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: f64 = ticks
        .map(|ticks| ticks.parse::<f64>().expect("a number"))
        .sum();
    ticks / 100.0
}

/// The peak memory of this process, in MB.
fn peak_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a system with /proc");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next());
    kilobytes.map_or(0.0, |kb| kb.parse::<f64>().expect("a number") / 1024.0)
}

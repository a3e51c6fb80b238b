//! What the generator takes for a humanoid of 35 degrees of freedom: at most twelve seconds and one
//! gigabyte, unoptimised, with nothing cached, the proof included, and of that at most 15 % for the
//! trial of programs in floats.
//!
//! And for a chain of a hundred joints: a minute, and at most 20 % for the trial. And for a body of three hundred
//! welded links: half a minute.
//!
//! Alone in its program, so that nothing else takes time or memory beside it; one after the other.

#![cfg(all(feature = "symbolica", target_os = "linux"))]

mod at_hand;
#[path = "generator/support/chain.rs"]
mod chain;
mod processor;

use std::time::Duration;

use chain::chain;
use multibody_codegen::settings::Root;
use multibody_codegen::{Function, Report, Settings, Source, Stage, generate, read_file};

/// As long as it may take, of one processor.
const TIME: Duration = Duration::from_secs(12);
/// As long as a hundred joints may take, of one processor.
const LONG: Duration = Duration::from_secs(60);
/// As long as it may take of one processor to weld three hundred links, each turned on its own: their
/// moments are added in exact numbers.
const WELDING: Duration = Duration::from_secs(30);
/// The part of the whole that the trial of programs in floats may take.
const SHARE: f64 = 0.15;
/// The same of a hundred joints, whose search is short and whose matrices are large.
const SHARE_OF_LONG: f64 = 0.2;
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
    let stopwatch = processor::Stopwatch::start();
    let generated = match generate(&source, &settings, &mut tell) {
        Ok(generated) => generated,
        Err(report) => panic!("{}", report.render(&source)),
    };
    let (time, memory) = (stopwatch.read(), status("VmHWM"));
    println!("{time:.1?} of one processor; at the peak {memory} KiB");
    let report = generated.report;
    assert_eq!(report.nv, 35);
    assert_eq!(report.functions.len(), Function::always().count());
    assert!(report.functions.iter().all(|function| function.proved));
    assert!(time <= TIME, "{time:?}");
    assert_trial_is_short(&report, SHARE);
    assert!(memory <= MEMORY, "{memory} KiB");
}

fn assert_trial_is_short(report: &Report, share: f64) {
    let all: Duration = report.stages.iter().map(|stage| stage.time).sum();
    let trying = report.stages.iter().find(|stage| stage.name == "accuracy");
    let trying = trying.expect("a stage").time;
    println!("{trying:.1?} of {all:.1?} for the trial of programs");
    assert!(trying.as_secs_f64() <= share * all.as_secs_f64());
}

#[test]
fn a_chain_of_a_hundred_joints_takes_a_minute() {
    let stopwatch = processor::Stopwatch::start();
    let generated = generate(&chain(100), &Settings::default(), &mut |_| ());
    let time = stopwatch.read();
    let generated = generated.expect("a robot without a fault");
    assert_eq!(generated.report.nv, 100);
    assert!(time <= LONG, "{time:?}");
    assert_trial_is_short(&generated.report, SHARE_OF_LONG);
}

#[test]
fn three_hundred_links_on_one_body_take_half_a_minute() {
    let mut text = String::from(
        "<robot name=\"plate\"><link name=\"base\"/><link name=\"l0\"/><joint name=\"j\" type=\"continuous\">\
         <parent link=\"base\"/><child link=\"l0\"/><axis xyz=\"0 0 1\"/></joint>",
    );
    for at in 1..=300 {
        let turn = f64::from(at).sin();
        text += &format!(
            "<joint name=\"f{at}\" type=\"fixed\"><parent link=\"l0\"/><child link=\"l{at}\"/>\
             <origin xyz=\"{turn:.4} 0.3 -0.2\" rpy=\"{turn:.4} {:.4} 0.7\"/></joint>\
             <link name=\"l{at}\"><inertial><origin xyz=\"0.1 0 0.2\" rpy=\"0.3 {turn:.4} 0\"/><mass value=\"0.8\"/>\
             <inertia ixx=\"0.02\" ixy=\"0.001\" ixz=\"0\" iyy=\"0.03\" iyz=\"0\" izz=\"0.025\"/></inertial></link>",
            2.0 * turn,
        );
    }
    let source = Source {
        name: "plate.urdf".into(),
        text: (text + "</robot>").into(),
    };
    let stopwatch = processor::Stopwatch::start();
    let generated = generate(&source, &Settings::default(), &mut |_| ());
    let time = stopwatch.read();
    assert_eq!(generated.expect("a robot without a fault").report.nv, 1);
    assert!(time <= WELDING, "{time:?}");
}

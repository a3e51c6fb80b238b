//! One process at a time is inside the computer algebra, however many want in and however they end.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use multibody_codegen::derive::algebra;
use multibody_codegen::joint::Revolute;
use multibody_codegen::settings::{Function, Settings};

use crate::support::{Robot, fixture};

/// Processes that want in at the same time.
const PROCESSES: usize = 6;
/// What a process that is to be killed prints when it is inside.
const INSIDE: &str = "inside the gate";
/// Makes `a_process_enters` stay inside.
const STAY: &str = "MULTIBODY_TEST_STAY_INSIDE";

/// One test of this program in a process of its own.
fn process(test: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command
        .args(["--exact", test, "--nocapture"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn start(test: &str) -> Child {
    process(test).spawn().expect("a process")
}

#[track_caller]
fn assert_succeeds(child: Child) {
    let output = child.wait_with_output().expect("an exit");
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{}\n{out}\n{err}", output.status);
    assert!(out.contains("1 passed"), "{out}");
}

/// What the processes do.
#[test]
fn a_process_derives_several_times() {
    for root in [
        multibody_codegen::settings::Root::Fixed,
        multibody_codegen::settings::Root::Floating,
    ] {
        let functions = Some(vec![Function::InverseDynamics, Function::ForwardDynamics]);
        let settings = Settings {
            root,
            functions,
            ..Settings::default()
        };
        Robot::of(&fixture("pendulum.urdf"), settings)
            .derive()
            .assert_proved();
    }
}

/// What the process does that is killed: with [`STAY`] set it does not come out by itself.
#[test]
fn a_process_enters() {
    let terms = algebra::enter(|| {
        let terms = algebra::local_terms(&Revolute);
        if std::env::var_os(STAY).is_some() {
            println!("{INSIDE}");
            std::thread::sleep(Duration::from_secs(300));
        }
        terms
    });
    assert_eq!(terms.subspace.outputs().len(), 6);
}

#[test]
fn many_processes_derive_at_once() {
    let children: Vec<Child> = (0..PROCESSES)
        .map(|_| start("gate::a_process_derives_several_times"))
        .collect();
    children.into_iter().for_each(assert_succeeds);
}

#[test]
fn a_killed_process_lets_the_others_in() {
    let mut victim = process("gate::a_process_enters")
        .env(STAY, "1")
        .spawn()
        .expect("a process");
    let output = BufReader::new(victim.stdout.take().expect("a pipe"));
    let inside = output
        .lines()
        .any(|line| line.expect("a line").ends_with(INSIDE));
    assert!(inside, "the process has not come inside");
    let mut waiting: Vec<Child> = (0..PROCESSES)
        .map(|_| start("gate::a_process_derives_several_times"))
        .collect();
    std::thread::sleep(Duration::from_millis(500));
    for child in &mut waiting {
        assert!(
            child.try_wait().expect("a state").is_none(),
            "one has not waited"
        );
    }
    victim.kill().expect("it is ours");
    assert!(!victim.wait().expect("an exit").success());
    waiting.into_iter().for_each(assert_succeeds);
}

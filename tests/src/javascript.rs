//! Functions in JavaScript beside those in Rust: the same bits, with the feature `same-bits`.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use multibody::reference::State;

use crate::table::Emitted;

/// Number of states of each robot.
const STATES: u64 = 1000;

/// Compares all functions of the robots that have scripts in a folder; returns the number of functions. `None` if node is
/// not installed.
///
/// # Panics
/// If a bit differs, or a script fails.
pub fn compare_with_scripts(folder: &str, robots: &[Emitted]) -> Option<usize> {
    if Command::new("node").arg("--version").output().is_err() {
        println!("node is not installed: functions in JavaScript are not compared");
        return None;
    }
    let scripted_robots = robots.iter().filter(|robot| !robot.scripted.is_empty());
    Some(scripted_robots.map(|robot| compare(folder, robot)).sum())
}

fn compare(folder: &str, robot: &Emitted) -> usize {
    let script = Path::new(folder).join(format!("{}_default.js", robot.robot));
    let model = robot.subject.model();
    let wrenches = robot.subject.wrench_links().len();
    let states: Vec<State> = (0..STATES)
        .map(|seed| model.random_state(seed, wrenches))
        .collect();
    let mut numbers = run(&script, &states).into_iter();
    let mut compared = vec![false; robot.scripted.len()];
    for (seed, state) in states.iter().enumerate() {
        let mut expected = vec![Vec::new(); robot.scripted.len()];
        robot.subject.evaluate(state, &mut |quantity, values| {
            let name = quantity.to_string();
            if let Some(function) = robot.scripted.iter().position(|known| *known == name) {
                expected[function] = values.to_vec();
            }
        });
        for (function, expected) in expected.iter().enumerate() {
            let count = numbers.next().expect("the script counts") as usize;
            let values: Vec<f64> = numbers.by_ref().take(count).collect();
            if expected.is_empty() {
                continue;
            }
            assert_eq!(values.len(), expected.len(), "{}", robot.scripted[function]);
            for (entry, (scripted, value)) in values.iter().zip(expected).enumerate() {
                assert_eq!(
                    scripted.to_bits(),
                    value.to_bits(),
                    "{} {} [{entry}] at state {seed}: {scripted:e} and {value:e}",
                    robot.robot,
                    robot.scripted[function]
                );
            }
            compared[function] = true;
        }
    }
    assert_eq!(numbers.next(), None, "{}", robot.robot);
    compared.iter().filter(|is_compared| **is_compared).count()
}

/// What a script gives at these states.
fn run(script: &Path, states: &[State]) -> Vec<f64> {
    let mut node = Command::new("node")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node starts");
    let mut input = node.stdin.take().expect("it is piped");
    for State {
        t, q, qd, qdd, tau, ..
    } in states
    {
        let numbers = [q, qd, qdd, tau].into_iter().flatten().chain([t]);
        let bytes: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        input.write_all(&bytes).expect("node reads");
    }
    drop(input);
    let output = node.wait_with_output().expect("node ends");
    assert!(output.status.success(), "{}", script.display());
    let (numbers, _) = output.stdout.as_chunks::<8>();
    numbers.iter().copied().map(f64::from_le_bytes).collect()
}

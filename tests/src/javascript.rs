//! Comparison of functions in JavaScript with those in Rust: with the feature `same-bits` they have the same bits.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use multibody::reference::{Described, State};

use crate::table::Emitted;

/// Number of states of each robot.
const STATES: u64 = 1000;

/// A robot and its script.
pub struct Scripted<'a> {
    /// The file of the script.
    pub script: PathBuf,
    /// The names of the quantities that its functions compute, in their order.
    pub functions: &'a [&'a str],
    /// The robot in Rust.
    pub subject: &'a dyn Described,
}

impl<'a> Scripted<'a> {
    /// The robots of a table that have scripts in a folder.
    pub fn of_table(folder: &'a str, robots: &'a [Emitted]) -> impl Iterator<Item = Self> {
        let scripted_robots = robots.iter().filter(|robot| !robot.scripted.is_empty());
        scripted_robots.map(move |robot| Self {
            script: Path::new(folder).join(format!("{}_default.js", robot.robot)),
            functions: robot.scripted,
            subject: robot.subject,
        })
    }
}

/// Compares the functions of these robots; returns how many had a value at some state and were compared. `None` if node
/// is not installed.
///
/// # Panics
/// If a bit differs, or a script fails.
pub fn compare_with_scripts<'a>(robots: impl IntoIterator<Item = Scripted<'a>>) -> Option<usize> {
    if Command::new("node").arg("--version").output().is_err() {
        println!("node is not installed: functions in JavaScript are not compared");
        return None;
    }
    Some(robots.into_iter().map(|robot| compare(&robot)).sum())
}

fn compare(robot: &Scripted<'_>) -> usize {
    let (script, functions) = (&robot.script, robot.functions);
    let model = robot.subject.model();
    let wrenches = robot.subject.wrench_links().len();
    let states: Vec<State> = (0..STATES)
        .map(|seed| model.random_state(seed, wrenches))
        .collect();
    let mut numbers = run(script, &states).into_iter();
    let mut compared = vec![false; functions.len()];
    for (seed, state) in states.iter().enumerate() {
        let mut expected = vec![Vec::new(); functions.len()];
        robot.subject.evaluate(state, &mut |quantity, values| {
            let name = quantity.to_string();
            if let Some(function) = functions.iter().position(|quantity| *quantity == name) {
                expected[function] = values.to_vec();
            }
        });
        for (function, expected) in expected.iter().enumerate() {
            let count = numbers.next().expect("the script counts") as usize;
            let values: Vec<f64> = numbers.by_ref().take(count).collect();
            if expected.is_empty() {
                continue;
            }
            assert_eq!(values.len(), expected.len(), "{}", functions[function]);
            for (entry, (scripted, value)) in values.iter().zip(expected).enumerate() {
                assert_eq!(
                    scripted.to_bits(),
                    value.to_bits(),
                    "{} {} [{entry}] at state {seed}: {scripted:e} and {value:e}",
                    script.display(),
                    functions[function]
                );
            }
            compared[function] = true;
        }
    }
    assert_eq!(numbers.next(), None, "{}", script.display());
    compared.iter().filter(|is_compared| **is_compared).count()
}

/// The numbers that a script prints: for each state, and there for each function, the count of its results, then the
/// results.
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

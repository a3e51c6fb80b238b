//! Hashes of the programs of robots, and of the text emitted for them, kept in files. They show whether a change of the generator
//! changes either.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::table::Emitted;

/// Compares the programs and texts of all robots of a table with `programs/NAME.txt`. `MULTIBODY_BLESS=1` rewrites the file.
///
/// # Panics
/// If they differ.
pub fn compare(name: &str, robots: &[Emitted]) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("programs/{name}.txt"));
    let mut actual = String::new();
    for robot in robots {
        let Emitted {
            robot,
            variant,
            programs,
            text,
            ..
        } = robot;
        writeln!(actual, "{programs} {text} {robot} {variant:?}").expect("a string takes all");
    }
    if std::env::var_os("MULTIBODY_BLESS").is_some() {
        fs::write(&file, &actual).expect("the file can be written");
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    let changed: Vec<String> = (actual.lines())
        .filter(|line| !expected.lines().any(|expected| expected == *line))
        .map(|line| name_change(line, &expected))
        .collect();
    assert!(
        changed.is_empty() && actual == expected,
        "there have changed: {}; MULTIBODY_BLESS=1 rewrites {}",
        changed.join(", "),
        file.display()
    );
}

/// Names the robot of a line, and what has changed: its programs, or only its text.
fn name_change(line: &str, expected: &str) -> String {
    let (programs, rest) = line.split_once(' ').expect("two numbers and a robot");
    let (_, robot) = rest.split_once(' ').expect("a number and a robot");
    let has_programs =
        |entry: &str| entry.starts_with(programs) && entry.ends_with(&format!(" {robot}"));
    let changed = if expected.lines().any(has_programs) { "the text" } else { "programs" };
    format!("{changed} of {robot}")
}

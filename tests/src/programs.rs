//! What robots compute, as numbers that are kept: a change of the generator that is to change no program changes none.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::table::Emitted;

/// Compares the programs of all robots of a table with `programs/NAME.txt`. `MULTIBODY_BLESS=1` rewrites the file.
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
            ..
        } = robot;
        writeln!(actual, "{programs} {robot} {variant:?}").expect("a string takes all");
    }
    if std::env::var_os("MULTIBODY_BLESS").is_some() {
        fs::write(&file, &actual).expect("the file can be written");
    }
    let expected = fs::read_to_string(&file).unwrap_or_default();
    let changed: Vec<&str> = (actual.lines())
        .filter(|line| !expected.lines().any(|expected| expected == *line))
        .map(|line| line.split_once(' ').expect("a number and a robot").1)
        .collect();
    assert!(
        changed.is_empty() && actual == expected,
        "programs have changed, of {}; MULTIBODY_BLESS=1 rewrites {}",
        changed.join(", "),
        file.display()
    );
}

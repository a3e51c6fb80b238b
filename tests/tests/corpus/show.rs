//! Text for people.

use std::io::Write as _;

use multibody_tests::Emitted;
use multibody_tests::at_hand::say_not_run;

use crate::generated::{FOLDER, ROBOTS};

pub fn title(robot: &Emitted) -> String {
    format!("{} {:?}", robot.robot, robot.variant)
}

pub fn line(robot: &Emitted, compared: usize, error: f64, at: &str) -> String {
    let Emitted {
        robot: name,
        variant,
        ..
    } = robot;
    let variant = format!("{variant:?}");
    format!(
        "{name:27} {variant:9} {:3} {compared:9} {error:17.4}  {at}\n",
        robot.nv()
    )
}

pub fn heading(title: &str) -> String {
    format!(
        "\n{title}\n{:27} {:9} {:>3} {:>9} {:>17}  {}\n",
        "robot", "variant", "nv", "compared", "error / tolerance", "worst at"
    )
}

/// Shows text also when the test passes: what `print!` writes is kept back then.
pub fn show(text: &str) {
    std::io::stdout()
        .write_all(text.as_bytes())
        .expect("standard output takes text");
}

/// Whether there is no corpus; the test that asks has said so then.
pub fn no_corpus() -> bool {
    if FOLDER.is_none() {
        say_not_run("MULTIBODY_CORPUS was not set for the build");
        assert!(ROBOTS.is_empty());
    }
    FOLDER.is_none()
}

//! Text for people.

use std::io::Write as _;

use multibody_tests::Emitted;

pub fn title(robot: &Emitted) -> String {
    format!("{} {:?}", robot.robot, robot.variant)
}

pub fn line(robot: &Emitted, compared: usize, error: f64, place: &str) -> String {
    let Emitted {
        robot: name,
        variant,
        ..
    } = robot;
    let variant = format!("{variant:?}");
    format!(
        "{name:27} {variant:9} {:3} {compared:9} {error:17.4}  {place}\n",
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

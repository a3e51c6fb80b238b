//! MJCF: small files with one trap each, and real robots, against numbers of MuJoCo.

mod attribute;
mod cases;
mod comparison;
mod description;
mod golden;
mod manifold;
mod mujoco_model;
mod pairs;
mod planar;
mod robot;
mod rows;
mod states;

/// Shows text also when the test passes: what `print!` writes is kept back then.
fn show(text: &str) {
    use std::io::Write as _;
    let written = std::io::stdout().write_all(text.as_bytes());
    written.expect("standard output takes text");
}

//! A figure of a motion: some positions, and the forces of the motors.

use example_computed_torque::{Line, Panel, svg};

use crate::Solution;

/// Colours that colour-blind people can distinguish too (Okabe and Ito), without yellow.
const COLORS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
];

/// Draws a motion with steps of `h` seconds: the positions with these indices and names, and the force of each motor.
#[must_use]
pub fn draw<const NQ: usize, const NV: usize, const NU: usize>(
    solution: &Solution<NQ, NV, NU>,
    h: f64,
    (title, positions): (&str, &[(usize, &str)]),
    motors: [&str; NU],
) -> String {
    let states = || (0..).zip(&solution.states);
    let positions = (0..).zip(positions).map(|(number, &(index, name))| {
        let points = states().map(|(step, (q, _))| (h * f64::from(step), q[index]));
        line(number, name, points.collect())
    });
    let forces = (0..NU).zip(motors).map(|(motor, name)| {
        let steps = (0..).zip(&solution.forces);
        let points = steps.map(|(step, u)| (h * f64::from(step), u[motor]));
        line(motor, name, points.collect())
    });
    svg(&[
        panel(title, positions.collect()),
        panel("Motors [N m]", forces.collect()),
    ])
}

fn panel(title: &str, lines: Vec<Line>) -> Panel {
    Panel {
        title: title.into(),
        lines,
    }
}

fn line(index: usize, name: &str, points: Vec<(f64, f64)>) -> Line {
    Line {
        name: Some(name.into()),
        color: COLORS[index % COLORS.len()],
        dashed: false,
        points,
    }
}

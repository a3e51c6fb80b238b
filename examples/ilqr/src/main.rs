//! Solves the three problems, by emitted derivatives and by dual numbers, and draws the motions.
//!
//! ```text
//! cargo run --release -p example-ilqr -- FOLDER
//! ```

use std::path::Path;
use std::time::Instant;

use example_ilqr::problems::{REACH, SWING_UP, TURN, reach, swing_up, turn};
use example_ilqr::robots::{Acrobot, Panda, Satellite};
use example_ilqr::{Solution, WithDualDerivatives, draw};

/// The maximum number of iterations.
const ITERATIONS: usize = 100;

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1);
    let write = |name: &str, figure: String| match &folder {
        Some(folder) => std::fs::write(Path::new(folder).join(name), figure),
        None => Ok(()),
    };
    println!("problem     derivatives    iterations          cost   time");
    let solution = solve_both_ways("swing-up", |emitted| {
        if emitted {
            swing_up(&Acrobot, ITERATIONS)
        } else {
            swing_up(&WithDualDerivatives(&Acrobot), ITERATIONS)
        }
    });
    let angles = [(0, "shoulder"), (1, "elbow")];
    let figure = draw(
        &solution,
        SWING_UP.steps.length,
        ("Angles [rad]", &angles),
        ["elbow"],
    );
    write("acrobot.svg", figure)?;
    let solution = solve_both_ways("turn", |emitted| {
        if emitted {
            turn(&Satellite, ITERATIONS)
        } else {
            turn(&WithDualDerivatives(&Satellite), ITERATIONS)
        }
    });
    let hull = [(3, "x"), (4, "y"), (5, "z"), (6, "w")];
    let motors = [
        "left shoulder",
        "left elbow",
        "right shoulder",
        "right elbow",
    ];
    let title = "Orientation of the hull [quaternion]";
    write(
        "satellite.svg",
        draw(&solution, TURN.steps.length, (title, &hull), motors),
    )?;
    let solution = solve_both_ways("reach", |emitted| {
        if emitted {
            reach(&Panda, ITERATIONS)
        } else {
            reach(&WithDualDerivatives(&Panda), ITERATIONS)
        }
    });
    const JOINTS: [&str; 7] = [
        "joint 1", "joint 2", "joint 3", "joint 4", "joint 5", "joint 6", "joint 7",
    ];
    let mut angles = [(0, ""); 7];
    for (index, name) in JOINTS.into_iter().enumerate() {
        angles[index] = (index, name);
    }
    write(
        "panda.svg",
        draw(
            &solution,
            REACH.steps.length,
            ("Angles [rad]", &angles),
            JOINTS,
        ),
    )
}

/// Solves a problem by emitted derivatives and by dual numbers, and prints iterations, cost and time of both. Returns the solution
/// by emitted derivatives.
fn solve_both_ways<const NQ: usize, const NV: usize, const NU: usize>(
    problem: &str,
    solve: impl Fn(bool) -> Solution<NQ, NV, NU>,
) -> Solution<NQ, NV, NU> {
    let [solution, _] = [true, false].map(|is_emitted| {
        let start = Instant::now();
        let solution = solve(is_emitted);
        let (kind, time) = (
            if is_emitted { "emitted" } else { "dual numbers" },
            start.elapsed(),
        );
        let Solution {
            iterations, cost, ..
        } = solution;
        println!("{problem:10}  {kind:12}  {iterations:11}  {cost:12.6}  {time:.2?}");
        solution
    });
    solution
}

//! Draws a falling four-bar linkage, and a quadruped that settles into standing:
//!
//! ```sh
//! cargo run -p example-constraints -- four_bar.svg quadruped.svg
//! ```

use std::path::PathBuf;

use example_constraints::{drawing, error, four_bar, quadruped};

fn main() -> std::io::Result<()> {
    let mut paths = std::env::args_os().skip(1).map(PathBuf::from);
    let mut path = |name: &str| {
        let argument = paths.next();
        argument.unwrap_or_else(|| std::env::temp_dir().join(name))
    };

    let (mut chains, mut worst) = (Vec::new(), 0.0_f64);
    let start = four_bar::close_loop(1.2, 0.0);
    let start_energy = four_bar::energy(&start);
    let end = four_bar::swing(start, (900, 1e-3), |step, (q, _)| {
        worst = worst.max(error(&four_bar::FourBar, q));
        if step % 90 == 0 {
            chains.push(four_bar::pivots(q).to_vec());
        }
    });
    let drift = four_bar::energy(&end) - start_energy;
    println!(
        "four-bar, 0.9 s: the loop is off by {worst:.1e} m at most, the energy by {drift:.1e} J"
    );
    let out = path("four_bar.svg");
    std::fs::write(
        &out,
        drawing::svg(
            "A four-bar linkage falls, 0.09 s from line to line",
            &chains,
        ),
    )?;
    println!("{}", out.display());

    let (mut chains, mut worst) = (Vec::new(), 0.0_f64);
    quadruped::simulate(quadruped::start(), (1000, 1e-3), |step, (q, _)| {
        worst = worst.max(error(&quadruped::Quadruped, q));
        if step % 100 == 0 {
            chains.push(quadruped::left_side(q).to_vec());
        }
    });
    println!("quadruped, 1 s: a foot is off by {worst:.1e} m at most");
    let out = path("quadruped.svg");
    std::fs::write(
        &out,
        drawing::svg(
            "A quadruped comes to stand, its left side, 0.1 s from line to line",
            &chains,
        ),
    )?;
    println!("{}", out.display());
    Ok(())
}

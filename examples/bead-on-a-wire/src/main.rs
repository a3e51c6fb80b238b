//! Compares the cost of the same fall with weak and stiff springs, and the distance from the wire.

use example_bead_on_a_wire::{Bead, MASS, Outcome, adaptive, fixed, position_on_wire};

/// Duration of the fall, s.
const TIME: f64 = 1.0;

fn main() -> Result<(), String> {
    let end = position_on_wire(TIME);
    println!("A bead falls along a wire for {TIME} s, kept on it by a penalty spring.");
    println!(
        "{:>10}  {:<28} {:>12} {:>12} {:>12}",
        "k, N/m", "method", "off wire, m", "error, m", "evaluations"
    );
    for stiffness in [1e3, 1e5, 1e7] {
        let bead = Bead { stiffness };
        let show = |method: &str, outcome: Outcome| {
            let [x, z] = outcome.state.0;
            let error = (x - end[0]).hypot(z - end[1]);
            let Outcome {
                drift, evaluations, ..
            } = outcome;
            println!(
                "{stiffness:>10e}  {method:<28} {drift:>12.1e} {error:>12.1e} {evaluations:>12}"
            );
        };
        let omega = (stiffness / MASS).sqrt();
        show(
            "Euler, h = 1 ms",
            fixed::fall(&bead, TIME, 1e-3, fixed::Method::Euler),
        );
        show(
            "Euler, h = 0.2 / omega",
            fixed::fall(&bead, TIME, 0.2 / omega, fixed::Method::Euler),
        );
        show(
            "Runge-Kutta, h = 1 ms",
            fixed::fall(&bead, TIME, 1e-3, fixed::Method::RungeKutta),
        );
        show(
            "Runge-Kutta, h = 0.2 / omega",
            fixed::fall(&bead, TIME, 0.2 / omega, fixed::Method::RungeKutta),
        );
        show(
            "Dormand-Prince 8, adaptive",
            adaptive::fall(&bead, TIME, 1e-8, adaptive::Method::Explicit)?,
        );
        show(
            "Radau 5, implicit, adaptive",
            adaptive::fall(&bead, TIME, 1e-8, adaptive::Method::Implicit)?,
        );
    }
    Ok(())
}

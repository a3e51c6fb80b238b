//! What a penalty spring does, by hand, and what each method makes of it.

use example_bead_on_a_wire::{Bead, MASS, Outcome, adaptive, fixed, position_on_wire};

const TIME: f64 = 1.0;

/// How far the end is from that of a bead on the wire itself.
fn error(outcome: &Outcome) -> f64 {
    let ([x, z], end) = (outcome.state.0, position_on_wire(TIME));
    (x - end[0]).hypot(z - end[1])
}

/// At the lowest place, which it reaches after 0.84 s, the wire pulls with `m g + m v^2 / R = 3 m g`.
#[test]
fn the_bead_leaves_the_wire_by_its_load_over_the_stiffness() {
    for stiffness in [1e4, 1e5, 1e6] {
        let bead = Bead { stiffness };
        let h = 0.05 / (stiffness / MASS).sqrt();
        let outcome = fixed::fall(&bead, TIME, h, fixed::Method::RungeKutta);
        let ratio = outcome.drift * stiffness / (3.0 * MASS * 9.81);
        assert!((0.98..1.05).contains(&ratio), "{stiffness}: {ratio}");
        let error = error(&outcome);
        assert!(error < 100.0 / stiffness, "{stiffness}: {error}");
    }
}

/// Beyond `h omega = 2`, or 2.83, the oscillation grows, whatever is looked at.
#[test]
fn the_stiffer_the_spring_the_shorter_the_steps() {
    let methods = [
        (fixed::Method::Euler, 2.0),
        (fixed::Method::RungeKutta, 2.828),
    ];
    for stiffness in [1e4, 1e6] {
        let (bead, omega) = (Bead { stiffness }, f64::sqrt(stiffness / MASS));
        for (method, limit) in methods {
            let drift = |h_omega: f64| fixed::fall(&bead, TIME, h_omega / omega, method).drift;
            assert!(drift(0.95 * limit) < 0.01, "{method:?}");
            let grown = drift(1.1 * limit);
            assert!(grown > 0.1 || grown.is_nan(), "{method:?}: {grown}");
        }
    }
}

/// Where the spring is a hundred times as stiff, an explicit method costs several times as much and stays as good; an
/// implicit one costs less than that, and is late by what it has damped.
#[test]
fn implicit_steps_do_not_follow_the_spring() -> Result<(), String> {
    let fall = |stiffness, method| adaptive::fall(&Bead { stiffness }, TIME, 1e-8, method);
    let methods = [
        (adaptive::Method::Explicit, 1e-6, 5.0..12.0),
        (adaptive::Method::Implicit, 3e-4, 1.0..5.0),
    ];
    for (method, off, cost) in methods {
        let (soft, stiff) = (fall(1e6, method)?, fall(1e8, method)?);
        let ratio = stiff.evaluations as f64 / soft.evaluations as f64;
        println!("{method:?}: {ratio} times, off by {:e}", error(&stiff));
        assert!(cost.contains(&ratio), "{method:?}: {ratio}");
        assert!(
            error(&stiff) < 100.0 / 1e8 + off,
            "{method:?}: {}",
            error(&stiff)
        );
    }
    Ok(())
}

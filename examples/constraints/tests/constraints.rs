//! Long motions: what is constrained stays where it is, and energy is kept or lost as it has to be.

use example_constraints::{error, four_bar, quadruped};

#[test]
fn the_robots_agree_with_the_generic_algorithms() {
    multibody::check(&four_bar::FourBar).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    multibody::check(&quadruped::Quadruped).unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

/// 100 s, a crank of 0.8 m that goes round: the loop stays closed to what a step of fourth order leaves, and so does
/// the energy.
#[test]
fn a_four_bar_turns_for_a_hundred_thousand_steps() {
    let start = four_bar::close_loop(0.5, 9.0);
    let start_energy = four_bar::energy(&start);
    let (mut gap, mut off, mut turn) = (0.0_f64, 0.0_f64, 0.0_f64);
    four_bar::swing(start, (100_000, 1e-3), |_, state| {
        gap = gap.max(error(&four_bar::FourBar, &state.0));
        off = off.max((four_bar::energy(state) / start_energy - 1.0).abs());
        turn = turn.max(state.0[0].abs());
    });
    assert!(turn > 60.0, "it goes round: {turn}");
    assert!(gap < 1e-8, "{gap:e}");
    assert!(off < 1e-6, "{off:e}");
}

/// 50 s on four feet: it comes to rest, upright, and no foot slips.
#[test]
fn a_quadruped_stays_upright_for_a_hundred_thousand_steps() {
    let start = quadruped::start();
    assert!(error(&quadruped::Quadruped, &start.0) < 1e-13);
    let mut slipped = 0.0_f64;
    let (q, qd) = quadruped::simulate(start, (100_000, 5e-4), |step, (q, _)| {
        if step % 10 == 0 {
            slipped = slipped.max(error(&quadruped::Quadruped, q));
        }
    });
    assert!(slipped < 1e-10, "{slipped:e}");
    assert!((0.3..0.42).contains(&q[2]), "{}", q[2]);
    assert!(qd.iter().all(|rate| rate.abs() < 1e-9), "{qd:?}");
    // What the ground carries, three forces a foot, is the weight.
    let tau = quadruped::standing_torques(&q, &qd);
    let multibody::ConstrainedAcceleration {
        qdd,
        lambda: multipliers,
    } = quadruped::Quadruped.constrained_forward_dynamics(&q, &qd, &tau);
    assert!(qdd.iter().all(|x| x.abs() < 1e-6), "{qdd:?}");
    let load: f64 = multipliers.iter().skip(2).step_by(3).sum();
    let weight = 9.81 * quadruped::Quadruped.total_mass();
    assert!(
        (load.abs() - weight).abs() < 1e-6 * weight,
        "{load} {weight}"
    );
}

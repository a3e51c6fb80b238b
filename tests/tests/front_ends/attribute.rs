//! The attribute `#[multibody]` gives the same robot as the build script.
#![deny(warnings, missing_docs)]

use multibody::reference::Described;
use multibody::{check, multibody};

include!(concat!(env!("OUT_DIR"), "/fixtures.rs"));

/// The arm of two joints, as the build script generates it.
#[multibody(
    urdf = "robots/planar_arm.urdf",
    links(upper, lower, tool),
    wrenches(upper, lower, tool)
)]
pub struct ByMacro;

/// Another crate may stand between.
pub mod robots {
    pub use multibody;
}

/// The same arm with other names.
#[multibody(
    urdf = "robots/planar_arm.urdf",
    functions(mass_matrix),
    links(upper, tool),
    rename(upper = first),
    crate = crate::attribute::robots::multibody,
    effort = none
)]
pub struct Renamed;

/// The same arm with what its file says of damping and friction.
#[multibody(urdf = "robots/planar_arm.urdf", passive = true)]
pub struct Damped;

/// All results at a state, by name.
fn results(robot: &dyn Described, seed: u64) -> Vec<(String, Vec<f64>)> {
    let state = robot.model().random_state(seed, robot.wrench_links().len());
    let mut results = Vec::new();
    robot.evaluate(&state, &mut |quantity, values| {
        results.push((quantity.to_string(), values.to_vec()));
    });
    results
}

#[test]
fn the_macro_gives_what_the_build_script_gives() {
    let arm = (ROBOTS.iter().find(|robot| robot.robot == "planar_arm")).expect("the fixture");
    assert_eq!(ByMacro::JOINTS.as_slice(), arm.joints);
    for seed in 0..8 {
        let actual = results(&ByMacro, seed);
        assert!(actual.len() > 20, "{}", actual.len());
        // The same text gives the same bits.
        assert_eq!(actual, results(arm.subject, seed));
    }
}

#[test]
fn what_the_macro_gives_is_right() {
    check(&ByMacro).unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

#[test]
fn links_can_be_renamed_and_the_crate_reached_by_another_path() {
    let q = [0.3, -0.4];
    assert_eq!(Renamed.pose_of_first(&q), ByMacro.pose_of_upper(&q));
    let actual: [[f64; 2]; 6] = Renamed.jacobian_of_tool_body(&q);
    assert_eq!(actual, ByMacro.jacobian_of_tool_body(&q));
    check(&Renamed).unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

#[test]
fn damping_and_friction_of_a_file_act_where_they_are_requested() {
    let (q, qd, qdd) = ([0.3, -0.4], [0.7, -2.0], [1.0, 2.0]);
    let undamped = ByMacro.inverse_dynamics(&q, &qd, &qdd);
    let damped = Damped.inverse_dynamics(&q, &qd, &qdd);
    // The elbow has damping 0.1 and friction 0.02, which at 2 rad/s is all there. The sums are in another order.
    let rate: f64 = qd[1];
    let passive = 0.1 * rate + 0.02 * rate / rate.hypot(0.01);
    for (k, expected) in [(0, 0.0), (1, passive)] {
        let actual: f64 = damped[k] - undamped[k];
        assert!(
            (actual - expected).abs() < 1e-14,
            "{actual} instead of {expected}"
        );
    }
    let [shoulder, elbow] = Damped.generalized_force(&q, &qd);
    assert_eq!(shoulder, 0.0);
    assert!((elbow + passive).abs() < 1e-15, "{elbow}");
    check(&Damped).unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

/// Types that are called as items of the prelude are: emitted code names those by their paths.
mod named_as_the_prelude {
    use multibody::multibody;

    #[multibody(urdf = "robots/planar_arm.urdf", effort = none, functions(gravity))]
    pub struct Some;

    #[multibody(urdf = "robots/planar_arm.urdf", effort = none, functions(gravity))]
    pub struct None;

    #[multibody(urdf = "robots/planar_arm.urdf", effort = none, functions(gravity))]
    pub struct FnMut;
}

#[test]
fn types_may_be_called_as_items_of_the_prelude_are() {
    multibody::check(&named_as_the_prelude::Some).expect("equal");
    multibody::check(&named_as_the_prelude::None).expect("equal");
    multibody::check(&named_as_the_prelude::FnMut).expect("equal");
}

//! Fields of a struct in the place of values of a file.
#![deny(warnings, missing_docs)]

use multibody::reference::Described;
use multibody::{check, multibody};

/// The arm with its file's values.
#[multibody(urdf = "robots/spatial_arm.urdf", snap = 0, effort = none)]
pub struct Fixed;

/// The arm of the file with other values.
#[multibody(urdf = "robots/spatial_arm_changed.urdf", snap = 0, effort = none)]
pub struct Changed;

/// The arm with these values as parameters.
#[multibody(urdf = "robots/spatial_arm.urdf", snap = 0, effort = none)]
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// kg
    #[parameter(body = "turret", mass)]
    pub turret_mass: f64,
    /// m
    #[parameter(joint = "extend", origin)]
    pub slide: [f64; 3],
    /// kg m^2
    #[parameter(body = boom, inertia)]
    pub boom_inertia: [f64; 6],
    /// In the frame of the joint.
    #[parameter(joint = "raise", axis)]
    pub raise_axis: [f64; 3],
    /// m
    #[parameter(body = "probe", com)]
    pub probe_com: [f64; 3],
}

/// One parameter, rounded, and a field that is none.
#[multibody(
    urdf = "robots/planar_arm.urdf",
    effort = none,
    functions(total_mass, mass_matrix)
)]
pub struct Loaded {
    /// kg
    #[parameter(body = tool, mass)]
    pub load: f32,
    /// The user's own.
    pub name: &'static str,
}

/// Whether two robots give the same at random states, up to rounding.
fn assert_same(one: &dyn Described, other: &dyn Described) {
    for seed in 0..8 {
        let state = one.model().random_state(seed, 0);
        let results = |robot: &dyn Described| {
            let mut all = Vec::new();
            robot.evaluate(&state, &mut |quantity, values| {
                all.push((quantity.to_string(), values.to_vec()));
            });
            all
        };
        let (found, expected) = (results(one), results(other));
        assert_eq!(found.len(), 17);
        for ((name, found), (_, expected)) in found.iter().zip(&expected) {
            let scale = expected.iter().fold(1e-3_f64, |max, x| max.max(x.abs()));
            for (a, b) in found.iter().zip(expected) {
                // Forward dynamics loses what the condition number of M costs, about 100 here.
                assert!((a - b).abs() <= 1e-11 * scale, "{name}: {a} instead of {b}");
            }
        }
    }
}

fn changed() -> Arm {
    Arm {
        turret_mass: 4.25,
        slide: [0.4, 0.1, -0.2],
        boom_inertia: [0.02, -0.003, 0.002, 0.13, 0.0004, 0.14],
        // Of any length.
        raise_axis: [-0.4, -1.4, 1.0],
        probe_com: [0.2, -0.1, 0.03],
    }
}

#[test]
fn the_default_has_the_values_of_the_file() {
    let arm = Arm::default();
    assert_eq!(arm.turret_mass, 5.5);
    assert_eq!(arm.raise_axis, [0.4, -1.1, 0.3]);
    assert_same(&arm, &Fixed);
    check(&arm).unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

#[test]
fn other_values_are_those_of_another_file() {
    assert_same(&changed(), &Changed);
    check(&changed()).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    assert_eq!(Arm::model(&changed()).random_state(0, 0).q.len(), 3);
}

#[test]
fn what_is_prepared_gives_the_same() {
    let (arm, q, qd) = (changed(), [0.1, -0.7, 0.3], [0.2, 0.4, -0.5]);
    let tau = arm.inverse_dynamics(&q, &qd, &[1.0, 2.0, 3.0]);
    assert_eq!(
        arm.prepare::<f64>()
            .inverse_dynamics(&q, &qd, &[1.0, 2.0, 3.0]),
        tau
    );
    let qdd = arm.prepare().forward_dynamics(&q, &qd, &tau);
    for (found, expected) in qdd.iter().zip([1.0, 2.0, 3.0]) {
        assert!((found - expected).abs() < 1e-9, "{found}");
    }
}

#[test]
fn the_mass_does_not_scale_the_inertia() {
    let loaded = |load| Loaded { load, name: "tool" };
    let [light, heavy] = [0.5_f32, 1.5].map(|load| loaded(load).total_mass());
    assert_eq!(heavy - light, 1.0);
    assert_eq!(loaded(0.0).name, "tool");
    // A point mass more at the tool's centre of mass, 0.35 m from the elbow.
    let inertia = |load| loaded(load).mass_matrix(&[0.0, 0.3])[1][1];
    let more: f64 = inertia(1.5) - inertia(0.5);
    assert!((more - 0.35 * 0.35).abs() < 1e-12, "{more}");
}

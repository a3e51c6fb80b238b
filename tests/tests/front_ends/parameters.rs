//! Fields of a struct in the place of values of a file.
#![deny(warnings, missing_docs)]

use multibody::reference::Described;
use multibody::{Dual, Real, check, lanes, multibody};
use wide::f64x4;

/// The arm with its file's values.
#[multibody(urdf = "robots/spatial_arm.urdf", snap = false, effort = none)]
pub struct Fixed;

/// The arm of the file with other values.
#[multibody(urdf = "robots/spatial_arm_changed.urdf", snap = false, effort = none)]
pub struct Changed;

/// The arm with these values as parameters.
#[multibody(urdf = "robots/spatial_arm.urdf", snap = false, effort = none)]
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
            let mut entries = Vec::new();
            robot.evaluate(&state, &mut |quantity, values| {
                entries.push((quantity.to_string(), values.to_vec()));
            });
            entries
        };
        let (actual, expected) = (results(one), results(other));
        assert_eq!(actual.len(), 17);
        for ((name, actual), (_, expected)) in actual.iter().zip(&expected) {
            let scale = expected.iter().fold(1e-3_f64, |max, x| max.max(x.abs()));
            for (a, b) in actual.iter().zip(expected) {
                // Forward dynamics loses what the condition number of M costs, about 100 here.
                assert!((a - b).abs() <= 1e-11 * scale, "{name}: {a} instead of {b}");
            }
        }
    }
}

fn changed_arm() -> Arm {
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
    assert_same(&changed_arm(), &Changed);
    check(&changed_arm()).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    assert_eq!(Arm::model(&changed_arm()).random_state(0, 0).q.len(), 3);
}

#[test]
fn what_is_prepared_gives_the_same() {
    let (arm, q, qd) = (changed_arm(), [0.1, -0.7, 0.3], [0.2, 0.4, -0.5]);
    let tau = arm.inverse_dynamics(&q, &qd, &[1.0, 2.0, 3.0]);
    assert_eq!(
        arm.prepare::<f64>()
            .inverse_dynamics(&q, &qd, &[1.0, 2.0, 3.0]),
        tau
    );
    let qdd = arm.prepare().forward_dynamics(&q, &qd, &tau);
    for (actual, expected) in qdd.iter().zip([1.0, 2.0, 3.0]) {
        assert!((actual - expected).abs() < 1e-9, "{actual}");
    }
}

#[test]
fn the_mass_does_not_scale_the_inertia() {
    let robot = |load| Loaded { load, name: "tool" };
    let [light, heavy] = [0.5_f32, 1.5].map(|load| robot(load).total_mass());
    assert_eq!(heavy - light, 1.0);
    assert_eq!(robot(0.0).name, "tool");
    // A point mass more at the tool's centre of mass, 0.35 m from the elbow.
    let inertia = |load| robot(load).mass_matrix(&[0.0, 0.3])[1][1];
    let difference: f64 = inertia(1.5) - inertia(0.5);
    assert!((difference - 0.35 * 0.35).abs() < 1e-12, "{difference}");
}

/// The fields, and as many robots as there are lanes and one more.
fn payloads() -> Vec<Arm> {
    let arm = |k: u32| {
        let k = f64::from(k);
        Arm {
            turret_mass: 4.0 + k,
            slide: [0.4, 0.1 * k, -0.2],
            probe_com: [0.2, -0.1, 0.03 * k],
            ..changed_arm()
        }
    };
    (0..5).map(arm).collect()
}

#[test]
fn the_record_has_the_fields_in_any_number() {
    let arm = changed_arm();
    let parameters = arm.parameters::<f64>();
    assert_eq!(parameters.turret_mass, arm.turret_mass);
    assert_eq!(parameters.boom_inertia, arm.boom_inertia);
    assert_eq!(arm.parameters::<f32>().slide, [0.4_f32, 0.1, -0.2]);
    let loaded = Loaded {
        load: 0.1,
        name: "tool",
    };
    assert_eq!(loaded.parameters::<f64>().load, f64::from(0.1_f32));
    // A field of the record acts like that of the struct.
    let mut heavier = loaded.parameters::<f64>();
    heavier.load += 2.0;
    let difference = heavier.prepare().total_mass() - loaded.total_mass();
    assert!((difference - 2.0).abs() < 1e-14, "{difference}");
}

#[test]
fn each_lane_has_the_bits_of_a_robot_alone() {
    let (arms, q, qd) = (payloads(), [0.1, -0.7, 0.3], [0.2, 0.4, -0.5]);
    let parameters: Vec<ArmParameters<f64>> = arms.iter().map(Arm::parameters).collect();
    let tau = [1.0, 2.0, 3.0];
    let mut actual = vec![[0.0; 3]; arms.len()];
    lanes::map(
        &mut actual,
        |k| (parameters[k], q),
        |(parameters, q): (ArmParameters<f64x4>, [f64x4; 3])| {
            let [qd, tau] = [qd, tau].map(|x| x.map(f64x4::splat));
            parameters.prepare().forward_dynamics(&q, &qd, &tau)
        },
    );
    let expected: Vec<[u64; 3]> = (arms.iter())
        .map(|arm| arm.forward_dynamics(&q, &qd, &tau).map(f64::to_bits))
        .collect();
    let bits = actual.iter().map(|qdd| qdd.map(f64::to_bits));
    assert_eq!(bits.collect::<Vec<_>>(), expected);
    // Each robot is another one.
    assert!(expected.windows(2).all(|two| two[0] != two[1]));
}

/// The numbers of the record, one after the other.
fn numbers<T: Copy>(parameters: &mut ArmParameters<T>) -> Vec<&mut T> {
    let ArmParameters {
        turret_mass,
        slide,
        boom_inertia,
        raise_axis,
        probe_com,
    } = parameters;
    std::iter::once(turret_mass)
        .chain(slide)
        .chain(boom_inertia)
        .chain(raise_axis)
        .chain(probe_com)
        .collect()
}

/// Forward dynamics of the arm with these parameters.
fn accelerations<T: Real>(parameters: &ArmParameters<T>) -> [T; 3] {
    let [q, qd, tau] = [[0.1, -0.7, 0.3], [0.2, 0.4, -0.5], [1.0, 2.0, 3.0]];
    let [q, qd, tau] = [q, qd, tau].map(|x| x.map(T::lit));
    parameters.prepare().forward_dynamics(&q, &qd, &tau)
}

#[test]
fn derivatives_by_parameters_are_those_of_differences() {
    let arm = changed_arm();
    let mut dual = arm.parameters::<Dual<f64, 16>>();
    for (direction, number) in numbers(&mut dual).into_iter().enumerate() {
        *number = Dual::variable(number.value, direction);
    }
    let derivatives = accelerations(&dual);
    assert_eq!(
        derivatives.map(|qdd| qdd.value),
        accelerations(&arm.parameters::<f64>())
    );
    for direction in 0..16 {
        // Differences of fourth order. Their error is h^4 / 30 times a fifth derivative, of at most some 1000, and rounding:
        // `EPSILON / h` times accelerations of some 10 and the condition number of M, about 100.
        let h = 1e-3;
        let qdd_at = |steps: f64| {
            let mut parameters = arm.parameters::<f64>();
            *numbers(&mut parameters)[direction] += steps * h;
            accelerations(&parameters)
        };
        let [back2, back, ahead, ahead2] = [-2.0, -1.0, 1.0, 2.0].map(qdd_at);
        for k in 0..3 {
            let expected = (8.0 * (ahead[k] - back[k]) - (ahead2[k] - back2[k])) / (12.0 * h);
            let actual = derivatives[k].derivatives[direction];
            let error = (actual - expected).abs();
            assert!(
                error <= 1e-8 * (1.0 + expected.abs()),
                "direction {direction}, joint {k}: {actual}, not {expected}"
            );
        }
        // Each parameter has an effect.
        assert!(derivatives[0].derivatives[direction].abs() > 0.1);
    }
}

//! A type of joint from outside the generator's lists, `build/auger.rs`, through to compiled code that agrees
//! with the generic algorithms.
#![deny(warnings)]

use multibody::{JointKind, check};

include!(concat!(env!("OUT_DIR"), "/auger.rs"));

#[test]
fn a_type_from_outside_is_derived_emitted_and_checked() {
    let report = check(&Drill).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    println!("{report}");
    assert_eq!(Drill::JOINTS[1].kind, JointKind::Other("auger"));
    assert!(!matches!(Drill::JOINTS[0].kind, JointKind::Other(_)));
}

/// Its kinetic energy is that of its column of the mass matrix.
#[test]
fn its_energy_is_that_of_its_inertia() {
    let [still, turning] = [0.0_f64, 1.0].map(|rate| {
        let mut qd = [0.0; Drill::NV];
        qd[1] = rate;
        Drill.kinetic_energy(&[0.0; Drill::NQ], &qd)
    });
    let m = Drill.mass_matrix(&[0.0; Drill::NQ]);
    assert_eq!(still, 0.0);
    assert!((turning - m[1][1] / 2.0).abs() <= 1e-15 * turning);
}

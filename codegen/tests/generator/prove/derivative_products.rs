//! Products with derivatives: proved for every kind of force and chart, and refuted where one entry is off.

use multibody_codegen::internal::prove;
use multibody_codegen::settings::{Effort, Root};
use multibody_codegen::{Function, Settings, generate};

use super::derivatives::{
    CHARTS, EVERYTHING, assert_each_is_refuted, charts, derive_of, settings, with_output_off,
};
use crate::support::{Derived, Robot, shared_fixture};

/// Each product, with the number of vectors that it returns.
const PRODUCTS: [(Function, usize); 4] = [
    (Function::InverseDynamicsJvp, 2),
    (Function::InverseDynamicsVjp, 4),
    (Function::ForwardDynamicsJvp, 2),
    (Function::ForwardDynamicsVjp, 4),
];

/// For every entry of all vectors: with another value there, the program is refuted.
fn assert_every_entry_counts(dynamics: &Derived, (function, vectors): (Function, usize)) {
    assert_each_is_refuted(dynamics, function, vectors * dynamics.robot.system.nv());
}

#[test]
fn every_entry_of_products_with_derivatives_of_all_forces_counts() {
    for of in PRODUCTS {
        assert_every_entry_counts(&derive_of(EVERYTHING, of.0), of);
    }
}

/// The message names the entry that is wrong, where the equation gives the value itself.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn the_wrong_entry_of_a_gradient_is_found() {
    let function = Function::InverseDynamicsVjp;
    let dynamics = derive_of(EVERYTHING, function);
    let mut all = dynamics.derivations.functions.iter();
    let derivation = all.find(|of| of.target.function == function);
    let derivation = derivation.expect("it was requested");
    let system = &dynamics.robot.system;
    let nv = system.nv();
    for index in 0..4 * nv {
        let changed = with_output_off(&derivation.program, index);
        let mistake = prove::wrong_entry(system, &[], derivation.target, &changed);
        let mistake = mistake.expect("a wrong entry");
        assert_eq!(
            (mistake.entry, mistake.count),
            (vec![index / nv, index % nv], 1)
        );
    }
}

/// Followers move with their leader, by other multiples.
#[test]
fn every_entry_of_products_with_followers_counts() {
    for of in PRODUCTS {
        let settings = settings(Root::Fixed, of.0);
        let robot = Robot::of(&shared_fixture("gripper.urdf"), settings);
        assert_every_entry_counts(&robot.derive(), of);
    }
}

/// Where M is singular, products of inverse dynamics are there, and those of forward dynamics are not.
#[test]
fn singular_masses_leave_out_products_of_forward_dynamics() {
    let settings = Settings {
        functions: PRODUCTS.map(|(function, _)| function).into(),
        effort: Effort::None,
        ..Settings::default()
    };
    let source = shared_fixture("massless_tip.urdf");
    let generated = generate(&source, &settings, &mut |_| ()).expect("a usable robot");
    let absent = generated.report.absent.iter();
    let absent: Vec<&str> = absent.map(|of| of.function.as_str()).collect();
    assert_eq!(absent, ["forward_dynamics_jvp", "forward_dynamics_vjp"]);
    for present in ["fn inverse_dynamics_jvp<", "fn inverse_dynamics_vjp<"] {
        assert!(generated.definitions.contains(present), "{present}");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn products_are_proved_in_every_chart() {
    for [root, ball] in CHARTS {
        for (function, _) in PRODUCTS {
            derive_of(&charts(root, ball), function).assert_proved();
        }
    }
}

//! The comparisons are not vacuous: what is off by a part in a million fails.

use multibody_tests::Variant;

use crate::as_written;
use crate::compared::{Compared, without_link};
use crate::generated::of_variant;
use crate::show::title;

/// The comparison is not vacuous: any golden vector or matrix with its largest entry off by a part
/// in a million (more where the condition number forgives that) is distinguished from the right one.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn a_part_in_a_million_in_the_golden_data_fails() {
    let mut mutants = 0;
    for compared in as_written() {
        for comparison in compared
            .comparisons
            .into_iter()
            .filter(|c| c.worst().error <= 1.0)
        {
            let mut mutant = comparison;
            let scale = mutant.largest().max(1e-3);
            let change = (1e-6 * scale).max(3.0 * mutant.tolerance());
            let entries = mutant.expected.iter_mut();
            *entries
                .max_by(|a, b| a.abs().total_cmp(&b.abs()))
                .expect("an entry") += change;
            let error = mutant.worst().error;
            assert!(
                error > 1.0,
                "{}: {}",
                title(compared.robot),
                mutant.quantity
            );
            mutants += 1;
        }
    }
    assert!(mutants > 1000, "{mutants}");
}

/// Nor is it blind to the robot: with one moment of inertia off by a part in a million, `M` and
/// what is made of it fail, and kinematics and gravity do not.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn a_part_in_a_million_in_an_inertia_fails() {
    let mutant = of_variant(Variant::Mutant).next().expect("a mutant");
    let compared = Compared::main(mutant, &[], false);
    let is_wrong = |quantity: &str| {
        let entries = compared
            .comparisons
            .iter()
            .filter(|c| without_link(&c.quantity) == quantity);
        entries
            .map(|comparison| comparison.worst().error)
            .fold(0.0, f64::max)
            > 1.0
    };
    for quantity in [
        "mass_matrix",
        "inverse_dynamics",
        "bias",
        "coriolis",
        "kinetic_energy",
    ] {
        assert!(is_wrong(quantity), "{quantity}");
    }
    for quantity in [
        "gravity",
        "potential_energy",
        "center_of_mass",
        "jacobian",
        "pose (position)",
    ] {
        assert!(!is_wrong(quantity), "{quantity}");
    }
}

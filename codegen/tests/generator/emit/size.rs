//! The option `size`: which functions are calls of others, and the notes on them.

use std::path::Path;

use multibody_codegen::settings::{Bundle, Effort, Root, Triangle};
use multibody_codegen::{Generated, Settings, generate, generate_attribute};

use crate::support::{assert_formatted, shared_fixture};

fn two_limbs(settings: Settings) -> Generated {
    let settings = Settings {
        name: "Limbs".into(),
        root: Root::FLOATING,
        effort: Effort::None,
        bundles: vec![Bundle {
            name: "step".into(),
            functions: vec!["mass_matrix".into(), "bias".into()],
        }],
        at: vec!["forward_dynamics".into()],
        ..settings
    };
    let generated = generate(&shared_fixture("two_limbs.urdf"), &settings, &mut |_| ());
    generated.expect("a robot without a fault, whose functions are proved")
}

fn small() -> Settings {
    Settings {
        size: true,
        ..Settings::default()
    }
}

/// The functions that are calls, and how.
fn calls(generated: &Generated) -> Vec<(&str, &str)> {
    let functions = generated.report.functions.iter();
    let calls = functions.filter(|function| function.route.starts_with("call"));
    calls
        .map(|function| (function.name.as_str(), function.route.as_str()))
        .collect()
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn functions_that_follow_from_others_call_them() {
    assert_eq!(calls(&two_limbs(Settings::default())), []);
    let own = two_limbs(small());
    assert_eq!(
        calls(&own),
        [
            ("coriolis", "call of coriolis_matrix, times rates in a loop"),
            ("gravity", "call of inverse_dynamics"),
            ("bias", "call of inverse_dynamics"),
            (
                "forward_dynamics",
                "calls of mass_matrix and inverse_dynamics, solved in a loop"
            ),
            (
                "mass_matrix_inverse",
                "call of mass_matrix, inverted in a loop"
            ),
            (
                "kinetic_energy",
                "call of mass_matrix, times rates in a loop"
            ),
        ]
    );
    // Where wrenches act there is one function that gives all forces.
    let wrenches = vec!["left_shank".to_owned()];
    let pushed = two_limbs(Settings {
        wrenches,
        ..small()
    });
    let of_all = calls(&pushed);
    assert!(of_all.contains(&("inverse_dynamics", "call of inverse_dynamics(wrenches)")));
    assert!(
        !of_all
            .iter()
            .any(|(_, route)| route.ends_with("inverse_dynamics"))
    );
    let text = "        self.inverse_dynamics_under_wrenches(q, qd, qdd, &[[T::ZERO; 6]; 1])\n";
    assert!(pushed.definitions.contains(text));
}

/// What is counted is what is done: all of the callees, and loops over whole matrices.
#[test]
fn what_a_call_costs_is_counted() {
    let generated = two_limbs(small());
    let nv = generated.report.nv;
    let count = |name: &str| {
        let mut functions = generated.report.functions.iter();
        functions
            .find(|of| of.name == name)
            .expect("is there")
            .count
    };
    assert_eq!(count("gravity"), count("inverse_dynamics"));
    let (m, forces) = (count("mass_matrix"), count("inverse_dynamics"));
    let actual = count("forward_dynamics");
    assert_eq!(actual.sincos, m.sincos + forces.sincos);
    assert_eq!(actual.div, m.div + forces.div + nv);
    // L: nv choose 2; each takes a product, and as many as it has entries on its left; both triangles of a solution.
    let pairs = nv * (nv - 1) / 2;
    let factors: usize = (0..nv).map(|k| k + k * (k + 1) / 2).sum();
    assert_eq!(actual.mul, m.mul + forces.mul + factors + 2 * pairs + nv);
    let expected = format!(
        "Cost: {actual}. Source: `inverse_dynamics` without accelerations, and `mass_matrix`, factored"
    );
    assert!(generated.definitions.contains(&expected), "{expected}");
}

/// Springs and damping are part of inverse dynamics, and of nothing that is called bias.
#[test]
fn what_is_more_than_is_requested_is_not_called() {
    let attribute = |forces: &str| {
        let attribute =
            format!("urdf = \"robots/spatial_arm.urdf\", effort = none, size = true{forces}");
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests"));
        let attribute = attribute.parse().expect("tokens");
        let item = "pub struct Arm;".parse().expect("tokens");
        let result = generate_attribute(attribute, item, folder, &mut |_| ());
        let generated = result.generated;
        generated.unwrap_or_else(|| panic!("{:?}", result.reports.tokens))
    };
    let names = |generated: &Generated| -> Vec<String> {
        calls(generated)
            .iter()
            .map(|(name, _)| (*name).to_owned())
            .collect()
    };
    let without = names(&attribute(""));
    assert!(without.contains(&"bias".to_owned()) && without.contains(&"gravity".to_owned()));
    let with = names(&attribute(", spring(turn = 20)"));
    assert!(!with.contains(&"bias".to_owned()) && !with.contains(&"gravity".to_owned()));
    assert!(with.contains(&"forward_dynamics".to_owned()));
}

#[test]
fn rustfmt_changes_nothing() {
    let krate = Settings {
        wrenches: vec!["left_shank".to_owned()],
        triangle: Triangle::Lower,
        pack_limbs: true,
        dispatch: true,
        ..small()
    };
    let half = two_limbs(krate).definitions;
    assert!(half.contains("multibody::dense::inverse_lower(&mut m, out);"));
    assert_formatted(&half);
    assert_formatted(&two_limbs(small()).definitions);
}

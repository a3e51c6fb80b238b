//! What cannot be derived is left out, and what can is kept.

use multibody_codegen::settings::{Effort, Root};
use multibody_codegen::{Settings, generate};

use crate::support::{fixture, shared_fixture};

#[test]
fn a_robot_with_singular_mass_matrix_keeps_the_rest() {
    let source = shared_fixture("massless_tip.urdf");
    for (root, rank) in [(Root::Fixed, "2 of 3"), (Root::FLOATING, "7 of 9")] {
        let settings = Settings {
            root,
            effort: Effort::None,
            wrenches: vec!["tip".into()],
            links: vec!["tip".into()],
            ..Settings::default()
        };
        let generated = generate(&source, &settings, &mut |_| ()).expect("a usable robot");
        let reason = format!("the mass matrix is singular: its rank is {rank}");
        let absent = [
            "forward_dynamics",
            "mass_matrix_inverse",
            "forward_dynamics_with_wrenches",
        ];
        let expected = absent.map(|name| (name.to_owned(), reason.clone()));
        assert_eq!(generated.report.absent, expected);
        assert!(
            generated
                .report
                .functions
                .iter()
                .all(|function| function.proved)
        );
        for present in [
            "fn inverse_dynamics<",
            "fn mass_matrix<",
            "fn pose_of_tip<",
            "impl multibody::Multibody",
        ] {
            assert!(generated.items.contains(present), "{present}");
        }
        for name in absent {
            assert!(!generated.items.contains(&format!("fn {name}<")), "{name}");
        }
        assert!(!generated.items.contains("impl multibody::ForwardDynamics"));
        assert!(
            generated
                .items
                .contains(&format!("/// {reason}; so there is no forward dynamics."))
        );
    }
}

/// Four rates for three ways to turn: the rest is there, and the report says why.
#[test]
fn the_rates_of_a_quaternion_leave_out_forward_dynamics() {
    let settings = Settings {
        root: "ball(rates = derivative)".parse().expect("a root"),
        effort: Effort::None,
        ..Settings::default()
    };
    let source = fixture("crawler.urdf");
    let generated = generate(&source, &settings, &mut |_| ()).expect("a usable robot");
    let reason = "the four rates of a quaternion turn a joint in three ways";
    let absent = generated.report.absent.iter();
    let absent: Vec<_> = absent
        .map(|(name, why)| (name.as_str(), why.ends_with(reason)))
        .collect();
    assert_eq!(
        absent,
        [("forward_dynamics", true), ("mass_matrix_inverse", true)]
    );
    assert!(generated.items.contains(reason));
    assert!(generated.items.contains("fn inverse_dynamics<"));
}

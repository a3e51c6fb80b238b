//! The same robot gives the same bytes: whatever came before, in whichever process, from whichever
//! folder.

use multibody_codegen::settings::{Effort, Root};
use multibody_codegen::{Settings, Source, generate};

use crate::support::{fixture, shared_fixture};

fn settings(root: Root, link: &str) -> Settings {
    Settings {
        name: "Robot".into(),
        root,
        links: vec![link.into()],
        wrenches: vec![link.into()],
        ..Settings::default()
    }
}

fn items(source: &Source, settings: &Settings) -> String {
    match generate(source, settings, &mut |_| ()) {
        Ok(generated) => generated.definitions,
        Err(report) => panic!("{}", report.render(source)),
    }
}

/// The order in which symbols come about is global to a process: other robots in between must not
/// be seen.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_robot_between_two_others_changes_nothing() {
    // Small enough to be expanded, which depends on the order of symbols the most.
    let (limbs, arm) = (shared_fixture("two_limbs.urdf"), fixture("six_axes.urdf"));
    let of_limbs = settings(Root::Fixed, "left_shank");
    let of_arm = Settings {
        effort: Effort::None,
        ..settings(Root::FLOATING, "tool")
    };
    let first = items(&limbs, &of_limbs);
    let text = items(&arm, &of_arm);
    assert!(first.contains("fn inverse_dynamics") && first != text);
    assert!(
        first == items(&limbs, &of_limbs),
        "the limbs after the arm are others"
    );
    assert!(text == items(&arm, &of_arm), "the arm again is another one");
}

/// Names of files are no part of the code, their folders no part of anything.
#[test]
fn the_name_of_the_source_is_not_in_the_items() {
    let arm = fixture("pendulum.urdf");
    let elsewhere = Source::new("/somewhere/else.urdf", &*arm.text);
    let settings = settings(Root::Fixed, "rod");
    let text = items(&arm, &settings);
    assert!(text == items(&elsewhere, &settings));
    assert!(!text.contains(env!("CARGO_MANIFEST_DIR")));
}

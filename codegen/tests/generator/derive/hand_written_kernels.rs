//! Without hand-written kernels everything still works and proves; only the counts rise.

use multibody_codegen::settings::{Effort, Root};
use multibody_codegen::{Report, Settings, Source, generate};

use crate::support::corpus;
use crate::support::{fixture, shared_fixture};

fn report(source: &Source, settings: &Settings) -> Report {
    match generate(source, settings, &mut |_| ()) {
        Ok(generated) => generated.report,
        Err(report) => panic!("{}", report.render(source)),
    }
}

/// Generates in both ways and prints both counts.
fn compare(name: &str, source: &Source, settings: Settings) {
    let report_on_kernels = report(
        source,
        &Settings {
            count_derived: true,
            ..settings.clone()
        },
    );
    let robot = report(
        source,
        &Settings {
            hand_written_kernels: false,
            ..settings
        },
    );
    assert_eq!(report_on_kernels.refuted, None, "{name}");
    assert!(
        robot.functions.len() >= 10,
        "{name}: {}",
        robot.functions.len()
    );
    println!("{name}: mul + add with hand-written kernels, without");
    let mut cheaper = Vec::new();
    let mut saved = 0;
    for (with, without) in report_on_kernels.functions.iter().zip(&robot.functions) {
        assert_eq!(with.name, without.name, "{name}");
        assert!(with.proved && without.proved, "{name}: {}", with.name);
        let counted = with.with_derived_kernels.expect("it was requested");
        assert_eq!(
            counted, without.count,
            "{name}: {}: both ways of counting",
            with.name
        );
        println!(
            "  {:32} {:6} {:6}",
            with.name,
            with.count.mul_add(),
            counted.mul_add()
        );
        if counted.weight() < with.count.weight() {
            cheaper.push(format!("{}: {counted} against {}", with.name, with.count));
        }
        saved += counted.mul_add().saturating_sub(with.count.mul_add());
    }
    // Robots of up to three joints are derived by expanding the Lagrangian either way.
    let expanded = report_on_kernels.nv <= 3;
    assert!(
        saved > 0 || expanded,
        "{name}: hand-written kernels save nothing"
    );
    assert!(
        cheaper.is_empty(),
        "{name}: cheaper without hand-written kernels: {cheaper:#?}"
    );
}

/// Of robots too large for a search in a test.
fn settings_without_search(root: Root) -> Settings {
    Settings {
        root,
        effort: Effort::None,
        ..Settings::default()
    }
}

#[test]
fn a_planar_arm_is_derived_without_hand_written_kernels() {
    compare(
        "planar_arm",
        &shared_fixture("planar_arm.urdf"),
        Settings::default(),
    );
}

#[test]
fn a_spatial_arm_is_derived_without_hand_written_kernels() {
    let settings = Settings {
        links: vec!["probe".into()],
        wrenches: vec!["boom".into()],
        ..settings_without_search(Root::Fixed)
    };
    compare("spatial_arm", &shared_fixture("spatial_arm.urdf"), settings);
}

#[test]
fn an_arm_with_six_axes_is_derived_without_hand_written_kernels() {
    compare(
        "six_axes",
        &fixture("six_axes.urdf"),
        settings_without_search(Root::Fixed),
    );
}

#[test]
fn a_gripper_with_mimic_is_derived_without_hand_written_kernels() {
    compare(
        "gripper",
        &shared_fixture("gripper.urdf"),
        settings_without_search(Root::Fixed),
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_floating_robot_with_mimic_is_derived_without_hand_written_kernels() {
    compare(
        "crawler",
        &fixture("crawler.urdf"),
        settings_without_search(Root::FLOATING),
    );
}

#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn five_robots_of_the_corpus_are_derived_without_hand_written_kernels() {
    let corpus = corpus::folder();
    for (name, settings) in [
        ("panda", settings_without_search(Root::Fixed)),
        ("ur5", settings_without_search(Root::Fixed)),
        ("trap_mix", settings_without_search(Root::Fixed)),
        ("anymal_b", settings_without_search(Root::FLOATING)),
        ("g1_29dof", settings_without_search(Root::FLOATING)),
    ] {
        compare(name, &corpus.robot(name), settings);
    }
}

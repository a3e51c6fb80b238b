//! Real robots: every emitted function against numbers that nobody of this project computed, and
//! against the generic algorithms.
//!
//! The environment variable `MULTIBODY_CORPUS` names, when this is built, the folder with the
//! robots and the numbers; without it these tests are ignored.

#![deny(warnings)]

mod compared;
mod controls;
mod counts;
mod generated;
mod pinned;
mod show;

use std::fmt::Write as _;
use std::path::Path;

use multibody::check;
use multibody::reference::Quantity;
use multibody_tests::golden::Joint;
use multibody_tests::javascript::{Scripted, compare_with_scripts};
use multibody_tests::{NOT_EMITTED, Variant};

use compared::{Compared, incomplete};
use generated::{FOLDER, ROBOTS, golden, of_variant, variant_of};
use show::{heading, line, show, title};

fn as_written() -> impl Iterator<Item = Compared> {
    of_variant(Variant::Letter)
        .chain(of_variant(Variant::Derived))
        .map(|robot| Compared::main(robot, &[variant_of(robot, Variant::Poses)], true))
}

/// Every function in JavaScript.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
#[cfg_attr(not(feature = "same-bits"), ignore = "numbers have other bits")]
fn scripts_have_the_bits_of_rust() {
    if let Some(functions) = compare_with_scripts(Scripted::of_table(env!("OUT_DIR"), ROBOTS)) {
        assert!(functions > 20 * 12, "{functions}");
    }
}

/// The build script has read every function in C back, statement by statement: it is the program whose text in Rust is verified.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn c_has_the_operations_of_rust() {
    for robot in ROBOTS {
        assert!(robot.read_back > 100, "{}", title(robot));
    }
    let operations: usize = ROBOTS.iter().map(|robot| robot.read_back).sum();
    assert!(operations > 1_000_000, "{operations}");
}

/// Every number of the main part of every golden file.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn golden_data_agree() {
    let mut table = heading("Emitted code against the golden data");
    let mut faults = String::new();
    for compared in as_written() {
        table += &compared.line();
        faults += &compared.faults();
        faults += &incomplete(&compared);
    }
    for robot in of_variant(Variant::Resolved) {
        let compared = Compared::with_mimics(robot, true);
        table += &compared.line();
        faults += &compared.faults();
        let tally = compared.tally();
        for quantity in [
            "mass_matrix",
            "bias",
            "inverse_dynamics",
            "forward_dynamics",
        ] {
            assert_eq!(
                tally[quantity].0,
                compared.samples,
                "{}: {quantity}",
                title(robot)
            );
            assert!(
                tally[quantity].1 > 0.0,
                "{}: {quantity} is zero",
                title(robot)
            );
        }
    }
    writeln!(
        table,
        "golden keys with no emitted function yet: {}",
        NOT_EMITTED.join(", ")
    )
    .unwrap();
    show(&table);
    assert!(faults.is_empty(), "\n{faults}");
}

/// Jacobians, accelerations, multipliers and impulses of links that are fixed where they are.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn pinned_links_agree_with_golden_data() {
    let (faults, count) = pinned::compare_all();
    assert!(faults.is_empty(), "\n{faults}");
    // Two files of four cases.
    assert_eq!(count, 40);
}

/// Every emitted function of every variant at random states. Above all the default one: what is
/// snapped cannot be compared with foreign numbers to the last digit.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn reference_agrees() {
    let mut table = heading("Emitted code against the generic algorithms");
    let mut faults = String::new();
    for robot in ROBOTS {
        match check(robot.subject) {
            Ok(report) => {
                let worst = report.worst().expect("something is checked");
                let quantity = worst.quantity.to_string();
                table += &line(robot, report.rows().len(), worst.error, &quantity);
                // A Jacobian may be constant, as that of a free body in its own axes is; all positions may be 0 at home.
                // What holds rates alone has no C.
                let may_be_zero = |item: Quantity| {
                    matches!(
                        item,
                        Quantity::JacobianRate(_)
                            | Quantity::JacobianRateBody(_)
                            | Quantity::Constraint
                            | Quantity::Neutral
                    )
                };
                let zeros = report.rows().iter().filter(|row| row.largest == 0.0);
                for row in zeros.filter(|row| !may_be_zero(row.quantity)) {
                    writeln!(faults, "{}: {} is zero", title(robot), row.quantity).unwrap();
                }
            }
            Err(mismatch) => writeln!(faults, "{}: {mismatch}", title(robot)).unwrap(),
        }
    }
    show(&table);
    assert!(faults.is_empty(), "\n{faults}");
}

/// Snapping turns frames by angles that are listed; no number changes by much more than these.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn snapping_changes_no_more_than_it_reports() {
    /// A turn by d at one joint changes positions by d times the reach, which is several times the
    /// largest entry in the worst case, and enters products of up to four such factors.
    const LEVERAGE: f64 = 50.0;
    let mut table = heading("Default settings against the golden data; tolerance from snapping");
    let mut faults = String::new();
    let mut snapped = 0;
    for robot in of_variant(Variant::Default) {
        let mut compared = if golden(robot.robot).has_resolved_mimic() {
            Compared::with_mimics(robot, false)
        } else {
            Compared::main(robot, &[], false)
        };
        snapped += usize::from(robot.snap > 0.0);
        for comparison in &mut compared.comparisons {
            comparison.amplification =
                comparison.amplification.max(1.0) * (1.0 + LEVERAGE * robot.snap / 1e-12);
        }
        table += &compared.line();
        faults += &compared.faults();
    }
    show(&table);
    assert!(snapped > 0, "no robot is snapped");
    assert!(faults.is_empty(), "\n{faults}");
}

/// No body takes the sine and cosine of an angle twice; derivatives of forward dynamics call three functions.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn sines_are_few() {
    for robot in ROBOTS {
        let turning = |joint: &&Joint| joint.kind.starts_with('R') || joint.kind == "Planar";
        let angles = golden(robot.robot).joints.iter().filter(turning).count();
        for cost in robot.costs {
            let (name, function) = (title(robot), cost.function);
            let bodies = if function == "forward_dynamics_derivatives" { 3 } else { 1 };
            assert!(
                cost.sincos <= bodies * angles,
                "{name}: {} pairs in {function}",
                cost.sincos
            );
        }
        assert!(!robot.costs.is_empty(), "{}", title(robot));
    }
}

/// Every entry of the manifest is in the table in all variants.
#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn every_robot_is_there() {
    let folder = Path::new(FOLDER.expect("a corpus"));
    let text = std::fs::read_to_string(folder.join("robots/manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let mut robots = 0;
    for entry in manifest.as_array().expect("entries") {
        let name = entry["name"].as_str().expect("a name");
        if entry["kind"] != "urdf" {
            continue;
        }
        robots += 1;
        for variant in [Variant::Letter, Variant::Poses, Variant::Default] {
            let number = of_variant(variant)
                .filter(|robot| robot.robot == name)
                .count();
            assert_eq!(number, 1, "{name} {variant:?}");
        }
        let resolved = of_variant(Variant::Resolved)
            .filter(|robot| robot.robot == name)
            .count();
        assert_eq!(
            resolved,
            usize::from(golden(name).has_resolved_mimic()),
            "{name}"
        );
        let letter = of_variant(Variant::Letter)
            .find(|robot| robot.robot == name)
            .expect("counted above");
        let singular = golden(name).singular_mass_matrix;
        assert_eq!(
            letter.absent.contains(&"forward_dynamics"),
            singular,
            "{name}"
        );
        assert_eq!(letter.snap, 0.0, "{name} is as written");
    }
    assert!(robots > 0);
    assert_eq!(of_variant(Variant::Derived).count(), 5);
}

#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn programs_and_texts_are_what_they_were() {
    multibody_tests::programs::compare("corpus", ROBOTS);
}

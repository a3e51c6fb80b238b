//! The robots of `golden/`, which are in the repository: every emitted function against numbers that nobody of this project
//! computed. Those that take long are there with `MULTIBODY_TESTS=all`.
#![deny(warnings)]

#[path = "../corpus/compared.rs"]
mod compared;
mod generated;
#[cfg(feature = "symbolica")]
mod joint_types;
#[cfg(feature = "symbolica")]
mod pinocchio_order;
#[path = "../corpus/show.rs"]
mod show;

use multibody_tests::{Agreement, Variant};

use compared::{Compared, incomplete};
use generated::{ROBOTS, of_variant, variant_of};
use show::{heading, show, title};

#[test]
fn golden_data_agree() {
    let mut table = heading("Emitted code against the golden data");
    let (mut faults, mut robots) = (String::new(), 0);
    for robot in of_variant(Variant::Letter) {
        let poses = variant_of(robot, Variant::Poses);
        let compared = Compared::main(robot, &[poses], true);
        table += &compared.line();
        faults += &compared.faults();
        faults += &incomplete(&compared);
        robots += 1;
    }
    for robot in of_variant(Variant::Resolved) {
        let compared = Compared::with_mimics(robot, true);
        table += &compared.line();
        faults += &compared.faults();
        assert!(compared.tally()["mass_matrix"].1 > 0.0, "{}", robot.robot);
    }
    show(&table);
    assert!(faults.is_empty(), "\n{faults}");
    assert_eq!(robots, if cfg!(all_tests) { 5 } else { 2 });
}

/// What a sparsity pattern says is 0 is 0 at random states. Without a floating root, nothing else is; with one, some sums
/// always cancel, such as that of the force along x by turns about x, and their number is printed.
#[test]
fn patterns_are_those_of_values() {
    let (mut faults, mut robots) = (String::new(), 0);
    for robot in ROBOTS.iter().filter(|robot| !robot.patterns.is_empty()) {
        let agreement = Agreement::of(robot.subject, robot.patterns);
        println!("{}: {agreement:?}", title(robot));
        assert!(agreement.nonzeros > 0, "{}", title(robot));
        let floats = robot.joints.iter().any(|joint| joint.nv == 6);
        if agreement.wrong_zeros > 0 || agreement.cancelled > 0 && !floats {
            faults += &format!("{}: {agreement:?}\n", title(robot));
        }
        robots += 1;
    }
    assert!(faults.is_empty(), "\n{faults}");
    assert!(robots >= if cfg!(all_tests) { 5 } else { 2 });
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn programs_and_texts_are_what_they_were() {
    multibody_tests::programs::compare("golden", ROBOTS);
}

//! Random trees of all joints and charts, `build/trees.rs`, compiled and checked against the generic algorithms.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use multibody::{check, multibody};

include!(concat!(env!("OUT_DIR"), "/trees.rs"));

#[test]
fn random_trees_of_all_joints_and_charts_agree_with_the_generic_algorithms() {
    for (index, tree) in TREES.iter().enumerate() {
        let report = check(*tree).unwrap_or_else(|mismatch| panic!("tree {index}: {mismatch}"));
        assert!(report.rows().len() > 15, "tree {index}:\n{report}");
        assert!(report.rows().iter().any(|row| row.largest > 0.1));
    }
}

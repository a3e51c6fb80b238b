//! Random trees of all joints and charts, `build/trees.rs`, compiled and checked against the generic algorithms.
//! `MULTIBODY_TESTS=all` compiles it: that takes long.
#![cfg(all_tests)]
#![deny(warnings)]

use std::path::Path;

use multibody::{check, multibody};
use multibody_tests::javascript::{Scripted, compare_with_scripts};

include!(concat!(env!("OUT_DIR"), "/trees.rs"));

#[test]
fn random_trees_of_all_joints_and_charts_agree_with_the_generic_algorithms() {
    for (index, tree) in TREES.iter().enumerate() {
        let report = check(*tree).unwrap_or_else(|mismatch| panic!("tree {index}: {mismatch}"));
        assert!(report.rows().len() > 15, "tree {index}:\n{report}");
        assert!(report.rows().iter().any(|row| row.largest > 0.1));
    }
}

#[test]
#[cfg_attr(not(feature = "same-bits"), ignore = "numbers have other bits")]
fn their_scripts_have_the_bits_of_rust() {
    let trees = TREES.iter().zip(SCRIPTED).enumerate();
    let scripted_trees = trees.map(|(index, (tree, functions))| Scripted {
        script: Path::new(env!("OUT_DIR")).join(format!("tree{index}.js")),
        functions,
        subject: *tree,
    });
    if let Some(functions) = compare_with_scripts(scripted_trees) {
        assert!(functions > 10 * TREES.len(), "{functions}");
    }
}

//! A chain of 40 joints, whose forward dynamics is several functions: compiled with every warning denied, and checked
//! against the generic algorithms.
#![deny(warnings, missing_docs)]

use multibody::check;
use multibody::reference::Quantity;

include!(concat!(env!("OUT_DIR"), "/long.rs"));

#[test]
fn a_function_in_several_agrees_with_the_reference() {
    let text = include_str!(concat!(env!("OUT_DIR"), "/long_default.rs"));
    assert!(text.contains("let b1 = multibody::outlined_chunk(|| {"));
    let [robot] = ROBOTS else {
        panic!("one robot");
    };
    let report = check(robot.subject).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    let mut rows = (report.rows().iter()).filter(|row| row.quantity != Quantity::Neutral);
    assert!(rows.all(|row| row.largest > 0.0));
}

#[test]
fn programs_and_texts_are_what_they_were() {
    multibody_tests::programs::compare("long", ROBOTS);
}

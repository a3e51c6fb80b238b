//! Functions in JavaScript have the bits of those in Rust.
#![deny(missing_docs)]

use std::path::Path;

use multibody::multibody;
use multibody_tests::javascript::{Scripted, compare_with_scripts};

use super::fixtures;

include!(concat!(env!("OUT_DIR"), "/with_fields.rs"));

const FOLDER: &str = env!("OUT_DIR");

#[test]
fn scripts_have_the_bits_of_rust() {
    if let Some(functions) = compare_with_scripts(Scripted::of_table(FOLDER, fixtures::ROBOTS)) {
        assert!(functions > 100, "{functions}");
    }
}

#[test]
fn scripts_with_fields_have_the_bits_of_rust() {
    let cart_pole = Scripted {
        script: Path::new(FOLDER).join("cart_pole.js"),
        functions: SCRIPTED,
        subject: &CART_POLE,
    };
    if let Some(functions) = compare_with_scripts([cart_pole]) {
        assert!(functions > 10, "{functions}");
    }
}

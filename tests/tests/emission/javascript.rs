//! Functions in JavaScript have the bits of those in Rust.

use multibody_tests::javascript::compare_with_scripts;

use super::fixtures;

#[test]
fn scripts_have_the_bits_of_rust() {
    if let Some(functions) = compare_with_scripts(env!("OUT_DIR"), fixtures::ROBOTS) {
        println!("{functions}");
        assert!(functions > 6 * 10, "{functions}");
    }
}

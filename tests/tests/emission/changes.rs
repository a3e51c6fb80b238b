//! `multibody::check` finds changes of the code that it judges.

#[allow(dead_code, reason = "it is a program of its own too")]
#[path = "../../examples/changes.rs"]
mod program;

/// Some of all kinds; the program draws more.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn single_changes_of_generated_code_are_found() {
    assert_eq!(program::not_found(40), [""; 0]);
}

//! Programs with constants that no float represents.

use multibody_program::exact::{is_normal, magnitude};
use multibody_program::ir::Program;

/// The first constant of a program that a float cannot represent with all its digits, as a power of
/// ten.
#[must_use]
pub fn beyond_floats(program: &Program) -> Option<String> {
    let constants = program.constants().iter();
    constants.filter(|c| !is_normal(c)).map(magnitude).next()
}

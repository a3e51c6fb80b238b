//! Programs with constants outside the range of floats.

use multibody_program::exact::{is_normal, magnitude};
use multibody_program::ir::Program;

/// The first constant of a program that is too large or too small for a float with all its digits: its magnitude, as a
/// power of ten.
#[must_use]
pub fn unrepresentable(program: &Program) -> Option<String> {
    let constants = program.constants().iter();
    constants.filter(|c| !is_normal(c)).map(magnitude).next()
}

//! C99: to be replaced.

use crate::Robot;

/// The header and the source of a robot.
#[must_use]
pub fn texts(_robot: &Robot<'_>) -> [String; 2] {
    unimplemented!("the printer of C")
}

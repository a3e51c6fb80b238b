//! What a program computes.

use super::Function;

/// What a program computes: a function of the robot, and of one of its links where it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target {
    /// Which function.
    pub function: Function,
    /// Position of the link in the system.
    pub link: Option<usize>,
}

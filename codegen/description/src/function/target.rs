//! What a program computes.

use super::Function;

/// What a program computes: a function of the robot, or a function of one of its links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Target {
    /// The function.
    pub function: Function,
    /// Index of the link in the system.
    pub link: Option<usize>,
}

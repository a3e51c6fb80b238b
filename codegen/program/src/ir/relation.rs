//! What is known of the inputs of a program.

use super::Input;

/// What ties the inputs of a program together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The squares of these inputs add up to 1.
    UnitNorm(Vec<Input>),
}

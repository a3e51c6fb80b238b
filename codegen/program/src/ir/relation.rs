//! Relations between the inputs of a program.

use super::Input;

/// A relation between the inputs of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The squares of these inputs add up to 1.
    UnitNorm(Vec<Input>),
}

//! What is derived of a joint type, once, whatever the robot.

use crate::ir::{Input, Program};

/// Local terms of a joint type, as programs of its positions (local inputs from 0) and, where
/// said, its rates (local inputs behind them).
#[derive(Clone, Debug)]
pub struct LocalTerms {
    /// X(q): rotation by rows, then translation.
    pub transform: Program,
    /// What ties the positions together.
    pub relations: Vec<Relation>,
    /// S, one column after the other, each linear then angular, in the moving frame.
    pub subspace: Program,
    /// dS/dt, in the same order; takes the rates too.
    pub subspace_rate: Program,
}

/// What ties the inputs of a program together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The squares of these inputs add up to 1.
    UnitNorm(Vec<Input>),
}

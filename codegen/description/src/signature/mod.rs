//! Signatures: what functions take and what they return.

mod argument;
mod result;

pub use argument::{ArgumentRange, ArgumentRow, Dimension, Dimensions, argument_name, indices};
pub use result::{Record, RecordField, RecordType, Returned};

use crate::function::Function;
use crate::requested::RobotBundle;
use crate::system::System;
use multibody_program::ir::InputKind;

/// The arguments of a function, in order; wrenches act on so many links.
#[must_use]
pub fn arguments(system: &System, wrenches: usize, function: Function) -> Vec<InputKind> {
    let is_there = |kind: &InputKind| *kind != InputKind::Wrench || wrenches > 0;
    let in_time = system.is_timed() && function.is_in_time();
    let time = in_time.then_some(InputKind::Time).into_iter();
    let others = function.row().arguments.iter().copied().filter(is_there);
    time.chain(others).collect()
}

/// The arguments of a bundle: all that its members take.
#[must_use]
pub fn arguments_of_bundle(
    system: &System,
    wrenches: usize,
    bundle: &RobotBundle,
) -> Vec<InputKind> {
    let takes = bundle.targets();
    let takes = takes.flat_map(|of| arguments(system, wrenches, of.function));
    let mut arguments: Vec<InputKind> = takes.collect();
    arguments.sort();
    arguments.dedup();
    arguments
}

/// The sizes of an argument that is an array; with two sizes, of an array of arrays. A number has none.
#[must_use]
pub fn argument_sizes(system: &System, wrenches: usize, kind: InputKind) -> Vec<usize> {
    let sizes = |argument: &ArgumentRow| argument.sizes(Dimensions::of(system, wrenches));
    ArgumentRow::of(kind).map_or_else(Vec::new, sizes)
}

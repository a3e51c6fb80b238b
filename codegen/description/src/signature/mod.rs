//! Signatures: what functions take and what they return.

mod argument;
mod result;

pub use argument::{ArgumentRange, ArgumentRow, argument_name, indices};
pub use result::{Record, RecordField, RecordType, Returned};

use crate::function::{Dimensions, Function};
use crate::requested::RobotBundle;
use crate::system::System;
use multibody_program::ir::InputKind;

/// The arguments and the result of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Whether it takes a link as its first argument.
    pub takes_link: bool,
    /// The other arguments, in order.
    pub arguments: Vec<InputKind>,
    /// The result.
    pub result: Returned,
}

impl Signature {
    /// The signature of a function of a robot with external wrenches on `wrenches` links.
    #[must_use]
    pub fn of(system: &System, wrenches: usize, function: Function) -> Self {
        let is_present = |kind: &InputKind| *kind != InputKind::Wrench || wrenches > 0;
        let takes_time = system.is_timed() && function.takes_time();
        let time = takes_time.then_some(InputKind::Time).into_iter();
        let others = function.row().arguments.iter().copied().filter(is_present);
        Self {
            takes_link: false,
            arguments: time.chain(others).collect(),
            result: Returned::of(system, wrenches, function),
        }
    }

    /// The signature of a bundle, which takes all that its members take.
    #[must_use]
    pub fn of_bundle(system: &System, wrenches: usize, bundle: &RobotBundle) -> Self {
        let functions = bundle.targets().map(|target| target.function);
        let kinds = functions.flat_map(|function| Self::of(system, wrenches, function).arguments);
        let mut arguments: Vec<InputKind> = kinds.collect();
        arguments.sort();
        arguments.dedup();
        Self {
            takes_link: false,
            arguments,
            result: Returned::of_bundle(system, wrenches, bundle),
        }
    }

    /// The signature of the function `at`, which does the work that depends only on the position; its result has
    /// `count` numbers.
    #[must_use]
    pub fn of_position(system: &System, count: usize) -> Self {
        let time = system.is_timed().then_some(InputKind::Time).into_iter();
        Self {
            takes_link: false,
            arguments: time.chain([InputKind::Q]).collect(),
            result: Returned::At(count),
        }
    }

    /// The signature of the same function for any link, which is its first argument.
    #[must_use]
    pub fn of_any_link(self) -> Self {
        Self {
            takes_link: true,
            ..self
        }
    }

    /// The signature of the same function at a position, which already has the time and the positions.
    #[must_use]
    pub fn at_position(self) -> Self {
        self.without(&[InputKind::Time, InputKind::Q])
    }

    /// The signature without these arguments, whose values are known otherwise.
    #[must_use]
    pub fn without(mut self, kinds: &[InputKind]) -> Self {
        self.arguments.retain(|kind| !kinds.contains(kind));
        self
    }
}

/// The arguments that a view of the robot stores, so that its methods do not take them: those that are options in the
/// name of the function, in the order of the calls that make the view. (`generalized_force` takes its wrenches itself.)
#[must_use]
pub fn view_arguments(function: Function) -> Vec<InputKind> {
    let options = function.options();
    let is_bound = |kind: &InputKind| {
        let argument = ArgumentRow::of(*kind).filter(|argument| argument.view.is_some());
        argument.is_some_and(|argument| options.contains(&argument.name))
    };
    let arguments = function.row().arguments.iter().copied();
    arguments.filter(is_bound).collect()
}

/// The function that replaces this one in a view with these bound arguments, if they make a difference.
#[must_use]
pub fn function_with_views(function: Function, bound: &[InputKind]) -> Option<Function> {
    let options: Vec<&str> = bound.iter().map(|kind| argument_name(*kind)).collect();
    function.with_view_options(&options)
}

/// The sizes of an argument: none for a number, one for an array, two for an array of arrays.
#[must_use]
pub fn argument_sizes(system: &System, wrenches: usize, kind: InputKind) -> Vec<usize> {
    let sizes = |argument: &ArgumentRow| argument.sizes(Dimensions::of(system, wrenches));
    ArgumentRow::of(kind).map_or_else(Vec::new, sizes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Views bind arguments in this order, and each of them has a view.
    #[test]
    fn view_arguments_are_in_order() {
        for function in Function::ALL {
            let bound = view_arguments(function);
            assert!(bound.is_sorted(), "{function}");
            let is_argument = |option: &&str| {
                let mut rows = ArgumentRow::ALL.iter().filter(|row| row.view.is_some());
                rows.any(|row| row.name == *option)
            };
            let options = function.options().into_iter();
            assert_eq!(
                options.filter(is_argument).count(),
                bound.len(),
                "{function}"
            );
        }
        let plain = Function::ConstrainedForwardDynamicsWithFeedback;
        let kinds = [InputKind::Wrench, InputKind::Selector];
        let changed = Function::ConstrainedForwardDynamicsWithSelectorsAndWrenches;
        assert_eq!(function_with_views(plain, &kinds), Some(changed));
        assert_eq!(function_with_views(plain, &[]), None);
        assert_eq!(function_with_views(Function::MassMatrix, &kinds), None);
        assert_eq!(view_arguments(Function::GeneralizedForce), []);
    }
}

//! Signatures: arguments and results of functions.

use super::robot::{Owner, Robot};
use multibody_description::function::Function;
use multibody_description::requested::RobotBundle;
use multibody_description::signature::{self, arguments, arguments_of_bundle};
use multibody_program::ir::InputKind;

pub use multibody_description::signature::{Record, RecordType, Returned, argument_name};

/// Arguments and result of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The arguments, in order.
    pub arguments: Vec<InputKind>,
    /// The result.
    pub result: Returned,
    /// Whether the function takes a link as its first argument.
    pub takes_link: bool,
    /// If no argument has the number type: whether the caller names it, instead of taking that of the fields.
    pub names_number: bool,
}

impl Signature {
    /// The signature of a function of a robot.
    pub fn of(robot: &Robot<'_>, function: Function) -> Self {
        let (system, wrenches) = (robot.system, robot.wrench_links.len());
        Self {
            arguments: arguments(system, wrenches, function),
            result: Returned::of(system, function),
            takes_link: false,
            names_number: false,
        }
    }

    /// The function of a type.
    pub fn of_owner(robot: &Robot<'_>, function: Function, owner: Owner) -> Self {
        match owner {
            Owner::At => Self::at_position(robot, function),
            Owner::Robot | Owner::Prepared => Self::of(robot, function),
        }
    }

    /// The same for any link that has functions.
    pub fn of_any_link(robot: &Robot<'_>, function: Function) -> Self {
        Self {
            takes_link: true,
            ..Self::of(robot, function)
        }
    }

    /// The function at a position, which takes what the position does not give.
    pub fn at_position(robot: &Robot<'_>, function: Function) -> Self {
        let mut signature = Self::of(robot, function);
        signature.arguments.retain(|&kind| kind > InputKind::Q);
        signature
    }

    /// The function that prepares a position, with the number of its results.
    pub fn position(robot: &Robot<'_>, slots: usize) -> Self {
        let time = robot.system.is_timed().then_some(InputKind::Time);
        Self {
            arguments: time.into_iter().chain([InputKind::Q]).collect(),
            result: Returned::At(slots),
            takes_link: false,
            names_number: false,
        }
    }

    /// A bundle, which takes all that its members take.
    pub fn bundle(robot: &Robot<'_>, bundle: &RobotBundle) -> Self {
        let (system, wrenches) = (robot.system, robot.wrench_links.len());
        Self {
            arguments: arguments_of_bundle(system, wrenches, bundle),
            result: Returned::of_bundle(system, bundle),
            takes_link: false,
            names_number: true,
        }
    }
}

/// The sizes of an argument that is an array; with two sizes, of an array of arrays. A number has none.
pub fn argument_sizes(robot: &Robot<'_>, kind: InputKind) -> Vec<usize> {
    signature::argument_sizes(robot.system, robot.wrench_links.len(), kind)
}

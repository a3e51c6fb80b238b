//! Signatures: arguments and results of functions.

use super::robot::{Owner, Robot};
use multibody_description::function::{Function, Layout, Shape, Sizes};
use multibody_description::requested::{Member, RobotBundle};
use multibody_program::ir::InputKind;

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

/// What a function returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Returned {
    /// Numbers.
    Numbers(Layout),
    /// An array of as many such results, one for each link.
    OfLinks(Layout, usize),
    /// Several results with names.
    Record(Record),
    /// The robot with this many prepared numbers.
    Prepared(usize),
    /// The robot at a position, with this many numbers.
    At(usize),
}

/// A struct of several results: those of a bundle, or of a function that has several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its type.
    pub of: RecordType,
    /// The results, in order.
    pub fields: Vec<RecordField>,
}

/// The type of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordType {
    /// A struct of the robot for the function of this name.
    OfFunction(String),
    /// A struct of the runtime for some sizes.
    OfRuntime(&'static str, Vec<usize>),
}

/// A result in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordField {
    /// Its name.
    pub name: String,
    /// The result.
    pub result: Returned,
    /// What it is, as a sentence.
    pub summary: &'static str,
    /// Whether the reference computes it too.
    pub has_reference: bool,
}

impl Returned {
    /// The result of a function.
    fn of(function: Function, sizes: Sizes<usize>) -> Self {
        let Shape::Record(of) = function.row().shape else {
            return Self::Numbers(function.row().shape.layout(sizes));
        };
        let fields = of.fields.iter().map(|field| RecordField {
            name: field.name.to_owned(),
            result: Self::Numbers(field.shape.layout(sizes)),
            summary: field.summary,
            has_reference: field.has_reference,
        });
        Self::Record(Record {
            of: match of.of_runtime {
                None => RecordType::OfFunction(function.name().to_owned()),
                Some(name) => RecordType::OfRuntime(name, of.sizes(sizes).collect()),
            },
            fields: fields.collect(),
        })
    }
}

impl Signature {
    /// The signature of a function of a robot.
    pub fn of(robot: &Robot<'_>, function: Function) -> Self {
        let (row, system) = (function.row(), robot.system);
        let (nv, nc) = (system.nv(), system.nc());
        let is_there = |kind: &InputKind| match kind {
            InputKind::Wrench => !robot.wrench_links.is_empty(),
            _ => true,
        };
        let in_time = robot.system.is_timed() && function.is_in_time();
        let time = in_time.then_some(InputKind::Time).into_iter();
        let others = row.arguments.iter().copied().filter(is_there);
        Self {
            arguments: time.chain(others).collect(),
            result: Returned::of(function, Sizes { nv, nc }),
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
        let takes = bundle.targets();
        let takes = takes.flat_map(|of| Self::of(robot, of.function).arguments);
        let mut arguments: Vec<InputKind> = takes.collect();
        arguments.sort();
        arguments.dedup();
        let result = match &bundle.members[..] {
            [only] => Self::member(robot, only),
            members => Returned::Record(Record {
                of: RecordType::OfFunction(bundle.name.clone()),
                fields: members.iter().map(|of| Self::field(robot, of)).collect(),
            }),
        };
        Self {
            arguments,
            result,
            takes_link: false,
            names_number: true,
        }
    }

    /// The result of a member of a bundle.
    fn member(robot: &Robot<'_>, member: &Member) -> Returned {
        match Self::of(robot, member.targets[0].function).result {
            Returned::Numbers(layout) if member.of_all_links => {
                Returned::OfLinks(layout, member.targets.len())
            }
            result => result,
        }
    }

    fn field(robot: &Robot<'_>, member: &Member) -> RecordField {
        RecordField {
            name: member.result.clone(),
            result: Self::member(robot, member),
            summary: match member.of_all_links {
                false => "What the function of this name gives.",
                true => "What the function of this name gives, of each link.",
            },
            has_reference: true,
        }
    }
}

/// Name of an argument.
pub fn argument_name(kind: InputKind) -> &'static str {
    match kind {
        InputKind::Wrench => "wrenches",
        InputKind::Feedback => "feedback",
        InputKind::Restitution => "restitution",
        InputKind::Selector => "selectors",
        other => other.name(),
    }
}

/// The sizes of an argument that is an array; with two sizes, of an array of arrays. A number has none.
pub fn argument_sizes(robot: &Robot<'_>, kind: InputKind) -> Vec<usize> {
    match kind {
        InputKind::Time | InputKind::Restitution | InputKind::Weight => Vec::new(),
        InputKind::Feedback => vec![2],
        InputKind::Multipliers | InputKind::Selector => vec![robot.system.nc()],
        InputKind::Q => vec![robot.system.nq()],
        InputKind::Wrench => vec![robot.wrench_links.len(), 6],
        _ => vec![robot.system.nv()],
    }
}

//! What functions return.

use crate::function::{Dimension, Dimensions, Function, Shape};
use crate::requested::{Member, RobotBundle};
use crate::system::System;

/// What a function returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Returned {
    /// An array with these sizes, from outside to inside; a number if there are none.
    Array(Vec<usize>),
    /// Rotation by rows, then translation.
    Pose,
    /// An array of this many such results, one for each link.
    OfLinks(Box<Returned>, usize),
    /// Several results with names.
    Record(Record),
    /// A prepared robot, with this many numbers that depend only on the parameters.
    Prepared(usize),
    /// A robot at a position, with this many numbers that depend only on the position.
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
    /// A struct emitted for the function or bundle with this name.
    OfFunction(String),
    /// A struct of the runtime with this name, and its sizes.
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
    /// Whether the textbook algorithms compute it too.
    pub has_reference: bool,
}

impl Returned {
    /// The result of a function of a robot with external wrenches on `wrenches` links.
    #[must_use]
    pub fn of(system: &System, wrenches: usize, function: Function) -> Self {
        let sizes = Dimensions::of(system, wrenches);
        Self::of_shape(function, function.row().shape, sizes)
    }

    fn of_shape(function: Function, shape: Shape, sizes: Dimensions) -> Self {
        let size = |dimension: Dimension| dimension.size(sizes);
        let record = match shape {
            Shape::Array(dimensions) => {
                return Self::Array(dimensions.iter().copied().map(size).collect());
            }
            Shape::Pose => return Self::Pose,
            Shape::Record(record) => record,
        };
        let fields = record.fields.iter().map(|field| RecordField {
            name: field.name.to_owned(),
            result: Self::of_shape(function, field.shape, sizes),
            summary: field.summary,
            has_reference: field.has_reference,
        });
        Self::Record(Record {
            of: match record.runtime_struct {
                None => RecordType::OfFunction(function.name().to_owned()),
                Some(name) => RecordType::OfRuntime(name, record.dimensions().map(size).collect()),
            },
            fields: fields.collect(),
        })
    }

    /// The sizes of each array of which it consists, in order; a number is an array without sizes.
    #[must_use]
    pub fn part_sizes(&self) -> Vec<Vec<usize>> {
        match self {
            Self::Array(sizes) => vec![sizes.clone()],
            Self::Pose => vec![vec![3, 3], vec![3]],
            Self::OfLinks(result, count) => vec![result.part_sizes(); *count].concat(),
            Self::Record(record) => record
                .fields
                .iter()
                .flat_map(|field| field.result.part_sizes())
                .collect(),
            Self::Prepared(count) | Self::At(count) => vec![vec![*count]],
        }
    }

    /// How many numbers it has.
    #[must_use]
    pub fn count(&self) -> usize {
        let parts = self.part_sizes().into_iter();
        parts.map(|sizes| sizes.iter().product::<usize>()).sum()
    }

    /// The result of a bundle: a record, or the result of its only member.
    #[must_use]
    pub fn of_bundle(system: &System, wrenches: usize, bundle: &RobotBundle) -> Self {
        match &bundle.members[..] {
            [only] => Self::of_member(system, wrenches, only),
            members => Self::Record(Record {
                of: RecordType::OfFunction(bundle.name.clone()),
                fields: members
                    .iter()
                    .map(|member| field(system, wrenches, member))
                    .collect(),
            }),
        }
    }

    fn of_member(system: &System, wrenches: usize, member: &Member) -> Self {
        let result = Self::of(system, wrenches, member.targets[0].function);
        if member.is_of_all_links {
            Self::OfLinks(result.into(), member.targets.len())
        } else {
            result
        }
    }
}

/// The field of a bundle's record for one member.
fn field(system: &System, wrenches: usize, member: &Member) -> RecordField {
    RecordField {
        name: member.result.clone(),
        result: Returned::of_member(system, wrenches, member),
        summary: if member.is_of_all_links {
            "What the function of this name gives, of each link."
        } else {
            "What the function of this name gives."
        },
        has_reference: true,
    }
}

//! What functions return.

use crate::function::{Function, Layout, Shape, Sizes};
use crate::requested::{Member, RobotBundle};
use crate::system::System;

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
    #[must_use]
    pub fn of(system: &System, function: Function) -> Self {
        let sizes = Sizes {
            nv: system.nv(),
            nc: system.nc(),
        };
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

    /// The result of a bundle: a record, or the result of its only member.
    #[must_use]
    pub fn of_bundle(system: &System, bundle: &RobotBundle) -> Self {
        match &bundle.members[..] {
            [only] => Self::of_member(system, only),
            members => Self::Record(Record {
                of: RecordType::OfFunction(bundle.name.clone()),
                fields: members.iter().map(|of| field(system, of)).collect(),
            }),
        }
    }

    fn of_member(system: &System, member: &Member) -> Self {
        match Self::of(system, member.targets[0].function) {
            Self::Numbers(layout) if member.of_all_links => {
                Self::OfLinks(layout, member.targets.len())
            }
            result => result,
        }
    }
}

fn field(system: &System, member: &Member) -> RecordField {
    RecordField {
        name: member.result.clone(),
        result: Returned::of_member(system, member),
        summary: match member.of_all_links {
            false => "What the function of this name gives.",
            true => "What the function of this name gives, of each link.",
        },
        has_reference: true,
    }
}

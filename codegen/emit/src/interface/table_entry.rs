//! Records and other values of tables, as plain data.

use std::borrow::Cow;

use multibody_description::joint::Kind;
use multibody_program::ir::{Program, Value};

/// A value of a table, or of a record in one.
#[derive(Clone, Debug)]
pub enum TableEntry<'a> {
    /// A number, which may be infinite.
    Number(f64),
    /// A number that depends on parameters, by its value in the system.
    Value(Value),
    /// An index, or the number of something.
    Index(usize),
    /// Whether something is so.
    Truth(bool),
    /// A text, such as a name.
    Text(Cow<'a, str>),
    /// A value, if there is one.
    Optional(Option<Box<TableEntry<'a>>>),
    /// A variant of the robot's enum of links.
    Link(String),
    /// Several values of one kind; their type has the number.
    Array(Vec<TableEntry<'a>>),
    /// Several values of one kind, however many.
    List(Vec<TableEntry<'a>>),
    /// Several values of different kinds.
    Tuple(Vec<TableEntry<'a>>),
    /// A record of the runtime, by its name and its fields.
    Record(&'static str, Vec<(&'static str, TableEntry<'a>)>),
    /// A value that something of the runtime makes of others: a variant, or what a function returns.
    Made(String, Vec<TableEntry<'a>>),
    /// A function that computes the outputs of a program.
    Function(&'static str, Program),
    /// How a joint moves: by elementary motions, one after the other.
    Motion(Vec<ElementaryMotion<'a>>),
}

impl TableEntry<'_> {
    /// An index, if there is one.
    pub fn optional_index(index: Option<usize>) -> Self {
        Self::Optional(index.map(|index| Box::new(Self::Index(index))))
    }
}

/// A motion of one joint type.
#[derive(Clone, Debug)]
pub struct ElementaryMotion<'a> {
    /// The joint type.
    pub kind: &'a Kind,
    /// The axis of motion in the child link's frame.
    pub axis: TableEntry<'a>,
    /// The joint's axes in that frame, by rows.
    pub axes: TableEntry<'a>,
    /// The index of its first position.
    pub q: usize,
    /// The index of its first rate.
    pub v: usize,
    /// What the coordinate is multiplied by.
    pub multiplier: f64,
    /// What is added then.
    pub offset: f64,
}

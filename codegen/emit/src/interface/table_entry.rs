//! Records and other values of tables, as plain data.

use std::borrow::Cow;

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
    /// A truth value.
    Truth(bool),
    /// A text, such as a name.
    Text(Cow<'a, str>),
    /// A value, if there is one.
    Optional(Option<Box<TableEntry<'a>>>),
    /// A variant of the robot's enum of links, by its name.
    Link(String),
    /// Several values of one kind, as an array: its type has their number.
    Array(Vec<TableEntry<'a>>),
    /// Several values of one kind, as a slice.
    List(Vec<TableEntry<'a>>),
    /// Several values of different kinds.
    Tuple(Vec<TableEntry<'a>>),
    /// A record of the runtime, or a variant with named fields: its name, and its fields with their names.
    Record(Cow<'static, str>, Vec<(&'static str, TableEntry<'a>)>),
    /// A variant of the runtime, or a call of a function of the runtime: its name, and its arguments.
    Call(String, Vec<TableEntry<'a>>),
    /// A function that computes the outputs of a program: the names of its arguments, and the program.
    Function(&'static [&'static str], Program),
}

impl TableEntry<'_> {
    /// A record, or a variant with fields.
    pub fn record(name: impl Into<Cow<'static, str>>, fields: Vec<(&'static str, Self)>) -> Self {
        Self::Record(name.into(), fields)
    }

    /// An index, if there is one.
    pub fn optional_index(index: Option<usize>) -> Self {
        Self::Optional(index.map(|index| Box::new(Self::Index(index))))
    }
}

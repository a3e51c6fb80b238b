//! Terms: what the names and expressions of a body stand for.

use crate::code::Value;
use crate::shape::array;

/// The meaning of a name or an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A number.
    Number(Value),
    /// What cannot be read: an entry that is not yet written, or a matrix that a loop of the runtime has overwritten.
    Unwritten,
    /// The parts of an array, a tuple, lanes or a struct.
    Parts(Kind, Vec<Term>),
}

/// The kind of a term with parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Array,
    Tuple,
    /// The lanes of a register. The only part is the array of their numbers.
    Lanes,
    /// A struct by its name, and the names of its fields.
    Record(String, Vec<String>),
}

/// A step from a term to a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The entry of an array.
    Entry(usize),
    /// The part of a tuple; part 0 of lanes, which is the array of all of them.
    Part(usize),
    /// The field of a struct.
    Field(String),
}

impl Kind {
    /// The index of the part that a step leads to.
    fn part_index(&self, step: &Step) -> Option<usize> {
        match (self, step) {
            (Self::Array, Step::Entry(index)) | (Self::Tuple | Self::Lanes, Step::Part(index)) => {
                Some(*index)
            }
            (Self::Record(_, names), Step::Field(name)) => names.iter().position(|it| it == name),
            _ => None,
        }
    }
}

impl Term {
    /// The part that steps lead to.
    pub fn part(&self, steps: &[Step]) -> Option<&Self> {
        steps.iter().try_fold(self, |term, step| match term {
            Self::Parts(kind, terms) => terms.get(kind.part_index(step)?),
            _ => None,
        })
    }

    /// The part that steps lead to, to be overwritten.
    pub fn part_mut(&mut self, steps: &[Step]) -> Option<&mut Self> {
        steps.iter().try_fold(self, |term, step| match term {
            Self::Parts(kind, terms) => terms.get_mut(kind.part_index(step)?),
            _ => None,
        })
    }

    /// Whether this term has the shape of another: both are numbers, or both have equally many parts of the same kinds. An
    /// unwritten entry of this term counts as a number.
    pub fn has_parts_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(_) | Self::Unwritten, Self::Number(_)) => true,
            (Self::Parts(a, terms), Self::Parts(b, others)) => {
                let mut pairs = terms.iter().zip(others);
                a == b && terms.len() == others.len() && pairs.all(|(a, b)| a.has_parts_of(b))
            }
            _ => false,
        }
    }

    /// The Rust type, for a number type. `None`: bodies do not write this type.
    pub fn rust(&self, number: &str) -> Option<String> {
        match self {
            Self::Number(_) => Some(number.to_owned()),
            Self::Parts(Kind::Array, terms) => {
                Some(array(&[terms.len()], &terms.first()?.rust(number)?))
            }
            Self::Parts(Kind::Tuple, parts) => {
                let parts: Option<Vec<String>> = parts.iter().map(|it| it.rust(number)).collect();
                Some(format!("({})", parts?.join(", ")))
            }
            _ => None,
        }
    }

    /// The number of entries.
    pub fn size(&self) -> usize {
        match self {
            Self::Parts(_, terms) => terms.iter().map(Self::size).sum(),
            _ => 1,
        }
    }

    /// The number, if it is one.
    pub fn number(&self) -> Option<Value> {
        match self {
            Self::Number(value) => Some(*value),
            _ => None,
        }
    }

    /// The entries of an array.
    pub fn entries(&self) -> Option<&[Self]> {
        match self {
            Self::Parts(Kind::Array, terms) => Some(terms),
            _ => None,
        }
    }

    /// The entries of an array of numbers.
    pub fn vector(&self) -> Option<Vec<Value>> {
        self.entries()?.iter().map(Self::number).collect()
    }

    /// The entries of an array of arrays of numbers.
    pub fn matrix(&self) -> Option<Vec<Vec<Value>>> {
        self.entries()?.iter().map(Self::vector).collect()
    }

    /// An array.
    pub fn array(entries: Vec<Self>) -> Self {
        Self::Parts(Kind::Array, entries)
    }

    /// A struct with these fields.
    pub fn record(name: String, fields: Vec<(String, Self)>) -> Self {
        let (names, terms) = fields.into_iter().unzip();
        Self::Parts(Kind::Record(name, names), terms)
    }

    /// An array of numbers.
    pub fn of_vector(numbers: Vec<Value>) -> Self {
        Self::array(numbers.into_iter().map(Self::Number).collect())
    }
}

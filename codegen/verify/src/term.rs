//! What a name or an expression of a body stands for.

use crate::code::Value;
use crate::shape::array;

/// What a name or an expression stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A number.
    Number(Value),
    /// An entry of the result that is not yet written.
    Unwritten,
    /// The numbers in the lanes of a register: an array.
    Lanes(Box<Term>),
    /// An array.
    Array(Vec<Term>),
    /// A tuple.
    Tuple(Vec<Term>),
    /// A struct by its name, and the names of its fields.
    Record(String, Vec<(String, Term)>),
}

/// A step from a term to a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The entry of an array.
    Entry(usize),
    /// The part of a tuple; of lanes, all of them as an array.
    Part(usize),
    /// The field of a struct.
    Field(String),
}

impl Term {
    /// The part that steps lead to.
    pub fn part(&self, steps: &[Step]) -> Option<&Self> {
        steps
            .iter()
            .try_fold(self, |term, step| match (term, step) {
                (Self::Array(terms), Step::Entry(at)) | (Self::Tuple(terms), Step::Part(at)) => {
                    terms.get(*at)
                }
                (Self::Record(_, fields), Step::Field(name)) => {
                    let field = fields.iter().find(|(own, _)| own == name);
                    field.map(|(_, term)| term)
                }
                (Self::Lanes(array), Step::Part(0)) => Some(&**array),
                _ => None,
            })
    }

    /// The part that steps lead to, to be written. Lanes are never written.
    pub fn part_mut(&mut self, steps: &[Step]) -> Option<&mut Self> {
        steps
            .iter()
            .try_fold(self, |term, step| match (term, step) {
                (Self::Array(terms), Step::Entry(at)) | (Self::Tuple(terms), Step::Part(at)) => {
                    terms.get_mut(*at)
                }
                (Self::Record(_, fields), Step::Field(name)) => {
                    let field = fields.iter_mut().find(|(own, _)| own == name);
                    field.map(|(_, term)| term)
                }
                _ => None,
            })
    }

    /// Whether it is a number or an array, with as many parts in each as another.
    pub fn has_parts_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(_) | Self::Unwritten, Self::Number(_)) => true,
            (Self::Array(own), Self::Array(others)) if own.len() == others.len() => {
                own.iter().zip(others).all(|(own, of)| own.has_parts_of(of))
            }
            _ => false,
        }
    }

    /// The type for a number type; none if it has no name in bodies.
    pub fn rust(&self, number: &str) -> Option<String> {
        match self {
            Self::Number(_) => Some(number.to_owned()),
            Self::Array(terms) => Some(array(&[terms.len()], &terms.first()?.rust(number)?)),
            Self::Tuple(parts) => {
                let parts: Option<Vec<String>> = parts.iter().map(|of| of.rust(number)).collect();
                Some(format!("({})", parts?.join(", ")))
            }
            Self::Unwritten | Self::Lanes(_) | Self::Record(..) => None,
        }
    }

    /// The number of entries.
    pub fn size(&self) -> usize {
        match self {
            Self::Number(_) | Self::Unwritten => 1,
            Self::Lanes(array) => array.size(),
            Self::Array(terms) | Self::Tuple(terms) => terms.iter().map(Self::size).sum(),
            Self::Record(_, fields) => fields.iter().map(|(_, term)| term.size()).sum(),
        }
    }

    /// The entries of an array of numbers.
    pub fn vector(&self) -> Option<Vec<Value>> {
        let Self::Array(terms) = self else {
            return None;
        };
        let numbers = terms.iter().map(|term| match term {
            Self::Number(value) => Some(*value),
            _ => None,
        });
        numbers.collect()
    }

    /// The entries of an array of arrays of numbers.
    pub fn matrix(&self) -> Option<Vec<Vec<Value>>> {
        match self {
            Self::Array(rows) => rows.iter().map(Self::vector).collect(),
            _ => None,
        }
    }

    /// An array of numbers.
    pub fn of_vector(numbers: Vec<Value>) -> Self {
        Self::Array(numbers.into_iter().map(Self::Number).collect())
    }
}

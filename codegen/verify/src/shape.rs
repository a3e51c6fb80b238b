//! The shapes of arguments and results, and their types in Rust.

use crate::code::Value;
use crate::robot::Robot;
use crate::term::{Kind, Step, Term};
use multibody_description::function::Function;
use multibody_description::signature::{Record, RecordType, Returned, Signature, argument_sizes};
use multibody_program::ir::InputKind;
use multibody_support::foreign::upper_camel_case;

/// The shape of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A number.
    Number,
    /// An array of this many entries of one shape.
    Array(Box<Shape>, usize),
    /// A tuple.
    Tuple(Vec<Shape>),
    /// A record of the file or of the runtime: the texts of its type before and after the number type, such as `Record` and `, 3`
    /// of `Record<T, 3>`, and its fields.
    Record([String; 2], Vec<(String, Shape)>),
}

impl Shape {
    /// An array of arrays of numbers, with these sizes.
    pub fn array(sizes: &[usize]) -> Self {
        (sizes.iter().rev()).fold(Self::Number, |inner, &size| Self::Array(inner.into(), size))
    }

    /// The shape of the result of a function, or of a bundle.
    pub fn of(robot: &Robot, returned: &Returned) -> Self {
        match returned {
            Returned::Array(sizes) => Self::array(sizes),
            Returned::Pose => Self::Tuple(vec![Self::array(&[3, 3]), Self::array(&[3])]),
            Returned::OfLinks(row, count) => Self::Array(Self::of(robot, row).into(), *count),
            Returned::Record(Record { of, fields }) => {
                let name = match of {
                    RecordType::OfFunction(name) => [robot.record(name), String::new()],
                    RecordType::OfRuntime(name, sizes) => {
                        let texts = sizes.iter().map(|size| format!(", {size}"));
                        [format!("multibody::{name}"), texts.collect()]
                    }
                };
                let list = (fields.iter()).map(|it| (it.name.clone(), Self::of(robot, &it.result)));
                Self::Record(name, list.collect())
            }
            Returned::Prepared(slots) | Returned::At(slots) => Self::array(&[*slots]),
        }
    }

    /// The Rust type, for a number type.
    pub fn rust(&self, number: &str) -> String {
        match self {
            Self::Number => number.to_owned(),
            Self::Array(row, count) => array(&[*count], &row.rust(number)),
            Self::Tuple(parts) => format!("({})", list(parts.iter().map(|part| part.rust(number)))),
            Self::Record([name, sizes], _) => format!("{name}<{number}{sizes}>"),
        }
    }

    /// The value whose entries are all the same, as text.
    pub fn fill(&self, entry: &str) -> String {
        let Self::Record([name, _], fields) = self else {
            return self.rust(entry);
        };
        let texts = (fields.iter()).map(|(name, shape)| format!("{name}: {}", shape.fill(entry)));
        format!("{name} {{ {} }}", list(texts))
    }

    /// The value whose entries are the successive results of `entry`, as text.
    pub fn value(&self, entry: &mut impl FnMut() -> String) -> String {
        match self {
            Self::Number => entry(),
            Self::Array(part, count) => {
                format!("[{}]", list((0..*count).map(|_| part.value(entry))))
            }
            Self::Tuple(parts) => format!("({})", list(parts.iter().map(|part| part.value(entry)))),
            Self::Record([name, _], fields) => {
                let texts =
                    (fields.iter()).map(|(name, shape)| format!("{name}: {}", shape.value(entry)));
                format!("{name} {{ {} }}", list(texts))
            }
        }
    }

    /// The term whose entries are the successive results of `entry`.
    pub fn term(&self, entry: &mut impl FnMut() -> Term) -> Term {
        match self {
            Self::Number => entry(),
            Self::Array(row, count) => Term::array((0..*count).map(|_| row.term(entry)).collect()),
            Self::Tuple(parts) => {
                let terms = parts.iter().map(|part| part.term(entry));
                Term::Parts(Kind::Tuple, terms.collect())
            }
            Self::Record([record, _], fields) => {
                let terms = (fields.iter()).map(|(name, it)| (name.clone(), it.term(entry)));
                Term::record(record.clone(), terms.collect())
            }
        }
    }

    /// The term to which nothing is written yet.
    pub fn unwritten(&self) -> Term {
        self.term(&mut || Term::Unwritten)
    }

    /// Appends the entries of a term, `None` where nothing is written, and returns whether the term has this shape.
    pub fn flatten(&self, term: &Term, entries: &mut Vec<Option<Value>>) -> bool {
        match (self, term) {
            (Self::Number, Term::Number(value)) => entries.push(Some(*value)),
            (Self::Number, Term::Unwritten) => entries.push(None),
            (Self::Array(row, count), Term::Parts(Kind::Array, terms)) if terms.len() == *count => {
                return terms.iter().all(|term| row.flatten(term, entries));
            }
            (Self::Tuple(parts), Term::Parts(Kind::Tuple, terms)) if terms.len() == parts.len() => {
                let mut pairs = parts.iter().zip(terms);
                return pairs.all(|(shape, term)| shape.flatten(term, entries));
            }
            (Self::Record([record, _], fields), Term::Parts(Kind::Record(name, _), terms))
                if name == record && terms.len() == fields.len() =>
            {
                return fields.iter().all(|(name, shape)| {
                    let part = term.part(&[Step::Field(name.clone())]);
                    part.is_some_and(|term| shape.flatten(term, entries))
                });
            }
            _ => return false,
        }
        true
    }
}

impl Robot {
    /// The name of the file's own record for a function or a bundle.
    pub fn record(&self, function: &str) -> String {
        format!("{}{}", self.settings.name, upper_camel_case(function))
    }

    /// The signature of a function that has its own body.
    pub fn signature(&self, function: Function) -> Signature {
        Signature::of(&self.system, self.wrench_links.len(), function)
    }

    /// The sizes of an argument. A number has none.
    pub fn sizes(&self, kind: InputKind) -> Vec<usize> {
        argument_sizes(&self.system, self.wrench_links.len(), kind)
    }

    /// The type of an argument.
    pub fn argument_type(&self, kind: InputKind, number: &str) -> String {
        match &self.sizes(kind)[..] {
            [] => number.to_owned(),
            sizes => format!("&{}", array(sizes, number)),
        }
    }
}

/// Joins texts with commas.
pub fn list(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join(", ")
}

/// The Rust text of an array's type, or of an array of equal entries.
pub fn array(sizes: &[usize], entry: &str) -> String {
    (sizes.iter().rev()).fold(entry.to_owned(), |inner, size| format!("[{inner}; {size}]"))
}

/// Fills the entries above the diagonal of a matrix from those below. Returns whether all above were unwritten.
pub fn fill_upper(entries: &mut [Option<Value>], n: usize) -> bool {
    let upper = (0..n).flat_map(|row| (row + 1..n).map(move |column| (row, column)));
    let mut are_unwritten = true;
    for (row, column) in upper {
        are_unwritten &= entries[row * n + column].is_none();
        entries[row * n + column] = entries[column * n + row];
    }
    are_unwritten
}

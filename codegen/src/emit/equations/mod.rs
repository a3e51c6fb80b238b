//! Equations to read: M, C and g in full for a small robot, the recursions for a large one.
//!
//! A `document::Block` is the same in every notation; a notation is a file and a line in
//! [`Equations::of`].

mod collect;
mod document;
mod expanded;
mod expression;
mod latex;
mod mathml;
mod number;
mod plain;
mod recursion;
mod symbols;
mod tables;
mod values;
mod write;

use crate::derive::Read;
use crate::function::Function;
use crate::ir::Count;
use crate::mechanism::Mechanism;
use symbols::Names;

/// The equations of motion of a robot, in several notations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Equations {
    /// Plain text.
    pub plain: String,
    /// LaTeX, for a document with the package amsmath.
    pub latex: String,
    /// MathML inside HTML, without a frame.
    pub mathml: String,
    /// Operations of the functions that are written out, computed as they are read; none where they
    /// are not.
    pub counts: Vec<(String, Count)>,
}

impl Equations {
    /// Of a robot; written out if `read` has its equations.
    #[must_use]
    pub fn of(mechanism: &Mechanism, read: Option<&Read>) -> Self {
        let mut names = Names::new(mechanism);
        let blocks = match read {
            Some(read) => {
                names.known = values::known(read, &names);
                expanded::blocks(mechanism, &read.reading, &names)
            }
            None => recursion::blocks(mechanism, &names),
        };
        let counted = read.map(Read::programs).into_iter().flatten();
        let count =
            |(function, program): (Function, _)| (function.name().to_owned(), Count::of(&program));
        Self {
            plain: write::document(&plain::Plain, &blocks),
            latex: write::document(&latex::Latex, &blocks),
            mathml: write::document(&mathml::MathMl, &blocks),
            counts: counted.map(count).collect(),
        }
    }
}

//! Equations to read: M, C and g in full for a small robot, the recursions for a large one.
//!
//! A `document::Block` is the same in every notation; a notation is a file and a line in
//! [`of`].

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
use crate::report::Equations;
use crate::system::System;
use symbols::Names;

/// The equations of a robot; written out if `read` has them.
#[must_use]
pub fn of(system: &System, read: Option<&Read>) -> Equations {
    let mut names = Names::new(system);
    let blocks = match read {
        Some(read) => {
            names.known = values::known(read, &names);
            expanded::blocks(system, &read.reading, &names)
        }
        None => recursion::blocks(system, &names),
    };
    let counted = read.map(Read::programs).into_iter().flatten();
    let count =
        |(function, program): (Function, _)| (function.name().to_owned(), Count::of(&program));
    Equations {
        plain: write::document(&plain::Plain, &blocks),
        latex: write::document(&latex::Latex, &blocks),
        mathml: write::document(&mathml::MathMl, &blocks),
        counts: counted.map(count).collect(),
    }
}

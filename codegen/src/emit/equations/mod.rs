//! Equations to read: M, C, g and the drive in full for a small robot, the recursions for a large one.
//!
//! A `document::Block` is the same in every notation; a notation is a file and a line in
//! [`of`].

mod collect;
mod constraints;
mod document;
mod expanded;
mod expression;
mod expressions;
mod joint_types;
mod latex;
mod mathml;
mod matrices;
mod matrix;
mod notation;
mod number;
mod plain;
mod point_springs;
mod recursion;
mod style;
mod symbols;
mod tables;
mod values;
mod write;

use crate::derive::{Dynamics, ToRead};
use crate::function::Function;
use crate::ir::Count;
use crate::report::Equations;
use crate::system::System;
use symbols::Names;

/// The equations of a robot: written out, or the recursions that give them.
#[must_use]
pub fn of(system: &System, to_read: &ToRead) -> Equations {
    let mut names = Names::new(system);
    let mut blocks = match &to_read.dynamics {
        Dynamics::InFull(read) => {
            names.known = values::known(read, &names);
            expanded::blocks(system, &read.reading, &names)
        }
        Dynamics::Programs(programs) => expanded::of_programs(system, programs, &names),
        Dynamics::Recursions(types) => recursion::blocks(system, types, &names),
    };
    blocks.extend(constraints::blocks(system, &to_read.constraints, &names));
    let count =
        |(function, program): (Function, _)| (function.name().to_owned(), Count::of(&program));
    Equations {
        plain: write::document(&plain::Plain, &blocks),
        latex: write::document(&latex::Latex, &blocks),
        mathml: write::document(&mathml::MathMl, &blocks),
        counts: to_read.programs().map(count).collect(),
    }
}

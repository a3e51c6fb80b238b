//! Equations for people to read. For a small robot, M, C, g and the drive are written out: as sums if the robot's Lagrangian is
//! expanded, else as derived. For a large robot, the recursions are written.
//!
//! A `document::DocumentBlock` is the same in every notation. To add a notation, write a file here that implements `Notation`, use
//! it in [`of`], and add a field to [`Equations`].

mod collect;
mod constraints;
mod document;
mod expanded;
mod expression;
mod joint_types;
mod latex;
mod link_forces;
mod mathml;
mod matrices;
mod matrix;
mod notation;
mod number;
mod plain;
mod recursion;
mod style;
mod symbolic_terms;
mod symbols;
mod tables;
mod values;
mod write;

use document::DocumentBlock;
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::Function;
use multibody_outputs::report::{CountAsWritten, Equations};
use multibody_outputs::{Dynamics, ReadableEquations};
use multibody_program::ir::Count;
use symbols::SymbolNames;

/// The equations of a robot, in all notations.
#[must_use]
pub fn of(system: &ExaminedSystem, readable_equations: &ReadableEquations) -> Equations {
    let mut names = SymbolNames::new(system);
    let rate_terms = &readable_equations.rate_terms;
    let blocks = match &readable_equations.dynamics {
        Dynamics::InFull(equations) => {
            names.meanings = values::meanings(equations, &names);
            expanded::blocks(system, &equations.sums, rate_terms, &names)
        }
        Dynamics::Programs(programs) => {
            expanded::program_blocks(system, programs, rate_terms, &names)
        }
        Dynamics::Recursions(types) => recursion::blocks(system, types, rate_terms, &names),
    };
    let constraints = constraints::blocks(system, &readable_equations.constraints, &names);
    // Only recursions have the masses of single links as symbols. There, links have numbers.
    let are_links_numbered = matches!(readable_equations.dynamics, Dynamics::Recursions(_));
    let masses = tables::masses(system, &names, are_links_numbered);
    let links = if are_links_numbered && !masses.is_empty() {
        [
            &[DocumentBlock::Heading("Links as read".into())],
            &masses[..],
        ]
        .concat()
    } else {
        Vec::new()
    };
    // The page has a heading of its own, and shows the fields in a table above the equations.
    let is_on_page = |block: &&DocumentBlock| !matches!(block, DocumentBlock::Legend(_));
    let page_blocks = blocks.iter().skip(1).chain(&constraints).filter(is_on_page);
    let page: Vec<DocumentBlock> = page_blocks.cloned().collect();
    let blocks = [blocks, links, constraints].concat();
    let mathml = |blocks: &[DocumentBlock]| write::document(&mathml::MathMl, blocks);
    let count = |(function, program): (Function, _)| CountAsWritten {
        function: function.name().to_owned(),
        count: Count::of(&program),
    };
    Equations {
        plain: write::document(&plain::Plain, &blocks),
        latex: write::document(&latex::Latex, &blocks),
        mathml: mathml(&page),
        fields_mathml: mathml(&tables::fields(system, &names)),
        masses_mathml: mathml(&masses),
        counts: readable_equations.programs().map(count).collect(),
    }
}

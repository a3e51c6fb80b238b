//! Equations for people to read: for a small robot M, C, g and the drive in full, for a large one the recursions.
//!
//! A `document::DocumentBlock` is the same in every notation. To add a notation, write a file, and a line in [`of`].

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

/// The equations of a robot: written out, or as the recursions that compute them.
#[must_use]
pub fn of(system: &ExaminedSystem, readable_equations: &ReadableEquations) -> Equations {
    let mut names = SymbolNames::new(system);
    let rates = &readable_equations.rates;
    let blocks = match &readable_equations.dynamics {
        Dynamics::InFull(equations) => {
            names.meanings = values::meanings(equations, &names);
            expanded::blocks(system, &equations.sums, rates, &names)
        }
        Dynamics::Programs(programs) => expanded::program_blocks(system, programs, rates, &names),
        Dynamics::Recursions(types) => recursion::blocks(system, types, rates, &names),
    };
    let constraints = constraints::blocks(system, &readable_equations.constraints, &names);
    // Only recursions name the masses of single links.
    let is_numbered = matches!(readable_equations.dynamics, Dynamics::Recursions(_));
    let masses = tables::masses(system, &names, is_numbered);
    let links = if is_numbered && !masses.is_empty() {
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

//! The equations of a small robot, written out.

use super::collect::Collector;
use super::document::DocumentBlock;
use super::expression::{Expression, Symbol};
use super::link_forces;
use super::matrices::{coriolis_symbol, drive_symbol, gravity_symbol, mass_symbol};
use super::matrix::{column, matrix};
use super::number;
use super::style::style;
use super::symbols::SymbolNames;
use super::tables;
use super::values::Values;
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::Function;
use multibody_description::system::System;
use multibody_outputs::RateTerms;
use multibody_outputs::readable_sums::ReadableSums;
use multibody_program::ir::{Builder, Input, Program};
use multibody_program::terms::Sum;

/// Equation of motion, names, M, C, g, the drive and the generalized force Q.
pub fn blocks(
    system: &ExaminedSystem,
    sums: &ReadableSums,
    rate_terms: &RateTerms,
    names: &SymbolNames,
) -> Vec<DocumentBlock> {
    let collector = Collector {
        names,
        style: style(system),
    };
    let row =
        |row: &Vec<Sum>| -> Vec<Expression> { row.iter().map(|sum| collector.sum(sum)).collect() };
    let rows = |matrix: &[Vec<Sum>]| matrix.iter().map(row).collect();
    let entries = |matrix: &Vec<Sum>| column(row(matrix));
    let terms = [
        Some((Function::MassMatrix, rows(&sums.mass_matrix))),
        Some((Function::CoriolisMatrix, rows(&sums.coriolis_matrix))),
        Some((Function::Gravity, entries(&sums.gravity))),
        (sums.drive.as_ref()).map(|drive| (Function::Drive, entries(drive))),
    ];
    equations(system, terms.into_iter().flatten(), rate_terms, names)
}

/// The same blocks from programs. Their values are written as they are, without collecting terms.
pub fn program_blocks(
    system: &ExaminedSystem,
    programs: &[(Function, Program)],
    rate_terms: &RateTerms,
    names: &SymbolNames,
) -> Vec<DocumentBlock> {
    let matrix = |(function, program): &(Function, Program)| {
        let mut b = Builder::new();
        let outputs = b.inline(program, |b, Input { kind, index }| {
            b.input(kind, index as usize)
        });
        let values = Values::new(&b, names, style(system));
        let entries = outputs.iter().map(|&value| values.expression(value));
        let entries: Vec<Expression> = entries.collect();
        let columns = entries.len() / system.nv();
        let rows = entries.chunks(columns).map(<[Expression]>::to_vec);
        (*function, rows.collect())
    };
    equations(system, programs.iter().map(matrix), rate_terms, names)
}

/// The equation of motion, the names, and the terms of the equation written out.
fn equations(
    system: &ExaminedSystem,
    terms: impl Iterator<Item = (Function, Vec<Vec<Expression>>)>,
    rate_terms: &RateTerms,
    names: &SymbolNames,
) -> Vec<DocumentBlock> {
    let mut blocks = tables::beginning(system, names, false);
    for (function, rows) in terms {
        let (symbol, letter) = match function {
            Function::MassMatrix => (mass_symbol(), "M"),
            Function::CoriolisMatrix => (coriolis_symbol(), "C"),
            Function::Drive => (drive_symbol(), "d"),
            _ => (gravity_symbol(), "g"),
        };
        let is_symmetric = function == Function::MassMatrix;
        blocks.extend(matrix(symbol, letter, &rows, is_symmetric));
    }
    blocks.extend(generalized_force(system, rate_terms, names));
    if system.parameters.is_empty() {
        let text = format!("Numbers are rounded to {} digits.", number::DIGITS);
        blocks.push(DocumentBlock::text(&text, Vec::new()));
    }
    blocks
}

/// Q(q, qd), if any force acts; forces of springs between points are written in terms of the lengths of the springs.
pub fn generalized_force(
    system: &System,
    rate_terms: &RateTerms,
    names: &SymbolNames,
) -> Vec<DocumentBlock> {
    let has_coordinate_forces = !system.forces.is_empty() || system.symbolic.has_forces();
    // With springs between points or constant forces, Q is the sum of these forces and of P, all others.
    let (symbol, letter) = if system.has_link_forces() {
        (Symbol::bold("P", "P", &[]), "P")
    } else {
        (Symbol::bold("Q", "Q", &[]), "Q")
    };
    let other_forces = has_coordinate_forces.then(|| symbol.clone());
    let mut blocks = link_forces::blocks(system, names, other_forces);
    if !has_coordinate_forces {
        return blocks;
    }
    let values = Values::new(&rate_terms.builder, names, style(system));
    let forces = (rate_terms.forces.iter()).map(|&force| values.expression(force));
    blocks.extend(matrix(symbol, letter, &column(forces), false));
    blocks
}

//! The equations of a small robot, written out.

use super::collect::Collector;
use super::document::Block;
use super::expression::{Expression, Symbol};
use super::matrices::{coriolis_symbol, drive_symbol, gravity_symbol, mass};
use super::number;
use super::plain::Plain;
use super::symbols::Names;
use super::tables;
use super::values::Values;
use super::write::expression;
use crate::derive::reading::{Reading, Sum};
use crate::ir::Value;
use crate::system::System;
use crate::tree::place_bodies;

/// How wide a matrix in plain text may be; a wider one is written entry by entry.
const WIDTH: usize = 96;

/// Equation of motion, names, M, C, g and the drive.
pub fn blocks(system: &System, reading: &Reading, names: &Names) -> Vec<Block> {
    let collector = Collector {
        names,
        style: style(system),
    };
    let row =
        |row: &Vec<Sum>| -> Vec<Expression> { row.iter().map(|sum| collector.sum(sum)).collect() };
    let mass_matrix: Vec<Vec<Expression>> = reading.mass_matrix.iter().map(row).collect();
    let coriolis: Vec<Vec<Expression>> = reading.coriolis_matrix.iter().map(row).collect();
    let gravity: Vec<Expression> = row(&reading.gravity);

    let mut blocks = tables::beginning(system, names);
    blocks.extend(matrix(mass(), "M", &mass_matrix, true));
    blocks.extend(matrix(coriolis_symbol(), "C", &coriolis, false));
    blocks.extend(matrix(gravity_symbol(), "g", &column(gravity), false));
    if let Some(drive) = &reading.drive {
        let drive = column(row(drive));
        blocks.extend(matrix(drive_symbol(), "d", &drive, false));
    }
    blocks.extend(generalized_force(system, names));
    if system.parameters.is_empty() {
        let text = format!("Numbers are rounded to {} digits.", number::DIGITS);
        blocks.push(Block::text(&text, Vec::new()));
    }
    blocks
}

/// How numbers stand in equations.
pub fn style(system: &System) -> number::Style {
    match system.parameters.is_empty() {
        true => number::Style::Digits(number::DIGITS),
        false => number::Style::Fractions,
    }
}

/// Q(q, qd), where force elements act. Springs between points make it long: with them it is not written out.
pub fn generalized_force(system: &System, names: &Names) -> Vec<Block> {
    if !system.has_forces() || !system.point_springs.is_empty() {
        return Vec::new();
    }
    let tree = place_bodies(system);
    let mut b = tree.builder.clone();
    let forces: Vec<Value> = (0..tree.nv).map(|v| tree.acting(&mut b, v)).collect();
    let values = Values::new(&b, names, style(system));
    let forces = forces.into_iter().map(|force| values.expression(force));
    matrix(Symbol::bold("Q", "Q", &[]), "Q", &column(forces), false)
}

fn column(entries: impl IntoIterator<Item = Expression>) -> Vec<Vec<Expression>> {
    entries.into_iter().map(|entry| vec![entry]).collect()
}

/// A matrix in one piece, or the entries that are not 0, each for itself.
fn matrix(name: Symbol, letter: &str, rows: &[Vec<Expression>], symmetric: bool) -> Vec<Block> {
    let whole = Expression::Matrix(rows.to_vec());
    let text = expression(&Plain, &whole);
    let width = text
        .lines()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0);
    if width <= WIDTH {
        return vec![Block::Equation(name.into(), whole)];
    }
    let mut blocks = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        for (j, entry) in row.iter().enumerate() {
            if entry.is_zero() || (symmetric && j < i) {
                continue;
            }
            let entry_name = match row.len() {
                1 => element(letter, &[i]),
                _ => element(letter, &[i, j]),
            };
            blocks.push(Block::Equation(entry_name.into(), entry.clone()));
        }
    }
    let is_full = rows.iter().flatten().all(|entry| !entry.is_zero());
    let text = match (symmetric, is_full) {
        (true, true) => "{} is symmetric.",
        (true, false) => "{} is symmetric; all other entries are 0.",
        (false, true) => return blocks,
        (false, false) => "All other entries of {} are 0.",
    };
    blocks.push(Block::text(text, vec![name.into()]));
    blocks
}

fn element(letter: &str, indices: &[usize]) -> Symbol {
    let indices: Vec<String> = indices.iter().map(|at| (at + 1).to_string()).collect();
    let together = indices.concat();
    Symbol::scalar(format!("{letter}{together}"), letter, &[&together])
}

//! The symbolic terms of a description, for robots whose equations are not written out.

use super::document::DocumentBlock;
use super::expression::{Expression, Symbol};
use super::matrices::{coriolis_symbol, drive_symbol, gravity_symbol, mass_symbol};
use super::style::style;
use super::symbols::SymbolNames;
use super::values::Values;
use multibody_description::findings::ExaminedSystem;
use multibody_program::ir::Value;

/// The energies that expressions give, and the masses, poses and inertias of the bodies that they place; nothing if there are none.
pub fn blocks(system: &ExaminedSystem, names: &SymbolNames) -> Vec<DocumentBlock> {
    let mut b = system.builder.clone();
    let symbolic = system.symbolic.inlined(&mut b);
    if symbolic.is_empty() {
        return Vec::new();
    }
    let energies = [
        ("T", b.sum(symbolic.kinetic.clone())),
        ("V", b.sum(symbolic.potential.clone())),
    ];
    let values = Values::new(&b, names, style(system));
    let symbol = |base: &str, index: usize| -> Expression {
        let number = index.to_string();
        Symbol::bold(format!("{base}_{number}"), base, &[&number]).into()
    };
    let mut blocks = vec![
        DocumentBlock::Heading("Expressions".into()),
        DocumentBlock::text(
            "Lagrange's equations of these energies are added to those of the links, and of each body \
             d'Alembert's principle for its mass and its moments of mass about the centre.",
            Vec::new(),
        ),
    ];
    if system.findings.has_drive {
        blocks.push(DocumentBlock::text(
            "{} and {} are of the terms of T with two rates, while time stands still; those without rates stand in {} \
             with -V. {} is what is left of Lagrange's equations: what terms with one rate bring, and time, which moves \
             bodies too.",
            vec![mass_symbol().into(), coriolis_symbol().into(), gravity_symbol().into(), drive_symbol().into()],
        ));
    }
    let positions = symbolic.bodies.iter().flat_map(|body| body.position);
    let candidates = energies.iter().map(|(_, energy)| *energy).chain(positions);
    if candidates
        .into_iter()
        .any(|value| values.is_too_long(value))
    {
        let text = "Dots stand for what is too long to be read.";
        blocks.push(DocumentBlock::text(text, Vec::new()));
    }
    for (name, energy) in energies {
        if energy != Value::ZERO {
            let letter = Symbol::scalar(name, name, &[]);
            blocks.push(DocumentBlock::Equation(
                letter.into(),
                values.expression(energy),
            ));
        }
    }
    for (body, index) in symbolic.bodies.iter().zip(1..) {
        let mass = Symbol::scalar(format!("m_{index}"), "m", &[&index.to_string()]);
        blocks.push(DocumentBlock::Equation(
            mass.into(),
            values.expression(body.mass),
        ));
        blocks.push(DocumentBlock::Equation(
            symbol("r", index),
            values.tuple(&body.position),
        ));
        if body
            .inertia
            .iter()
            .flatten()
            .any(|&entry| entry != Value::ZERO)
        {
            for (base, matrix) in [("I", &body.inertia), ("R", &body.rotation)] {
                let rows = matrix.iter().map(|row| values.tuple(row)).collect();
                blocks.push(DocumentBlock::Equation(
                    symbol(base, index),
                    Expression::Tuple(rows),
                ));
            }
        }
    }
    blocks
}

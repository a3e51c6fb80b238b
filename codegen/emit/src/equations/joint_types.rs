//! The joint types of a robot: the transform that each one declares, and the motion subspace derived from it.

use super::document::DocumentBlock;
use super::expression::{Expression, Symbol};
use super::number::{NumberStyle, TABLE_DIGITS};
use super::symbols::SymbolNames;
use super::values::Values;
use multibody_description::joint::JointPrograms;
use multibody_description::system::{Motion, System};
use multibody_outputs::{MotionType, motions};
use multibody_program::ir::{Builder, Input, InputKind, Program};

/// The symbols of the rotation, position and motion subspace of a type.
pub fn symbols() -> [Symbol; 3] {
    ["R", "p", "S"].map(|base| Symbol::bold(format!("{base}t"), base, &["t"]))
}

/// The symbol of the time derivative of a type's motion subspace.
pub fn subspace_rate_symbol() -> Symbol {
    Symbol::bold("Std", "S", &["t"]).dotted(1)
}

/// Whether the subspace of any type changes in the moving frame.
pub fn has_changing_subspace(types: &[MotionType]) -> bool {
    types.iter().any(is_changing)
}

/// Whether the subspace of a type changes: whether its time derivative has an entry that is not 0.
fn is_changing(motion_type: &MotionType) -> bool {
    let rate = &motion_type.terms.subspace_rate;
    let is_zero = |&output| rate.as_constant(output).is_some_and(|x| x.is_zero());
    !rate.outputs().iter().all(is_zero)
}

/// Explains the symbols of a joint's positions.
pub fn explanation_of_positions() -> DocumentBlock {
    let words = "{} is the position of a joint; of one that has several they are {}, {} and so on.";
    DocumentBlock::text(words, local_symbols("s"))
}

/// Explains the symbols of a joint's rates.
pub fn explanation_of_rates() -> DocumentBlock {
    let words = "{} is its rate, or {}, {} and so on. {} is 0 where it is not given.";
    let mut names = local_symbols("w");
    names.push(subspace_rate_symbol().into());
    DocumentBlock::text(words, names)
}

/// The symbol of a joint's only position or rate, and the symbols of the first two of several.
fn local_symbols(base: &str) -> Vec<Expression> {
    let names = [symbol(base, 0, 1), symbol(base, 0, 2), symbol(base, 1, 2)];
    names.map(Expression::from).into()
}

/// The symbol of one of the `count` positions or rates of a joint.
fn symbol(base: &str, index: usize, count: usize) -> Symbol {
    let number = (index + 1).to_string();
    match count {
        1 => Symbol::scalar(base, base, &[]),
        _ => Symbol::scalar(format!("{base}{number}"), base, &[&number]),
    }
}

/// For each type, a paragraph with its names, and its formulas.
pub fn blocks(system: &System, types: &[MotionType]) -> Vec<DocumentBlock> {
    let type_blocks = |(index, motion_type): (usize, &MotionType)| {
        let own_motions = motions(system).filter(|motion| type_index(types, motion) == index);
        let mut type_names: Vec<String> = Vec::new();
        for name in own_motions.map(|motion| type_name(types, motion)) {
            if !type_names.contains(&name) {
                type_names.push(name);
            }
        }
        formulas(motion_type, &type_names.join(", "))
    };
    types.iter().enumerate().flat_map(type_blocks).collect()
}

/// The name of a motion's type, with a number if several types share the name.
pub fn type_name(types: &[MotionType], motion: &Motion) -> String {
    let name = motion.kind.name();
    let has_name = |motion_type: &&MotionType| motion_type.names.contains(&name);
    let predecessors = types[..type_index(types, motion)].iter().filter(has_name);
    match types.iter().filter(has_name).count() {
        1 => name.to_owned(),
        _ => format!("{name} {}", predecessors.count() + 1),
    }
}

/// The index of the type of a motion.
fn type_index(types: &[MotionType], motion: &Motion) -> usize {
    let programs = JointPrograms::of(&*motion.kind);
    let index = types.iter().position(|t| t.programs == programs);
    index.expect("the types are those of the system")
}

/// The formulas of a type: rotation, position, motion subspace, and the derivative of the subspace unless it is 0.
fn formulas(motion_type: &MotionType, type_names: &str) -> Vec<DocumentBlock> {
    let terms = &motion_type.terms;
    let nv = terms.subspace.outputs().len() / 6;
    let names = local_names(terms.positions, nv);
    let transform = expressions(&terms.transform, &names);
    let matrix = |program| columns(&expressions(program, &names));
    let row = |i: usize| transform[3 * i..][..3].to_vec();
    let [rotation, position, subspace] = symbols().map(Expression::from);
    let mut blocks = vec![
        DocumentBlock::text(&format!("Type {type_names}:"), Vec::new()),
        DocumentBlock::Equation(rotation, Expression::Matrix((0..3).map(row).collect())),
        DocumentBlock::Equation(position, Expression::Tuple(transform[9..].to_vec())),
        DocumentBlock::Equation(subspace, matrix(&terms.subspace)),
    ];
    if is_changing(motion_type) {
        let rate = matrix(&terms.subspace_rate);
        blocks.push(DocumentBlock::Equation(subspace_rate_symbol().into(), rate));
    }
    blocks
}

/// A matrix of six rows, from entries given column by column.
fn columns(entries: &[Expression]) -> Expression {
    let row = |i: usize| entries.chunks(6).map(|column| column[i].clone()).collect();
    Expression::Matrix((0..6).map(row).collect())
}

/// The names of a joint's positions and rates. Programs of joint types have the positions as their first inputs, then the rates.
fn local_names(positions: usize, rates: usize) -> SymbolNames {
    let local_inputs = |base: &'static str, count: usize, first_index: usize| {
        let input = move |k| Input::new(InputKind::Local, first_index + k);
        (0..count).map(move |k| (input(k), symbol(base, k, count).into()))
    };
    let mut names = SymbolNames::default();
    let entries = local_inputs("s", positions, 0).chain(local_inputs("w", rates, positions));
    names.meanings = entries.collect();
    names
}

/// The outputs of a program whose inputs are positions and rates of a single joint.
fn expressions(program: &Program, names: &SymbolNames) -> Vec<Expression> {
    let mut b = Builder::new();
    let outputs = b.inline(program, |b, input| {
        b.input(input.kind, input.index as usize)
    });
    let values = Values::new(&b, names, NumberStyle::Digits(TABLE_DIGITS));
    (outputs.iter())
        .map(|&value| values.expression(value))
        .collect()
}

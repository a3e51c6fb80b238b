//! Angles whose sines and cosines are the variables of polynomials.

use std::collections::{BTreeMap, BTreeSet};

use super::multiples::parts;
use super::sums::Sums;
use multibody_algebra::polynomial::{Addend, Argument};
use multibody_description::joint::PositionKind;
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::{Input, InputKind, LinearForm, Node, Program};
use multibody_tree::Tree;

/// Limit on the angles of a Lagrangian that is expanded.
const ARGUMENT_LIMIT: usize = 16;

/// The angles whose sines and cosines are used.
#[derive(Clone, Debug)]
pub struct Angles {
    /// For each coordinate, its own angle or a sum.
    pub sums: Sums,
    /// Whether angles are measured from the zeros of the tree's frames instead of those of the coordinates.
    pub from_frames: bool,
}

/// The angle of a body as a multiple of a coordinate plus an offset, if it has one.
pub fn angle_of(tree: &Tree, body: usize) -> Option<LinearForm> {
    let body = &tree.bodies[body];
    if body.kind.positions() != [PositionKind::Angle] {
        return None;
    }
    let program = tree.builder.finish(&body.positions);
    LinearForm::of(&program, program.outputs()[0])
}

/// The angles whose sines and cosines are variables. None if a rate is not the derivative of a position, or if there
/// are too many angles.
pub fn arguments(tree: &Tree, program: &Program, angles: &Angles) -> Option<Vec<Argument>> {
    let multiples_of_inputs = multiples(program);
    let mut arguments: Vec<Argument> = Vec::new();
    // For each coordinate, the index of its first argument.
    let mut first_arguments: BTreeMap<usize, usize> = BTreeMap::new();
    for (v, addend) in angles.sums.iter().enumerate() {
        let bodies = (0..tree.bodies.len()).filter(|&body| tree.bodies[body].v == v);
        let forms: Vec<LinearForm> = bodies.filter_map(|body| angle_of(tree, body)).collect();
        let input = Input::new(InputKind::Q, tree.positions_of_rates[v]?);
        let body_multiples: Vec<Rational> = forms
            .iter()
            .flat_map(|form| form.factors.values().cloned())
            .collect();
        for (k, factor) in parts(body_multiples, multiples_of_inputs.get(&input)).enumerate() {
            let mut argument = Argument::plain(input);
            argument.factor = factor;
            if k == 0 {
                if angles.from_frames && !forms.is_empty() {
                    argument.offset = offset(&forms[0]);
                }
                if let Some(Addend { index, sign }) = *addend {
                    let index = *first_arguments.get(&index)?;
                    argument.addend = Some(Addend { index, sign });
                }
                first_arguments.insert(v, arguments.len());
            }
            arguments.push(argument);
        }
    }
    for factor in parts(Vec::new(), multiples_of_inputs.get(&Input::TIME)) {
        let mut argument = Argument::plain(Input::TIME);
        argument.factor = factor;
        arguments.push(argument);
    }
    (arguments.len() <= ARGUMENT_LIMIT).then_some(arguments)
}

/// The multiples of inputs whose sines and cosines a program contains.
fn multiples(program: &Program) -> BTreeMap<Input, BTreeSet<Rational>> {
    let mut entries: BTreeMap<Input, BTreeSet<Rational>> = BTreeMap::new();
    for node in program.nodes() {
        if let Node::Call(function, argument) = *node
            && function.is_of_angle()
            && let Some(form) = LinearForm::of(program, argument)
        {
            for (input, factor) in form.factors {
                entries.entry(input).or_default().insert(factor);
            }
        }
    }
    entries
}

/// The offset of `q + offset` or `-(q + offset)`; 0 for other multiples.
fn offset(form: &LinearForm) -> Angle {
    let Angle { cos, sin } = form.offset.clone();
    match form.factors.values().next() {
        Some(factor) if *factor == Rational::ONE => Angle { cos, sin },
        Some(factor) if *factor == -Rational::ONE => Angle { cos, sin: -sin },
        _ => Angle {
            cos: Rational::ONE,
            sin: Rational::ZERO,
        },
    }
}

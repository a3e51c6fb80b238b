//! Lagrange's equations of a small system by expanding its Lagrangian.
//!
//! The choice of angles and rates is free. Sines and cosines may be those of sums of angles about parallel axes; products
//! of sines and cosines then combine into fewer of them. The equations may also be written for the rates of such sums. All
//! choices, or a few of them if there are many rates, are expanded and differentiated, and turned into programs with few
//! operations. The cheapest program is selected.

mod cheapest;
mod choices;
mod equations;
mod lagrange;
mod sums;
mod symmetries;

pub use equations::{ExpandedEquations, Variables};
pub use lagrange::{lagrange, to_plain_data};

use crate::lagrangian::{
    Angles, Lagrangian, Sums, angle_of, number_program, why_too_many_products,
};
use choices::{angle_sums, choices, summand_count, with_all_sums};
use multibody_description::function::Target;
use multibody_description::joint::PositionKind;
use multibody_outputs::local::JointTerms;
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::Program;
use multibody_tree::{Body, Tree};
use symmetries::symmetries;

/// Largest number of rates of a system that is expanded, without expressions and with them. With expressions the
/// limit is higher, since only expansion combines the bodies and the energies of expressions into one sum.
const RATE_LIMIT: usize = 3;
const RATE_LIMIT_OF_EXPRESSIONS: usize = 4;
/// Limit on the number of products of sines and cosines in T; three joints without gears have 125.
const PRODUCT_LIMIT: u64 = 200;
/// Largest number of bodies, including those of mimic joints.
const BODY_LIMIT: usize = 8;

/// Why the Lagrangian of a small system is not expanded. None if its size allows the expansion, or if it is not small.
pub fn why_not_expanded(tree: &Tree) -> Option<String> {
    (is_small(tree, rate_limit(tree)).then(|| why_too_many_products(tree, PRODUCT_LIMIT))).flatten()
}

fn rate_limit(tree: &Tree) -> usize {
    if tree.symbolic.is_empty() { RATE_LIMIT } else { RATE_LIMIT_OF_EXPRESSIONS }
}

/// For each target, its program from the expanded Lagrangian of a small system. A program is None if the system is too
/// large or not of the kind that can be expanded, or if the recursions compute the target. To be called inside
/// [`enter`](multibody_algebra::enter).
pub fn expand(tree: &Tree, terms: &[&JointTerms], targets: &[Target]) -> Vec<Option<Program>> {
    let equations = equations(tree, terms).unwrap_or_default();
    targets
        .iter()
        .map(|&target| cheapest::cheapest(&equations, target))
        .collect()
}

/// The equations for the choices of angles and rates. None if the tree is not small, or its Lagrangian is no short polynomial.
fn equations(tree: &Tree, terms: &[&JointTerms]) -> Option<Vec<ExpandedEquations>> {
    if !is_small(tree, rate_limit(tree)) {
        return None;
    }
    let numbers = number_program(tree, terms);
    let has_only_joints = tree.symbolic.is_empty();
    let mut angle_sums = if has_only_joints { Vec::new() } else { angle_sums(tree, &numbers) };
    // With many rates, each choice takes long. Sums of many angles take longest if they are written in the separate angles.
    let (has_many_rates, plain) = (tree.nv > RATE_LIMIT, vec![None; tree.nv]);
    let sums = with_all_sums(choices(tree, &angle_sums));
    let start = if has_many_rates && (0..tree.nv).any(|v| summand_count(&sums, v) > RATE_LIMIT) {
        sums
    } else {
        plain.clone()
    };
    let first_lagrangian = shortest(tree, &numbers, &start)?;
    if !has_only_joints {
        angle_sums.extend(symmetries(tree, &first_lagrangian));
    }
    let mut choices = choices(tree, &angle_sums);
    let mut rates = choices.clone();
    if has_many_rates {
        choices = vec![start, with_all_sums(choices)];
        choices.dedup();
        rates = vec![plain, choices[choices.len() - 1].clone()];
        rates.dedup();
    }
    // The Lagrangian of the first choice is known already.
    let others = choices.iter().skip(1);
    let lagrangians = others.filter_map(|sums| shortest(tree, &numbers, sums));
    let mut equations = Vec::new();
    for lagrangian in std::iter::once(first_lagrangian).chain(lagrangians) {
        equations.extend(rates.iter().map(|rates| lagrange(&lagrangian, rates)));
    }
    Some(equations)
}

/// The choices of sums of angles of a tree. None if the tree has more than `rate_limit` rates, too many bodies, or joints that do
/// not simply turn or slide.
pub fn choices_if_small(tree: &Tree, rate_limit: usize) -> Option<Vec<Sums>> {
    is_small(tree, rate_limit).then(|| choices(tree, &[]))
}

/// Whether a tree has at most `rate_limit` rates and few bodies, and each joint simply turns or slides.
fn is_small(tree: &Tree, rate_limit: usize) -> bool {
    let turns_or_slides = |body: &Body| {
        matches!(
            body.kind.positions(),
            [PositionKind::Angle | PositionKind::Length]
        ) && body.kind.nv() == 1
    };
    let has_few = tree.nv <= rate_limit && tree.bodies.len() <= BODY_LIMIT;
    has_few && tree.bodies.iter().all(turns_or_slides)
}

/// The Lagrangian in angles that are measured from the zeros of the coordinates, or from the zeros of the frames if
/// that gives fewer terms.
fn shortest(tree: &Tree, numbers: &Program, sums: &Sums) -> Option<Lagrangian> {
    let lagrangian = |from_frames| {
        let sums = sums.clone();
        Lagrangian::new(tree, numbers, &Angles { sums, from_frames })
    };
    let choices = std::iter::once(false).chain(frames_have_other_zeros(tree).then_some(true));
    choices.filter_map(lagrangian).min_by_key(Lagrangian::size)
}

/// Whether the frames measure some angle from a zero whose distance from the coordinate's zero is not a multiple of a
/// quarter turn.
fn frames_have_other_zeros(tree: &Tree) -> bool {
    let offsets = (0..tree.bodies.len()).filter_map(|body| Some(angle_of(tree, body)?.offset));
    let is_quarter_turn = |a: Angle| a.sin == Rational::ZERO || a.cos == Rational::ZERO;
    !offsets.into_iter().all(is_quarter_turn)
}

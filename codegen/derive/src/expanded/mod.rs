//! Lagrange's equations of a small system by expanding its Lagrangian.
//!
//! The choice of angles and rates is free: sines and cosines may be those of sums of angles about parallel axes
//! (products of sines and cosines then combine into fewer of them), and the equations may be written for the rates
//! of such sums. All choices are expanded and differentiated, and turned into programs with few operations. The
//! cheapest program is selected.

mod cheapest;
mod choices;
mod equations;
mod lagrange;
mod sums;
mod symmetries;

pub use equations::{ExpandedEquations, Variables};
pub use lagrange::{lagrange, plain};

use crate::lagrangian::{Angles, Lagrangian, Sums, angle_of, numbers, too_many_products};
use choices::{angle_sums, choices, last, summands};
use multibody_description::function::Target;
use multibody_description::joint::Coordinate;
use multibody_outputs::local::LocalTerms;
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::Program;
use multibody_tree::{Body, Tree};
use symmetries::symmetries;

/// Largest number of rates of a system that is expanded, without expressions and with them. With expressions the
/// limit is higher, since only expansion combines the bodies and the energies of expressions into one sum.
const RATES: usize = 3;
const RATES_OF_EXPRESSIONS: usize = 4;
/// Limit on the number of products of sines and cosines in T; three joints without gears have 125.
const PRODUCTS: u64 = 200;
/// Largest number of bodies, including those of mimic joints.
const BODIES: usize = 8;

/// The reason why the Lagrangian of a system is not expanded although the system is small; none if there is no such
/// reason.
pub fn why_not_expanded(tree: &Tree) -> Option<String> {
    (is_small(tree, rates(tree)).then(|| too_many_products(tree, PRODUCTS))).flatten()
}

fn rates(tree: &Tree) -> usize {
    if tree.symbolic.is_empty() { RATES } else { RATES_OF_EXPRESSIONS }
}

/// Programs of small systems by expanding the Lagrangian. None if the system is too large, or not of the kind that
/// can be expanded. To be called inside [`enter`](multibody_algebra::enter).
pub fn expand(tree: &Tree, terms: &[&LocalTerms], targets: &[Target]) -> Vec<Option<Program>> {
    let equations = equations(tree, terms).unwrap_or_default();
    targets
        .iter()
        .map(|&target| cheapest::cheapest(&equations, target))
        .collect()
}

/// The equations for all choices of angles and rates.
fn equations(tree: &Tree, terms: &[&LocalTerms]) -> Option<Vec<ExpandedEquations>> {
    if !is_small(tree, rates(tree)) {
        return None;
    }
    let numbers = numbers(tree, terms);
    let is_joints_alone = tree.symbolic.is_empty();
    let mut angle_sums = if is_joints_alone { Vec::new() } else { angle_sums(tree, &numbers) };
    // With many rates, each choice takes long, and sums of many angles take longest if written in the separate angles.
    let (are_many, plain) = (tree.nv > RATES, vec![None; tree.nv]);
    let sums = last(choices(tree, &angle_sums));
    let start = if are_many && (0..tree.nv).any(|v| summands(&sums, v) > RATES) {
        sums
    } else {
        plain.clone()
    };
    let first = shortest(tree, &numbers, &start)?;
    if !is_joints_alone {
        angle_sums.extend(symmetries(tree, &first));
    }
    let mut choices = choices(tree, &angle_sums);
    let mut rates = choices.clone();
    if are_many {
        choices = vec![start, last(choices)];
        choices.dedup();
        rates = vec![plain, choices[choices.len() - 1].clone()];
        rates.dedup();
    }
    let others = choices.iter().skip(1);
    let lagrangians = others.filter_map(|sums| shortest(tree, &numbers, sums));
    let mut equations = Vec::new();
    for lagrangian in std::iter::once(first).chain(lagrangians) {
        equations.extend(rates.iter().map(|rates| lagrange(&lagrangian, rates)));
    }
    Some(equations)
}

/// The choices of angles of a tree. None if the tree has more than `rates` rates, too many bodies, or joints that do
/// not simply turn or slide.
pub fn angles_and_sums(tree: &Tree, rates: usize) -> Option<Vec<Sums>> {
    is_small(tree, rates).then(|| choices(tree, &[]))
}

/// Whether a tree has at most `rates` rates and few bodies, and each joint simply turns or slides.
fn is_small(tree: &Tree, rates: usize) -> bool {
    let of_one_dof = |body: &Body| {
        matches!(
            body.kind.coordinates(),
            [Coordinate::Angle | Coordinate::Length]
        ) && body.kind.nv() == 1
    };
    let small = tree.nv <= rates && tree.bodies.len() <= BODIES;
    small && tree.bodies.iter().all(of_one_dof)
}

/// The Lagrangian in angles that are measured from the zeros of the coordinates, or from the zeros of the frames if
/// that gives fewer terms.
fn shortest(tree: &Tree, numbers: &Program, sums: &Sums) -> Option<Lagrangian> {
    let counted = |from_frames| {
        let sums = sums.clone();
        Lagrangian::new(tree, numbers, &Angles { sums, from_frames })
    };
    let choices = std::iter::once(false).chain(frames_have_zeros(tree).then_some(true));
    choices.filter_map(counted).min_by_key(Lagrangian::size)
}

/// Whether the frames measure some angle from a zero whose distance from the coordinate's zero is not a multiple of a
/// quarter turn.
fn frames_have_zeros(tree: &Tree) -> bool {
    let offsets = (0..tree.bodies.len()).filter_map(|at| Some(angle_of(tree, at)?.offset));
    let is_quarter_turn = |a: Angle| a.sin == Rational::ZERO || a.cos == Rational::ZERO;
    !offsets.into_iter().all(is_quarter_turn)
}

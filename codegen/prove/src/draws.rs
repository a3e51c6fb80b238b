//! Which random states have a value: half of all numbers have a square root, so of n roots all are there at one state of 2^n.
//!
//! What stands under the roots costs little beside a proof. So it is asked first.

use super::field::Residue;
use super::lagrangian::Lagrangian;
use super::state::ResidueState;
use super::system_programs::SystemPrograms;
use multibody_description::system::System;
use multibody_program::ir::{Class, Node, Program, Value, evaluate};

/// How many states are drawn before a zero divisor, or no square, at all of them counts as an answer.
pub const DRAWS: u64 = 64;
/// So many states are looked for.
const STATES: usize = 16;
/// Among so many at most.
const TRIED: u64 = 1 << 17;

/// The seeds of states, in the order in which they are tried.
pub struct Draws {
    likely: Vec<u64>,
    /// How many roots of expressions there are, if no product of some of their arguments is a square: then all choices of
    /// the two roots of each are conjugates, and what holds with one holds with all.
    independent: Option<usize>,
}

impl Draws {
    /// For a system that states this.
    pub fn of(system: &System, programs: &SystemPrograms) -> Self {
        let arguments = programs.arguments_of_roots();
        let mut draws = Self {
            likely: Vec::new(),
            independent: None,
        };
        let roots: usize = arguments.iter().map(|of| of.outputs().len()).sum();
        if roots == 0 && system.point_springs.is_empty() {
            return draws;
        }
        let mut characters = Characters::default();
        for seed in 1..=TRIED {
            let is_there = programs.field(seed).within(|| {
                let squares = are_squares(system, programs, &arguments, seed);
                // Few say what can be said.
                if characters.asked < 2 * roots + 64 {
                    characters.add(&squares);
                }
                squares.iter().all(|is_square| *is_square) && has_lengths(system, programs, seed)
            });
            if is_there {
                draws.likely.push(seed);
                if draws.likely.len() == STATES {
                    break;
                }
            }
        }
        if !programs.has_nested_roots() && characters.are_independent(roots) {
            draws.independent = Some(roots);
        }
        draws
    }

    /// The seeds.
    pub fn seeds(&self) -> impl Iterator<Item = u64> + '_ {
        let others = (1..=DRAWS).filter(|seed| !self.likely.contains(seed));
        self.likely.iter().copied().chain(others)
    }

    /// Whether one choice says of so many roots what all say.
    pub fn one_choice_decides(&self, roots: usize) -> bool {
        roots == 0 || self.independent.is_some_and(|known| roots <= known)
    }
}

/// Of each argument of a root whether it is a square. The state is one apart: it may draw what is chosen in another order.
fn are_squares(
    system: &System,
    programs: &SystemPrograms,
    arguments: &[Program],
    seed: u64,
) -> Vec<bool> {
    let mut state = ResidueState::random(system, programs, 0, seed);
    let mut squares = Vec::new();
    for program in arguments {
        let values = evaluate(program, &mut state);
        squares.extend(values.into_iter().map(|x| x.square_root().is_some()));
    }
    squares
}

/// Whether springs between points have lengths.
fn has_lengths(system: &System, programs: &SystemPrograms, seed: u64) -> bool {
    if system.point_springs.is_empty() {
        return true;
    }
    let state = ResidueState::random(system, programs, 0, seed);
    let squares = Lagrangian::new(system, programs, state).square_lengths();
    squares
        .into_iter()
        .all(|x: Residue| x.square_root().is_some())
}

/// Which arguments are squares, at several states: vectors over the numbers 0 and 1, by their echelon form.
///
/// If a product of some arguments is a square of a function, times a number, it is one at each state or at none (Kummer):
/// the vectors, each with a 1 in front, do not span their space.
#[derive(Default)]
struct Characters {
    echelon: Vec<Vec<bool>>,
    asked: usize,
}

impl Characters {
    fn add(&mut self, squares: &[bool]) {
        self.asked += 1;
        let mut row: Vec<bool> = [true].into_iter().chain(squares.iter().copied()).collect();
        for known in &self.echelon {
            let pivot = known.iter().position(|bit| *bit).expect("none is 0");
            if row[pivot] {
                row.iter_mut()
                    .zip(known)
                    .for_each(|(bit, &other)| *bit ^= other);
            }
        }
        if row.contains(&true) {
            self.echelon.push(row);
        }
    }

    fn are_independent(&self, roots: usize) -> bool {
        self.echelon.len() == roots + 1
    }
}

impl SystemPrograms {
    /// What expressions take square roots of, as far as no root is within it. Of where points are is not asked.
    fn arguments_of_roots(&self) -> Vec<Program> {
        let mut arguments = Vec::new();
        self.symbolic.each(|program| {
            let plain: Vec<Value> = roots(program)
                .filter(|(_, is_nested)| !is_nested)
                .map(|(argument, _)| argument)
                .collect();
            if !plain.is_empty() {
                arguments.push(program.giving(&plain));
            }
        });
        arguments
    }

    fn has_nested_roots(&self) -> bool {
        let mut found = false;
        self.symbolic
            .each(|program| found |= roots(program).any(|(_, is_nested)| is_nested));
        found
    }
}

/// The argument of each root of a program, and whether a root is within it.
fn roots(program: &Program) -> impl Iterator<Item = (Value, bool)> {
    let mut has_root: Vec<bool> = Vec::with_capacity(program.nodes().len());
    let mut found = Vec::new();
    for node in program.nodes() {
        let within = node.operands().any(|value| has_root[value.index()]);
        let root = match node {
            Node::Call(function, argument) if function.class() == Class::SquareRoot => {
                found.push((*argument, within));
                true
            }
            _ => false,
        };
        has_root.push(within || root);
    }
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_whose_product_is_a_square_are_not_independent() {
        let mut characters = Characters::default();
        let all = [[false, false], [false, true], [true, false], [true, true]];
        all.iter().for_each(|squares| characters.add(squares));
        assert!(characters.are_independent(2));
        // The third is the product of the first two.
        let mut tied = Characters::default();
        for [a, b] in all {
            tied.add(&[a, b, a == b]);
        }
        assert!(!tied.are_independent(3));
        // One is always a square.
        let mut square = Characters::default();
        (0..8).for_each(|at| square.add(&[true, at % 2 == 0]));
        assert!(!square.are_independent(2));
    }
}

//! Random states at which all square roots exist. Half of all residues have a square root, so n roots all exist at one
//! of 2^n states on average.
//!
//! To evaluate the arguments of the roots costs little compared with a proof, so suitable states are searched for first.

use crate::arithmetic::Residue;
use crate::evaluation::{EvaluationFailure, ResidueState, SystemPrograms};
use crate::lagrangian::SystemAtState;
use multibody_description::system::System;
use multibody_program::ir::{Class, InputKind, Node, Program, Value, evaluate};
use multibody_support::random::Random;

/// The number of states to draw. If at each of them a divisor is 0, or a root has no value, the program is not proved, for this
/// reason.
pub const DRAWS: u64 = 64;
/// The number of states with all roots to search for.
const STATES: usize = 16;
/// The maximum number of states to try in this search.
const TRIED_STATES: u64 = 1 << 17;

/// A random state.
#[derive(Clone, Copy)]
pub struct Draw {
    /// The seed of its numbers.
    pub seed: u64,
    /// The choice of roots: a set bit selects the other root.
    pub other_roots: u32,
}

impl Draw {
    /// The state with the first choice of roots.
    pub fn first(seed: u64) -> Self {
        let other_roots = 0;
        Self { seed, other_roots }
    }

    /// The residues at this state; wrenches act on this number of links.
    pub fn state(
        self,
        system: &System,
        programs: &SystemPrograms,
        wrenches: usize,
    ) -> ResidueState {
        let state = ResidueState::random(system, programs, wrenches, self.seed);
        state.with_other_roots(self.other_roots)
    }
}

/// The seeds of states, in the order in which they are tried.
pub struct Draws {
    /// Seeds of states at which all roots exist; they are tried first.
    seeds_with_roots: Vec<u64>,
    /// The number of roots in expressions, if no product of distinct arguments is a square. In that case, all ways to
    /// choose between the two roots of each argument are conjugates, and an equation that holds for one choice holds
    /// for all.
    independent_roots: Option<usize>,
}

impl Draws {
    /// The draws for a system with these programs.
    pub fn of(system: &System, programs: &SystemPrograms) -> Self {
        let levels = programs.arguments_of_roots();
        let mut draws = Self {
            seeds_with_roots: Vec::new(),
            independent_roots: None,
        };
        let counts: Vec<usize> = (levels.iter())
            .map(|level| level.iter().map(|program| program.outputs().len()).sum())
            .collect();
        let roots: usize = counts.iter().sum();
        if roots == 0 && system.point_springs.is_empty() {
            return draws;
        }
        let mut level_characters: Vec<Characters> =
            levels.iter().map(|_| Characters::default()).collect();
        for seed in 1..=TRIED_STATES {
            let has_all_roots = programs.within_field(seed, || {
                let level_pairs = levels.iter().zip(&mut level_characters);
                for ((level, characters), count) in level_pairs.zip(&counts) {
                    // If n arguments are independent, 2 n + 64 random states almost certainly show it.
                    if characters.states >= 2 * count + 64 {
                        continue;
                    }
                    // With a random choice of the inner roots.
                    let other_roots = Random::new(!seed).bits() as u32;
                    let draw = Draw { seed, other_roots };
                    match are_squares(system, programs, level, draw) {
                        Some(squares) => characters.add(&squares),
                        None => break,
                    }
                }
                let have_roots = levels.iter().all(|level| {
                    let squares = are_squares(system, programs, level, Draw::first(seed));
                    squares.is_some_and(|squares| !squares.contains(&false))
                });
                have_roots && has_lengths(system, programs, seed)
            });
            if has_all_roots {
                draws.seeds_with_roots.push(seed);
                if draws.seeds_with_roots.len() == STATES {
                    break;
                }
            }
        }
        // If the roots of each level are independent of one another and of all roots inside them, all choices are
        // conjugates. With a key, the program is read from a text that anybody may have written. It may have other roots, so
        // all choices are tried for it.
        let mut pairs = level_characters.iter().zip(&counts);
        if !programs.has_key()
            && pairs.all(|(characters, count)| characters.are_independent(*count))
        {
            draws.independent_roots = Some(roots);
        }
        draws
    }

    /// The seeds.
    pub fn seeds(&self) -> impl Iterator<Item = u64> + '_ {
        let others = (1..=DRAWS).filter(|seed| !self.seeds_with_roots.contains(seed));
        self.seeds_with_roots.iter().copied().chain(others)
    }

    /// Whether one choice decides for all choices of this many roots.
    pub fn one_choice_decides(&self, roots: usize) -> bool {
        roots == 0 || self.independent_roots.is_some_and(|count| roots <= count)
    }
}

/// For each argument of a root, whether it is a square, with this choice of the inner roots. None: an inner root has no
/// value. A state of its own is used, since this evaluation may draw random values in another order than a proof.
fn are_squares(
    system: &System,
    programs: &SystemPrograms,
    arguments: &[Program],
    draw: Draw,
) -> Option<Vec<bool>> {
    let mut state = draw.state(system, programs, 0);
    let mut squares = Vec::new();
    for program in arguments {
        let values = evaluate(program, &mut state);
        squares.extend(values.into_iter().map(|x| x.square_root().is_some()));
    }
    let has_values = state.failure != Some(EvaluationFailure::NoSquare);
    has_values.then_some(squares)
}

/// Whether the lengths of all springs between points exist.
fn has_lengths(system: &System, programs: &SystemPrograms, seed: u64) -> bool {
    if system.point_springs.is_empty() {
        return true;
    }
    let state = ResidueState::random(system, programs, 0, seed);
    let squares = SystemAtState::new(system, programs, state).square_lengths();
    squares
        .into_iter()
        .all(|x: Residue| x.square_root().is_some())
}

/// Quadratic characters: which arguments are squares at several states, as vectors over the field of 0 and 1, in echelon form.
///
/// If a product of some arguments is a number times the square of a function, it is a square at all states or at none
/// (Kummer). Then the vectors, each with a 1 in front, do not span their space.
#[derive(Default)]
struct Characters {
    echelon: Vec<Vec<bool>>,
    states: usize,
}

impl Characters {
    /// Adds a state: for each argument, whether it is a square there.
    fn add(&mut self, squares: &[bool]) {
        self.states += 1;
        let mut row: Vec<bool> = [true].into_iter().chain(squares.iter().copied()).collect();
        for basis_row in &self.echelon {
            let pivot = basis_row.iter().position(|bit| *bit).expect("none is 0");
            if row[pivot] {
                row.iter_mut()
                    .zip(basis_row)
                    .for_each(|(bit, &other)| *bit ^= other);
            }
        }
        if row.contains(&true) {
            self.echelon.push(row);
        }
    }

    /// Whether the vectors of the states span their space.
    fn are_independent(&self, roots: usize) -> bool {
        self.echelon.len() == roots + 1
    }
}

impl SystemPrograms {
    /// The arguments of square roots in expressions, by nesting: first those with no root inside, then those with one
    /// level of roots inside, and so on. The positions of points are treated as independent inputs.
    fn arguments_of_roots(&self) -> Vec<Vec<Program>> {
        let mut levels: Vec<Vec<Program>> = Vec::new();
        self.symbolic.for_each(|program| {
            let roots = roots(program);
            let count = roots.iter().map(|root| root.depth + 1).max();
            levels.resize(levels.len().max(count.unwrap_or(0)), Vec::new());
            for (depth, level) in levels.iter_mut().enumerate() {
                let level_roots = roots.iter().filter(|root| root.depth == depth);
                let arguments: Vec<Value> = level_roots.map(|root| root.argument).collect();
                if !arguments.is_empty() {
                    level.push(program.with_outputs(&arguments));
                }
            }
        });
        levels
    }
}

/// Whether a program has square roots inside square roots.
pub fn has_nested_roots(program: &Program) -> bool {
    roots(program).iter().any(|root| root.depth > 0)
}

/// Whether a program has square roots whose arguments depend on rates.
pub fn has_roots_of_rates(program: &Program) -> bool {
    let is_rate = |node: &Node| matches!(node, Node::Input(input) if input.kind == InputKind::Qd);
    roots(program).iter().any(|root| {
        let argument = program.with_outputs(&[root.argument]);
        argument.nodes().iter().any(is_rate)
    })
}

/// A square root in a program.
struct NestedRoot {
    argument: Value,
    /// The number of levels of roots inside it.
    depth: usize,
}

/// The square roots in a program.
fn roots(program: &Program) -> Vec<NestedRoot> {
    let mut depths: Vec<usize> = Vec::with_capacity(program.nodes().len());
    let mut results = Vec::new();
    for node in program.nodes() {
        let levels = node.operands().map(|value| depths[value.index()]);
        let depth = levels.max().unwrap_or(0);
        let is_root = match node {
            Node::Call(function, argument) if function.class() == Class::SquareRoot => {
                let argument = *argument;
                results.push(NestedRoot { argument, depth });
                true
            }
            _ => false,
        };
        depths.push(depth + usize::from(is_root));
    }
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_whose_product_is_a_square_are_not_independent() {
        let mut characters = Characters::default();
        let cases = [[false, false], [false, true], [true, false], [true, true]];
        cases.iter().for_each(|squares| characters.add(squares));
        assert!(characters.are_independent(2));
        // The third is the product of the first two.
        let mut product = Characters::default();
        for [a, b] in cases {
            product.add(&[a, b, a == b]);
        }
        assert!(!product.are_independent(3));
        // One of the two arguments is always a square.
        let mut square = Characters::default();
        (0..8).for_each(|state| square.add(&[true, state % 2 == 0]));
        assert!(!square.are_independent(2));
    }
}

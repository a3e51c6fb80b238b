//! Which random states have a value: half of all numbers have a square root, so of n roots all are there at one state of 2^n.
//!
//! What stands under the roots costs little beside a proof. So it is asked first.

use super::field::Residue;
use super::lagrangian::Lagrangian;
use super::state::{EvaluationFailure, ResidueState};
use super::system_programs::SystemPrograms;
use multibody_description::system::System;
use multibody_program::ir::{Class, Node, Program, Value, evaluate};
use multibody_support::random::Random;

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
        let levels = programs.arguments_of_roots();
        let mut draws = Self {
            likely: Vec::new(),
            independent: None,
        };
        let counts: Vec<usize> = (levels.iter())
            .map(|level| level.iter().map(|of| of.outputs().len()).sum())
            .collect();
        let roots: usize = counts.iter().sum();
        if roots == 0 && system.point_springs.is_empty() {
            return draws;
        }
        let mut characters: Vec<Characters> =
            levels.iter().map(|_| Characters::default()).collect();
        for seed in 1..=TRIED {
            let is_there = programs.field(seed).within(|| {
                for ((level, characters), count) in levels.iter().zip(&mut characters).zip(&counts)
                {
                    // Few say what can be said.
                    if characters.queries >= 2 * count + 64 {
                        continue;
                    }
                    // With any choice of the roots within.
                    let others = Random::new(!seed).bits() as u32;
                    match are_squares(system, programs, level, (seed, others)) {
                        Some(squares) => characters.add(&squares),
                        None => break,
                    }
                }
                let have_roots = levels.iter().all(|level| {
                    let squares = are_squares(system, programs, level, (seed, 0));
                    squares.is_some_and(|squares| !squares.contains(&false))
                });
                have_roots && has_lengths(system, programs, seed)
            });
            if is_there {
                draws.likely.push(seed);
                if draws.likely.len() == STATES {
                    break;
                }
            }
        }
        // Roots of one level are independent of one another and of all within them: so all choices are conjugates.
        let mut levels = characters.iter().zip(&counts);
        if levels.all(|(characters, count)| characters.are_independent(*count)) {
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

/// Of each argument of a root whether it is a square, with a choice of the roots within; none: these have no value. The
/// state is one apart: it may draw what is chosen in another order.
fn are_squares(
    system: &System,
    programs: &SystemPrograms,
    arguments: &[Program],
    (seed, other_roots): (u64, u32),
) -> Option<Vec<bool>> {
    let mut state = ResidueState::random(system, programs, 0, seed).with_other_roots(other_roots);
    let mut squares = Vec::new();
    for program in arguments {
        let values = evaluate(program, &mut state);
        squares.extend(values.into_iter().map(|x| x.square_root().is_some()));
    }
    let has_values = state.failure != Some(EvaluationFailure::NoSquare);
    has_values.then_some(squares)
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
    queries: usize,
}

impl Characters {
    fn add(&mut self, squares: &[bool]) {
        self.queries += 1;
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
    /// What expressions take square roots of: first that which no root is within, then that which one is within, and so
    /// on. Of where points are is not asked.
    fn arguments_of_roots(&self) -> Vec<Vec<Program>> {
        let mut levels: Vec<Vec<Program>> = Vec::new();
        self.symbolic.each(|program| {
            let roots = roots(program);
            let deepest = roots.iter().map(|(_, within)| within + 1).max();
            levels.resize(levels.len().max(deepest.unwrap_or(0)), Vec::new());
            for (at, level) in levels.iter_mut().enumerate() {
                let own = roots.iter().filter(|(_, within)| *within == at);
                let own: Vec<Value> = own.map(|(argument, _)| *argument).collect();
                if !own.is_empty() {
                    level.push(program.giving(&own));
                }
            }
        });
        levels
    }
}

/// The argument of each root of a program, and how many roots are within one another there.
fn roots(program: &Program) -> Vec<(Value, usize)> {
    let mut depths: Vec<usize> = Vec::with_capacity(program.nodes().len());
    let mut found = Vec::new();
    for node in program.nodes() {
        let within = node.operands().map(|value| depths[value.index()]).max();
        let within = within.unwrap_or(0);
        let is_root = match node {
            Node::Call(function, argument) if function.class() == Class::SquareRoot => {
                found.push((*argument, within));
                true
            }
            _ => false,
        };
        depths.push(within + usize::from(is_root));
    }
    found
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

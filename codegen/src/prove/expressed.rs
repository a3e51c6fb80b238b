//! What expressions have to be, found out at random states.

use super::DRAWS;
use super::field::Residue;
use super::lagrangian::Lagrangian;
use super::state::State;
use super::stated::Stated;
use crate::ir::evaluate;
use crate::random::Random;
use crate::system::System;

/// The first of the expressions that T is a sum of which is no polynomial of second degree in the rates.
#[must_use]
pub fn first_not_quadratic(system: &System) -> Option<usize> {
    let stated = Stated::of(system);
    let decided = (1..=DRAWS).find_map(|seed| {
        let state = State::random(system, &stated, 0, seed);
        let mut lagrangian = Lagrangian::new(system, &stated, state);
        let mut random = Random::new(!seed);
        let [x, y] = [0; 2].map(|_| random.residues(system.nv()));
        let found = lagrangian.first_not_quadratic(&x, &y);
        lagrangian.state.failure.is_none().then_some(found)
    });
    decided.flatten()
}

/// Whether there is a drive: expressions name time, or T has terms of one rate.
#[must_use]
pub fn has_drive(system: &System) -> bool {
    system.is_timed() || has_linear_terms(system)
}

fn has_linear_terms(system: &System) -> bool {
    if system.expressed.kinetic.is_empty() {
        return false;
    }
    let stated = Stated::of(system);
    let decided = (1..=DRAWS).find_map(|seed| {
        let state = State::random(system, &stated, 0, seed);
        let mut lagrangian = Lagrangian::new(system, &stated, state);
        let rates = Random::new(!seed).residues(system.nv());
        let found = lagrangian.has_linear_terms(&rates);
        lagrangian.state.failure.is_none().then_some(found)
    });
    decided.unwrap_or_default()
}

/// The first placed body whose axes are not those of a rotation: `R R^T = 1`.
#[must_use]
pub fn first_not_turned(system: &System) -> Option<usize> {
    let stated = Stated::of(system);
    let decided = (1..=DRAWS).find_map(|seed| {
        let mut state = State::random(system, &stated, 0, seed);
        let places = evaluate(&stated.expressed.places, &mut state);
        let is_turned = |place: &[Residue]| {
            (0..9).all(|at| {
                let (i, j) = (at / 3, at % 3);
                let product = (0..3).fold(Residue::ZERO, |sum, k| {
                    sum + place[3 * i + k] * place[3 * j + k]
                });
                product == if i == j { Residue::ONE } else { Residue::ZERO }
            })
        };
        let found = places.chunks_exact(12).position(|place| !is_turned(place));
        state.failure.is_none().then_some(found)
    });
    decided.flatten()
}

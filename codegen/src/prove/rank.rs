//! Whether the mass matrix can be inverted.

use super::DRAWS;
use super::field::Residue;
use super::jet::Jet;
use super::lagrangian::{Chart, Lagrangian, Moving, Path};
use super::state::State;
use super::stated::Stated;
use crate::system::System;

/// The rank of the mass matrix at a random state.
#[must_use]
pub fn mass_matrix_rank(system: &System) -> usize {
    let nv = system.nv();
    let stated = Stated::of(system);
    let decided = (1..=DRAWS).find_map(|seed| {
        let state = State::random(system, &stated, 0, seed);
        let mut lagrangian = Lagrangian::new(system, &stated, state);
        let motions: Vec<Moving<2>> = (0..nv)
            .map(|k| {
                let mut rate = vec![Jet::ZERO; nv];
                rate[k] = Jet::constant(Residue::ONE);
                lagrangian.moving(&Path::rate(rate), Chart::Common)
            })
            .collect();
        let failed = lagrangian.state.failure.is_some();
        (!failed).then(|| rank(&lagrangian.mass_matrix(&motions)))
    });
    decided.unwrap_or(nv)
}

fn rank(m: &[Vec<Residue>]) -> usize {
    independent_rows(m).len()
}

/// The rows that are not made of those before them.
pub fn independent_rows(m: &[Vec<Residue>]) -> Vec<usize> {
    // Those found so far, reduced, each with the place of its first number that is not 0.
    let mut found: Vec<(usize, Vec<Residue>)> = Vec::new();
    let mut rows = Vec::new();
    for (at, row) in m.iter().enumerate() {
        let mut row = row.clone();
        for (pivot, known) in &found {
            let factor = row[*pivot];
            for (entry, &other) in row.iter_mut().zip(known) {
                *entry = *entry - factor * other;
            }
        }
        let pivot = row.iter().position(|&entry| entry != Residue::ZERO);
        if let Some(pivot) = pivot {
            let inverse = row[pivot].inverse().expect("it is not 0");
            row.iter_mut().for_each(|entry| *entry = *entry * inverse);
            found.push((pivot, row));
            rows.push(at);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rank_of_residues_is_found_by_elimination() {
        let residues = |rows: [[u64; 3]; 3]| rows.map(|row| row.map(Residue::new).to_vec());
        assert_eq!(rank(&residues([[0, 2, 1], [4, 2, 6], [4, 4, 7]])), 2);
        assert_eq!(rank(&residues([[0, 2, 1], [4, 2, 6], [4, 4, 8]])), 3);
    }
}

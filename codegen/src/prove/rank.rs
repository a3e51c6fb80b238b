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
        (!failed).then(|| rank(&mut lagrangian.mass_matrix(&motions)))
    });
    decided.unwrap_or(nv)
}

fn rank(m: &mut [Vec<Residue>]) -> usize {
    let (rows, columns) = (m.len(), m.first().map_or(0, Vec::len));
    let mut rank = 0;
    for column in 0..columns {
        let Some(pivot) = (rank..rows).find(|&row| m[row][column] != Residue::ZERO) else {
            continue;
        };
        m.swap(rank, pivot);
        let inverse = m[rank][column].inverse().expect("a pivot is not 0");
        let pivot_row = m[rank].clone();
        for row in m.iter_mut().skip(rank + 1) {
            let factor = row[column] * inverse;
            for (entry, &above) in row.iter_mut().zip(&pivot_row) {
                *entry = *entry - factor * above;
            }
        }
        rank += 1;
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rank_of_residues_is_found_by_elimination() {
        let residues = |rows: [[u64; 3]; 3]| rows.map(|row| row.map(Residue::new).to_vec());
        assert_eq!(rank(&mut residues([[0, 2, 1], [4, 2, 6], [4, 4, 7]])), 2);
        assert_eq!(rank(&mut residues([[0, 2, 1], [4, 2, 6], [4, 4, 8]])), 3);
    }
}

//! Ranks of the mass matrix and of rows.

use super::field::Residue;
use super::jet::Jet;
use super::lagrangian::{Displacement, Lagrangian, Path, Trajectory};
use super::random_states::at_random_states;
use multibody_description::system::System;

/// The rank of the mass matrix at almost all states.
#[must_use]
pub fn mass_matrix_rank(system: &System) -> usize {
    let nv = system.nv();
    let found = at_random_states(system, |lagrangian, _| rank(&mass_matrix(lagrangian, nv)));
    found.into_iter().max().unwrap_or(nv)
}

/// Whether M is singular with some choices of roots and not with others.
#[must_use]
pub fn rank_depends_on_roots(system: &System) -> bool {
    let nv = system.nv();
    let found = at_random_states(system, |lagrangian, _| rank(&mass_matrix(lagrangian, nv)));
    found.windows(2).any(|pair| pair[0] != pair[1])
}

/// Whether a pivot of M is 0 at all states where it is eliminated from its last row to its first, without exchanges: of a
/// positive kinetic energy none is.
#[must_use]
pub fn has_zero_pivot(system: &System) -> bool {
    let nv = system.nv();
    let found = at_random_states(system, |lagrangian, _| {
        meets_zero_pivot(mass_matrix(lagrangian, nv))
    });
    !found.is_empty() && found.iter().all(|is_zero| *is_zero)
}

fn meets_zero_pivot(mut m: Vec<Vec<Residue>>) -> bool {
    while let Some(own) = m.pop() {
        let at = m.len();
        let Some(inverse) = own[at].inverse() else {
            return true;
        };
        for row in &mut m {
            let factor = row[at] * inverse;
            let entries = row.iter_mut().zip(&own);
            entries.for_each(|(entry, &x)| *entry = *entry - factor * x);
        }
    }
    false
}

/// M.
pub fn mass_matrix(lagrangian: &mut Lagrangian<'_>, nv: usize) -> Vec<Vec<Residue>> {
    let motions: Vec<Trajectory<2>> = (0..nv)
        .map(|k| {
            let mut rate = vec![Jet::ZERO; nv];
            rate[k] = Jet::constant(Residue::ONE);
            lagrangian.trajectory(&Path::rate(rate), Displacement::Common)
        })
        .collect();
    lagrangian.mass_matrix(&motions)
}

fn rank(m: &[Vec<Residue>]) -> usize {
    independent_rows(m).len()
}

/// The rows that are not made of those before them.
pub fn independent_rows(m: &[Vec<Residue>]) -> Vec<usize> {
    let mut echelon = Echelon::default();
    let is_new = |at: &usize| echelon.add(&m[*at]);
    (0..m.len()).filter(is_new).collect()
}

/// Rows in echelon form, each with the place of its first number that is not 0.
#[derive(Default)]
pub struct Echelon(Vec<(usize, Vec<Residue>)>);

impl Echelon {
    /// Adds a row, if it is not made of those before; whether it was added.
    pub fn add(&mut self, row: &[Residue]) -> bool {
        let mut row = row.to_vec();
        for (pivot, known) in &self.0 {
            let factor = row[*pivot];
            for (entry, &other) in row.iter_mut().zip(known) {
                *entry = *entry - factor * other;
            }
        }
        let Some(pivot) = row.iter().position(|&entry| entry != Residue::ZERO) else {
            return false;
        };
        let inverse = row[pivot].inverse().expect("it is not 0");
        row.iter_mut().for_each(|entry| *entry = *entry * inverse);
        self.0.push((pivot, row));
        true
    }
}

/// x of `m x = right`. None: m is singular.
pub fn solved(m: &[Vec<Residue>], right: &[Residue]) -> Option<Vec<Residue>> {
    let mut rows: Vec<Vec<Residue>> = (m.iter().zip(right))
        .map(|(row, &right)| row.iter().copied().chain([right]).collect())
        .collect();
    for k in 0..rows.len() {
        let pivot = (k..rows.len()).find(|&at| rows[at][k] != Residue::ZERO)?;
        rows.swap(k, pivot);
        let inverse = rows[k][k].inverse()?;
        rows[k]
            .iter_mut()
            .for_each(|entry| *entry = *entry * inverse);
        let own = rows[k].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(at, _)| *at != k) {
            let factor = row[k];
            let entries = row.iter_mut().zip(&own);
            entries.for_each(|(entry, &x)| *entry = *entry - factor * x);
        }
    }
    rows.into_iter().map(|row| row.last().copied()).collect()
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

    #[test]
    fn pivots_are_found_from_the_last() {
        let residues = |row: [u64; 2]| row.map(Residue::new).to_vec();
        let [none, first, last] = [[[5, 1], [1, 2]], [[2, 4], [4, 8]], [[5, 1], [1, 0]]]
            .map(|m| meets_zero_pivot(m.map(residues).to_vec()));
        assert!(!none && first && last);
    }

    #[test]
    fn what_solves_is_found_by_elimination() {
        let residues = |row: [u64; 3]| row.map(Residue::new).to_vec();
        let regular = [[0, 2, 1], [4, 2, 6], [4, 4, 8]].map(residues);
        // Of (1, 2, 3).
        let right = residues([7, 26, 36]);
        assert_eq!(solved(&regular, &right), Some(residues([1, 2, 3])));
        let singular = [[0, 2, 1], [4, 2, 6], [4, 4, 7]].map(residues);
        assert_eq!(solved(&singular, &right), None);
    }
}

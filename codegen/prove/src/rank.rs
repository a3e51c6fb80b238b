//! Ranks of the mass matrix and of rows.

use crate::arithmetic::{Jet, Residue};
use crate::lagrangian::{Displacement, Path, SystemAtState, Trajectory};
use crate::random_states::at_random_states;
use multibody_description::system::System;

/// The rank of the mass matrix at almost all states; full, if the matrix has no value at the states that are tried.
#[must_use]
pub fn mass_matrix_rank(system: &System) -> usize {
    let nv = system.nv();
    let ranks = at_random_states(system, |system_at_state, _| {
        rank(&mass_matrix(system_at_state, nv))
    });
    largest_rank(&ranks).unwrap_or(nv)
}

/// Whether the links and placed bodies that can move have no mass in all, at the states that are tried.
#[must_use]
pub fn is_massless(system: &System) -> bool {
    let results = at_random_states(system, |system_at_state, _| {
        system_at_state.mass() == Residue::ZERO
    });
    results.iter().all(|is_zero| *is_zero)
}

/// The largest rank of all states: at a single state, or modulo a single prime, the rank may be smaller.
fn largest_rank(ranks: &[usize]) -> Option<usize> {
    ranks.iter().max().copied()
}

/// Whether the rank of M differs between choices of roots, or between the states that are tried.
#[must_use]
pub fn rank_depends_on_roots(system: &System) -> bool {
    let nv = system.nv();
    let ranks = at_random_states(system, |system_at_state, _| {
        rank(&mass_matrix(system_at_state, nv))
    });
    ranks.windows(2).any(|pair| pair[0] != pair[1])
}

/// Whether M has a zero pivot at all states if it is eliminated from its last row to its first, without exchanges. If
/// the kinetic energy is positive, no pivot is 0.
#[must_use]
pub fn has_zero_pivot(system: &System) -> bool {
    let nv = system.nv();
    let results = at_random_states(system, |system_at_state, _| {
        meets_zero_pivot(mass_matrix(system_at_state, nv))
    });
    !results.is_empty() && results.iter().all(|is_zero| *is_zero)
}

/// Whether a pivot of a symmetric matrix is 0 if it is eliminated from its last row to its first, without exchanges.
pub fn meets_zero_pivot(mut m: Vec<Vec<Residue>>) -> bool {
    while let Some(pivot_row) = m.pop() {
        let column = m.len();
        let Some(inverse) = pivot_row[column].inverse() else {
            return true;
        };
        for row in &mut m {
            let factor = row[column] * inverse;
            let entries = row.iter_mut().zip(&pivot_row);
            entries.for_each(|(entry, &x)| *entry = *entry - factor * x);
        }
    }
    false
}

/// M at the state, by rows.
pub fn mass_matrix(system_at_state: &mut SystemAtState<'_>, nv: usize) -> Vec<Vec<Residue>> {
    let motions: Vec<Trajectory<2>> = (0..nv)
        .map(|k| {
            let mut rate = vec![Jet::ZERO; nv];
            rate[k] = Jet::constant(Residue::ONE);
            system_at_state.trajectory(&Path::from_rates(rate), Displacement::ShiftPlusRate)
        })
        .collect();
    system_at_state.mass_matrix(&motions)
}

fn rank(m: &[Vec<Residue>]) -> usize {
    independent_rows(m).len()
}

/// The indices of the rows that are not linear combinations of those before them.
pub fn independent_rows(m: &[Vec<Residue>]) -> Vec<usize> {
    let mut echelon = Echelon::default();
    let is_new = |row: &usize| echelon.add(&m[*row]);
    (0..m.len()).filter(is_new).collect()
}

/// Rows in echelon form, each with the index of its first nonzero entry.
#[derive(Default)]
pub struct Echelon(Vec<(usize, Vec<Residue>)>);

impl Echelon {
    /// Adds a row unless it is a linear combination of those before, and returns whether it was added.
    pub fn add(&mut self, entries: &[Residue]) -> bool {
        let mut row = entries.to_vec();
        for (pivot, basis_row) in &self.0 {
            let factor = row[*pivot];
            for (entry, &x) in row.iter_mut().zip(basis_row) {
                *entry = *entry - factor * x;
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

/// The solution x of `m x = right_side`. None: m is singular.
pub fn solve(m: &[Vec<Residue>], right_side: &[Residue]) -> Option<Vec<Residue>> {
    let mut rows: Vec<Vec<Residue>> = (m.iter().zip(right_side))
        .map(|(row, &right_side)| row.iter().copied().chain([right_side]).collect())
        .collect();
    for k in 0..rows.len() {
        let pivot = (k..rows.len()).find(|&row| rows[row][k] != Residue::ZERO)?;
        rows.swap(k, pivot);
        let inverse = rows[k][k].inverse()?;
        rows[k]
            .iter_mut()
            .for_each(|entry| *entry = *entry * inverse);
        let pivot_row = rows[k].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(index, _)| *index != k) {
            let factor = row[k];
            let entries = row.iter_mut().zip(&pivot_row);
            entries.for_each(|(entry, &x)| *entry = *entry - factor * x);
        }
    }
    rows.into_iter().map(|row| row.last().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::described::system_of;
    use crate::evaluation::SystemPrograms;
    use crate::random_states::in_fields_of;

    #[test]
    fn ranks_are_found_by_elimination() {
        let residues = |rows: [[u64; 3]; 3]| rows.map(|row| row.map(Residue::new).to_vec());
        assert_eq!(rank(&residues([[0, 2, 1], [4, 2, 6], [4, 4, 7]])), 2);
        assert_eq!(rank(&residues([[0, 2, 1], [4, 2, 6], [4, 4, 8]])), 3);
    }

    /// Ranks of M with each of the primes of a system with this hash.
    fn ranks(metric: [u128; 3], hash: u64) -> Vec<usize> {
        let [xx, xy, yy] = metric;
        let system = system_of(&format!(
            "coordinates = [x, y], \
             kinetic = ({xx} * x_dot.powi(2) + 2 * {xy} * x_dot * y_dot + {yy} * y_dot.powi(2)) / 2,"
        ));
        let programs = SystemPrograms::of(&system).with_hash(hash);
        let results = in_fields_of(&system, &programs, |system_at_state, _| {
            rank(&mass_matrix(system_at_state, 2))
        });
        results.values
    }

    /// If numbers are multiples of the system's own first prime, the second prime still gives the rank.
    #[test]
    fn a_multiple_of_the_first_prime_does_not_lower_the_rank() {
        for hash in [0, 17, 0x0123_4567_89ab_cdef, u64::MAX] {
            let system =
                system_of("coordinates = [x, y], kinetic = x_dot.powi(2) + y_dot.powi(2),");
            let programs = SystemPrograms::of(&system).with_hash(hash);
            let [p, second_prime] = [1, 2].map(|seed| u128::from(programs.field(seed).prime()));
            assert_ne!(p, second_prime);
            // diag(1, p), and a determinant of p without a multiple of p in M.
            for metric in [[1, 0, p], [1, 1, p + 1], [3 * p, 0, 5]] {
                assert_eq!(ranks(metric, hash), [1, 2], "{metric:?}");
                assert_eq!(largest_rank(&ranks(metric, hash)), Some(2));
            }
            assert_eq!(ranks([1, 0, second_prime], hash), [2, 1]);
            // (x_dot + p y_dot)^2 is singular with each prime.
            let singular = [1, p, p * p];
            assert_eq!(ranks(singular, hash), [1, 1]);
            // The primes depend on the hash alone: the product of both is 0 modulo either.
            assert_eq!(ranks([1, 0, p * second_prime], hash), [1, 1]);
        }
    }

    /// Primes that follow from a hash of a system's numbers do not divide these numbers.
    #[test]
    fn primes_that_follow_from_numbers_are_not_their_divisors() {
        for number in [(1_u128 << 61) - 1, 9_223_372_036_854_775_783] {
            let system = system_of(&format!(
                "coordinates = [x, y], kinetic = (x_dot + y_dot).powi(2) + {number} * y_dot.powi(2),"
            ));
            let ranks = at_random_states(&system, |system_at_state, _| {
                rank(&mass_matrix(system_at_state, 2))
            });
            assert_eq!(ranks, [2, 2], "{number}");
            assert_eq!(mass_matrix_rank(&system), 2);
        }
    }

    #[test]
    fn zero_pivots_are_found_from_the_last_row_to_the_first() {
        let residues = |row: [u64; 2]| row.map(Residue::new).to_vec();
        let are_found = [[[5, 1], [1, 2]], [[2, 4], [4, 8]], [[5, 1], [1, 0]]]
            .map(|m| meets_zero_pivot(m.map(residues).to_vec()));
        assert_eq!(are_found, [false, true, true]);
    }

    #[test]
    fn linear_systems_are_solved_by_elimination() {
        let residues = |row: [u64; 3]| row.map(Residue::new).to_vec();
        let regular = [[0, 2, 1], [4, 2, 6], [4, 4, 8]].map(residues);
        // The product with (1, 2, 3).
        let right_side = residues([7, 26, 36]);
        assert_eq!(solve(&regular, &right_side), Some(residues([1, 2, 3])));
        let singular = [[0, 2, 1], [4, 2, 6], [4, 4, 7]].map(residues);
        assert_eq!(solve(&singular, &right_side), None);
    }
}

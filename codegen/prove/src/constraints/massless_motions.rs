//! Constraint rows on motions without kinetic energy.

use super::jacobian;
use crate::arithmetic::Residue;
use crate::random_states::at_random_states;
use crate::rank::{independent_rows, mass_matrix};
use multibody_description::system::System;

/// Indices of the constraint rows that restrain motions without kinetic energy: rows of J that are not in the row space of M at a
/// random state. All rows, if J and M have no values at the states that are tried.
#[must_use]
pub fn constraints_of_massless_motions(system: &System) -> Vec<usize> {
    let nv = system.nv();
    let lists = at_random_states(system, |system_at_state, _| {
        let m = mass_matrix(system_at_state, nv);
        find_rows_outside_row_space(&m, &jacobian(system_at_state, nv))
    });
    let is_among = |row: &usize| lists.is_empty() || lists.iter().any(|rows| rows.contains(row));
    (0..system.nc()).filter(is_among).collect()
}

/// Indices of the rows that are not in the row space of m.
fn find_rows_outside_row_space(m: &[Vec<Residue>], rows: &[Vec<Residue>]) -> Vec<usize> {
    let rank = independent_rows(m).len();
    let is_new = |row: &usize| {
        let stack: Vec<Vec<Residue>> = m.iter().chain([&rows[*row]]).cloned().collect();
        independent_rows(&stack).len() > rank
    };
    (0..rows.len()).filter(is_new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_outside_the_row_space_are_found() {
        let residues = |row: [u64; 3]| row.map(Residue::new).to_vec();
        let m = [[1, 0, 0], [0, 0, 0], [0, 0, 2]].map(residues);
        let rows = [[3, 0, 4], [0, 1, 0], [1, 5, 0]].map(residues);
        assert_eq!(find_rows_outside_row_space(&m, &rows), [1, 2]);
    }
}

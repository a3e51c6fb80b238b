//! Coordinate partitioning: the rates that constraints determine from the other rates.

use super::jacobian;
use crate::arithmetic::Residue;
use crate::random_states::at_random_states;
use multibody_description::findings::DependentRate;
use multibody_description::system::System;

/// Rates whose columns of J are independent at almost all positions, chosen from the last rate to the first. The pivot
/// row of each rate is solved for this rate after the rates before it in the list are eliminated.
#[must_use]
pub fn dependent_rates(system: &System) -> Vec<DependentRate> {
    let nv = system.nv();
    let mut lists = at_random_states(system, |system_at_state, _| {
        eliminate(jacobian(system_at_state, nv))
    })
    .into_iter();
    // A pivot that is 0 by chance shortens the list, or replaces a rate by an earlier one. The longest list excludes the former. The
    // latter is improbable, and the rates of such a list are independent too.
    let first = lists.next().unwrap_or_default();
    lists.fold(first, |longest, list| {
        if list.len() > longest.len() { list } else { longest }
    })
}

/// The columns that are independent of later ones, from the last to the first, with their pivot rows. Of the remaining rows with an
/// entry in a column, the pivot row is the one with the fewest nonzero entries.
fn eliminate(mut rows: Vec<Vec<Residue>>) -> Vec<DependentRate> {
    let columns = rows.first().map_or(0, Vec::len);
    let mut rates: Vec<DependentRate> = Vec::new();
    for column in (0..columns).rev() {
        let is_unused = |row: &usize| rates.iter().all(|rate| rate.row != *row);
        let candidates: Vec<usize> = (0..rows.len()).filter(is_unused).collect();
        let count_nonzero =
            |row: &Vec<Residue>| row.iter().filter(|&&x| x != Residue::ZERO).count();
        let has_entry = |row: &&usize| rows[**row][column] != Residue::ZERO;
        let Some(&pivot) = candidates
            .iter()
            .filter(has_entry)
            .min_by_key(|&&row| count_nonzero(&rows[row]))
        else {
            continue;
        };
        let inverse = rows[pivot][column].inverse().expect("it is not 0");
        let pivot_row = rows[pivot].clone();
        for row in candidates.into_iter().filter(|&row| row != pivot) {
            let factor = rows[row][column] * inverse;
            let entries = rows[row].iter_mut().zip(&pivot_row);
            entries.for_each(|(entry, &x)| *entry = *entry - factor * x);
        }
        rates.push(DependentRate {
            rate: column,
            row: pivot,
        });
    }
    rates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn independent_columns_are_found_from_the_last() {
        let pairs_of = |rows: [[u64; 4]; 2]| {
            let rates = eliminate(rows.map(|row| row.map(Residue::new).to_vec()).to_vec());
            let pairs = rates.into_iter().map(|pivot| (pivot.rate, pivot.row));
            pairs.collect::<Vec<_>>()
        };
        assert_eq!(pairs_of([[1, 2, 0, 3], [0, 1, 0, 2]]), [(3, 1), (1, 0)]);
        // The third column is twice the last.
        assert_eq!(pairs_of([[1, 1, 2, 1], [0, 5, 6, 3]]), [(3, 1), (1, 0)]);
    }
}

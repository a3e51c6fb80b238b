//! Cycles among elements that have at most one successor each.

use std::collections::BTreeSet;

/// The cycles of a map from indices to indices; each cycle begins at its least index.
pub(super) fn cycles(count: usize, next: impl Fn(usize) -> Option<usize>) -> Vec<Vec<usize>> {
    // For each index, the start of the walk that first visited it. A walk closes a cycle when it returns to an index
    // that it was itself the first to visit.
    let mut visited: Vec<Option<usize>> = vec![None; count];
    let mut cycles = BTreeSet::new();
    for start in 0..count {
        let mut current = Some(start);
        while let Some(index) = current.filter(|index| visited[*index].is_none()) {
            visited[index] = Some(start);
            current = next(index);
        }
        if let Some(entry) = current.filter(|index| visited[*index] == Some(start)) {
            let steps = std::iter::successors(next(entry), |index| next(*index));
            let mut cycle: Vec<usize> = steps.take_while(|index| *index != entry).collect();
            cycle.push(entry);
            let least_position = (0..cycle.len())
                .min_by_key(|position| cycle[*position])
                .unwrap_or(0);
            cycle.rotate_left(least_position);
            cycles.insert(cycle);
        }
    }
    cycles.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_found_once_each() {
        // 0 -> 3 -> 1 -> 3, 2 -> 2, 4 -> 0, 5 -> nothing
        let next = [Some(3), Some(3), Some(2), Some(1), Some(0), None];
        assert_eq!(cycles(6, |index| next[index]), [vec![1, 3], vec![2]]);
        assert!(cycles(3, |index| index.checked_sub(1)).is_empty());
    }
}

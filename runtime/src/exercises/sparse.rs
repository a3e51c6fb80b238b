//! Sparse symmetric matrices, and their factors.

use std::{vec, vec::Vec};

use nalgebra::{Dim, Matrix, RawStorage};

/// A pivot counts as 0 if it is smaller than this fraction of the sum of the magnitudes of its terms.
const TOLERANCE: f64 = 1e-12;

/// The lower triangle of a symmetric matrix, with only those entries that may be nonzero.
pub(super) struct Symmetric {
    /// For each row i its entries: pairs of a column, which is at most i, and the value.
    rows: Vec<Vec<(usize, f64)>>,
}

impl Symmetric {
    pub fn zeros(size: usize) -> Self {
        Self {
            rows: vec![Vec::new(); size],
        }
    }

    /// Adds to an entry and to its mirror image across the diagonal.
    pub fn add(&mut self, i: usize, j: usize, value: f64) {
        let (row, column) = (i.max(j), i.min(j));
        let entries = &mut self.rows[row];
        match entries.iter_mut().find(|(index, _)| *index == column) {
            Some((_, entry)) => *entry += value,
            None => entries.push((column, value)),
        }
    }

    /// Adds a symmetric block on the diagonal; `block` contains both triangles.
    pub fn add_square<S: RawStorage<f64, R, C>, R: Dim, C: Dim>(
        &mut self,
        start: usize,
        block: &Matrix<f64, R, C, S>,
    ) {
        for i in 0..block.nrows() {
            for j in 0..=i {
                self.add(start + i, start + j, block[(i, j)]);
            }
        }
    }

    /// Adds a block off the diagonal, and its mirror image.
    pub fn add_block<R: Dim, C: Dim, S: RawStorage<f64, R, C>>(
        &mut self,
        row: usize,
        column: usize,
        block: &Matrix<f64, R, C, S>,
    ) {
        for i in 0..block.nrows() {
            for j in 0..block.ncols() {
                self.add(row + i, column + j, block[(i, j)]);
            }
        }
    }

    /// The number of entries that may be nonzero, on the diagonal and below it.
    pub fn entries(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// Computes `L D L^T`, row by row, without reordering rows (Davis 2006, chapter 4): row i of L has entries on the
    /// paths up the elimination tree from the entries of the matrix.
    ///
    /// The caller is responsible for the order of the rows. It determines how many entries L has, and whether a pivot
    /// vanishes that would not vanish in another order. A pivot that is 0 up to rounding belongs to a row that depends
    /// on those before it.
    pub fn factors(&self) -> Factors {
        let size = self.rows.len();
        let mut factors = Factors {
            columns: vec![Vec::new(); size],
            inverse_pivots: vec![0.0; size],
            operations: 0,
        };
        let mut parents: Vec<Option<usize>> = vec![None; size];
        // The last row whose path contains a node: a path ends where it joins another one of the same row.
        let mut last_row_of_node = vec![usize::MAX; size];
        let mut row = vec![0.0; size];
        for i in 0..size {
            let (mut pivot, mut magnitude) = (0.0, 0.0);
            let mut pattern = Vec::new();
            last_row_of_node[i] = i;
            for &(j, entry) in &self.rows[i] {
                if j == i {
                    (pivot, magnitude) = (entry, entry.abs());
                    continue;
                }
                row[j] = entry;
                let mut node = j;
                while last_row_of_node[node] != i {
                    last_row_of_node[node] = i;
                    pattern.push(node);
                    node = *parents[node].get_or_insert(i);
                }
            }
            pattern.sort_unstable();
            for j in pattern {
                let entry = core::mem::take(&mut row[j]);
                for &(k, l) in &factors.columns[j] {
                    row[k] -= l * entry;
                }
                let l = factors.inverse_pivots[j] * entry;
                pivot -= l * entry;
                magnitude += (l * entry).abs();
                factors.operations += 2 * factors.columns[j].len() + 3;
                factors.columns[j].push((i, l));
            }
            factors.inverse_pivots[i] =
                if pivot.abs() > TOLERANCE * magnitude { 1.0 / pivot } else { 0.0 };
        }
        factors
    }
}

/// The factors of `L D L^T`; L has ones on the diagonal.
pub(super) struct Factors {
    /// For each column of L its entries below the diagonal, from top to bottom: pairs of a row and the value.
    columns: Vec<Vec<(usize, f64)>>,
    /// The reciprocals of the entries of D; 0 for a row that depends on those before it.
    inverse_pivots: Vec<f64>,
    /// The number of multiplications and additions that the factorization took.
    operations: usize,
}

impl Factors {
    /// The number of entries of L, including its diagonal.
    pub fn entries(&self) -> usize {
        self.inverse_pivots.len() + self.columns.iter().map(Vec::len).sum::<usize>()
    }

    /// The number of multiplications and additions for the factors and one solution, not counting divisions.
    pub fn operations(&self) -> usize {
        let lower_entries = self.entries() - self.inverse_pivots.len();
        self.operations + 4 * lower_entries + self.inverse_pivots.len()
    }

    /// Whether all rows are independent.
    pub fn is_regular(&self) -> bool {
        self.inverse_pivots.iter().all(|pivot| *pivot != 0.0)
    }

    /// x with `A x = b`. If rows depend on those before them, the corresponding entries of x are 0, and these rows are
    /// satisfied unless they contradict the others.
    pub fn solve(&self, mut b: Vec<f64>) -> Vec<f64> {
        for (j, column) in self.columns.iter().enumerate() {
            for &(i, l) in column {
                b[i] -= l * b[j];
            }
        }
        for (j, column) in self.columns.iter().enumerate().rev() {
            b[j] *= self.inverse_pivots[j];
            for &(i, l) in column {
                b[j] -= l * b[i];
            }
        }
        b
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector};

    use super::*;
    use crate::reference::state::Random;

    /// A sparse matrix of full rank.
    fn random_matrix(seed: u64, size: usize) -> DMatrix<f64> {
        let mut random = Random::new(seed);
        let mut matrix = DMatrix::zeros(size, size);
        for i in 0..size {
            matrix[(i, i)] = random.between(3.0, 4.0);
            for _ in 0..2 {
                let j = random.next() as usize % size;
                if i != j {
                    matrix[(i, j)] = random.between(-0.5, 0.5);
                    matrix[(j, i)] = matrix[(i, j)];
                }
            }
        }
        matrix
    }

    fn sparse(matrix: &DMatrix<f64>) -> Symmetric {
        let mut sparse = Symmetric::zeros(matrix.nrows());
        for i in 0..matrix.nrows() {
            for j in 0..=i {
                if matrix[(i, j)] != 0.0 {
                    sparse.add(i, j, matrix[(i, j)]);
                }
            }
        }
        sparse
    }

    #[test]
    fn solutions_satisfy_the_equations() {
        for seed in 0..8 {
            let matrix = random_matrix(seed, 12);
            let x = DVector::from_fn(12, |i, _| 1.0 + i as f64);
            let b = &matrix * &x;
            let factors = sparse(&matrix).factors();
            assert!(factors.entries() > sparse(&matrix).entries());
            let solution = DVector::from(factors.solve(b.as_slice().to_vec()));
            assert!((solution - x).amax() < 1e-13);
        }
    }

    /// `A = B B^T` of rank 2, and b in its range.
    #[test]
    fn rows_that_depend_on_others_are_satisfied_too() {
        let b = DMatrix::from_row_slice(4, 2, &[1.0, 0.0, 2.0, 0.0, 0.3, 1.0, 1.3, 1.0]);
        let matrix = &b * b.transpose();
        let right_side = &b * DVector::from_column_slice(&[3.0, -2.0]);
        let solution = sparse(&matrix)
            .factors()
            .solve(right_side.as_slice().to_vec());
        assert_eq!([solution[1], solution[3]], [0.0, 0.0]);
        assert!((matrix * DVector::from(solution) - right_side).amax() < 1e-14);
    }

    /// Eliminated from the outside inwards, an arrow matrix has no fill; in the opposite order it fills completely.
    #[test]
    fn the_order_of_rows_determines_the_fill() {
        let arrow = |tip: usize| {
            let mut matrix = DMatrix::identity(9, 9) * 10.0;
            for k in (0..9).filter(|&k| k != tip) {
                matrix[(k, tip)] = 1.0;
                matrix[(tip, k)] = 1.0;
            }
            let sparse = sparse(&matrix);
            sparse.factors().entries() - sparse.entries()
        };
        assert_eq!([arrow(8), arrow(0)], [0, 28]);
    }
}

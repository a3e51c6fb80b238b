//! Symmetric matrices of which most entries are 0, and their factors.

use std::{vec, vec::Vec};

use nalgebra::{Dim, Matrix, RawStorage};

/// A pivot is 0 that is this small against what it is the difference of.
const LEAST: f64 = 1e-12;

/// The lower triangle of a symmetric matrix: of each row the entries that may be other than 0.
pub(super) struct Symmetric {
    /// Of row i pairs of a column, at most i, and the entry.
    rows: Vec<Vec<(usize, f64)>>,
}

impl Symmetric {
    pub fn zeros(size: usize) -> Self {
        Self {
            rows: vec![Vec::new(); size],
        }
    }

    /// Adds to an entry and to the one across the diagonal, which are the same.
    pub fn add(&mut self, i: usize, j: usize, value: f64) {
        let (row, column) = (i.max(j), i.min(j));
        let entries = &mut self.rows[row];
        match entries.iter_mut().find(|(at, _)| *at == column) {
            Some((_, entry)) => *entry += value,
            None => entries.push((column, value)),
        }
    }

    /// Adds to a block on the diagonal, of which both triangles are given.
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

    /// Adds to a block away from the diagonal, and to that across.
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

    /// How many entries may be other than 0, on the diagonal and below.
    pub fn entries(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// `L D L^T`, row by row, in the order in which rows stand (Davis 2006, chapter 4): row i of L has entries on the ways up
    /// the elimination tree from the entries of the matrix.
    ///
    /// The order decides how many entries L has, and that no pivot vanishes that need not: it is the caller's. A pivot that
    /// is 0 to rounding belongs to a row that depends on those before it.
    pub fn factors(&self) -> Factors {
        let size = self.rows.len();
        let mut factors = Factors {
            columns: vec![Vec::new(); size],
            pivots: vec![0.0; size],
            operations: 0,
        };
        let mut parents: Vec<Option<usize>> = vec![None; size];
        let mut seen_by = vec![usize::MAX; size];
        let mut row = vec![0.0; size];
        for i in 0..size {
            let (mut pivot, mut magnitude) = (0.0, 0.0);
            let mut pattern = Vec::new();
            seen_by[i] = i;
            for &(j, entry) in &self.rows[i] {
                if j == i {
                    (pivot, magnitude) = (entry, entry.abs());
                    continue;
                }
                row[j] = entry;
                let mut at = j;
                while seen_by[at] != i {
                    seen_by[at] = i;
                    pattern.push(at);
                    at = *parents[at].get_or_insert(i);
                }
            }
            pattern.sort_unstable();
            for j in pattern {
                let entry = core::mem::take(&mut row[j]);
                for &(k, l) in &factors.columns[j] {
                    row[k] -= l * entry;
                }
                let l = factors.pivots[j] * entry;
                pivot -= l * entry;
                magnitude += (l * entry).abs();
                factors.operations += 2 * factors.columns[j].len() + 3;
                factors.columns[j].push((i, l));
            }
            factors.pivots[i] = match pivot.abs() > LEAST * magnitude {
                true => 1.0 / pivot,
                false => 0.0,
            };
        }
        factors
    }
}

/// `L D L^T`, L with ones on the diagonal.
pub(super) struct Factors {
    /// Of each column of L pairs of a row below the diagonal and the entry, downwards.
    columns: Vec<Vec<(usize, f64)>>,
    /// Those of D, inverted; 0 where a row depends on those before it.
    pivots: Vec<f64>,
    /// Multiplications and additions that have been done.
    operations: usize,
}

impl Factors {
    /// How many entries L has, its diagonal among them.
    pub fn entries(&self) -> usize {
        self.pivots.len() + self.columns.iter().map(Vec::len).sum::<usize>()
    }

    /// Multiplications and additions of the factors and of one solution; divisions apart.
    pub fn operations(&self) -> usize {
        let below = self.entries() - self.pivots.len();
        self.operations + 4 * below + self.pivots.len()
    }

    /// Whether every row stands for itself.
    pub fn is_regular(&self) -> bool {
        self.pivots.iter().all(|pivot| *pivot != 0.0)
    }

    /// x with `A x = b`. Where rows depend on those before them, entries of x are 0, and these rows are satisfied if they do
    /// not contradict.
    pub fn solve(&self, mut b: Vec<f64>) -> Vec<f64> {
        for (j, column) in self.columns.iter().enumerate() {
            for &(i, l) in column {
                b[i] -= l * b[j];
            }
        }
        for (j, column) in self.columns.iter().enumerate().rev() {
            b[j] *= self.pivots[j];
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

    /// A matrix of full rank, with a few entries, and the same with the last row a copy of another.
    fn random(seed: u64, size: usize) -> DMatrix<f64> {
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
    fn the_solution_solves() {
        for seed in 0..8 {
            let matrix = random(seed, 12);
            let x = DVector::from_fn(12, |i, _| 1.0 + i as f64);
            let b = &matrix * &x;
            let factors = sparse(&matrix).factors();
            assert!(factors.entries() > sparse(&matrix).entries());
            let found = DVector::from(factors.solve(b.as_slice().to_vec()));
            assert!((found - x).amax() < 1e-13);
        }
    }

    /// `A = B B^T` of rank 2, and b in its range.
    #[test]
    fn rows_that_depend_on_others_are_satisfied_too() {
        let b = DMatrix::from_row_slice(4, 2, &[1.0, 0.0, 2.0, 0.0, 0.3, 1.0, 1.3, 1.0]);
        let matrix = &b * b.transpose();
        let right_side = &b * DVector::from_column_slice(&[3.0, -2.0]);
        let found = sparse(&matrix)
            .factors()
            .solve(right_side.as_slice().to_vec());
        assert_eq!([found[1], found[3]], [0.0, 0.0]);
        assert!((matrix * DVector::from(found) - right_side).amax() < 1e-14);
    }

    /// From the outside inwards an arrow has no fill, the other way round all.
    #[test]
    fn the_order_decides_about_fill() {
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

//! Singular values of matrices whose rows may depend on one another.

use std::vec::Vec;

use nalgebra::{DMatrix, DVector};

/// Smaller singular values, relative to the largest, count as 0: they may be rounding errors.
const TOLERANCE: f64 = 1e-12;

/// `A = U Sigma V1^T`, with the nonzero singular values only.
pub(crate) struct Decomposition {
    /// `U Sigma`; its columns are orthogonal.
    image: DMatrix<f64>,
    /// V1, the right singular vectors for these columns.
    pub range: DMatrix<f64>,
    /// V2, a basis of the null space of A.
    pub null: DMatrix<f64>,
    /// `Sigma^2`.
    squares: DVector<f64>,
}

impl Decomposition {
    pub fn new(a: DMatrix<f64>) -> Self {
        Self::of_part(a, 0.0)
    }

    /// Decomposes a part of a larger matrix, of which the largest singular value is about `size`: singular values of the part
    /// that are negligible relative to `size` count as 0 too.
    pub fn of_part(a: DMatrix<f64>, size: f64) -> Self {
        let (images, directions) = orthogonal_images(a);
        let sizes: Vec<f64> = images.column_iter().map(|image| image.norm()).collect();
        let largest = sizes.iter().copied().fold(size, f64::max);
        let (nonzero, zero): (Vec<usize>, Vec<usize>) =
            (0..sizes.len()).partition(|&k| sizes[k] > TOLERANCE * largest);
        let squares = nonzero.iter().map(|&k| sizes[k] * sizes[k]);
        Self {
            image: images.select_columns(&nonzero),
            range: directions.select_columns(&nonzero),
            null: directions.select_columns(&zero),
            squares: DVector::from_iterator(nonzero.len(), squares),
        }
    }

    /// The number of independent rows.
    pub fn rank(&self) -> usize {
        self.squares.len()
    }

    /// The ratio of the largest and the smallest nonzero singular value; 1 if there are none.
    pub fn condition(&self) -> f64 {
        if self.squares.is_empty() {
            1.0
        } else {
            (self.squares.max() / self.squares.min()).sqrt()
        }
    }

    /// The x of least length that minimizes `|A x - b|`.
    pub fn solve(&self, b: &DVector<f64>) -> DVector<f64> {
        self.solve_filtered(b, |_| 1.0)
    }

    /// The same x, with its component along each right singular vector multiplied by `factor(s)`, where s is the square
    /// of the singular value.
    pub fn solve_filtered(&self, b: &DVector<f64>, factor: impl Fn(f64) -> f64) -> DVector<f64> {
        let filters = self.squares.map(|square| factor(square) / square);
        &self.range * self.image.tr_mul(b).component_mul(&filters)
    }

    /// A scalar function applied to the symmetric matrix `A^T A`.
    pub fn apply_to_gram(&self, scalar_function: impl Fn(f64) -> f64) -> DMatrix<f64> {
        let [range, null] = [
            self.squares.map(&scalar_function),
            DVector::from_element(self.null.ncols(), scalar_function(0.0)),
        ]
        .map(|values| DMatrix::from_diagonal(&values));
        &self.range * range * self.range.transpose() + &self.null * null * self.null.transpose()
    }

    /// The largest and the smallest eigenvalue of `A^T A`.
    pub fn extreme_eigenvalues(&self) -> [f64; 2] {
        let largest = self.squares.iter().copied().fold(0.0, f64::max);
        let least = match self.null.ncols() {
            0 => self.squares.iter().copied().fold(largest, f64::min),
            _ => 0.0,
        };
        [largest, least]
    }

    /// The solution y of `A A^T y = b` in the directions of nonzero singular values, with its component along each
    /// direction multiplied by `factor(s)`, where s is the square of the singular value.
    pub fn solve_gram(&self, b: &DVector<f64>, factor: impl Fn(f64) -> f64) -> DVector<f64> {
        let filters = self
            .squares
            .map(|square| factor(square) / (square * square));
        &self.image * self.image.tr_mul(b).component_mul(&filters)
    }

    /// The y of least length that minimizes `|A^T y - b|`.
    pub fn solve_transposed(&self, b: &DVector<f64>) -> DVector<f64> {
        &self.image * self.range.tr_mul(b).component_div(&self.squares)
    }
}

/// `A V` with orthogonal columns, and the orthogonal matrix V, by the rotations of Hestenes (Golub and Van Loan 2013,
/// section 8.6.3). V is square, so it spans the null space too, and small singular values are as accurate as large ones.
fn orthogonal_images(a: DMatrix<f64>) -> (DMatrix<f64>, DMatrix<f64>) {
    // Some ten sweeps suffice, since convergence is quadratic in the end. The limit only guarantees that the loop ends.
    const SWEEPS: usize = 60;
    let columns = a.ncols();
    // Columns this short are rounding errors. They never become orthogonal, so that no sweep would be the last.
    let negligible = (1e-15 * a.norm()).powi(2);
    let (mut images, mut directions) = (a, DMatrix::identity(columns, columns));
    for _ in 0..SWEEPS {
        let mut is_done = true;
        for p in 0..columns {
            for q in p + 1..columns {
                let [alpha, beta] = [p, q].map(|k| images.column(k).norm_squared());
                let gamma = images.column(p).dot(&images.column(q));
                let is_orthogonal = gamma.abs() <= f64::EPSILON * (alpha * beta).sqrt();
                if is_orthogonal || alpha.min(beta) <= negligible {
                    continue;
                }
                is_done = false;
                let zeta = (beta - alpha) / (2.0 * gamma);
                let tangent = zeta.signum() / (zeta.abs() + zeta.hypot(1.0));
                let cosine = 1.0 / tangent.hypot(1.0);
                for matrix in [&mut images, &mut directions] {
                    let [x, y] = [p, q].map(|k| matrix.column(k).into_owned());
                    matrix.set_column(p, &(cosine * (&x - tangent * &y)));
                    matrix.set_column(q, &(cosine * (y + tangent * x)));
                }
            }
        }
        if is_done {
            break;
        }
    }
    (images, directions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::state::Random;

    /// Matrices of each rank, with singular values of about 1 to 1e-6, wide and tall.
    #[test]
    fn solutions_have_the_least_error_and_then_the_least_length() {
        let mut random = Random::new(3);
        let mut random_matrix =
            |rows, columns| DMatrix::from_fn(rows, columns, |_, _| random.between(-1.0, 1.0));
        for (rows, columns, rank) in [
            (3, 5, 3),
            (5, 3, 3),
            (6, 5, 2),
            (4, 7, 3),
            (2, 3, 0),
            (0, 3, 0),
        ] {
            let small =
                DMatrix::from_diagonal(&DVector::from_fn(rank, |k, _| 1e-3_f64.powi(k as i32)));
            let a =
                random_matrix(rows, rank) * small.columns(0, rank) * random_matrix(rank, columns);
            let decomposed = Decomposition::new(a.clone());
            assert_eq!(decomposed.rank(), rank);
            assert!((&a * &decomposed.null).norm() < 1e-14);
            assert_eq!(decomposed.null.ncols(), columns - rank);
            let b = a.clone() * random_matrix(columns, 1).column(0);
            let x = decomposed.solve(&b);
            assert!((&a * &x - &b).amax() < 1e-14, "{rows}, {columns}, {rank}");
            assert!(decomposed.null.tr_mul(&x).norm() < 1e-14);
            // The component orthogonal to the image has no effect.
            let w = a.transpose() * random_matrix(rows, 1).column(0);
            let y = decomposed.solve_transposed(&w);
            assert!((a.tr_mul(&y) - &w).amax() < 1e-14);
            // Contradicting rows are satisfied by least squares.
            let b = random_matrix(rows, 1).column(0).into_owned();
            let x = decomposed.solve(&b);
            let residual = &a * &x - b;
            assert!(a.tr_mul(&residual).norm() < 1e-14 * x.norm().max(1.0));
        }
    }
}

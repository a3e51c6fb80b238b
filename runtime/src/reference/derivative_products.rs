//! Products with derivatives, computed with the matrices of derivatives.

use nalgebra::{DMatrix, DVector};
use std::vec::Vec;

use super::Model;

/// The vector by which a matrix of derivatives is multiplied.
#[derive(Clone, Copy)]
pub enum Factor<'a> {
    /// On the right: changes of the three arguments.
    Direction(&'a [Vec<f64>; 3]),
    /// On the left: weights of the values.
    Weights(&'a [f64]),
}

impl Model {
    /// tau, and a product with its derivatives.
    pub(super) fn inverse_dynamics_product(
        &self,
        [q, qd, qdd]: [&[f64]; 3],
        wrenches: &[(usize, [f64; 6])],
        factor: Factor<'_>,
    ) -> DVector<f64> {
        let tau = self.inverse_dynamics(q, qd, qdd, wrenches);
        let derivatives = self.derivatives_of_forces([q, qd, qdd], wrenches);
        let matrices =
            [0, 1, 2].map(|argument| derivatives.rows(argument * self.nv, self.nv).into_owned());
        append_product(&tau, &matrices, factor)
    }

    /// qdd, and a product with its derivatives.
    pub(super) fn forward_dynamics_product(
        &self,
        [q, qd, tau]: [&[f64]; 3],
        wrenches: &[(usize, [f64; 6])],
        factor: Factor<'_>,
    ) -> DVector<f64> {
        let values = self.forward_dynamics_derivatives(q, qd, tau, wrenches);
        let (qdd, matrices) = values.as_slice().split_at(self.nv);
        let matrices = [0, 1, 2].map(|argument| {
            let entries = &matrices[argument * self.nv * self.nv..][..self.nv * self.nv];
            DMatrix::from_row_slice(self.nv, self.nv, entries)
        });
        append_product(&DVector::from_column_slice(qdd), &matrices, factor)
    }
}

/// A value, followed by the product with its derivatives by three arguments.
fn append_product(
    value: &DVector<f64>,
    matrices: &[DMatrix<f64>; 3],
    factor: Factor<'_>,
) -> DVector<f64> {
    let mut values = value.as_slice().to_vec();
    match factor {
        Factor::Direction(direction) => {
            let zeros = DVector::zeros(value.len());
            let pairs = matrices.iter().zip(direction);
            let change = pairs.fold(zeros, |sum, (matrix, direction)| {
                sum + matrix * DVector::from_column_slice(direction)
            });
            values.extend_from_slice(change.as_slice());
        }
        Factor::Weights(weights) => {
            let weights = DVector::from_column_slice(weights);
            for matrix in matrices {
                values.extend_from_slice(matrix.tr_mul(&weights).as_slice());
            }
        }
    }
    DVector::from_vec(values)
}

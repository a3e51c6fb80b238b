//! Derivatives by differences of the textbook algorithms.

use nalgebra::{DMatrix, DVector};
use std::vec::Vec;

use super::Model;
use crate::manifold;

/// The largest step of the differences: for positions a time, in s, at a unit rate; for rates and accelerations in
/// their own unit. It is large, since differences divide rounding errors by the step.
const STEP: f64 = 0.03;
/// The number of times that the step is halved. The extrapolation then removes errors of up to the sixth power of the step.
const HALVINGS: usize = 3;

impl Model {
    /// The derivatives of a function of `q`, `qd`, `qdd` by the first `argument_count` of these, one below the other:
    /// by positions along each rate, by rates, by accelerations. They are central differences at four steps,
    /// extrapolated to the step 0 as in Romberg's scheme.
    pub(super) fn derivatives(
        &self,
        state: [&[f64]; 3],
        argument_count: usize,
        function: impl Fn([&[f64]; 3]) -> DVector<f64>,
    ) -> DMatrix<f64> {
        let columns: Vec<DVector<f64>> = (0..self.nv)
            .map(|rate| {
                let blocks = (0..argument_count).map(|argument| {
                    extrapolate(|step| {
                        let value =
                            |step: f64| self.value_at_step(state, argument, rate, step, &function);
                        (value(step) - value(-step)) / (2.0 * step)
                    })
                });
                let entries = blocks.flat_map(|block| block.iter().copied().collect::<Vec<f64>>());
                DVector::from_vec(entries.collect())
            })
            .collect();
        if columns.is_empty() {
            DMatrix::zeros(0, 0)
        } else {
            DMatrix::from_columns(&columns)
        }
    }

    /// The derivative of the gravity forces g by positions along each rate, and below it the mass matrix.
    pub(super) fn gravity_stiffness(&self, q: &[f64]) -> DMatrix<f64> {
        let gravity_derivative = self.derivative_of_gravity(q);
        let mass_matrix = self.mass_matrix(q);
        DMatrix::from_fn(2 * self.nv, self.nv, |row, column| {
            match row.checked_sub(self.nv) {
                None => gravity_derivative[(row, column)],
                Some(row) => mass_matrix[(row, column)],
            }
        })
    }

    /// The derivatives of inverse dynamics by positions, rates and accelerations, then those by the components of the
    /// wrenches, `-J^T`; each matrix is listed row by row.
    pub(super) fn inverse_dynamics_derivatives_under(
        &self,
        [q, qd, qdd]: [&[f64]; 3],
        wrenches: &[(usize, [f64; 6])],
    ) -> DVector<f64> {
        let by_motion = self.derivatives_of_forces([q, qd, qdd], wrenches);
        // nalgebra stores columns, so the transpose lists the entries row by row.
        let mut entries = by_motion.transpose().as_slice().to_vec();
        let by_wrenches = -self.jacobians_of_wrenches(q, wrenches);
        entries.extend_from_slice(by_wrenches.as_slice());
        DVector::from_vec(entries)
    }

    /// The Jacobians of all links on which wrenches act, one below the other. Its columns are the rows of `J^T`.
    fn jacobians_of_wrenches(&self, q: &[f64], wrenches: &[(usize, [f64; 6])]) -> DMatrix<f64> {
        let jacobians: Vec<_> = wrenches
            .iter()
            .map(|&(link, _)| self.jacobian(q, link))
            .collect();
        DMatrix::from_fn(6 * wrenches.len(), self.nv, |row, column| {
            jacobians[row / 6][(row % 6, column)]
        })
    }

    /// The accelerations, then their derivatives by positions, rates and generalized forces, row by row: `-M^-1` times
    /// the derivatives of inverse dynamics at these accelerations, and `M^-1`; then, if there are wrenches, `M^-1 J^T`.
    pub(super) fn forward_dynamics_derivatives(
        &self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        wrenches: &[(usize, [f64; 6])],
    ) -> DVector<f64> {
        let qdd = self.forward_dynamics(q, qd, tau, wrenches);
        let jacobians = self.derivatives_of_forces([q, qd, qdd.as_slice()], wrenches);
        let unknown_matrix = || DMatrix::from_element(self.nv, self.nv, f64::NAN);
        let inverse = self.mass_matrix_inverse(q).unwrap_or_else(unknown_matrix);
        let block = |argument: usize| -&inverse * jacobians.rows(argument * self.nv, self.nv);
        let mut entries = qdd.as_slice().to_vec();
        for matrix in [block(0), block(1), inverse.clone()] {
            entries.extend_from_slice(matrix.transpose().as_slice());
        }
        let by_wrenches = self.jacobians_of_wrenches(q, wrenches) * &inverse;
        entries.extend_from_slice(by_wrenches.as_slice());
        DVector::from_vec(entries)
    }

    /// The value of the function at a state in which one argument is moved by a step along one rate.
    fn value_at_step(
        &self,
        state: [&[f64]; 3],
        argument: usize,
        rate: usize,
        step: f64,
        function: impl Fn([&[f64]; 3]) -> DVector<f64>,
    ) -> DVector<f64> {
        let mut unit = std::vec![0.0; self.nv];
        unit[rate] = 1.0;
        let mut next = state[argument].to_vec();
        match argument {
            0 => manifold::integrate(&self.joint_table, state[0], &unit, step, &mut next),
            _ => next[rate] += step,
        }
        let mut arguments = state;
        arguments[argument] = &next;
        function(arguments)
    }
}

/// The limit of central differences, whose error is a series in the square of the step.
fn extrapolate(difference: impl Fn(f64) -> DVector<f64>) -> DVector<f64> {
    let steps = (0..=HALVINGS).map(|halvings| STEP / f64::from(1 << halvings));
    let mut values: Vec<DVector<f64>> = steps.map(difference).collect();
    let mut factor = 4.0;
    while values.len() > 1 {
        let pairs = values.windows(2);
        values = pairs
            .map(|pair| &pair[1] + (&pair[1] - &pair[0]) / (factor - 1.0))
            .collect();
        factor *= 4.0;
    }
    values.remove(0)
}

//! Inverse dynamics under constraints of any rank: least-squares solutions of least norm.

use nalgebra::{DMatrix, DVector};

use super::Model;
use super::constrained_dynamics::Proximal;
use super::singular_values::Decomposition;

impl Model {
    /// The same model with motors along these rates only.
    #[must_use]
    pub fn driven_along(mut self, rates: &[usize]) -> Self {
        self.motor_rates = Some(rates.to_vec());
        self
    }

    /// Motor forces, multipliers and residual for a given acceleration:
    /// `M qdd + C qd + g = tau + Q + J^T lambda + residual`.
    ///
    /// The residual, which is 0 at rates with motors, is the least possible. Among all solutions with this residual,
    /// tau and lambda have the least `|tau|^2 + weight^2 |lambda|^2`. With regularization, both hold only as far as its
    /// steps converge.
    pub fn constrained_inverse_dynamics(
        &self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        wrenches: &[(usize, [f64; 6])],
        weight: f64,
    ) -> (DVector<f64>, DVector<f64>, DVector<f64>) {
        let required_forces = self.inverse_dynamics(q, qd, qdd, wrenches);
        let transposes = self.split_columns(&self.constraint_jacobian(q));
        let lambda = least_multipliers(
            &transposes,
            &self.split_forces(&required_forces),
            weight,
            self.proximal,
        );
        let (tau, residual) = self.residuals(q, required_forces, &lambda);
        (tau, lambda, residual)
    }

    /// Motor forces and residual for a given acceleration and given multipliers.
    pub fn constrained_inverse_dynamics_with_multipliers(
        &self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        wrenches: &[(usize, [f64; 6])],
        lambda: &[f64],
    ) -> (DVector<f64>, DVector<f64>) {
        let required_forces = self.inverse_dynamics(q, qd, qdd, wrenches);
        self.residuals(q, required_forces, &DVector::from_column_slice(lambda))
    }

    /// The factor by which errors may grow when multipliers are computed from `[[J J^T + weight^2, J_u], [J_u^T, 0]]`,
    /// scaled to a diagonal of 1, or from `J_u J_u^T`. J_u has the columns of J for rates without motors. With regularization the
    /// matrices are the regularized ones.
    pub(super) fn inverse_condition(&self, q: &[f64], weight: f64) -> f64 {
        let rows = self.constraint_jacobian(q);
        let transposes = self.split_columns(&rows);
        if let Some(steps) = self.proximal {
            let conditions =
                decompose_problems(&transposes, weight, self.proximal).map(|problem| {
                    let [largest, least] = problem.extreme_eigenvalues();
                    (largest + steps.eps) / (least + steps.eps)
                });
            return conditions.into_iter().fold(1.0, f64::max);
        }
        let [_, unactuated] = transposes;
        let (nc, rates) = (rows.nrows(), unactuated.nrows());
        let square = &rows * rows.transpose() + DMatrix::identity(nc, nc) * (weight * weight);
        let scale = DMatrix::from_diagonal(&square.diagonal().map(|x| 1.0 / x.sqrt()));
        let constrained = unactuated * &scale;
        let mut matrix = DMatrix::zeros(nc + rates, nc + rates);
        matrix
            .view_mut((0, 0), (nc, nc))
            .copy_from(&(&scale * &square * &scale));
        matrix
            .view_mut((nc, 0), (rates, nc))
            .copy_from(&constrained);
        matrix
            .view_mut((0, nc), (nc, rates))
            .copy_from(&constrained.transpose());
        let constrained_condition = Decomposition::new(constrained).condition();
        // The matrix for the rates without motors contains the inverse of `square`, which magnifies its errors once
        // more.
        let square_condition = Decomposition::new(&scale * square * &scale).condition();
        (Decomposition::new(matrix).condition())
            .max(square_condition * constrained_condition * constrained_condition)
    }

    /// Motor forces and residual: the required forces less those of the multipliers, along rates with motors, and along rates
    /// without.
    fn residuals(
        &self,
        q: &[f64],
        required_forces: DVector<f64>,
        lambda: &DVector<f64>,
    ) -> (DVector<f64>, DVector<f64>) {
        let remainder = required_forces - self.constraint_jacobian(q).tr_mul(lambda);
        let selected_forces = |has_motor: bool| {
            let entries = remainder.iter().enumerate();
            let forces =
                entries.map(|(v, &x)| if self.has_motor(v) == has_motor { x } else { 0.0 });
            DVector::from_iterator(remainder.len(), forces)
        };
        (selected_forces(true), selected_forces(false))
    }

    /// The rows of `J^T` for rates with motors, and for rates without.
    fn split_columns(&self, jacobian: &DMatrix<f64>) -> [DMatrix<f64>; 2] {
        let transpose = jacobian.transpose();
        self.rates_of_motors()
            .map(|rates| transpose.select_rows(&rates))
    }

    /// Forces along rates with motors, and along rates without.
    fn split_forces(&self, forces: &DVector<f64>) -> [DVector<f64>; 2] {
        self.rates_of_motors()
            .map(|rates| forces.select_rows(&rates))
    }

    /// Whether a rate has a motor.
    fn has_motor(&self, rate: usize) -> bool {
        (self.motor_rates.as_ref()).is_none_or(|rates| rates.contains(&rate))
    }

    /// The rates with motors, and those without.
    fn rates_of_motors(&self) -> [std::vec::Vec<usize>; 2] {
        let (motors, unactuated) = (0..self.nv).partition(|&v| self.has_motor(v));
        [motors, unactuated]
    }
}

/// Decomposes the matrices of the two least-squares problems that determine the multipliers, one after the other. The
/// first minimizes the residual at rates without motors. The second minimizes the weighted sum of squares, in the
/// directions that the first leaves free.
fn decompose_problems(
    [motors, unactuated]: &[DMatrix<f64>; 2],
    weight: f64,
    proximal: Option<Proximal>,
) -> [Decomposition; 2] {
    let first = Decomposition::new(unactuated.clone());
    let nc = unactuated.ncols();
    let projection = null_projection(&first, proximal);
    let mut second_matrix = DMatrix::zeros(motors.nrows() + nc, nc);
    second_matrix
        .rows_mut(0, motors.nrows())
        .copy_from(&(motors * &projection));
    second_matrix
        .rows_mut(motors.nrows(), nc)
        .copy_from(&(weight * projection));
    [
        first,
        Decomposition::of_part(second_matrix, motors.norm().max(weight.abs())),
    ]
}

/// Projection onto the multipliers that the first least-squares problem leaves free.
fn null_projection(first: &Decomposition, proximal: Option<Proximal>) -> DMatrix<f64> {
    first.apply_to_gram(|s| match proximal {
        None => f64::from(s == 0.0),
        Some(steps) => steps.remainder(s),
    })
}

/// The multipliers with the least `|J_u^T lambda - f_u|`, and among these those with the least
/// `|J_a^T lambda - f_a|^2 + weight^2 |lambda|^2`. The index a stands for rates with motors, u for those without.
/// `transposes` are `J_a^T` and `J_u^T`; `motors` and `unactuated` are `f_a` and `f_u`.
fn least_multipliers(
    transposes: &[DMatrix<f64>; 2],
    [motors, unactuated]: &[DVector<f64>; 2],
    weight: f64,
    proximal: Option<Proximal>,
) -> DVector<f64> {
    let fraction = |s: f64| proximal.map_or(1.0, |steps| 1.0 - steps.remainder(s));
    let [first, second] = decompose_problems(transposes, weight, proximal);
    let lambda = first.solve_filtered(unactuated, fraction);
    let mut right_side = DVector::zeros(motors.len() + lambda.len());
    let residual = motors - &transposes[0] * &lambda;
    right_side.rows_mut(0, motors.len()).copy_from(&residual);
    let correction = second.solve_filtered(&right_side, fraction);
    lambda + null_projection(&first, proximal) * correction
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::random_tree::{Root, random_tree};
    use crate::reference::state::Random;
    use crate::reference::{Constraint, Frame, Row, State};

    const IDENTITY: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

    fn pin(link: usize) -> Constraint {
        let to = Frame {
            link: Some(link),
            ..Frame::world(IDENTITY, [0.1, 0.2, -0.3])
        };
        let rows = [Row::Offset(0), Row::Offset(1), Row::Offset(2)];
        Constraint::between(Frame::world(IDENTITY, [0.5, 0.0, 0.2]), to, rows)
    }

    /// No other multipliers have a smaller residual, or the same residual and a smaller sum, even if rows are given twice.
    #[test]
    fn no_other_multipliers_are_better() {
        for (pinned_links, seed) in [(&[5][..], 1), (&[5, 3], 2), (&[5, 3, 2], 3), (&[5, 5], 4)] {
            let pins: std::vec::Vec<Constraint> =
                pinned_links.iter().map(|&link| pin(link)).collect();
            let tree = random_tree(seed, Root::Floating, false).with_constraints(pins);
            let motors: std::vec::Vec<usize> = (6..tree.nv).collect();
            let model = tree.driven_along(&motors);
            let State { q, qd, qdd, .. } = model.random_state(seed, 0);
            let weight = 0.3;
            let (tau, lambda, residual) =
                model.constrained_inverse_dynamics(&q, &qd, &qdd, &[], weight);
            assert!(tau.rows(0, 6).amax() == 0.0 && residual.rows(6, motors.len()).amax() == 0.0);
            let required_forces = model.inverse_dynamics(&q, &qd, &qdd, &[]).norm();
            let sum = tau.norm_squared() + weight * weight * lambda.norm_squared();
            let jacobian = model.constraint_jacobian(&q);
            let null_space = Decomposition::new(model.split_columns(&jacobian)[1].clone()).null;
            let mut random = Random::new(seed);
            let mut random_vector =
                |count| DVector::from_fn(count, |_, _| random.between(-1.0, 1.0));
            for _ in 0..20 {
                let anywhere = &lambda + 1e-2 * random_vector(lambda.len());
                let neighbour = &lambda + 1e-2 * &null_space * random_vector(null_space.ncols());
                for (multipliers, has_same_residual) in [(anywhere, false), (neighbour, true)] {
                    let function = Model::constrained_inverse_dynamics_with_multipliers;
                    let (tau, other_residual) =
                        function(&model, &q, &qd, &qdd, &[], multipliers.as_slice());
                    assert!(other_residual.norm() >= residual.norm() - 1e-12 * required_forces);
                    let other_sum =
                        tau.norm_squared() + weight * weight * multipliers.norm_squared();
                    assert!(
                        !has_same_residual || other_sum >= sum * (1.0 - 1e-12),
                        "{pinned_links:?}: {other_sum} {sum}"
                    );
                }
            }
        }
    }

    /// The rows may be given twice, or be more than necessary.
    #[test]
    fn proximal_steps_converge_to_the_least_solution() {
        for (pinned_links, seed) in [(&[5][..], 1), (&[5, 3, 2], 3), (&[5, 5], 4)] {
            let [exact, stepped] = [0.0, 1e-6].map(|eps| {
                let pins: std::vec::Vec<Constraint> =
                    pinned_links.iter().map(|&link| pin(link)).collect();
                let model = random_tree(seed, Root::Floating, false).with_constraints(pins);
                let motors: std::vec::Vec<usize> = (6..model.nv).collect();
                model.driven_along(&motors).with_regularization(eps, 4)
            });
            let State { q, qd, qdd, .. } = exact.random_state(seed, 0);
            for weight in [0.3, 0.0] {
                let [actual, expected] = [&stepped, &exact].map(|model| {
                    let solution = model.constrained_inverse_dynamics(&q, &qd, &qdd, &[], weight);
                    [solution.0, solution.1, solution.2]
                });
                for (actual, expected) in actual.iter().zip(&expected) {
                    let error = (actual - expected).amax() / expected.amax().max(1.0);
                    assert!(error < 1e-9, "{pinned_links:?} {weight}: {error:e}");
                }
            }
        }
    }
}

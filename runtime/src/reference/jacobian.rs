//! Jacobians of the links, their derivatives, and the generalized forces of wrenches.

use std::vec::Vec;

use nalgebra::{DVector, Matrix6xX, Vector6};

use super::Model;
use super::kinematics::Configuration;
use crate::spatial::angular;

impl Model {
    /// `J` with `(velocity of the link's origin, angular velocity) = J qd` in world axes; 6 x `nv`.
    pub fn jacobian(&self, q: &[f64], link: usize) -> Matrix6xX<f64> {
        let configuration = self.configuration(q);
        let body = self.body(link);
        configuration.poses[body].turn() * &self.body_jacobians(&configuration)[body]
    }

    /// `J` with `(velocity of the link's origin, angular velocity) = J qd` in link axes; 6 x `nv`.
    pub fn jacobian_body(&self, q: &[f64], link: usize) -> Matrix6xX<f64> {
        let body = self.body(link);
        self.body_jacobians(&self.configuration(q))
            .swap_remove(body)
    }

    /// The time derivative of [`jacobian`](Self::jacobian), by components in world axes.
    pub fn jacobian_rate(&self, q: &[f64], qd: &[f64], link: usize) -> Matrix6xX<f64> {
        let turn = self.configuration(q).poses[self.body(link)].turn();
        let spin = angular(&self.velocity_body(q, qd, link)).cross_matrix();
        let jacobian = self.jacobian_body(q, link);
        let mut rate = self.jacobian_rate_body(q, qd, link);
        for half in [0, 3] {
            let mut rows = rate.fixed_rows_mut::<3>(half);
            rows += spin * jacobian.fixed_rows::<3>(half);
        }
        turn * rate
    }

    /// The time derivative of [`jacobian_body`](Self::jacobian_body), by components in link axes.
    pub fn jacobian_rate_body(&self, q: &[f64], qd: &[f64], link: usize) -> Matrix6xX<f64> {
        let configuration = self.configuration(q);
        let jacobians = self.body_jacobians(&configuration);
        self.body_jacobian_rates(&configuration, &jacobians, q, qd)
            .swap_remove(self.body(link))
    }

    /// The generalized force of wrenches: `Q = sum J^T w`.
    pub fn generalized_force(&self, q: &[f64], wrenches: &[(usize, [f64; 6])]) -> DVector<f64> {
        let mut force = DVector::zeros(self.nv);
        for (link, wrench) in wrenches {
            force += self.jacobian(q, *link).tr_mul(&Vector6::from(*wrench));
        }
        force
    }

    /// The Jacobians of all bodies in their own axes: `J_i = X J_parent + S`.
    pub(super) fn body_jacobians(&self, configuration: &Configuration) -> Vec<Matrix6xX<f64>> {
        let mut jacobians: Vec<Matrix6xX<f64>> = Vec::with_capacity(self.bodies.len());
        for (i, body) in self.bodies.iter().enumerate() {
            let mut jacobian = match body.parent {
                Some(parent) => configuration.transforms[i] * &jacobians[parent],
                None => Matrix6xX::zeros(self.nv),
            };
            let subspace = &configuration.subspaces[i];
            let mut sum = jacobian.columns_range_mut(subspace.velocities.clone());
            sum += &subspace.columns;
            jacobians.push(jacobian);
        }
        jacobians
    }
}

//! Jacobians of the links, and what wrenches do through them.

use std::vec::Vec;

use nalgebra::{DVector, Matrix6xX, Vector6};

use super::Model;
use super::kinematics::Configuration;

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
            let mut own = jacobian.columns_range_mut(subspace.velocities.clone());
            own += &subspace.columns;
            jacobians.push(jacobian);
        }
        jacobians
    }
}

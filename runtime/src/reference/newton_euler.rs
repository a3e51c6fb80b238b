//! Inverse dynamics by the recursive Newton-Euler algorithm (Featherstone 2008, table 5.1).

use std::{vec, vec::Vec};

use nalgebra::{DVector, Vector3, Vector6};

use super::Model;
use super::kinematics::Configuration;
use crate::spatial::{cross_force, spatial};

impl Model {
    /// Generalized force for a given acceleration:
    /// `tau = M(q) qdd + C(q, qd) qd + g(q) - Q`, `Q = passive(q, qd) + sum J^T w`.
    pub fn inverse_dynamics(
        &self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        wrenches: &[(usize, [f64; 6])],
    ) -> DVector<f64> {
        let link_forces =
            self.newton_euler(q, qd, qdd, self.gravity, wrenches) - self.passive(q, qd);
        let inertial = self.expression_mass_matrix(q) * DVector::from_column_slice(qdd);
        let coriolis = self.expression_coriolis_matrix(q, qd) * DVector::from_column_slice(qd);
        let (gravity, drive) = (self.expression_gravity(q), self.drive(q, qd));
        link_forces + inertial + coriolis + gravity + drive - self.expression_forces(q, qd)
    }

    /// `C(q, qd) qd + g(q)`, plus the drive.
    pub fn bias(&self, q: &[f64], qd: &[f64]) -> DVector<f64> {
        self.coriolis(q, qd) + self.gravity(q) + self.drive(q, qd)
    }

    /// `g(q)`: the generalized force that keeps the robot at rest.
    pub fn gravity(&self, q: &[f64]) -> DVector<f64> {
        let zeros = vec![0.0; self.nv];
        self.newton_euler(q, &zeros, &zeros, self.gravity, &[]) + self.expression_gravity(q)
    }

    /// `C(q, qd) qd`: Coriolis and centrifugal forces, on the left-hand side.
    pub fn coriolis(&self, q: &[f64], qd: &[f64]) -> DVector<f64> {
        let link_forces = self.newton_euler(q, qd, &vec![0.0; self.nv], Vector3::zeros(), &[]);
        link_forces + self.expression_coriolis_matrix(q, qd) * DVector::from_column_slice(qd)
    }

    /// The generalized force of the links and armatures: `sum S^T f`, where f is the force across each joint. Expressions
    /// are not included.
    pub(super) fn newton_euler(
        &self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        gravity: Vector3<f64>,
        wrenches: &[(usize, [f64; 6])],
    ) -> DVector<f64> {
        let (configuration, forces) = self.forces_across_joints(q, qd, qdd, gravity, wrenches);
        let mut tau = self
            .armature
            .component_mul(&DVector::from_column_slice(qdd));
        for (subspace, force) in configuration.subspaces.iter().zip(&forces).rev() {
            let mut sum = tau.rows_range_mut(subspace.velocities.clone());
            sum += subspace.force(force);
        }
        tau
    }

    /// The largest component, in all directions, of the Coriolis and centrifugal forces and moments across the joints.
    /// Generalized forces are the components along the motions of the joints, with rounding errors in proportion to the
    /// largest component.
    pub(super) fn largest_coriolis_force(&self, q: &[f64], qd: &[f64]) -> f64 {
        let zeros = vec![0.0; self.nv];
        let (_, forces) = self.forces_across_joints(q, qd, &zeros, Vector3::zeros(), &[]);
        forces.iter().map(Vector6::amax).fold(0.0, f64::max)
    }

    /// The configuration, and for each body the force that its joint exerts on it, at the body's origin and in its axes.
    fn forces_across_joints(
        &self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        gravity: Vector3<f64>,
        wrenches: &[(usize, [f64; 6])],
    ) -> (Configuration, Vec<Vector6<f64>>) {
        assert_eq!(qdd.len(), self.nv, "length of qdd");
        let configuration = self.configuration(q);
        let velocities = self.velocities(&configuration, qd);
        let products = self.velocity_products(&configuration, &velocities, q, qd);
        let body_wrenches = self.body_wrenches(&configuration, wrenches);

        // Gravity is represented by a world that accelerates upwards: a_0 = -g.
        let a_world = spatial(-gravity, Vector3::zeros());
        let mut accelerations: Vec<Vector6<f64>> = Vec::with_capacity(self.bodies.len());
        let mut forces = Vec::with_capacity(self.bodies.len());
        for (i, body) in self.bodies.iter().enumerate() {
            let a_parent = body.parent.map_or(a_world, |parent| accelerations[parent]);
            let joint_motion = configuration.subspaces[i].motion(qdd) + products[i];
            // a_i = X a_parent + S qdd + c
            accelerations.push(configuration.transforms[i] * a_parent + joint_motion);
            // f_i = I a + v x* I v - w
            let momentum = body.inertia * velocities[i];
            let inertial = body.inertia * accelerations[i];
            forces.push(inertial + cross_force(&velocities[i]) * momentum - body_wrenches[i]);
        }

        for (i, body) in self.bodies.iter().enumerate().rev() {
            if let Some(parent) = body.parent {
                let parent_force = configuration.transforms[i].tr_mul(&forces[i]);
                forces[parent] += parent_force;
            }
        }
        (configuration, forces)
    }
}

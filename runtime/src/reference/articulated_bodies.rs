//! Forward dynamics by the articulated-body algorithm (Featherstone 2008, table 7.1).

use std::vec::Vec;

use nalgebra::{DMatrix, DVector, DVectorView, Matrix6, Matrix6xX, Vector3, Vector6};

use super::Model;
use crate::spatial::{cross_force, spatial};

/// The results of the second pass for all bodies.
struct InwardPass {
    /// `I^A`.
    inertias: Vec<Matrix6<f64>>,
    /// `p^A`.
    biases: Vec<Vector6<f64>>,
    joint_terms: Vec<JointTerms>,
}

/// The results of the second pass for one joint. The third pass needs them.
struct JointTerms {
    /// `U = I^A S`.
    u_matrix: Matrix6xX<f64>,
    /// `D^-1`, where D is `S^T I^A S` plus the armature.
    d_inverse: DMatrix<f64>,
    /// `u = tau - S^T p^A`.
    u: DVector<f64>,
}

impl Model {
    /// Acceleration under a generalized force:
    /// `qdd = M(q)^-1 (tau + Q - C(q, qd) qd - g(q))`, `Q = passive(q, qd) + sum J^T w`.
    ///
    /// It uses the articulated-body algorithm, or solves with `M` if joints share coordinates or there are expressions.
    /// The result is NaN if the mass matrix is singular.
    pub fn forward_dynamics(
        &self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        wrenches: &[(usize, [f64; 6])],
    ) -> DVector<f64> {
        assert_eq!(tau.len(), self.nv, "length of tau");
        if self.shares_coordinates() || self.expressions.is_some() {
            self.solve_mass_matrix(q, qd, tau, wrenches)
        } else {
            self.articulated_bodies(q, qd, tau, wrenches)
        }
    }

    /// Forward dynamics by solving `M qdd = tau - bias`.
    pub(super) fn solve_mass_matrix(
        &self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        wrenches: &[(usize, [f64; 6])],
    ) -> DVector<f64> {
        let zero_qdd = DVector::zeros(self.nv);
        let bias = self.inverse_dynamics(q, qd, zero_qdd.as_slice(), wrenches);
        let net = DVector::from_column_slice(tau) - bias;
        let solution = self.mass_matrix(q).lu().solve(&net);
        solution.unwrap_or(DVector::from_element(self.nv, f64::NAN))
    }

    /// Forward dynamics by the three passes of table 7.1.
    pub(super) fn articulated_bodies(
        &self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        wrenches: &[(usize, [f64; 6])],
    ) -> DVector<f64> {
        let configuration = self.configuration(q);
        let (transforms, subspaces) = (&configuration.transforms, &configuration.subspaces);
        let velocities = self.velocities(&configuration, qd);
        let products = self.velocity_products(&configuration, &velocities, q, qd);
        let InwardPass { joint_terms, .. } = self.inward_pass(q, qd, tau, wrenches);

        // Gravity is represented by a world that accelerates upwards: a_0 = -g.
        let a_world = spatial(-self.gravity, Vector3::zeros());
        let mut accelerations: Vec<Vector6<f64>> = Vec::with_capacity(self.bodies.len());
        let mut qdd = DVector::zeros(self.nv);
        for (i, body) in self.bodies.iter().enumerate() {
            let a_parent = body.parent.map_or(a_world, |parent| accelerations[parent]);
            // a' = X a_parent + c,  qdd = D^-1 (u - U^T a'),  a = a' + S qdd
            let a_prime = transforms[i] * a_parent + products[i];
            let joint_qdd = joint_terms[i].acceleration(&a_prime);
            accelerations.push(a_prime + &subspaces[i].columns * &joint_qdd);
            qdd.rows_range_mut(subspaces[i].velocities.clone())
                .copy_from(&joint_qdd);
        }
        qdd
    }

    /// For each link the inertia `I^A` and the bias force `p^A`, in link axes, of the link with all bodies that it supports.
    /// Its joint exerts the force `I^A a + p^A` on it, where a is the link's spatial acceleration less that of gravity.
    pub fn articulated_inertias(
        &self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        wrenches: &[(usize, [f64; 6])],
    ) -> Vec<(Matrix6<f64>, Vector6<f64>)> {
        let InwardPass {
            inertias, biases, ..
        } = self.inward_pass(q, qd, tau, wrenches);
        let bodies = (0..self.links().len()).map(|link| self.body(link));
        bodies.map(|body| (inertias[body], biases[body])).collect()
    }

    /// The second pass, from the tips to the root.
    fn inward_pass(
        &self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        wrenches: &[(usize, [f64; 6])],
    ) -> InwardPass {
        let configuration = self.configuration(q);
        let (transforms, subspaces) = (&configuration.transforms, &configuration.subspaces);
        let velocities = self.velocities(&configuration, qd);
        let products = self.velocity_products(&configuration, &velocities, q, qd);
        let tau = DVector::from_column_slice(tau) + self.passive(q, qd);

        // I^A and p^A, initially those of the body alone: p = v x* I v - w.
        let mut inertias: Vec<_> = self.bodies.iter().map(|body| body.inertia).collect();
        let mut biases = self.body_wrenches(&configuration, wrenches);
        for (i, body) in self.bodies.iter().enumerate() {
            biases[i] = cross_force(&velocities[i]) * (body.inertia * velocities[i]) - biases[i];
        }

        let mut joint_terms = Vec::with_capacity(self.bodies.len());
        for (i, body) in self.bodies.iter().enumerate().rev() {
            let terms = JointTerms::new(
                inertias[i] * &subspaces[i].columns,
                &subspaces[i].columns,
                self.armature.rows_range(subspaces[i].velocities.clone()),
                tau.rows_range(subspaces[i].velocities.clone()) - subspaces[i].force(&biases[i]),
            );
            if let Some(parent) = body.parent {
                // I^a = I^A - U D^-1 U^T,  p^a = p^A + I^a c + U D^-1 u
                let gain = &terms.u_matrix * &terms.d_inverse;
                let inertia = inertias[i] - &gain * terms.u_matrix.transpose();
                let bias = biases[i] + inertia * products[i] + gain * &terms.u;
                inertias[parent] += transforms[i].transpose() * inertia * transforms[i];
                biases[parent] += transforms[i].tr_mul(&bias);
            }
            joint_terms.push(terms);
        }
        joint_terms.reverse();
        InwardPass {
            inertias,
            biases,
            joint_terms,
        }
    }
}

impl JointTerms {
    fn new(
        u_matrix: Matrix6xX<f64>,
        subspace: &Matrix6xX<f64>,
        armature: DVectorView<'_, f64>,
        u: DVector<f64>,
    ) -> Self {
        let d = subspace.tr_mul(&u_matrix) + DMatrix::from_diagonal(&armature.into_owned());
        let (rows, columns) = d.shape();
        let d_inverse = d
            .try_inverse()
            .unwrap_or(DMatrix::from_element(rows, columns, f64::NAN));
        Self {
            u_matrix,
            d_inverse,
            u,
        }
    }

    /// `qdd = D^-1 (u - U^T a')`, where `a'` is the acceleration of the body without that of its joint.
    fn acceleration(&self, a_prime: &Vector6<f64>) -> DVector<f64> {
        &self.d_inverse * (&self.u - self.u_matrix.tr_mul(a_prime))
    }
}

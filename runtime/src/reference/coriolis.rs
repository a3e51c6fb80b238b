//! The Coriolis matrix `C = sum m J^T dJ/dt` over all particles, where `J` is the derivative of a particle's velocity
//! with respect to the rates.
//!
//! If rates are derivatives of positions, `dJ/dt` consists of second derivatives of the particle's position, and C is
//! the matrix of Christoffel symbols. In all cases `dM/dt = C + C^T`, and `C qd` is the Coriolis force. Echeandia and
//! Wensing, *Numerical methods to compute the Coriolis matrix and Christoffel symbols for rigid-body systems* (2021),
//! compute the same factorization by a recursion; here the sum over a body's particles is expressed by its moments of
//! mass.

use std::vec::Vec;

use nalgebra::{DMatrix, Matrix3, Matrix6xX, Vector3, Vector6};

use super::Model;
use super::kinematics::Configuration;
use super::model::Body;
use crate::spatial::{angular, cross_motion, linear, spatial};

/// `sum m`, `sum m r` and `sum m r r^T` over the particles `r` of a body, about its origin.
struct Moments {
    mass: f64,
    first_moment: Vector3<f64>,
    second_moment: Matrix3<f64>,
}

impl Moments {
    fn of(body: &Body) -> Self {
        // I = tr(S) - S with the second moment S, so tr(I) = 2 tr(S).
        let inertia = body.inertia.fixed_view::<3, 3>(3, 3).into_owned();
        Self {
            mass: body.mass,
            first_moment: body.mass * body.com,
            second_moment: 0.5 * inertia.trace() * Matrix3::identity() - inertia,
        }
    }

    /// Force and moment about the origin that give the particles the accelerations `constant + gradient r`.
    fn force(&self, constant: &Vector3<f64>, gradient: &Matrix3<f64>) -> Vector6<f64> {
        // With P = gradient sum m r r^T, sum m r x (gradient r) has the components of the skew matrix P - P^T.
        let product = gradient * self.second_moment;
        let moment = Vector3::new(
            product[(2, 1)] - product[(1, 2)],
            product[(0, 2)] - product[(2, 0)],
            product[(1, 0)] - product[(0, 1)],
        );
        spatial(
            self.mass * constant + gradient * self.first_moment,
            self.first_moment.cross(constant) + moment,
        )
    }
}

impl Model {
    /// The Coriolis matrix `C(q, qd)`: made of Christoffel symbols of the first kind, and for rates in body axes
    /// `sum m J^T dJ/dt`; `dM/dt = C + C^T`.
    pub fn coriolis_matrix(&self, q: &[f64], qd: &[f64]) -> DMatrix<f64> {
        let configuration = self.configuration(q);
        let velocities = self.velocities(&configuration, qd);
        let jacobians = self.body_jacobians(&configuration);
        let rates = self.body_jacobian_rates(&configuration, &jacobians, q, qd);

        let mut coriolis = self.expression_coriolis_matrix(q, qd);
        for (i, body) in self.bodies.iter().enumerate() {
            let moments = Moments::of(body);
            let spin_cross = angular(&velocities[i]).cross_matrix();
            for j in 0..self.nv {
                // Column j of J at the particle r is a + w x r. Its time derivative is the rate of change in body axes
                // plus the rotation of the axes.
                let column = jacobians[i].column(j).into_owned();
                let rate = rates[i].column(j).into_owned();
                let constant = linear(&rate) + spin_cross * linear(&column);
                let gradient =
                    angular(&rate).cross_matrix() + spin_cross * angular(&column).cross_matrix();
                let mut sum = coriolis.column_mut(j);
                sum += jacobians[i].tr_mul(&moments.force(&constant, &gradient));
            }
        }
        coriolis
    }

    /// `C_ijk` with `C_ij = sum_k C_ijk qd_k`, a row for each i and j. Column k is C at the unit rate k.
    pub fn christoffel_symbols(&self, q: &[f64]) -> DMatrix<f64> {
        let mut symbols = DMatrix::zeros(self.nv * self.nv, self.nv);
        for k in 0..self.nv {
            let mut rate = std::vec![0.0; self.nv];
            rate[k] = 1.0;
            let by_rows = self.coriolis_matrix(q, &rate).transpose();
            symbols.column_mut(k).copy_from_slice(by_rows.as_slice());
        }
        symbols
    }

    /// The time derivatives of the bodies' Jacobians, component by component in their own axes:
    /// `dJ_i = X dJ_parent + dX J_parent + dS`, where `dX = -(S qd) x X`.
    pub(super) fn body_jacobian_rates(
        &self,
        configuration: &Configuration,
        jacobians: &[Matrix6xX<f64>],
        q: &[f64],
        qd: &[f64],
    ) -> Vec<Matrix6xX<f64>> {
        let mut rates: Vec<Matrix6xX<f64>> = Vec::with_capacity(self.bodies.len());
        for (i, body) in self.bodies.iter().enumerate() {
            let mut rate = match body.parent {
                Some(parent) => {
                    let transform = configuration.transforms[i];
                    let relative = configuration.subspaces[i].motion(qd);
                    transform * &rates[parent]
                        - cross_motion(&relative) * transform * &jacobians[parent]
                }
                None => Matrix6xX::zeros(self.nv),
            };
            let subspace_rate = body.subspace_rate(q, qd);
            let mut sum = rate.columns_range_mut(subspace_rate.velocities);
            sum += subspace_rate.columns;
            rates.push(rate);
        }
        rates
    }
}

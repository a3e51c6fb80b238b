//! Positions, velocities and accelerations of the bodies.

use std::{ops::Range, vec::Vec};

use nalgebra::{DVector, Matrix3, Matrix6, Matrix6xX, Vector3, Vector6};

use super::Model;
use super::model::Body;
use crate::spatial::{Placement, angular, cross_motion, linear, spatial};

/// The bodies at a position `q`, in the order of the model's bodies.
pub(crate) struct Configuration {
    /// `X`: transforms motion vectors from the parent's frame to the body's.
    pub transforms: Vec<Matrix6<f64>>,
    /// The motion subspaces of the joints.
    pub subspaces: Vec<Subspace>,
    /// The placements of the bodies in the world.
    pub poses: Vec<Placement>,
}

/// The motion subspace `S` of a joint, and the entries of `qd` to which its columns belong.
#[derive(Clone)]
pub(crate) struct Subspace {
    pub velocities: Range<usize>,
    pub columns: Matrix6xX<f64>,
}

impl Subspace {
    /// `S qd`, where `qd` are the joint's entries.
    pub fn motion(&self, qd: &[f64]) -> Vector6<f64> {
        let rates = DVector::from_column_slice(&qd[self.velocities.clone()]);
        &self.columns * rates
    }

    /// `S^T f`: the generalized force for the joint's entries.
    pub fn force(&self, f: &Vector6<f64>) -> DVector<f64> {
        self.columns.tr_mul(f)
    }
}

impl Body {
    /// `dS/dt`, component by component in the body's axes.
    pub fn subspace_rate(&self, q: &[f64], qd: &[f64]) -> Subspace {
        Subspace {
            velocities: self.joint.velocities(),
            columns: self.joint.subspace_rate(q, qd),
        }
    }
}

impl Model {
    /// Computes the configuration of all bodies at a position `q`.
    pub(crate) fn configuration(&self, q: &[f64]) -> Configuration {
        assert_eq!(q.len(), self.nq, "length of q");
        let mut configuration = Configuration {
            transforms: Vec::new(),
            subspaces: Vec::new(),
            poses: Vec::new(),
        };
        for body in &self.bodies {
            let in_parent = body.placement.then(&body.joint.placement(q));
            let in_world = match body.parent {
                Some(parent) => configuration.poses[parent].then(&in_parent),
                None => in_parent,
            };
            configuration.transforms.push(in_parent.motion_transform());
            configuration.poses.push(in_world);
            configuration.subspaces.push(Subspace {
                velocities: body.joint.velocities(),
                columns: body.joint.subspace(q),
            });
        }
        configuration
    }

    /// Velocities of the bodies in their own frames: `v_i = X v_parent + S qd`.
    pub(crate) fn velocities(
        &self,
        configuration: &Configuration,
        qd: &[f64],
    ) -> Vec<Vector6<f64>> {
        assert_eq!(qd.len(), self.nv, "length of qd");
        let mut velocities: Vec<Vector6<f64>> = Vec::with_capacity(self.bodies.len());
        for (i, body) in self.bodies.iter().enumerate() {
            let v_parent = body.parent.map_or(Vector6::zeros(), |parent| {
                configuration.transforms[i] * velocities[parent]
            });
            velocities.push(v_parent + configuration.subspaces[i].motion(qd));
        }
        velocities
    }

    /// Velocity-product accelerations of the joints: `c_i = dS/dt qd + v_i x S qd`.
    pub(crate) fn velocity_products(
        &self,
        configuration: &Configuration,
        velocities: &[Vector6<f64>],
        q: &[f64],
        qd: &[f64],
    ) -> Vec<Vector6<f64>> {
        self.bodies
            .iter()
            .enumerate()
            .map(|(i, body)| {
                let relative = configuration.subspaces[i].motion(qd);
                body.subspace_rate(q, qd).motion(qd) + cross_motion(&velocities[i]) * relative
            })
            .collect()
    }

    /// Wrenches on links, summed per body, in the axes of the body.
    pub(crate) fn body_wrenches(
        &self,
        configuration: &Configuration,
        wrenches: &[(usize, [f64; 6])],
    ) -> Vec<Vector6<f64>> {
        let mut sums = std::vec![Vector6::zeros(); self.bodies.len()];
        for (link, wrench) in wrenches {
            let body = self.body(*link);
            sums[body] += configuration.poses[body]
                .turn()
                .tr_mul(&Vector6::from(*wrench));
        }
        sums
    }

    /// The link's frame in the world: rotation (link to world axes) and origin.
    pub fn pose(&self, q: &[f64], link: usize) -> (Matrix3<f64>, Vector3<f64>) {
        let pose = self.configuration(q).poses[self.body(link)];
        (pose.rotation, pose.position)
    }

    /// Velocity of the link's origin and angular velocity, in world axes.
    pub fn velocity(&self, q: &[f64], qd: &[f64], link: usize) -> Vector6<f64> {
        self.to_world(q, link, &self.velocity_body(q, qd, link))
    }

    /// [`velocity`](Self::velocity) in link axes.
    pub fn velocity_body(&self, q: &[f64], qd: &[f64], link: usize) -> Vector6<f64> {
        self.velocities(&self.configuration(q), qd)[self.body(link)]
    }

    /// Acceleration of the link's origin (the second derivative of its position) and angular acceleration, in world
    /// axes.
    pub fn acceleration(&self, q: &[f64], qd: &[f64], qdd: &[f64], link: usize) -> Vector6<f64> {
        self.to_world(q, link, &self.acceleration_body(q, qd, qdd, link))
    }

    /// [`acceleration`](Self::acceleration) in link axes, computed from spatial accelerations:
    /// `a_i = X a_parent + S qdd + c_i`. The acceleration of the origin differs from the linear part of the spatial
    /// acceleration by `w x v` (Featherstone 2008, section 2.11).
    pub fn acceleration_body(
        &self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        link: usize,
    ) -> Vector6<f64> {
        let configuration = self.configuration(q);
        self.motions(&configuration, (q, qd, qdd))[self.body(link)].1
    }

    /// Velocities and accelerations of the bodies in their own frames; linear accelerations are second derivatives of
    /// positions.
    pub(super) fn motions(
        &self,
        configuration: &Configuration,
        (q, qd, qdd): (&[f64], &[f64], &[f64]),
    ) -> Vec<(Vector6<f64>, Vector6<f64>)> {
        let velocities = self.velocities(configuration, qd);
        let products = self.velocity_products(configuration, &velocities, q, qd);
        let mut accelerations: Vec<Vector6<f64>> = Vec::with_capacity(self.bodies.len());
        for (i, body) in self.bodies.iter().enumerate() {
            let a_parent = body.parent.map_or(Vector6::zeros(), |parent| {
                configuration.transforms[i] * accelerations[parent]
            });
            accelerations.push(a_parent + configuration.subspaces[i].motion(qdd) + products[i]);
        }
        let motions = velocities.into_iter().zip(accelerations);
        motions
            .map(|(v, a)| {
                let w_cross_v = angular(&v).cross(&linear(&v));
                (v, spatial(linear(&a) + w_cross_v, angular(&a)))
            })
            .collect()
    }

    /// A motion with both halves rotated from link to world axes.
    fn to_world(&self, q: &[f64], link: usize, motion: &Vector6<f64>) -> Vector6<f64> {
        self.configuration(q).poses[self.body(link)].turn() * motion
    }
}

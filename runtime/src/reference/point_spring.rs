//! Springs between points of links.

use nalgebra::{DVector, Vector3};

use super::Model;
use crate::spatial::{angular, linear};

/// A spring that pulls two points together with the force `k (l - length) + damping dl/dt`, where l is their distance.
#[derive(Clone, Debug, PartialEq)]
pub struct PointSpring {
    /// For each end a link (`None` is the world) and a point in its frame.
    pub ends: [(Option<usize>, [f64; 3]); 2],
    /// k, N/m.
    pub stiffness: f64,
    /// The rest length, m.
    pub length: f64,
    /// Damping, N s/m.
    pub damping: f64,
}

impl PointSpring {
    /// The positions of the points in the world.
    fn end_points(&self, model: &Model, q: &[f64]) -> [Vector3<f64>; 2] {
        self.ends.each_ref().map(|(link, point)| {
            let point = Vector3::from(*point);
            link.map_or(point, |link| {
                let (rotation, origin) = model.pose(q, link);
                rotation * point + origin
            })
        })
    }

    /// The vector from the first point to the second, world axes.
    fn span(&self, model: &Model, q: &[f64]) -> Vector3<f64> {
        let [from, to] = self.end_points(model, q);
        to - from
    }

    /// For each end: the link (`None` is the world), the position of the end, and the force on it, world axes.
    pub(super) fn forces(
        &self,
        model: &Model,
        q: &[f64],
        qd: &[f64],
    ) -> [(Option<usize>, Vector3<f64>, Vector3<f64>); 2] {
        let end_points = self.end_points(model, q);
        let [first_velocity, second_velocity] = [0, 1].map(|end| {
            let Some(link) = self.ends[end].0 else {
                return Vector3::zeros();
            };
            let velocity = model.velocity(q, qd, link);
            let arm = end_points[end] - model.pose(q, link).1;
            linear(&velocity) + angular(&velocity).cross(&arm)
        });
        let span = end_points[1] - end_points[0];
        let direction = span.normalize();
        let tension = self.stiffness * (span.norm() - self.length)
            + self.damping * direction.dot(&(second_velocity - first_velocity));
        let [first, second] = self.ends.each_ref().map(|(link, _)| *link);
        [
            (first, end_points[0], tension * direction),
            (second, end_points[1], -tension * direction),
        ]
    }

    /// `k (l - length)^2 / 2`.
    pub(super) fn energy(&self, model: &Model, q: &[f64]) -> f64 {
        0.5 * self.stiffness * (self.span(model, q).norm() - self.length).powi(2)
    }

    /// The generalized force of the spring: minus its tension times the gradient of its length.
    pub(super) fn force(&self, model: &Model, q: &[f64], qd: &[f64]) -> DVector<f64> {
        let span = self.span(model, q);
        let mut gradient = DVector::zeros(model.nv());
        for ((link, point), sign) in self.ends.iter().zip([-1.0, 1.0]) {
            let Some(link) = *link else { continue };
            let jacobian = model.jacobian(q, link);
            let arm = model.pose(q, link).0 * Vector3::from(*point);
            let point_jacobian =
                jacobian.fixed_rows::<3>(0) - arm.cross_matrix() * jacobian.fixed_rows::<3>(3);
            gradient += sign * point_jacobian.tr_mul(&span.normalize());
        }
        let rate = gradient.dot(&DVector::from_column_slice(qd));
        let tension = self.stiffness * (span.norm() - self.length) + self.damping * rate;
        -tension * gradient
    }
}

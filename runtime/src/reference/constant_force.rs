//! Constant forces on links.

use nalgebra::{DVector, Vector3};

use super::Model;

/// A force that is constant in world axes, at a point of a link.
#[derive(Clone, Debug)]
pub(crate) struct ConstantForce {
    pub link: usize,
    /// The point at which the force acts, in the frame of the link, m.
    pub point: Vector3<f64>,
    /// The force in world axes, N.
    pub force: Vector3<f64>,
}

impl ConstantForce {
    /// The point at which the force acts, in world coordinates.
    pub fn world_point(&self, model: &Model, q: &[f64]) -> Vector3<f64> {
        let (rotation, origin) = model.pose(q, self.link);
        rotation * self.point + origin
    }

    /// The generalized force.
    pub fn generalized_force(&self, model: &Model, q: &[f64]) -> DVector<f64> {
        let arm = model.pose(q, self.link).0 * self.point;
        let jacobian = model.jacobian(q, self.link);
        let point_jacobian =
            jacobian.fixed_rows::<3>(0) - arm.cross_matrix() * jacobian.fixed_rows::<3>(3);
        point_jacobian.tr_mul(&self.force)
    }
}

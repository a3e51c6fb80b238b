//! Forces that stay the same in world axes.

use multibody_program::ir::{Value, Vector3};

/// A constant force on a point of a link, such as the compensation of its weight.
#[derive(Clone, Debug)]
pub struct ConstantForce {
    /// The link.
    pub link: usize,
    /// The point of application, in the frame of the link.
    pub point: Vector3,
    /// In world axes, N.
    pub force: Vector3,
}

impl ConstantForce {
    /// Its numbers: the point, then the force.
    pub fn values(&self) -> impl Iterator<Item = Value> + use<> {
        self.point.into_iter().chain(self.force)
    }

    /// Visits the numbers that `values` returns; the visitor may change them.
    pub fn each_value(&mut self, visit: &mut dyn FnMut(&mut Value)) {
        self.point.iter_mut().chain(&mut self.force).for_each(visit);
    }
}

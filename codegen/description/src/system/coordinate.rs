//! The coordinates of a system.

use crate::joint::Kind;
use crate::model::Limits;

/// An independent coordinate, which has one or several positions and rates.
#[derive(Clone, Debug)]
pub struct Coordinate {
    /// Its name: that of its joint, or `joint_1`, `joint_2` and so on if the joint has several coordinates.
    pub name: String,
    /// The name of the joint that it belongs to.
    pub joint: String,
    /// The type of its motion.
    pub kind: Kind,
    /// Index of its first position.
    pub q: usize,
    /// Index of its first rate.
    pub v: usize,
    /// Limits of the joint.
    pub limits: Option<Limits>,
}

impl Coordinate {
    /// The index after its last position, and the index after its last rate.
    #[must_use]
    pub fn end(&self) -> (usize, usize) {
        let width = self.kind.positions().len();
        (self.q + width, self.v + self.kind.nv())
    }
}

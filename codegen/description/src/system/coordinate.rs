//! The coordinates of a system.

use crate::joint::Kind;
use crate::model::Limits;

/// An independent coordinate, of one or several positions and rates.
#[derive(Clone, Debug)]
pub struct Coordinate {
    /// Its name: that of its joint, and of several in one joint `joint_1`, `joint_2` and so on.
    pub name: String,
    /// The joint that has it.
    pub joint: String,
    /// The type of its motion.
    pub kind: Kind,
    /// First position.
    pub q: usize,
    /// First rate.
    pub v: usize,
    /// Limits of the joint.
    pub limits: Option<Limits>,
}

impl Coordinate {
    /// The first position and the first rate behind it.
    #[must_use]
    pub fn end(&self) -> (usize, usize) {
        let width = self.kind.coordinates().len();
        (self.q + width, self.v + self.kind.nv())
    }
}

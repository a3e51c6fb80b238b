//! The coordinates of a system.

use std::ops::Range;

use crate::joint::Kind;
use crate::model::Limits;

/// An independent coordinate, which has one or several positions and rates.
#[derive(Clone, Debug)]
pub struct Coordinate {
    /// Its name: the one that the description gives its motion, or else that of its joint, with `_1`, `_2` and so on
    /// appended if the joint has several coordinates.
    pub name: String,
    /// The name of the joint that it belongs to; its own name if there is no such joint.
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
    /// The indices of its positions.
    #[must_use]
    pub fn q_range(&self) -> Range<usize> {
        self.q..self.q + self.kind.positions().len()
    }

    /// The indices of its rates.
    #[must_use]
    pub fn v_range(&self) -> Range<usize> {
        self.v..self.v + self.kind.nv()
    }

    /// The indices at which the positions and the rates of the next coordinate begin.
    #[must_use]
    pub fn next_indices(&self) -> (usize, usize) {
        (self.q_range().end, self.v_range().end)
    }
}

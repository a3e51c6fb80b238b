//! What a program can learn about the joints of a robot.

use core::ops::Range;

use crate::Chart;

/// A joint that has coordinates of its own, and where they stand in `q` and `qd`.
///
/// Fixed joints have none; a mimic joint shares those of the joint it follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointInfo {
    /// The name in the robot's description.
    pub name: &'static str,
    /// How it moves.
    pub kind: JointKind,
    /// What its positions are, and how they change with its rates.
    pub chart: Chart,
    /// Its first entry in `q`.
    pub q: usize,
    /// How many entries of `q` it has.
    pub nq: usize,
    /// Its first entry in `qd`, `qdd` and `tau`.
    pub v: usize,
    /// How many entries of `qd`, `qdd` and `tau` it has: its degrees of freedom.
    pub nv: usize,
    /// The limits of its coordinates. Nothing enforces them.
    pub limits: Limits,
}

impl JointInfo {
    /// Where its coordinates stand in `q`.
    #[inline]
    pub const fn q_range(&self) -> Range<usize> {
        self.q..self.q + self.nq
    }

    /// Where its rates stand in `qd`, `qdd` and `tau`.
    #[inline]
    pub const fn v_range(&self) -> Range<usize> {
        self.v..self.v + self.nv
    }
}

/// How a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JointKind {
    /// Turns about an axis, within limits; rad.
    Revolute,
    /// Turns about an axis without end; rad.
    Continuous,
    /// Slides along an axis; m.
    Prismatic,
    /// Turns about an axis and slides along it by a pitch; the angle, rad.
    Screw,
    /// Turns about a point. What stands in `q` and `qd`, [`JointInfo::chart`] says: a quaternion x y z w and
    /// the angular velocity in body axes, unless another is requested.
    Ball,
    /// Slides in a plane and turns about its normal: x, y and the angle in `q`; velocity along the body's
    /// x and y, and angular velocity, in `qd`.
    Planar,
    /// Moves freely. What stands in `q` and `qd`, [`JointInfo::chart`] says: x y z and a quaternion x y z w, and
    /// linear, then angular velocity in body axes, unless another is requested.
    Floating,
    /// A coordinate of no joint: energies and forces are expressions of it.
    Coordinate,
    /// A type that this crate does not know, by its name.
    Other(&'static str),
}

/// The limits of a joint; infinite where there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The least position, rad or m.
    pub lower: f64,
    /// The greatest position, rad or m.
    pub upper: f64,
    /// The greatest speed in either direction, rad/s or m/s.
    pub velocity: f64,
    /// The greatest generalized force in either direction, N m or N.
    pub effort: f64,
}

impl Limits {
    /// No limits.
    pub const NONE: Self = Self {
        lower: f64::NEG_INFINITY,
        upper: f64::INFINITY,
        velocity: f64::INFINITY,
        effort: f64::INFINITY,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::{Chart, JointInfo, JointKind, Limits};

    #[test]
    fn ranges_start_at_the_first_entry() {
        let root = JointInfo {
            name: "root_joint",
            kind: JointKind::Floating,
            chart: Chart::Floating,
            q: 1,
            nq: 7,
            v: 1,
            nv: 6,
            limits: Limits::NONE,
        };
        assert_eq!(root.q_range(), 1..8);
        assert_eq!(root.v_range(), 1..7);
    }
}

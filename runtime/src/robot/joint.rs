//! Data about the joints of a robot, for programs.

use core::ops::Range;

use crate::Chart;

/// A joint that has coordinates of its own, and their indices in `q` and `qd`.
///
/// Fixed joints have none; a mimic joint shares those of the joint it follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointInfo {
    /// The name in the robot's description.
    pub name: &'static str,
    /// How it moves.
    pub kind: JointKind,
    /// What its positions and rates are, and how the derivatives of the positions follow from the rates.
    pub chart: Chart,
    /// The index of its first entry in `q`.
    pub q: usize,
    /// The number of its entries in `q`.
    pub nq: usize,
    /// The index of its first entry in `qd`, `qdd` and `tau`.
    pub v: usize,
    /// The number of its entries in `qd`, `qdd` and `tau`: its degrees of freedom.
    pub nv: usize,
    /// The index, in the same table, of the next joint inboard that has coordinates of its own. `None` if only the world
    /// is inboard, and for a coordinate without a joint.
    pub parent: Option<usize>,
    /// The index, in the robot's `LINKS`, of the link that it moves. `None` for a coordinate without a joint.
    pub link: Option<usize>,
    /// The limits of its coordinates. No function enforces them.
    pub limits: Limits,
}

impl JointInfo {
    /// The index range of its coordinates in `q`.
    #[inline]
    pub const fn q_range(&self) -> Range<usize> {
        self.q..self.q + self.nq
    }

    /// The index range of its rates in `qd`, `qdd` and `tau`.
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
    /// Turns about an axis without limits; rad.
    Continuous,
    /// Slides along an axis; m.
    Prismatic,
    /// Turns about an axis, and slides along it by the pitch times the angle. The coordinate is the angle, rad.
    Screw,
    /// Turns about a point. [`JointInfo::chart`] says what `q` and `qd` contain: a quaternion x y z w and the angular
    /// velocity in body axes, unless another chart is requested.
    Ball,
    /// Slides in a plane and turns about its normal: x, y and the angle in `q`; velocity along the body's
    /// x and y, and angular velocity, in `qd`.
    Planar,
    /// Moves freely. [`JointInfo::chart`] says what `q` and `qd` contain: x y z and a quaternion x y z w, and the
    /// linear, then the angular velocity in body axes, unless another chart is requested.
    Floating,
    /// A coordinate without a joint, on which expressions for energies and forces depend.
    Coordinate,
    /// A type that this crate does not define, by its name.
    Other(&'static str),
}

/// The limits of a joint, infinite if there is no limit.
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
impl JointInfo {
    /// A joint for tests of charts: for positions and for rates the index of the first, and their number.
    pub(crate) const fn for_test(chart: Chart, [q, nq, v, nv]: [usize; 4]) -> Self {
        Self {
            name: "joint",
            kind: JointKind::Other("any"),
            chart,
            q,
            nq,
            v,
            nv,
            parent: None,
            link: None,
            limits: Limits::NONE,
        }
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
            parent: None,
            link: Some(0),
            limits: Limits::NONE,
        };
        assert_eq!(root.q_range(), 1..8);
        assert_eq!(root.v_range(), 1..7);
    }
}

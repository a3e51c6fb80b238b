//! Joint types, one file each.
//!
//! A joint type states its coordinates, its transform and how its coordinates change with its
//! rates, and nothing else: motion subspace, its rate and all dynamics are derived from that. The
//! axis of every joint type with an axis is z.

mod floating;
mod prismatic;
mod revolute;

use std::fmt;

use crate::ir::{Builder, Pose, Value};

pub use floating::Floating;
pub use prismatic::Prismatic;
pub use revolute::Revolute;

/// How a child link can move against its parent.
pub trait JointType: fmt::Debug + Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// What each of its positions is; as many as it has.
    fn coordinates(&self) -> &'static [Coordinate];

    /// Number of rates.
    fn nv(&self) -> usize {
        self.coordinates().len()
    }

    /// X(q): the moving frame, seen from the frame that it coincides with at rest.
    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose;

    /// N(q) of dq/dt = N(q) qd, by rows. None: the rates are the derivatives of the positions.
    /// With N, the motion subspace has to be constant in the moving frame.
    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
        let _ = (b, q);
        None
    }
}

/// What a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinate {
    /// An angle in radians: appears in sines and cosines, and may appear bare.
    Angle,
    /// A length in metres: appears bare.
    Length,
    /// A component of a unit quaternion x y z w; the four stand together.
    Quaternion,
}

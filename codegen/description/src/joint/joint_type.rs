//! The declarations that make up a joint type.

use std::fmt;
use std::sync::Arc;

use super::coordinate::PositionKind;
use super::textbook_motion::TextbookMotion;
use multibody_program::ir::{Builder, Pose, Value};

/// A joint type, shared by all joints that have it.
pub type Kind = Arc<dyn JointType>;

/// How a child link can move relative to its parent.
pub trait JointType: fmt::Debug + Send + Sync {
    /// Its name in descriptions and reports.
    fn name(&self) -> &'static str;

    /// Its variant of `multibody::JointKind`. `None` if it has none there, and is emitted as `Other` with its name.
    fn kind(&self) -> Option<&'static str> {
        None
    }

    /// Its variant of `multibody::Chart`, which provides the operations on its positions at run time. `None` if the positions
    /// are independent numbers whose derivatives are the rates, or if there is no such variant.
    fn chart(&self) -> Option<&'static str> {
        None
    }

    /// Its motion in the textbook algorithms. `None` if they do not support it; then no reference model is emitted.
    fn textbook_motion(&self) -> Option<TextbookMotion> {
        None
    }

    /// How its frame is oriented.
    fn axis(&self) -> Axis {
        Axis::Any
    }

    /// Whether a description of the joint is incomplete without limits.
    fn needs_limits(&self) -> bool {
        false
    }

    /// Whether it turns without end, so that a range of positions has no meaning.
    fn is_endless(&self) -> bool {
        false
    }

    /// The kinds of its positions, one for each.
    fn positions(&self) -> &[PositionKind];

    /// Number of rates.
    fn nv(&self) -> usize {
        self.positions().len()
    }

    /// Whether an armature may act along each of its rates, since they are the angular velocities of a body about a point, in
    /// the axes of the body. This matters only for joints of MJCF.
    fn turns_in_body_axes(&self) -> bool {
        false
    }

    /// The joint that Pinocchio has for this type, in a URDF or as a root: how many positions it has, and the index
    /// among them of each position here. For an angle that Pinocchio stores as cosine and sine, this is the index of
    /// the cosine. The rates are the same. `None` if Pinocchio has no such joint.
    fn in_pinocchio(&self) -> Option<(usize, &'static [usize])> {
        None
    }

    /// X(q): the pose of the moving frame in the frame with which it coincides at the neutral position.
    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose;

    /// N(q) of dq/dt = N(q) qd, by rows. `None` if the rates are the derivatives of the positions. If there is an N, the
    /// motion subspace has to be constant in the moving frame, since the proof relies on this. Types that only
    /// [`lift`](Self::lift) makes are not proved, and their motion subspaces may vary.
    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
        let _ = (b, q);
        None
    }

    /// The same motion in other coordinates, in which dynamics are derived if they cannot be derived in the positions of this
    /// type: for example in a quaternion in place of a rotation vector. The result is proved in the positions of this type
    /// all the same.
    fn lift(&self, b: &mut Builder, q: &[Value]) -> Option<Lift> {
        let _ = (b, q);
        None
    }
}

/// A motion in other coordinates, with the same rates.
#[derive(Clone, Debug)]
pub struct Lift {
    /// The joint type of the motion in the other coordinates.
    pub kind: Kind,
    /// The other coordinates as functions of the positions.
    pub positions: Vec<Value>,
}

/// How the frame of a joint type is oriented in the child link's frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// z is the axis of the description; x and y are arbitrary.
    Any,
    /// z is the axis of the description; the shortest rotation takes the link's z onto it.
    Normal,
    /// The description gives no axis: the axes are those of the child link's frame.
    None,
}

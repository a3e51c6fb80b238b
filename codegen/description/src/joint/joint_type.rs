//! What a joint type states of itself.

use std::fmt;
use std::sync::Arc;

use super::coordinate::Coordinate;
use multibody_program::ir::{Builder, Pose, Value};

/// A joint type, shared by all joints that have it.
pub type Kind = Arc<dyn JointType>;

/// Axes and indices of a joint, from which its motion for the generic algorithms is written; all texts are
/// expressions of Rust.
#[derive(Clone, Debug)]
pub struct ReferenceInputs {
    /// The axis of motion in the child link's frame: `[f64; 3]`.
    pub axis: String,
    /// The joint's axes there: `[[f64; 3]; 3]` by rows.
    pub axes: String,
    /// The `Coordinate` of a joint of one degree of freedom.
    pub coordinate: String,
    /// First position.
    pub q: usize,
    /// First rate.
    pub v: usize,
}

/// How a child link can move against its parent.
pub trait JointType: fmt::Debug + Send + Sync {
    /// What descriptions and reports call it.
    fn name(&self) -> &'static str;

    /// Its variant of `multibody::JointKind`, in Rust.
    fn kind(&self) -> String {
        format!("Other({:?})", self.name())
    }

    /// Its variant of `multibody::Chart`, in Rust: what can be done with its positions at run time.
    /// None: the rates are the derivatives of the positions, or there is no such variant.
    fn chart(&self) -> Option<&'static str> {
        None
    }

    /// Its motion for the generic algorithms, in Rust with the names of `multibody::reference` in scope.
    /// None: they do not know it, so that nothing is emitted for them.
    fn reference(&self, inputs: &ReferenceInputs) -> Option<String> {
        let _ = inputs;
        None
    }

    /// Which of its frame's axes matter: those of a joint that leaves the axis open are as in the child
    /// link's frame.
    fn axis(&self) -> Axis {
        Axis::Any
    }

    /// Whether a description without limits is incomplete.
    fn is_limited(&self) -> bool {
        false
    }

    /// Whether it turns without end, so that a range of positions says nothing.
    fn is_endless(&self) -> bool {
        false
    }

    /// What each of its positions is; as many as it has.
    fn coordinates(&self) -> &'static [Coordinate];

    /// Number of rates.
    fn nv(&self) -> usize {
        self.coordinates().len()
    }

    /// How many positions Pinocchio's joint has that a URDF or a root gives, and where each own one is among them; of an
    /// angle that it has as cosine and sine, the cosine. Rates are the same. None: it has no such joint.
    fn in_pinocchio(&self) -> Option<(usize, &'static [usize])> {
        None
    }

    /// X(q): the moving frame, seen from the frame that it coincides with at rest.
    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose;

    /// N(q) of dq/dt = N(q) qd, by rows. None: the rates are the derivatives of the positions.
    /// With N, the motion subspace has to be constant in the moving frame.
    fn rate_map(&self, b: &mut Builder, q: &[Value]) -> Option<Vec<Vec<Value>>> {
        let _ = (b, q);
        None
    }

    /// The same motion in coordinates in which it can be derived, where its own positions will not do. What is
    /// derived there is proved in its own.
    fn lift(&self, b: &mut Builder, q: &[Value]) -> Option<Lift> {
        let _ = (b, q);
        None
    }
}

/// A motion in other coordinates, of the same rates.
#[derive(Clone, Debug)]
pub struct Lift {
    /// Its type there.
    pub kind: Kind,
    /// These coordinates, made of the positions.
    pub positions: Vec<Value>,
}

/// How the frame of a joint type stands in the child link's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// z is the axis of the description; x and y are free.
    Any,
    /// z is the axis of the description, by the shortest turn of z onto it.
    Normal,
    /// As the child link's.
    Link,
}

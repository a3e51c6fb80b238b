//! Joint types, one file each.
//!
//! A joint type is a value: two screws of different pitch are two types. Its file has all that is
//! known of it: its word, its coordinates, its transform, how its coordinates change with its rates, and what
//! it is called in emitted code. Motion subspace, its rate and all dynamics are derived from that. The
//! axis of every joint type with an axis is z.

mod ball;
pub mod choices;
mod exponential;
mod exponential_rates;
mod floating;
mod generalized;
mod planar;
mod prismatic;
mod quaternion_rates;
mod revolute;
mod screw;
mod turns;
mod word;

use std::fmt;
use std::sync::Arc;

use crate::ir::{Builder, InputKind, Pose, Program, Value};

pub use ball::Ball;
pub use exponential::{ExponentialBall, ExponentialFloating, rotation as rotation_of_vector};
pub use floating::Floating;
pub use generalized::Generalized;
pub use planar::Planar;
pub use prismatic::Prismatic;
pub use quaternion_rates::QuaternionRates;
pub use revolute::Revolute;
pub use screw::Screw;
pub use turns::Turns;
pub use word::{Datum, WORDS, Word, datum, named, word};

/// A joint type, shared by all joints that have it.
pub type Kind = Arc<dyn JointType>;

/// What has to be known where a joint stands to write down its motion for the generic algorithms; all
/// texts are expressions of Rust.
#[derive(Clone, Debug)]
pub struct Stands {
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
    fn reference(&self, stands: &Stands) -> Option<String> {
        let _ = stands;
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

/// All that tells joint types apart when dynamics are derived: their transforms and rate maps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// X of local inputs: rotation by rows, then translation.
    pub transform: Program,
    /// N by rows; none: the rates are the derivatives of the positions.
    pub rate_map: Option<Program>,
}

impl Statement {
    /// Of a joint type.
    #[must_use]
    pub fn of(kind: &dyn JointType) -> Self {
        let mut b = Builder::new();
        let count = kind.coordinates().len();
        let q: Vec<Value> = (0..count).map(|k| b.input(InputKind::Local, k)).collect();
        let pose = kind.transform(&mut b, &q);
        let rotation = pose.rotation.into_iter().flatten();
        let outputs: Vec<Value> = rotation.chain(pose.translation).collect();
        let transform = b.finish(&outputs);
        let rate_map = kind.rate_map(&mut b, &q);
        Self {
            transform,
            rate_map: rate_map.map(|rows| b.finish(&rows.concat())),
        }
    }

    /// Whether it turns, and whether its origin moves.
    #[must_use]
    pub fn turns_and_slides(&self) -> [bool; 2] {
        let (rotation, translation) = self.transform.outputs().split_at(9);
        let moves = |entry: &Value| self.transform.as_constant(*entry).is_none();
        [rotation.iter().any(moves), translation.iter().any(moves)]
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
    /// A component of a rotation vector in radians, axis times angle; the three stand together.
    RotationVector,
    /// What expressions make of it: in a unit of its own, bare and in functions.
    Number,
}

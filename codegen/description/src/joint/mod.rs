//! Joint types, one file each.
//!
//! A joint type is a value: two screws of different pitch are two types. Its file defines everything about
//! it: its word, its coordinates, its transform, how its coordinates change with its rates, and its names in
//! emitted code. The motion subspace, its time derivative and all dynamics are derived from these. If a joint
//! type has an axis, it is z.

mod ball;
pub mod choices;
mod coordinate;
mod exponential;
mod exponential_rates;
mod floating;
mod generalized;
mod joint_type;
mod planar;
mod prismatic;
mod quaternion_rates;
mod rates;
mod revolute;
mod rotation_vector;
mod screw;
mod statement;
mod turns;
mod word;
mod words;

pub use ball::Ball;
pub use coordinate::Coordinate;
pub use exponential::{ExponentialBall, ExponentialFloating};
pub use floating::Floating;
pub use generalized::Generalized;
pub use joint_type::{Axis, JointType, Kind, Lift, ReferenceInputs};
pub use planar::Planar;
pub use prismatic::Prismatic;
pub use quaternion_rates::QuaternionRates;
pub use revolute::Revolute;
pub use rotation_vector::rotation as rotation_of_vector;
pub use screw::Screw;
pub use statement::Statement;
pub use turns::Turns;
pub use word::{Datum, Word};
pub use words::{WORDS, datum, named, word};

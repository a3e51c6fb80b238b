//! Joint types, one file each.
//!
//! A joint type is a value: two screws of different pitch are two types. Its file defines everything about
//! it: its word, its coordinates, its transform, how its coordinates change with its rates, and its names in
//! emitted code. The motion subspace, its time derivative and all dynamics are derived from these. If a joint
//! type has an axis, it is z.

mod ball;
pub mod choices;
mod coordinate;
mod euler_angles;
mod floating;
mod generalized;
mod joint_programs;
mod joint_type;
mod lifted_orientation;
pub mod orientation;
mod oriented;
mod planar;
mod prismatic;
mod quaternion_rates;
mod rates;
mod revolute;
mod screw;
mod textbook_motion;
mod word;
mod words;

pub use ball::Ball;
pub use coordinate::{OrientationChart, PositionKind, ThreeParameters, orientations};
pub use euler_angles::EulerAngles;
pub use floating::Floating;
pub use generalized::Generalized;
pub use joint_programs::JointPrograms;
pub use joint_type::{Axis, JointType, Kind, Lift};
pub use oriented::{ball_in, floating_in};
pub use planar::Planar;
pub use prismatic::Prismatic;
pub use quaternion_rates::QuaternionRates;
pub use revolute::Revolute;
pub use screw::Screw;
pub use textbook_motion::{MotionDatum, TextbookMotion};
pub use word::{Datum, Word};
pub use words::{WORDS, datum, kind_of_word, word};

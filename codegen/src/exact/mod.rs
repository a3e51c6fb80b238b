//! Exact numbers: the decimals of a description as rationals, its rotations as rational ones.

mod angle;
mod euler;
mod floats;
mod rational;
pub mod rotation;

pub use angle::Angle;
pub use euler::Euler;
pub use floats::{distance, is_held, is_normal};
pub use rational::{ParseError, Rational, bits, decimal, integer, nearest_f64, total};
pub use rotation::RationalMatrix;

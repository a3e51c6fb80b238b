//! Exact numbers: the decimals of a description as rationals, its rotations as rational ones.

mod euler;
mod rational;
pub mod rotation;

pub use euler::Euler;
pub use rational::{ParseError, Rational, bits, decimal, integer, nearest_f64, total};
pub use rotation::RationalMatrix;

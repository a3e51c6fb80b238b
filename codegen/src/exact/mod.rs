//! Exact numbers: the decimals of a description as rationals, its rotations as rational ones.

mod rational;
pub mod rotation;

pub use rational::{ParseError, Rational, decimal, integer, nearest_f64};
pub use rotation::RationalMatrix;

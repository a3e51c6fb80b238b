//! Exact numbers: the decimals of a description as rationals.

mod rational;

pub use rational::{ParseError, Rational, decimal, integer, nearest_f64};

//! Exact numbers: decimals and rotations of a description in rational numbers.

mod angle;
mod decimal;
mod euler;
mod floats;
mod function;
pub mod primes;
mod radians;
mod rational;
mod root;
pub mod rotation;
pub mod symmetric;

pub use angle::Angle;
pub use decimal::{DecimalError, decimal, number};
pub use euler::Euler;
pub use floats::{doublings_from_one, is_normal, is_representable, magnitude};
pub use function::{exponential, logarithm, square_root};
pub use radians::{quarter_turn, radians};
pub use rational::{
    Rational, adds_up_short, bits, exponent, integer, nearest_f64, power_of_two, round, total,
};
pub use root::long_square_root;
pub use rotation::RationalMatrix;

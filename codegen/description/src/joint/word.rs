//! What descriptions call an elementary joint type, and the numbers that some are made of.

use super::joint_type::{Axis, Kind};
use multibody_program::exact::Rational;

/// What an elementary joint type is called, and how it is made.
#[derive(Debug)]
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// How it stands among motions, e.g. `screw(z, pitch)`.
    pub form: &'static str,
    /// What stands in the parentheses there, with an example.
    pub arguments: &'static str,
    /// The numbers that it is made of, which stand in the parentheses behind the axis.
    pub numbers: &'static [Datum],
    /// Makes it of these numbers; whether it has an axis does not depend on them.
    pub make: fn(&[Rational]) -> Kind,
}

/// A number that a joint type is made of.
#[derive(Debug)]
pub struct Datum {
    /// What it is called.
    pub key: &'static str,
    /// How it is written, e.g. `pitch: 0.002`.
    pub example: &'static str,
    /// What is expected in its place beside other words.
    pub elsewhere: &'static str,
}

impl Word {
    /// Which of its frame's axes matter.
    #[must_use]
    pub fn axis(&self) -> Axis {
        (self.make)(&vec![Rational::ZERO; self.numbers.len()]).axis()
    }
}

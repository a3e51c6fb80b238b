//! What descriptions call the elementary joint types, and the numbers that some are made of.

use super::{Axis, Kind, ball, floating, planar, prismatic, revolute, screw};
use crate::exact::Rational;

/// The elementary joint types of descriptions.
pub const WORDS: [&Word; 7] = [
    &revolute::REVOLUTE,
    &revolute::CONTINUOUS,
    &prismatic::PRISMATIC,
    &screw::SCREW,
    &ball::BALL,
    &planar::PLANAR,
    &floating::FLOATING,
];

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

/// The elementary joint type that a word means.
#[must_use]
pub fn word(name: &str) -> Option<&'static Word> {
    WORDS.into_iter().find(|word| word.name == name)
}

/// The elementary joint type that a word means by itself, without a number.
#[must_use]
pub fn named(name: &str) -> Option<Kind> {
    let word = word(name).filter(|word| word.numbers.is_empty())?;
    Some((word.make)(&[]))
}

/// The number that a key means.
#[must_use]
pub fn datum(key: &str) -> Option<&'static Datum> {
    let mut numbers = WORDS.into_iter().flat_map(|word| word.numbers);
    numbers.find(|datum| datum.key == key)
}

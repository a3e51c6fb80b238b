//! The word for an elementary joint type in descriptions, and the numbers that some types need.

use super::joint_type::{Axis, Kind};
use multibody_program::exact::Rational;

/// The word for an elementary joint type, and how to make the type.
#[derive(Debug)]
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// Its syntax in a list of motions, e.g. `screw(z, pitch)`.
    pub form: &'static str,
    /// What messages expect in its parentheses, with an example.
    pub arguments: &'static str,
    /// The numbers that it needs, which follow the axis in the parentheses.
    pub numbers: &'static [Datum],
    /// Makes the type from these numbers; whether it has an axis does not depend on them.
    pub make: fn(&[Rational]) -> Kind,
}

/// A number that a joint type needs.
#[derive(Debug)]
pub struct Datum {
    /// Its key.
    pub key: &'static str,
    /// An example, e.g. `pitch: 0.002`.
    pub example: &'static str,
    /// What messages say is expected if a joint with another word has this key.
    pub elsewhere: &'static str,
}

impl Word {
    /// How the frame of its type is oriented.
    #[must_use]
    pub fn axis(&self) -> Axis {
        (self.make)(&vec![Rational::ZERO; self.numbers.len()]).axis()
    }
}

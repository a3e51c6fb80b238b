//! The list of the elementary joint types of descriptions.

use super::joint_type::Kind;
use super::word::{Datum, Word};
use super::{ball, floating, planar, prismatic, revolute, screw};

/// The words for elementary joint types in descriptions.
pub const WORDS: &[&Word] = &[
    &revolute::REVOLUTE,
    &revolute::CONTINUOUS,
    &prismatic::PRISMATIC,
    &screw::SCREW,
    &ball::BALL,
    &planar::PLANAR,
    &floating::FLOATING,
];

/// The word with a given name.
#[must_use]
pub fn word(name: &str) -> Option<&'static Word> {
    WORDS.iter().copied().find(|word| word.name == name)
}

/// The joint type of the word with a given name, if it needs no numbers.
#[must_use]
pub fn kind_of_word(name: &str) -> Option<Kind> {
    let word = word(name).filter(|word| word.numbers.is_empty())?;
    Some((word.make)(&[]))
}

/// The number that has this key, of whichever joint type.
#[must_use]
pub fn datum(key: &str) -> Option<&'static Datum> {
    let mut numbers = WORDS.iter().flat_map(|word| word.numbers);
    numbers.find(|datum| datum.key == key)
}

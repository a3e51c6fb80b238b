//! Inertias that one entry with a misplaced decimal point makes impossible.

use multibody_program::exact::symmetric::Symmetric;
use multibody_program::exact::{Rational, bits, decimal};

use super::tensor::is_possible;

/// Maximum number of places by which the decimal point is moved.
const PLACES_LIMIT: i32 = 9;
/// Maximum number of bits of numerator and denominator of an entry together: some 38 decimals. More would cost time.
const BITS_LIMIT: usize = 256;
/// The names of the entries.
const ENTRIES: [&str; 6] = ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"];

/// An entry with its decimal point moved so that the inertia is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MovedPoint {
    /// Its name.
    pub(super) entry: &'static str,
    /// The power of ten.
    pub(super) power: i32,
    /// Its value times that power.
    pub(super) value: Rational,
}

/// The entry whose decimal point is misplaced, if exactly one entry, by exactly one power of ten, makes the inertia possible.
/// `None` too if a number is long.
pub(super) fn find_misplaced_point(inertia: &Symmetric<Rational>) -> Option<MovedPoint> {
    if inertia.iter().any(|entry| bits(entry) > BITS_LIMIT) {
        return None;
    }
    let powers = || (-PLACES_LIMIT..=PLACES_LIMIT).filter(|power| *power != 0);
    let choices = (0..ENTRIES.len()).flat_map(|entry| powers().map(move |power| (entry, power)));
    let mut possible = choices.filter_map(|(entry, power)| move_point(inertia, entry, power));
    let only = possible.next()?;
    possible.next().is_none().then_some(only)
}

/// An entry times a power of ten, if that makes the inertia possible.
fn move_point(inertia: &Symmetric<Rational>, entry: usize, power: i32) -> Option<MovedPoint> {
    let factor = decimal(&format!("1e{power}")).ok()?;
    let value = &inertia[entry] * factor;
    let mut changed = inertia.clone();
    changed[entry] = value.clone();
    is_possible(&changed).then_some(MovedPoint {
        entry: ENTRIES[entry],
        power,
        value,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find_entry(entries: [&str; 6]) -> Option<(&'static str, i32)> {
        let correction = find_misplaced_point(&entries.map(|entry| decimal(entry).unwrap()));
        correction.map(|correction| (correction.entry, correction.power))
    }

    #[test]
    fn one_entry_times_one_power_of_ten_is_found() {
        // The moments 0.012, 0.011 and 0.021, with one point lost.
        assert_eq!(
            find_entry(["12", "0", "0", "0.011", "0", "0.021"]),
            Some(("ixx", -3))
        );
        assert_eq!(
            find_entry(["0.012", "0", "0", "0.0011", "0", "0.021"]),
            Some(("iyy", 1))
        );
        // A product that is too large may be smaller by any power.
        assert_eq!(find_entry(["0.012", "1", "0", "0.011", "0", "0.021"]), None);
        // Two entries could be meant.
        assert_eq!(
            find_entry(["0.0123", "0", "0", "0.123", "0", "0.0145"]),
            None
        );
    }

    #[test]
    fn long_numbers_are_not_corrected() {
        let long_number = format!("0.0{}", "3".repeat(100));
        assert_eq!(
            find_entry(["12", "0", "0", "0.011", "0", &long_number]),
            None
        );
    }
}

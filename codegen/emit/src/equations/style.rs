//! How numbers stand in equations.

use super::number;
use multibody_description::system::System;

/// Digits where all are known, fractions beside parameters.
pub fn style(system: &System) -> number::Style {
    match system.parameters.is_empty() {
        true => number::Style::Digits(number::DIGITS),
        false => number::Style::Fractions,
    }
}

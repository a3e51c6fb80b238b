//! How numbers stand in equations.

use super::number;
use multibody_description::system::System;

/// Digits where all are known, fractions beside parameters.
pub fn style(system: &System) -> number::NumberStyle {
    match system.parameters.is_empty() {
        true => number::NumberStyle::Digits(number::DIGITS),
        false => number::NumberStyle::Fractions,
    }
}

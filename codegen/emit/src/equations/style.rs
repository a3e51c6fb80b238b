//! How numbers are written in equations.

use super::number;
use multibody_description::system::System;

/// Digits if all numbers are known, fractions next to parameters.
pub fn style(system: &System) -> number::NumberStyle {
    if system.parameters.is_empty() {
        number::NumberStyle::Digits(number::DIGITS)
    } else {
        number::NumberStyle::Fractions
    }
}

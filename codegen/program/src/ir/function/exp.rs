//! Exponential.

use super::{Class, Rules};

/// The rules of the exponential.
pub(super) const RULES: Rules = Rules {
    name: "exp",
    class: Class::Transcendental,
    f32: libm::expf,
    f64: libm::exp,
    integer_values: &[(0, 1)],
    derivative: |_, _, y| y,
    size: f64::abs,
    slope: |_, y| y,
};

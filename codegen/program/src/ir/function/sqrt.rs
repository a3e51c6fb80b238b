//! Square root.

use super::{Class, Rules};

/// The rules of the square root.
pub(super) const RULES: Rules = Rules {
    name: "sqrt",
    class: Class::SquareRoot,
    f32: libm::sqrtf,
    f64: libm::sqrt,
    integer_values: &[(0, 0), (1, 1)],
    derivative: |b, _, y| {
        let (one, twice) = (b.one(), b.add(y, y));
        b.div(one, twice)
    },
    size: f64::abs,
    slope: |_, y| 0.5 / y,
};

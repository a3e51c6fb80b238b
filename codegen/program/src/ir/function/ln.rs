//! Natural logarithm.

use super::{Class, Rules};

/// The rules of the natural logarithm.
pub(super) const RULES: Rules = Rules {
    name: "ln",
    class: Class::Transcendental,
    f32: libm::logf,
    f64: libm::log,
    integer_values: &[(1, 0)],
    derivative: |b, x, _| {
        let one = b.one();
        b.div(one, x)
    },
    size: f64::abs,
    slope: |x, _| 1.0 / x,
};

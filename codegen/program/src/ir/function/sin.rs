//! Sine.

use super::{Circle, Class, Function, Rules};

/// The rules of the sine.
pub(super) const RULES: Rules = Rules {
    name: "sin",
    class: Class::Circle(Circle::Sine),
    f32: libm::sinf,
    f64: libm::sin,
    integer_values: &[(0, 0)],
    derivative: |b, x, _| b.call(Function::Cos, x),
    // The error of the angle does not vanish where the sine does, so near its zeros the size is 1 as elsewhere.
    size: |_| 1.0,
    slope: |_, _| 1.0,
};

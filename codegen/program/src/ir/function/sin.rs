//! Sine.

use super::{Circle, Class, Function, Rules};

/// Of the sine.
pub(super) const RULES: Rules = Rules {
    name: "sin",
    class: Class::Circle(Circle::Sine),
    f32: libm::sinf,
    f64: libm::sin,
    known: &[(0, 0)],
    derivative: |b, x, _| b.call(Function::Cos, x),
    // Next to its zero it is as uncertain as anywhere, since its angle is.
    size: |_| 1.0,
    slope: |_, _| 1.0,
};

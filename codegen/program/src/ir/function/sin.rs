//! Sine.

use super::{Circle, Class, Function, Rules};

/// The rules of the sine.
pub(super) const RULES: Rules = Rules {
    name: "sin",
    class: Class::Circle(Circle::Sine),
    f32: libm::sinf,
    f64: libm::sin,
    values: &[(0, 0)],
    derivative: |b, x, _| b.call(Function::Cos, x),
    // Near its zeros the sine is as uncertain as elsewhere, since the angle is as uncertain there.
    size: |_| 1.0,
    slope: |_, _| 1.0,
};

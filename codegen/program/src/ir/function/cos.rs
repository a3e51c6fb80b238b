//! Cosine.

use super::{Circle, Class, Function, Rules};

/// The rules of the cosine.
pub(super) const RULES: Rules = Rules {
    name: "cos",
    class: Class::Circle(Circle::Cosine),
    f32: libm::cosf,
    f64: libm::cos,
    values: &[(0, 1)],
    derivative: |b, x, _| {
        let sine = b.call(Function::Sin, x);
        b.neg(sine)
    },
    // Near its zeros the cosine is as uncertain as elsewhere, since the angle is as uncertain there.
    size: |_| 1.0,
    slope: |_, _| 1.0,
};

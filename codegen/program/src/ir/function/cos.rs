//! Cosine.

use super::{Circle, Class, Function, Rules};

/// The rules of the cosine.
pub(super) const RULES: Rules = Rules {
    name: "cos",
    class: Class::Circle(Circle::Cosine),
    f32: libm::cosf,
    f64: libm::cos,
    integer_values: &[(0, 1)],
    derivative: |b, x, _| {
        let sine = b.call(Function::Sin, x);
        b.neg(sine)
    },
    // The error of the angle does not vanish where the cosine does, so near its zeros the size is 1 as elsewhere.
    size: |_| 1.0,
    slope: |_, _| 1.0,
};

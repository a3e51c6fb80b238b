//! Cosine.

use super::{Class, Function, Rules, SinCos};

/// The rules of the cosine.
pub(super) const RULES: Rules = Rules {
    name: "cos",
    class: Class::SinCos(SinCos::Cosine),
    f32: libm::cosf,
    f64: libm::cos,
    integer_values: &[(0, 1)],
    derivative: |b, x, _| {
        let sine = b.call(Function::Sin, x);
        b.neg(sine)
    },
    // A rounding error of the angle changes the value also where the cosine is 0, so the size is not smaller there.
    size: |_| 1.0,
    slope: |_, _| 1.0,
};

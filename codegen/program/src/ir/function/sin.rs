//! Sine.

use super::{Class, Function, Rules, SinCos};

/// The rules of the sine.
pub(super) const RULES: Rules = Rules {
    name: "sin",
    class: Class::SinCos(SinCos::Sine),
    f32: libm::sinf,
    f64: libm::sin,
    integer_values: &[(0, 0)],
    derivative: |b, x, _| b.call(Function::Cos, x),
    // A rounding error of the angle changes the value also where the sine is 0, so the size is not smaller there.
    size: |_| 1.0,
    slope: |_, _| 1.0,
};

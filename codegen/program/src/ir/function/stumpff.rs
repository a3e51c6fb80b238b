//! The Stumpff functions, `c_k(x) = sum_i (-x)^i / (k + 2 i)!`. The exponential map consists of them, with x the square
//! of an angle. They are smooth at 0, and so are their derivatives, which belong to the same family.

use super::{Class, Function, Rules};
use crate::exact::{Rational, integer};
use crate::ir::{Builder, Value};

/// The properties of `c_0`, `c_1` and so on, as many as the runtime has.
pub(super) static RULES: [Rules; 16] = [
    rules::<0>("c0"),
    rules::<1>("c1"),
    rules::<2>("c2"),
    rules::<3>("c3"),
    rules::<4>("c4"),
    rules::<5>("c5"),
    rules::<6>("c6"),
    rules::<7>("c7"),
    rules::<8>("c8"),
    rules::<9>("c9"),
    rules::<10>("c10"),
    rules::<11>("c11"),
    rules::<12>("c12"),
    rules::<13>("c13"),
    rules::<14>("c14"),
    rules::<15>("c15"),
];

const fn rules<const K: u8>(name: &'static str) -> Rules {
    Rules {
        name,
        class: Class::Stumpff(K),
        f32: |x| single(x, K.into()),
        f64: |x| double(x, K.into()),
        integer_values: match K {
            0 | 1 => &[(0, 1)],
            _ => &[],
        },
        derivative: |b, x, _| derivative(b, x, K),
        // The scale of rounding errors: those of x matter near zeros of `c_k` too, so it is the maximum, at x = 0.
        size: |_| 1.0 / factorial(K.into()),
        // The slope at x = 0, without its sign; it is nowhere steeper at positive x, the squares of angles.
        slope: |_, _| 1.0 / factorial((K + 2).into()),
    }
}

/// `c_k' = (k c_(k+2) - c_(k+1)) / 2`
fn derivative(b: &mut Builder, x: Value, k: u8) -> Value {
    let [next, second] = [k + 1, k + 2].map(|k| b.call(Function::Stumpff(k), x));
    let product = b.scale(&integer(k.into()), second);
    let difference = b.sub(product, next);
    b.scale(&(Rational::ONE / integer(2)), difference)
}

/// `k!`, without rounding for k up to 22.
fn factorial(k: u32) -> f64 {
    (1..=k).fold(1.0, |product, factor| product * f64::from(factor))
}

/// Computes the value in floats as the runtime does: by the series near 0, elsewhere by `c_0 = cos sqrt x` or
/// `c_1 = sin sqrt x / sqrt x` and `c_(n+2) = (1/n! - c_n) / x`.
macro_rules! float {
    ($value:ident, $float:ident, $sqrt:ident, $sin:ident, $cos:ident, $terms:literal) => {
        fn $value(x: $float, k: u32) -> $float {
            if x < (2 + 2 * k) as $float {
                let sum = (1..=$terms).rev().fold(1.0, |sum, i| {
                    let n = f64::from(k + 2 * i);
                    1.0 - x * ((1.0 / (n * (n - 1.0))) as $float) * sum
                });
                return sum * (1.0 / factorial(k)) as $float;
            }
            let root = libm::$sqrt(x);
            let first = match k % 2 {
                0 => libm::$cos(root),
                _ => libm::$sin(root) / root,
            };
            (k % 2..k)
                .step_by(2)
                .fold(first, |c, n| ((1.0 / factorial(n)) as $float - c) / x)
        }
    };
}

float!(single, f32, sqrtf, sinf, cosf, 8);
float!(double, f64, sqrt, sin, cos, 14);

//! The table of the functions of one argument: each has a file, and a line in the list below.
//!
//! Everything that other modules need of a function is here, except for what needs types of these modules. These modules match
//! every [`Class`] or every function, so that a new one is a compile error.

mod cos;
mod exp;
mod ln;
mod sin;
mod sqrt;
mod stumpff;

use super::{Builder, Value};

/// The properties of a function.
struct Rules {
    /// The name in the text form, in equations and, unless the class says otherwise, as a method in Rust.
    name: &'static str,
    class: Class,
    /// The value in single precision. libm computes it, with the same bits on every machine; emitted code may have
    /// another last bit in sines and cosines, and in values that follow from them.
    f32: fn(f32) -> f32,
    /// The value in double precision.
    f64: fn(f64) -> f64,
    /// Integers at which the value is an integer too, each with that value.
    integer_values: &'static [(i64, i64)],
    /// The derivative, from an argument and the value there.
    derivative: fn(&mut Builder, Value, Value) -> Value,
    /// The scale with which rounding errors of a value are compared, from the value: its absolute value or, for functions of
    /// angles and of their squares, the largest absolute value.
    size: fn(f64) -> f64,
    /// An upper bound of the derivative's absolute value, from the argument and the value there.
    slope: fn(f64, f64) -> f64,
}

/// The class of a function, which determines its cost and how it is evaluated without floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The sine or the cosine; both are computed together for one angle.
    SinCos(SinCos),
    /// The root that is not negative.
    SquareRoot,
    /// The Stumpff function `c_k` with this k.
    Stumpff(u8),
    /// A function without values in exact arithmetic.
    Transcendental,
}

/// Sine or cosine: a coordinate of the point of the unit circle at an angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SinCos {
    /// The first coordinate.
    Cosine,
    /// The second coordinate.
    Sine,
}

macro_rules! functions {
    ($($function:ident $file:ident $doc:literal,)*) => {
        /// Functions of one argument.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Function {
            $(#[doc = $doc] $function,)*
            /// The Stumpff function `c_k` with this k, below 16.
            Stumpff(u8),
        }

        impl Function {
            /// All functions of programs, except the Stumpff functions that occur only in derivatives of these.
            pub const ALL: &[Self] = &[
                $(Self::$function,)*
                Self::Stumpff(0),
                Self::Stumpff(1),
                Self::Stumpff(2),
                Self::Stumpff(3),
                Self::Stumpff(4),
                Self::Stumpff(5),
                Self::Stumpff(6),
                Self::Stumpff(7),
            ];

            fn rules(self) -> &'static Rules {
                match self {
                    $(Self::$function => &$file::RULES,)*
                    Self::Stumpff(k) => &stumpff::RULES[usize::from(k)],
                }
            }
        }
    };
}

functions! {
    Sin sin "Sine.",
    Cos cos "Cosine.",
    Sqrt sqrt "Square root.",
    Exp exp "Exponential.",
    Ln ln "Natural logarithm.",
}

impl Function {
    /// The function with this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.name() == name)
    }

    /// Name in the text form, in equations and, unless its class says otherwise, as a method in Rust.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.rules().name
    }

    /// The class of the function.
    #[must_use]
    pub fn class(self) -> Class {
        self.rules().class
    }

    /// Whether its argument is an angle, which a circle point represents exactly.
    #[must_use]
    pub fn is_of_angle(self) -> bool {
        matches!(self.class(), Class::SinCos(_))
    }

    /// The value in single precision.
    #[must_use]
    pub fn f32(self, x: f32) -> f32 {
        (self.rules().f32)(x)
    }

    /// The value in double precision.
    #[must_use]
    pub fn f64(self, x: f64) -> f64 {
        (self.rules().f64)(x)
    }

    /// The derivative at an argument where the function has this value.
    pub fn derivative(self, b: &mut Builder, argument: Value, value: Value) -> Value {
        (self.rules().derivative)(b, argument, value)
    }

    /// The scale with which rounding errors of this value are compared: its absolute value or, for functions of angles and of
    /// their squares, the largest absolute value.
    #[must_use]
    pub fn size(self, value: f64) -> f64 {
        (self.rules().size)(value)
    }

    /// An upper bound of the derivative's absolute value at an argument where the function has this value.
    #[must_use]
    pub fn slope(self, argument: f64, value: f64) -> f64 {
        (self.rules().slope)(argument, value)
    }

    /// The value at an integer, if it is known to be an integer.
    #[must_use]
    pub fn at(self, integer: i64) -> Option<i64> {
        let pairs = self.rules().integer_values.iter();
        pairs
            .copied()
            .find_map(|(x, y)| (x == integer).then_some(y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_values_agree_with_floats() {
        for &function in Function::ALL {
            for &(x, y) in function.rules().integer_values {
                assert_eq!(function.at(x), Some(y));
                assert_eq!(function.f64(x as f64), y as f64, "{}", function.name());
                assert_eq!(function.f32(x as f32), y as f32, "{}", function.name());
            }
            assert_eq!(function.at(7), None);
            let (single, double) = (function.f32(0.7), function.f64(0.7));
            assert!(
                (f64::from(single) - double).abs() < 1e-7,
                "{}",
                function.name()
            );
        }
    }

    #[test]
    fn a_function_is_found_by_its_name() {
        for &function in Function::ALL {
            assert_eq!(Function::of_name(function.name()), Some(function));
        }
        assert_eq!(Function::of_name("tanh"), None);
    }
}

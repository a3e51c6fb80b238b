//! The table of the functions of one argument: a file each, and a line in the list below.
//!
//! All that a layer has to know of a function is here, unless it needs the types of that layer. There
//! every [`Class`] or every function is matched, so that one that is new is an error of the compiler.

mod cos;
mod exp;
mod ln;
mod sin;
mod sqrt;
mod stumpff;

use super::{Builder, Value};

/// What is known of a function.
struct Rules {
    /// In the text form, in equations and, unless its class says otherwise, as a method in Rust.
    name: &'static str,
    class: Class,
    /// As emitted code computes it but for the last bit: libm gives the same bits everywhere.
    f32: fn(f32) -> f32,
    f64: fn(f64) -> f64,
    /// Whole numbers whose values are whole.
    known: &'static [(i64, i64)],
    /// Of an argument and the value there.
    derivative: fn(&mut Builder, Value, Value) -> Value,
    /// How far a value moves when its argument moves by a unit of its size.
    size: fn(f64) -> f64,
    /// How far a value moves at most when its argument moves by 1, of an argument and the value there.
    slope: fn(f64, f64) -> f64,
}

/// What kind of function it is: what it costs, and what is to be had of it without floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A coordinate of the point of the unit circle at an angle; the two of one angle are computed
    /// together.
    Circle(Circle),
    /// The root that is not negative.
    SquareRoot,
    /// The function `c_k` of Stumpff with this k.
    Stumpff(u8),
    /// It has no values in exact arithmetic.
    Transcendental,
}

/// A coordinate of a point of the unit circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Circle {
    /// The first.
    Cosine,
    /// The second.
    Sine,
}

macro_rules! functions {
    ($($function:ident $file:ident $what:literal,)*) => {
        /// Functions of one argument.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Function {
            $(#[doc = $what] $function,)*
            /// The function `c_k` of Stumpff with this k, below 16.
            Stumpff(u8),
        }

        impl Function {
            /// All functions of programs, but those of Stumpff that are only derivatives of these.
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
    /// The function of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.name() == name)
    }

    /// Name in the text form, in equations and, unless its class says otherwise, as a method in Rust.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.rules().name
    }

    /// What kind of function it is.
    #[must_use]
    pub fn class(self) -> Class {
        self.rules().class
    }

    /// Whether its argument is an angle, which is exact by its circle point.
    #[must_use]
    pub fn is_of_angle(self) -> bool {
        matches!(self.class(), Class::Circle(_))
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

    /// How far this value moves when its argument moves by a unit of its size.
    #[must_use]
    pub fn size(self, value: f64) -> f64 {
        (self.rules().size)(value)
    }

    /// How far this value moves at most when its argument moves by 1.
    #[must_use]
    pub fn slope(self, argument: f64, value: f64) -> f64 {
        (self.rules().slope)(argument, value)
    }

    /// The whole value at a whole number, where there is one.
    #[must_use]
    pub fn at(self, whole: i64) -> Option<i64> {
        let known = self.rules().known.iter();
        known.copied().find_map(|(x, y)| (x == whole).then_some(y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values_are_those_of_floats() {
        for &function in Function::ALL {
            for &(x, y) in function.rules().known {
                assert_eq!(function.at(x), Some(y));
                assert_eq!(function.f64(x as f64), y as f64, "{}", function.name());
                assert_eq!(function.f32(x as f32), y as f32, "{}", function.name());
            }
            assert_eq!(function.at(7), None);
            let (narrow, wide) = (function.f32(0.7), function.f64(0.7));
            assert!(
                (f64::from(narrow) - wide).abs() < 1e-7,
                "{}",
                function.name()
            );
        }
    }

    #[test]
    fn a_function_is_found_by_its_name() {
        for &function in Function::ALL {
            assert_eq!(Function::named(function.name()), Some(function));
        }
        assert_eq!(Function::named("tanh"), None);
    }
}

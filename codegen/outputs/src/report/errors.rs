//! Rounding errors of a program in the two float types.

use std::fmt;

/// Rounding errors, in units in the last place of the scale of the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// In double precision.
    pub f64: f64,
    /// In single precision.
    pub f32: f64,
}

impl Errors {
    /// The errors of an exact result.
    pub const NONE: Self = Self { f64: 0.0, f32: 0.0 };

    /// The largest error in each precision.
    #[must_use]
    pub fn largest(errors: impl IntoIterator<Item = Self>) -> Self {
        errors.into_iter().fold(Self::NONE, |a, b| a.or_larger(&b))
    }

    /// Each error, or that of `other` if it is larger.
    #[must_use]
    pub fn or_larger(&self, other: &Self) -> Self {
        Self {
            f64: self.f64.max(other.f64),
            f32: self.f32.max(other.f32),
        }
    }

    /// The errors, each raised to at least `least`.
    #[must_use]
    pub fn at_least(&self, least: f64) -> Self {
        self.or_larger(&Self {
            f64: least,
            f32: least,
        })
    }

    /// The errors, each lowered to at most `limit`; unchanged if `limit` is not a number.
    #[must_use]
    pub fn at_most(&self, limit: f64) -> Self {
        Self {
            f64: self.f64.min(limit),
            f32: self.f32.min(limit),
        }
    }

    /// The errors times a factor.
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        Self {
            f64: self.f64 * factor,
            f32: self.f32 * factor,
        }
    }

    /// Whether a value in double precision may have a correct digit.
    #[must_use]
    pub fn leaves_digits(&self) -> bool {
        has_digits(self.f64, f64::EPSILON)
    }

    /// Whether a value in single precision may have a correct digit.
    #[must_use]
    pub fn leaves_digits_in_f32(&self) -> bool {
        has_digits(self.f32, f32::EPSILON.into())
    }

    /// Whether the error in double precision is finite, so that there is a finite value.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.f64.is_finite()
    }

    /// The number of correct decimal digits in f64 and f32, if the errors are in units in the last place of
    /// the number itself.
    #[must_use]
    pub fn right_digits(&self) -> [u32; 2] {
        let digits = |error: f64, epsilon: f64| {
            // Every number is rounded at least once.
            let digits_left = -libm::log10(error.max(0.5) * epsilon);
            digits_left.floor().max(0.0) as u32
        };
        [
            digits(self.f64, f64::EPSILON),
            digits(self.f32, f32::EPSILON.into()),
        ]
    }

    /// Whether neither error is larger than that of `other`.
    #[must_use]
    pub fn within(&self, other: &Self) -> bool {
        self.f64 <= other.f64 && self.f32 <= other.f32
    }
}

/// The text in reports and documentation.
impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |error: f64, epsilon, float| match error {
            error if !error.is_finite() => format!("no finite value in {float}"),
            error if !has_digits(error, epsilon) => format!("no right digit in {float}"),
            error => format!("{} ulp in {float}", ulps(error)),
        };
        let f64_text = text(self.f64, f64::EPSILON, "f64");
        let f32_text = text(self.f32, f32::EPSILON.into(), "f32");
        write!(f, "{f64_text}, {f32_text}")
    }
}

/// Whether an error of this many units in the last place, each of relative size `epsilon`, leaves a correct digit.
fn has_digits(error: f64, epsilon: f64) -> bool {
    error < 1.0 / epsilon
}

/// An error as text, rounded up to at most two digits, so that it stays a bound.
#[must_use]
pub fn ulps(error: f64) -> String {
    if !error.is_finite() {
        return "∞".into();
    }
    if error <= 9.9 {
        return format!("{:.1}", (error * 10.0).ceil() / 10.0);
    }
    let mut power = 1.0;
    while error / power > 99.0 {
        power *= 10.0;
    }
    let rounded = (error / power).ceil() * power;
    if rounded < 1e6 { format!("{rounded:.0}") } else { format!("{rounded:.1e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_rounded_up() {
        let cases = [
            (0.0, "0.0"),
            (0.51, "0.6"),
            (9.9, "9.9"),
            (9.91, "10"),
            (101.0, "110"),
            (2.31e9, "2.4e9"),
        ];
        for (error, text) in cases {
            assert_eq!(ulps(error), text);
        }
        assert_eq!(ulps(f64::INFINITY), "∞");
        let errors = Errors {
            f64: 1.25,
            f32: f64::INFINITY,
        };
        assert_eq!(errors.to_string(), "1.3 ulp in f64, no finite value in f32");
        let errors = Errors {
            f64: 5e15,
            f32: 9e6,
        };
        let text = "no right digit in f64, no right digit in f32";
        assert_eq!(errors.to_string(), text);
        assert!(!errors.leaves_digits() && !errors.leaves_digits_in_f32());
    }
}
